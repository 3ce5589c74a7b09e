package import Wire

/// Questions and answers of the DHT as payloads of the wire, and back.
package enum DHTCodec {
  /// A payload and its type.
  package typealias Encoded = (type: MessageType, payload: [UInt8])

  package static func encode(_ request: DHTRequest, id: RequestID, sender: NodeID) -> Encoded {
    switch request {
    case .ping:
      (.dhtPing, Payload.encode(DHTPingPayload(senderNodeID: sender.hex, requestID: id.text)))
    case .findNode(let target):
      (.dhtFindNode, Payload.encode(DHTFindNodePayload(targetNodeID: target.hex, requestID: id.text)))
    case .findValue(let query):
      (.dhtFindValue, Payload.encode(payload(of: query, id: id)))
    case .store(let bundle, let expiresAt):
      (.dhtStore, Payload.encode(store(bundle, until: expiresAt, id: id)))
    }
  }

  /// - Parameter id: the identifier of the request as it came; nil when it had none.
  package static func encode(_ response: DHTResponse, id: String?, sender: NodeID) -> Encoded {
    switch response {
    case .pong: (.dhtPong, Payload.encode(DHTPongPayload(senderNodeID: sender.hex, requestID: id)))
    case .nodes(let contacts):
      (.dhtFindNodeResp, DHTAnswer.findNode(nodes(contacts), requestID: id))
    case .value(let bundles, let contacts):
      (.dhtFindValueResp, DHTAnswer.findValue(bundles, nodes(contacts), requestID: id))
    case .stored(let answer): (.dhtPong, Payload.encode(pong(answer, id: id, sender: sender)))
    }
  }

  /// The request in a payload and its identifier; nil when the type is no question of the DHT.
  package static func decodeRequest(
    _ type: MessageType, _ payload: [UInt8]
  ) throws(WireError) -> (request: DHTRequest, id: String?)? {
    if type == .dhtPing {
      let ping = try Payload.decode(DHTPingPayload.self, from: payload)
      return (.ping, try echoable(ping.requestID))
    }
    if type == .dhtFindNode {
      let find = try Payload.decode(DHTFindNodePayload.self, from: payload)
      return (.findNode(try nodeID(find.targetNodeID)), try echoable(find.requestID))
    }
    if type == .dhtFindValue {
      let find = try Payload.decode(DHTFindValuePayload.self, from: payload)
      return (.findValue(try query(find)), try echoable(find.requestID))
    }
    if type == .dhtStore {
      let store = try Payload.decode(DHTStorePayload.self, from: payload)
      guard store.bundle.identityKeys?.nodeID == (try nodeID(store.nodeID)) else {
        throw .malformed("DHTStorePayload.nodeID is not the identifier of the bundle's keys")
      }
      return (.store(store.bundle, expiresAt: store.expiresAt), try echoable(store.requestID))
    }
    return nil
  }

  /// The response in a payload and the identifier of its request; nil when the type is no answer of the DHT.
  /// Contacts without a valid onion or loopback address are left out.
  package static func decodeResponse(
    _ type: MessageType, _ payload: [UInt8]
  ) throws(WireError) -> (response: DHTResponse, id: RequestID?)? {
    if type == .dhtPong {
      let pong = try Payload.decode(DHTPongPayload.self, from: payload)
      return (response(of: pong), pong.requestID.flatMap { RequestID($0) })
    }
    if type == .dhtFindNodeResp {
      let found = try Payload.decode(DHTFindNodeRespPayload.self, from: payload)
      return (.nodes(contacts(found.closestNodes)), found.requestID.flatMap { RequestID($0) })
    }
    if type == .dhtFindValueResp {
      let found = try Payload.decode(DHTFindValueRespPayload.self, from: payload)
      let bundles = found.bundles ?? found.bundle.map { [$0] } ?? []
      return (.value(bundles, nodes: contacts(found.closestNodes)), found.requestID.flatMap { RequestID($0) })
    }
    return nil
  }

  // MARK: Inside

  /// Entries of an answer that are looked at: checking an address costs a hash, and k is all that counts.
  private static let maximumContacts = KademliaSettings().k

  private static func payload(of query: ValueQuery, id: RequestID) -> DHTFindValuePayload {
    switch query {
    case .node(let nodeID): DHTFindValuePayload(targetNodeID: nodeID.hex, requestID: id.text)
    case .prefix(let prefix):
      DHTFindValuePayload(targetNodeID: query.target.hex, peerIDPrefix: prefix.hex, requestID: id.text)
    }
  }

  private static func query(_ find: DHTFindValuePayload) throws(WireError) -> ValueQuery {
    guard let text = find.peerIDPrefix else { return .node(try nodeID(find.targetNodeID)) }
    guard let prefix = PeerPrefix(text) else {
      throw .malformed("DHTFindValuePayload.peerIDPrefix is not 8 to 64 hexadecimal digits")
    }
    return .prefix(prefix)
  }

  private static func store(_ bundle: PreKeyBundle, until end: WireDate, id: RequestID) -> DHTStorePayload {
    DHTStorePayload(
      nodeID: bundle.identityKeys?.nodeID.hex ?? "", bundle: bundle, expiresAt: end, requestID: id.text)
  }

  private static func pong(_ answer: StoreAnswer, id: String?, sender: NodeID) -> DHTPongPayload {
    switch answer {
    case .accepted: DHTPongPayload(senderNodeID: sender.hex, requestID: id, accepted: true)
    case .refused(let reason, let newer):
      DHTPongPayload(senderNodeID: sender.hex, requestID: id, accepted: false, refusal: reason, newer: newer)
    }
  }

  private static func response(of pong: DHTPongPayload) -> DHTResponse {
    switch pong.accepted {
    case nil: .pong
    case true: .stored(.accepted)
    case false: .stored(.refused(String((pong.refusal ?? "").prefix(64)), newer: pong.newer))
    }
  }

  private static func nodes(_ contacts: [Contact]) -> [DHTAnswer.Node] {
    contacts.map { DHTAnswer.Node(nodeID: $0.nodeID, address: $0.address) }
  }

  private static func contacts(_ infos: [DHTNodeInfo]) -> [Contact] {
    infos.prefix(maximumContacts).compactMap { info in
      guard let nodeID = NodeID(hex: info.nodeID), info.port > 0,
        let address = PeerAddress(host: info.onionAddress, port: info.port)
      else { return nil }
      return Contact(nodeID: nodeID, address: address)
    }
  }

  private static func nodeID(_ text: String) throws(WireError) -> NodeID {
    guard let nodeID = NodeID(hex: text) else {
      throw .malformed("a node ID of a DHT payload is not 64 hexadecimal digits")
    }
    return nodeID
  }

  /// An identifier that goes back as it came; one longer than any of ours is not worth carrying.
  private static func echoable(_ id: String?) throws(WireError) -> String? {
    guard (id?.utf8.count ?? 0) <= 64 else { throw .malformed("the requestID of a DHT payload is longer than 64") }
    return id
  }
}
