extension DHTNodeInfo {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("nodeID", nodeID)
      $0.member("onionAddress", onionAddress)
      $0.member("port", port)
    }
  }
}

extension DHTFindNodeRespPayload: JSONWritable {
  var jsonCapacity: Int { 128 + closestNodes.count * 192 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("closestNodes", closestNodes) { $0.array($1) { $1.write(to: &$0) } }
      $0.member("requestID", requestID)
    }
  }
}

extension DHTFindValueRespPayload: JSONWritable {
  var jsonCapacity: Int {
    128 + closestNodes.count * 192 + (bundle == nil ? 0 : 4096) + (bundles?.count ?? 0) * 4096
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("bundle", bundle) { $1.write(to: &$0) }
      $0.member("bundles", bundles) { $0.array($1) { $1.write(to: &$0) } }
      $0.member("closestNodes", closestNodes) { $0.array($1) { $1.write(to: &$0) } }
      $0.member("requestID", requestID)
    }
  }
}

extension DHTPongPayload: JSONWritable {
  var jsonCapacity: Int { newer == nil ? 256 : 4096 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("accepted", accepted)
      $0.member("newer", newer) { $1.write(to: &$0) }
      $0.member("refusal", refusal)
      $0.member("requestID", requestID)
      $0.member("senderNodeID", senderNodeID)
    }
  }
}

extension DHTPingPayload: JSONWritable {
  var jsonCapacity: Int { 128 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("requestID", requestID)
      $0.member("senderNodeID", senderNodeID)
    }
  }
}

extension DHTFindNodePayload: JSONWritable {
  var jsonCapacity: Int { 160 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("requestID", requestID)
      $0.member("targetNodeID", targetNodeID)
    }
  }
}

extension DHTFindValuePayload: JSONWritable {
  var jsonCapacity: Int { 256 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("peerIDPrefix", peerIDPrefix)
      $0.member("requestID", requestID)
      $0.member("targetNodeID", targetNodeID)
    }
  }
}

extension DHTStorePayload: JSONWritable {
  var jsonCapacity: Int { 4096 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("bundle", bundle) { $1.write(to: &$0) }
      $0.member("expiresAt", expiresAt.secondsSinceReference)
      $0.member("nodeID", nodeID)
      $0.member("requestID", requestID)
    }
  }
}
