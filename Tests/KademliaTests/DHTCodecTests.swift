import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

@Suite struct DHTCodecTests {
  private let now = ManualClock().now.timestamp
  private let sender = Made.id(5)

  private func real(_ count: Int) -> [SimulatedIdentity] {
    var rng = SeededRandom(seed: 11)
    return (0..<count).map { _ in SimulatedIdentity(using: &rng) }
  }

  @Test func requestsComeBackAsTheyWere() throws {
    var rng = SeededRandom(seed: 3)
    let prefix = try #require(PeerPrefix("0123456789abcdef"))
    let requests: [DHTRequest] = [
      .ping, .findNode(Made.id(1)), .findValue(.node(Made.id(2))), .findValue(.prefix(prefix)),
      .store(real(1)[0].bundle(at: now), expiresAt: WireDate(now + .seconds(90_000))),
    ]
    for request in requests {
      let id = RequestID(using: &rng)
      let (type, payload) = DHTCodec.encode(request, id: id, sender: sender)
      let decoded = try #require(try DHTCodec.decodeRequest(type, payload))
      #expect(decoded.request == request && decoded.id == id.text)
      #expect(payload.count <= type.maximumPayload)
      #expect(try DHTCodec.decodeResponse(type, payload) == nil)
    }
  }

  @Test func responsesComeBackAsTheyWere() throws {
    var rng = SeededRandom(seed: 4)
    let identities = real(20)
    let (contacts, bundles) = (identities.map(\.contact), identities.map { $0.bundle(at: now) })
    let responses: [DHTResponse] = [
      .pong, .nodes([]), .nodes(contacts), .value([], nodes: contacts), .value([bundles[0]], nodes: contacts),
      .value(bundles, nodes: []), .stored(.accepted), .stored(.refused("full", newer: nil)),
      .stored(.refused("older", newer: bundles[0])),
    ]
    for response in responses {
      let id = RequestID(using: &rng)
      let (type, payload) = DHTCodec.encode(response, id: id.text, sender: sender)
      let decoded = try #require(try DHTCodec.decodeResponse(type, payload))
      #expect(decoded.response == response && decoded.id == id)
      #expect(payload.count <= type.maximumPayload)
      #expect(try DHTCodec.decodeRequest(type, payload) == nil)
    }
  }

