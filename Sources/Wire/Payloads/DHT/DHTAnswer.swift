/// Answers that name contacts, written from their numbers: a node makes them at the rate of signatures, and twenty
/// contacts as texts of their own cost half as much as a signature. The bytes are those of the payload with these texts.
package enum DHTAnswer {
  /// A contact of an answer.
  package struct Node: Hashable, Sendable {
    let nodeID: NodeID
    let address: PeerAddress

    package init(nodeID: NodeID, address: PeerAddress) { (self.nodeID, self.address) = (nodeID, address) }
  }

  /// The JSON of a `DHTFindNodeRespPayload`.
  package static func findNode(_ nodes: [Node], requestID: String?) -> [UInt8] {
    var writer = JSONWriter(capacity: 128 + nodes.count * nodeCapacity)
    writer.object {
      $0.key("closestNodes")
      write(nodes, to: &$0)
      $0.member("requestID", requestID)
    }
    return writer.bytes
  }

  /// The JSON of a `DHTFindValueRespPayload`: the first bundle, all of them when there are more, and contacts.
  package static func findValue(
    _ bundles: [PreKeyBundle], _ nodes: [Node], requestID: String?
  ) -> [UInt8] {
    let copies = bundles.count > 1 ? bundles.count + 1 : bundles.count
    var writer = JSONWriter(capacity: 128 + nodes.count * nodeCapacity + copies * 4096)
    writer.object {
      $0.member("bundle", bundles.first) { $1.write(to: &$0) }
      $0.member("bundles", bundles.count > 1 ? bundles : nil) { $0.array($1) { $1.write(to: &$0) } }
      $0.key("closestNodes")
      write(nodes, to: &$0)
      $0.member("requestID", requestID)
    }
    return writer.bytes
  }

  /// About how many bytes a contact takes.
  private static let nodeCapacity = 192

  private static func write(_ nodes: [Node], to writer: inout JSONWriter) {
    writer.array(nodes) { writer, node in
      writer.object {
        $0.key("nodeID")
        $0.plain(NodeID.digits, node.nodeID.writeHex)
        $0.key("onionAddress")
        $0.plain(node.address.hostLength, node.address.writeHost)
        $0.member("port", node.address.port)
      }
    }
  }
}
