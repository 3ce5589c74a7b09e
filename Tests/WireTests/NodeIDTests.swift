import Testing
import Wire

@Suite struct NodeIDTests {
  private let hex = "3619e750a2dd52ba978807b2a00df56d9ae3354382899ca7fafa482ca86a3528"

  @Test func hexRoundTrips() throws {
    let id = try #require(NodeID(hex: hex))
    #expect(id.hex == hex)
    #expect(id.peerID == "3619e750a2dd52ba978807b2a00df56d")
    #expect(NodeID(bytes: id.bytes) == id)
    #expect(NodeID(hex: hex.uppercased()) == id)
  }

  @Test(arguments: ["", "36", String(repeating: "g", count: 64), String(repeating: "0", count: 65)])
  func refusesOtherText(text: String) {
    #expect(NodeID(hex: text) == nil)
  }

  @Test func prefixesMatchAndRange() throws {
    let id = try #require(NodeID(hex: hex))
    let prefix = try #require(PeerPrefix("3619E750a2dd52ba"))
    #expect(prefix.matches(id))
    #expect(prefix.lowestNodeID < id && id < prefix.highestNodeID)
    #expect(PeerPrefix("3619e75") == nil && PeerPrefix("3619e75z") == nil && PeerPrefix(hex + "0") == nil)
    #expect(PeerPrefix(hex)?.nodeID == id && prefix.nodeID == nil)
  }

  @Test func onionAddressChecksItsChecksum() throws {
    let host = "aoqqpp7tzyil4hlq3umoos6atft6jvrqtosq2xy53sdgiesvgg4bqead.onion"
    let onion = try #require(OnionAddress(hostname: host.uppercased()))
    #expect(OnionAddress(signingKey: onion.publicKey)?.hostname == host)
    #expect(OnionAddress(hostname: "b" + host.dropFirst()) == nil)
    #expect(OnionAddress(hostname: host.replacing(".", with: "\u{0E}")) == nil)
    #expect(PeerAddress("\(host):25519")?.onion == onion)
    #expect(PeerAddress("example.org:80") == nil && PeerAddress("127.0.0.1:0") == nil)
  }

  @Test func addressSpellsItsHostBack() throws {
    let onion = try #require(OnionAddress(signingKey: [UInt8](repeating: 7, count: 32)))
    let address = PeerAddress(onion, port: 80)
    #expect(address.isOnion && address.host == onion.hostname && address.text == "\(onion.hostname):80")
    #expect(address.onion == onion && PeerAddress(host: onion.hostname.uppercased(), port: 80) == address)
    #expect(address != PeerAddress(onion) && address.withoutPort == PeerAddress(onion).withoutPort)
    let loopback = PeerAddress.loopback(port: 80)
    #expect(!loopback.isOnion && loopback.text == "127.0.0.1:80" && loopback.onion == nil)
    #expect(PeerAddress("127.0.0.1:80") == loopback && loopback != PeerAddress.loopback(port: 81))
    #expect(PeerAddress(host: "127.0.0.2") == nil && PeerAddress(host: "seed.onion") == nil)
    // Tables and lookups hold many.
    #expect(MemoryLayout<PeerAddress>.size <= 40 && _isPOD(PeerAddress.self))
  }

  @Test(arguments: [
    "", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:+80", "127.0.0.1:-1", "127.0.0.1:65536", "127.0.0.1:80:80",
    "127.0.0.1: 80", "localhost:80", "[::1]:80", "127.0.0.1:８０",
  ])
  func onlyHostAndPortAreAnAddress(text: String) {
    #expect(PeerAddress(text) == nil)
  }

  @Test(arguments: [
    ("example.org", "does not end with .onion"), ("abc.onion", "has 3 characters before .onion, not 56"),
    (String(repeating: "a", count: 55) + "1.onion", "1 is none of its characters"),
    (String(repeating: "a", count: 56) + ".onion", "not of version 3"),
    (String(repeating: "a", count: 55) + "d.onion", "its checksum does not fit"), ("", "does not end with .onion"),
    (":", "does not end with .onion"),
  ])
  func whatIsWrongWithAnAddressIsSaid(text: String, words: String) throws {
    #expect(PeerAddress(text) == nil)
    #expect(PeerAddress.mistake(in: text).contains(words), "\(PeerAddress.mistake(in: text))")
    let host = try #require(OnionAddress(signingKey: [UInt8](repeating: 7, count: 32))).hostname
    #expect(PeerAddress.mistake(in: host + ":70000") == "its port is not a number from 1 to 65535")
  }
}