  /// Answers are written from numbers, and their bytes are those that the payload's own texts give.
  @Test func answersAreTheBytesOfTheirPayloads() {
    let identities = real(3)
    let contacts =
      identities.map(\.contact) + [
        Contact(nodeID: Made.id(9), address: .loopback(port: 65_535)),
        Contact(nodeID: Made.id(0), address: .loopback(port: 1)),
      ]
    let infos = contacts.map {
      DHTNodeInfo(nodeID: $0.nodeID.hex, onionAddress: $0.address.host, port: $0.address.port)
    }
    let bundles = identities.map { $0.bundle(at: now) }
    for id in [nil, "0123456789abcdef", "a \"quoted\" one"] {
      for (contacts, infos) in [(contacts, infos), ([], [])] {
        #expect(
          DHTCodec.encode(.nodes(contacts), id: id, sender: sender).payload
            == Payload.encode(DHTFindNodeRespPayload(closestNodes: infos, requestID: id)))
        for count in 0...3 {
          let some = Array(bundles.prefix(count))
          let payload = DHTFindValueRespPayload(
            bundle: some.first, closestNodes: infos, bundles: count > 1 ? some : nil, requestID: id)
          #expect(
            DHTCodec.encode(.value(some, nodes: contacts), id: id, sender: sender).payload
              == Payload.encode(payload))
        }
      }
    }
  }

  @Test func otherTypesAreNoneOfTheDHT() throws {
    let types = MessageType.allCases.filter { !$0.rawValue.hasPrefix("dht") }
    #expect(types.count == 35)
    for type in types {
      #expect(try DHTCodec.decodeRequest(type, Array("{}".utf8)) == nil)
      #expect(try DHTCodec.decodeResponse(type, Array("{}".utf8)) == nil)
    }
  }

  @Test(
    arguments: [
      (MessageType.dhtFindNode, #"{"targetNodeID":"abc"}"#), (.dhtFindNode, #"{"targetNodeID":7}"#),
      (.dhtFindNode, "{}"),
      (.dhtFindValue, #"{"targetNodeID":"\#(String(repeating: "0", count: 64))","peerIDPrefix":"0123"}"#),
      (.dhtFindValue, #"{"targetNodeID":"\#(String(repeating: "0", count: 63))g"}"#),
      (.dhtPing, #"{"senderNodeID":"x","requestID":"\#(String(repeating: "a", count: 65))"}"#), (.dhtPing, ""),
      (.dhtStore, #"{"nodeID":"x"}"#), (.dhtPing, "[]"), (.dhtPing, "\u{0}"),
    ])
  func malformedRequestsAreRefused(type: MessageType, json: String) {
    #expect(throws: WireError.self) { try DHTCodec.decodeRequest(type, Array(json.utf8)) }
  }

  @Test func aStoreUnderAnotherIdentifierIsRefused() {
    let payload = DHTStorePayload(
      nodeID: Made.id(1).hex, bundle: real(1)[0].bundle(at: now), expiresAt: WireDate(now))
    #expect(throws: WireError.self) { try DHTCodec.decodeRequest(.dhtStore, Payload.encode(payload)) }
  }

  @Test func truncationAtEveryByteIsAnErrorOrSomethingSmaller() throws {
    var rng = SeededRandom(seed: 5)
    let id = RequestID(using: &rng)
    let identity = real(1)[0]
    let request = DHTCodec.encode(
      .store(identity.bundle(at: now), expiresAt: WireDate(now)), id: id, sender: sender)
    for length in request.payload.indices {
      #expect(throws: WireError.self) { try DHTCodec.decodeRequest(.dhtStore, Array(request.payload[..<length])) }
    }
    let response = DHTCodec.encode(
      .value([identity.bundle(at: now)], nodes: [identity.contact]), id: id.text, sender: sender)
    for length in response.payload.indices {
      #expect(throws: WireError.self) {
        try DHTCodec.decodeResponse(.dhtFindValueResp, Array(response.payload[..<length]))
      }
    }
  }

  @Test func contactsWithoutAValidAddressAreLeftOut() throws {
    let good = real(1)[0].contact
    var flipped = Array(good.address.host.utf8)
    flipped[3] = flipped[3] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
    let infos =
      [
        (good.nodeID.hex, String(decoding: flipped, as: UTF8.self), 1), (good.nodeID.hex, "example.org", 25_519),
        (good.nodeID.hex, "10.0.0.1", 25_519), ("short", good.address.host, 25_519), (good.nodeID.hex, "", 1),
        (good.nodeID.hex, good.address.host, 0), (good.nodeID.hex, good.address.host + ":1", 25_519),
      ].map { DHTNodeInfo(nodeID: $0.0, onionAddress: $0.1, port: UInt16($0.2)) }
      + [
        DHTNodeInfo(
          nodeID: good.nodeID.hex.uppercased(), onionAddress: good.address.host.uppercased(), port: 25_519)
      ]
    let payload = Payload.encode(DHTFindNodeRespPayload(closestNodes: infos))
    let decoded = try #require(try DHTCodec.decodeResponse(.dhtFindNodeResp, payload))
    #expect(decoded.response == .nodes([good]) && decoded.id == nil)
  }

  @Test(.enabled(if: Vectors.has("app/dht.json"), "app/dht.json is absent"))
  func nodesOfTheOriginalAreRead() throws {
    for value in try Vectors.json("app/dht.json").array("nodeInfo") {
      let payload = Array(#"{"closestNodes":[\#(try value.string("json"))]}"#.utf8)
      let decoded = try DHTCodec.decodeResponse(.dhtFindNodeResp, payload)?.response
      guard case .nodes(let nodes)? = decoded else { throw JSONValue.Failure.lacks("nodes") }
      let isUsable = try value.bool("usableContact")
      #expect(nodes.count == (isUsable ? 1 : 0))
    }
  }

  @Test(.enabled(if: Vectors.has("app/dht.json"), "app/dht.json is absent"))
  func exchangesOfTheOriginalAreRead() throws {
    var read = 0
    for item in try Vectors.json("app/dht.json")["exchange"].array("items") {
      let name = try item.string("name")
      let wire = try JSONValue(parsing: item.text("request"))
      let type = try #require(MessageType(rawValue: try wire.string("type")))
      let payload = try item.text("requestPayload")
      if name.contains("bad target") {
        #expect(throws: WireError.self) { try DHTCodec.decodeRequest(type, payload) }
      } else {
        let request = try #require(try DHTCodec.decodeRequest(type, payload))
        #expect(request.id == nil)
        read += 1
      }
      for response in try item.array("responses") {
        let answer = try JSONValue(parsing: response.text("wireJSON"))
        let answerType = try #require(MessageType(rawValue: try answer.string("type")))
        let decoded = try #require(try DHTCodec.decodeResponse(answerType, response.text("payloadJSON")))
        #expect(decoded.id == nil)
      }
    }
    #expect(read >= 8)
  }

  @Test(arguments: ["", "0", "zzzzzzzzzzzzzzzz", "0123456789abcdef0", "0123456789ABCDEF", "00000000000000ff"])
  func requestIdentifiersAreSixteenDigits(text: String) {
    let id = RequestID(text)
    #expect((id != nil) == (text.utf8.count == 16 && !text.contains("z")))
    if let id { #expect(id.text == text.lowercased()) }
  }
}
