import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

/// `Docs/spec/session.md` and `identity.md` say what the code does.
@Suite struct SessionSpecTests {
  @Test func theRefusalsAreThoseOfTheSpecification() throws {
    let errors: [SessionError] = [
      .noSession, .duplicate, .undecryptable, .tooManySkipped, .exhausted, .wrongPeer, .unusableKey,
      .unknownSignedPreKey, .unknownOneTimePreKey, .unknownPQPreKey, .replayedInitiation,
    ]
    let rows = try rows(of: "session.md", after: "## Refusals (tested)")
    #expect(rows == errors.map { ["\($0)", $0.callsForNewSession ? "yes" : "no"] })
  }

  @Test func theLabelsAreThoseOfTheSpecification() throws {
    let labels = Dictionary(
      uniqueKeysWithValues: try rows(of: "session.md", after: "## Labels (tested)").map {
        ($0[0], Array($0[1].utf8))
      })
    func key(_ use: String, _ input: SecretBytes) throws -> SecretBytes {
      HKDFSHA256.derive(inputKey: input, salt: [], info: try #require(labels[use]), count: 32)
    }
    let secret = SecretBytes(copying: repeatElement(7, count: 32))
    #expect(
      RatchetKeys.initiatorHeaderKey(secret) == (try key("initiator's first header key, info of HKDF", secret)))
    #expect(
      RatchetKeys.responderHeaderKey(secret) == (try key("responder's first header key, info of HKDF", secret)))
    #expect(HeaderForm.labelled.associatedData == labels["header, associated data"])
    let root = HKDFSHA256.derive(
      inputKey: secret, salt: secret.exposed, info: try #require(labels["root step, info of HKDF"]), count: 96)
    #expect(RatchetKeys.rootStep(rootKey: secret, sharedSecret: secret).nextHeaderKey == root[64..<96])
    let sessions = PeerSessions(own: .init(words: (1, 0, 0, 0)), peer: .init(words: (2, 0, 0, 0)))
    let label = try #require(labels["body, end of the associated data"])
    #expect(Array(sessions.associatedData.dropFirst(64)) == label)
  }

  @Test func theBoundsAreThoseOfTheSpecification() throws {
    let rows = try rows(of: "session.md", after: "A state changes only when the body has opened. A header may also")
    let days = Int64(E2EESettings.skippedKeyLifetime.inSeconds) / 86_400
    #expect(
      rows.map { $0[1].replacing(",", with: "") } == [
        "\(E2EESettings.maximumSkippedKeys)", "\(days) days", "\(E2EESettings.emptyRetiredChains)",
        "\(E2EESettings.maximumCounter)",
      ])
  }

  @Test func thePreKeysAreThoseOfTheSpecification() throws {
    let settings = E2EESettings()
    let rows = try rows(of: "identity.md", after: "## Prekeys")
    #expect(rows.count == 7)
    #expect(rows[1][1] == "\(E2EESettings.previousSignedPreKeys)")
    #expect(rows[6][1] == "\(E2EESettings.previousPQPreKeys)")
    let pool = "\(settings.oneTimePreKeyPool), refilled when fewer than \(settings.oneTimePreKeyLowWater) are left"
    #expect(rows[2][1] == pool)
    #expect(rows[3][1] == "\(settings.strangerReservations)")
    #expect(settings.signedPreKeyLifetime == .seconds(7 * 86_400))
    #expect(settings.reservationLifetime == .seconds(7 * 86_400))
  }

  @Test func theSafetyNumbersAreThoseOfTheSpecification() throws {
    let rows = try rows(of: "identity.md", after: "## Safety numbers")
    for (row, first) in zip(rows, [UInt8(0x00), 0x40]) {
      let signing = try Ed25519.PrivateKey(seed: SecretBytes(copying: first..<first + 32))
      let dh = try X25519.PrivateKey(rawBytes: SecretBytes(copying: first + 32..<first + 64))
      #expect(SafetyNumber(signingKey: signing.publicKey, dhKey: dh.publicKey).text == row[2])
    }
    #expect(rows.count == 2)
  }

  /// The rows of the first table after the line that begins with `heading`, without back-quotes.
  private func rows(of page: String, after heading: String) throws -> [[String]] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = String(decoding: try Files.read("/\(root)/Docs/spec/\(page)"), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix(heading) })
    let table = lines[start...].drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }
    return table.map { line in
      line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { cell in
        cell.split(separator: " ").joined(separator: " ").replacing("`", with: "")
      }
    }
  }
}
