import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

/// A node that keeps its state before it acts, and loses its memory at any moment: before a write, or between a
/// write and the act that it allows.
@Suite struct CrashTests {
  private struct Node {
    var party: Party
    /// What the last write holds.
    private var disk:
      (sessions: SecretBytes, preKeys: SecretBytes, outbox: [String: WireMessage], inbox: Set<String>)
    /// Messages without a receipt, and messages that came.
    var outbox: [String: WireMessage] = [:]
    var inbox: Set<String> = []
    /// The keys of messages that left.
    var usedKeys: [SecretBytes: String] = [:]

    init(_ party: Party) {
      self.party = party
      disk = (party.sessions.encoded(), party.preKeys.encoded(), [:], [])
    }

    mutating func write() { disk = (party.sessions.encoded(), party.preKeys.encoded(), outbox, inbox) }

    mutating func crash() throws {
      party.sessions = try PeerSessions(decoding: disk.sessions)
      party.preKeys = try PreKeyRing(decoding: disk.preKeys)
      outbox = disk.outbox
      inbox = disk.inbox
    }

    /// Encrypts one message; its key is noted once it is on disk, from where it may leave.
    mutating func compose(_ text: String, at now: Timestamp, crashing: Bool) throws {
      if party.sessions.current == nil { throw SessionError.noSession }
      let chain = party.sessions.current?.ratchet.sending?.chainKey
      outbox[text] = try party.send(text, at: now)
      if crashing { return try crash() }
      write()
      let key = RatchetKeys.messageKey(try #require(chain))
      #expect(usedKeys.updateValue(text, forKey: key) == nil, "a message key was used twice")
    }

    /// Whether the message was taken in, now or before, so that a receipt goes out.
    mutating func take(
      _ text: String, _ wire: WireMessage, from sender: IdentityKeys, at now: Timestamp, crashing: Bool
    )
      throws -> Bool
    {
      if !inbox.contains(text) {
        let opened = try party.receive(wire, from: sender, at: now)
        #expect(opened == text)
        inbox.insert(text)
        if crashing {
          try crash()
          return false
        }
        write()
      }
      return true
    }
  }

  @Test(arguments: 0..<12) func nothingIsLostAndNoKeyIsUsedTwice(_ seed: UInt64) throws {
    let now = Timestamp(milliseconds: 1_780_000_000_000)
    let (a, b) = Party.pair(seed: seed, at: now)
    var nodes = [Node(a), Node(b)]
    var chance = SeededRandom(seed: seed)
    for party in 0...1 where party == 0 || seed % 2 == 0 {
      let bundle = nodes[1 - party].party.hello(at: now)
      try nodes[party].party.initiate(toward: bundle, at: now)
    }
    nodes[0].write()
    nodes[1].write()

    func crashes() -> Bool { Int.random(in: 0..<5, using: &chance) == 0 }
    for step in 0..<300 {
      let party = Int.random(in: 0...1, using: &chance)
      if Bool.random(using: &chance) {
        guard nodes[party].party.sessions.current != nil else { continue }
        try nodes[party].compose("\(party).\(step)", at: now, crashing: crashes())
      } else if let (text, wire) = nodes[1 - party].outbox.randomElement(using: &chance) {
        // Everything without a receipt is sent again as it is.
        let keys = nodes[1 - party].party.identity.keys
        let taken = try nodes[party].take(text, wire, from: keys, at: now, crashing: crashes())
        // The receipt may be lost.
        if taken, !crashes() {
          nodes[1 - party].outbox[text] = nil
          nodes[1 - party].write()
        }
      }
      if crashes() { try nodes[party].crash() }
    }
    for party in 0...1 {
      let keys = nodes[party].party.identity.keys
      for (text, wire) in nodes[party].outbox {
        #expect(try nodes[1 - party].take(text, wire, from: keys, at: now, crashing: false))
      }
      #expect(nodes[1 - party].inbox == Set(nodes[party].usedKeys.values))
    }
    #expect(Set(nodes[0].usedKeys.keys).isDisjoint(with: nodes[1].usedKeys.keys))
  }
}
