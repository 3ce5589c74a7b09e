import Bytes
import Crypto
import TestWorld
import Testing

@testable import Wire

/// The tables of `Docs/spec/identity.md` are those of the code.
@Suite struct IdentitySpecTests {
  private let page: SpecPage

  init() throws { page = try SpecPage("identity") }

  @Test func theExampleHolds() throws {
    var values: [String: String] = [:]
    for row in page.rows(ofTable: "name", in: "Example") { values[row[0]] = row[1] }
    func bytes(_ name: String) throws -> [UInt8] { try #require(values[name].flatMap { Hex.decode($0) }) }
    let signing = try Ed25519.PrivateKey(seed: SecretBytes(copying: bytes("Ed25519 seed")))
    let dh = try X25519.PrivateKey(rawBytes: SecretBytes(copying: bytes("X25519 private key")))
    let keys = try #require(IdentityKeys(signingKey: signing.publicKey, dhKey: dh.publicKey))
    #expect(try keys.signingKey == bytes("signing key") && keys.dhKey == bytes("X25519 key"))
    #expect(keys.nodeID.hex == values["node ID"] && keys.onion.hostname == values["onion address"])
  }

  @Test func theFreshnessIsTheDocumentedOne() {
    let (day, skew) = ("\(Int(WireLimits.bundleAge)) s", "\(Int(WireLimits.clockSkew)) s")
    #expect(
      page.rows(ofTable: "use") == [
        ["hello, initiation", day, day], ["opening a session", day, skew], ["record of the DHT", day, skew],
        ["own store", "–", "–"],
      ])
  }

  @Test func theFormsAreTheDocumentedOnes() {
    #expect(page.rows(ofTable: "form").compactMap(\.first) == SignedPreKeyForm.allCases.map(\.rawValue))
  }

  /// What the bundle signature covers, put together from the page alone.
  @Test func theBundleSignatureCoversTheDocumentedFields() throws {
    let rows = page.rows(ofTable: "field", in: "Bundle signature")
    for optionals in [Samples.Optionals.all, .none] {
      for seed in 0..<20 as Range<UInt64> {
        var samples = Samples(seed: seed, optionals: optionals)
        let bundle = samples.preKeyBundle()
        let json = try JSONValue(parsing: Payload.encode(bundle))
        var expected = ByteWriter()
        for (number, row) in rows.enumerated() {
          if number == 0 {
            expected.appendLengthPrefixed(Array(row[0].utf8))
          } else if let field = try bytes(of: row[0], in: json, of: bundle) {
            if row[1] != "no" { expected.append(UInt8(1)) }
            expected.appendLengthPrefixed(field)
          } else if row[1] != "yes, without the 0" {
            #expect(row[1] == "yes")
            expected.append(UInt8(0))
          }
        }
        #expect(BundleSignature.signingBytes(bundle) == expected.bytes)
      }
    }
    var full = Samples(seed: 1, optionals: .all)
    let members = try #require(try JSONValue(parsing: Payload.encode(full.preKeyBundle())).asObject)
    #expect(Set(rows.dropFirst().map { $0[0] }) == Set(members.keys).subtracting(["bundleSignature", "withdrawn"]))
  }

  private func bytes(of name: String, in json: JSONValue, of bundle: PreKeyBundle) throws -> [UInt8]? {
    switch name {
    case _ where json[name].isNull: return nil
    case "timestamp": return bundle.timestamp.littleEndianBytes
    case "username", "tcpAddress": return try json.text(name)
    case _ where name.hasSuffix("Id") || name == "identityWork":
      var number = ByteWriter()
      number.append(UInt32(try json.int(name)))
      return number.bytes
    default: return try json.base64(name)
    }
  }
}
