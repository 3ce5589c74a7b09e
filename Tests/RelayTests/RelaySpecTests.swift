import TestWorld
import Testing
import Wire

@testable import Relay

/// The tables of `Docs/spec/relay.md` are those of the code.
@Suite struct RelaySpecTests {
  private let page: SpecPage

  init() throws { page = try SpecPage("relay") }

  @Test func theLimitsAreTheDocumentedOnes() {
    let settings = RelaySettings()
    let limits = [
      "time to live": "\(settings.maximumTTL)",
      "envelopes per link at once": "\(Int(settings.relayPerLink.burst))",
      "envelopes per link and second": "\(Int(settings.relayPerLink.perSecond))",
      "envelopes at once": "\(Int(settings.relayInTotal.burst))",
      "envelopes per second": "\(Int(settings.relayInTotal.perSecond))",
      "envelopes and drops remembered": "\(settings.seenEntries)",
      "holding time": "\(settings.holdingTime.components.seconds) s",
      "bytes of a deposit": "\(settings.depositBytes)",
      "deposits per link": "\(settings.depositsPerLink)",
      "bytes per link": "\(settings.bytesPerLink)",
      "deposits per mailbox": "\(settings.depositsPerOwner)",
      "bytes per mailbox": "\(settings.bytesPerOwner)",
      "deposits": "\(settings.deposits)",
      "bytes": "\(settings.bytes)",
      "deposits per delivery": "\(settings.deliveryItems)",
      "bytes per delivery": "\(settings.deliveryBytes)",
      "dead drop's lifetime": "\(settings.dropLifetime.components.seconds) s",
      "dead drops held": "\(settings.drops)",
      "bytes of dead drops": "\(settings.dropBytes)",
    ]
    let documented = page.rows(ofTable: "limit").map { ($0[0], $0[1]) }
    #expect(Dictionary(uniqueKeysWithValues: documented) == limits)
  }

  @Test func theNotesAndReasonsAreTheDocumentedOnes() {
    func names(_ table: String) -> [String] { page.rows(ofTable: table).compactMap(\.first) }
    #expect(names("kind") == MailboxNote.Kind.allCases.map(\.rawValue))
    #expect(names("reason") == MailboxRefusal.allCases.map(\.rawValue))
  }
}
