extension DHTNodeInfo {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.key("nodeID")
      $0.string(nodeID)
      $0.key("onionAddress")
      $0.string(onionAddress)
      $0.key("port")
      $0.integer(port)
    }
  }
}

extension DHTFindNodeRespPayload: JSONWritable {
  var jsonCapacity: Int { 128 + closestNodes.count * 192 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.key("closestNodes")
      $0.array(closestNodes) { $1.write(to: &$0) }
      if let requestID {
        $0.key("requestID")
        $0.string(requestID)
      }
    }
  }
}

extension DHTFindValueRespPayload: JSONWritable {
  var jsonCapacity: Int {
    128 + closestNodes.count * 192 + (bundle == nil ? 0 : 4096) + (bundles?.count ?? 0) * 4096
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      if let bundle {
        $0.key("bundle")
        bundle.write(to: &$0)
      }
      if let bundles {
        $0.key("bundles")
        $0.array(bundles) { $1.write(to: &$0) }
      }
      $0.key("closestNodes")
      $0.array(closestNodes) { $1.write(to: &$0) }
      if let requestID {
        $0.key("requestID")
        $0.string(requestID)
      }
    }
  }
}

extension DHTPongPayload: JSONWritable {
  var jsonCapacity: Int { newer == nil ? 256 : 4096 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      if let accepted {
        $0.key("accepted")
        $0.bool(accepted)
      }
      if let newer {
        $0.key("newer")
        newer.write(to: &$0)
      }
      if let refusal {
        $0.key("refusal")
        $0.string(refusal)
      }
      if let requestID {
        $0.key("requestID")
        $0.string(requestID)
      }
      $0.key("senderNodeID")
      $0.string(senderNodeID)
    }
  }
}

extension DHTPingPayload: JSONWritable {
  var jsonCapacity: Int { 128 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      if let requestID {
        $0.key("requestID")
        $0.string(requestID)
      }
      $0.key("senderNodeID")
      $0.string(senderNodeID)
    }
  }
}

extension DHTFindNodePayload: JSONWritable {
  var jsonCapacity: Int { 160 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      if let requestID {
        $0.key("requestID")
        $0.string(requestID)
      }
      $0.key("targetNodeID")
      $0.string(targetNodeID)
    }
  }
}

extension DHTFindValuePayload: JSONWritable {
  var jsonCapacity: Int { 256 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      if let peerIDPrefix {
        $0.key("peerIDPrefix")
        $0.string(peerIDPrefix)
      }
      if let requestID {
        $0.key("requestID")
        $0.string(requestID)
      }
      $0.key("targetNodeID")
      $0.string(targetNodeID)
    }
  }
}

extension DHTStorePayload: JSONWritable {
  var jsonCapacity: Int { 4096 }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.key("bundle")
      bundle.write(to: &$0)
      $0.key("expiresAt")
      $0.double(expiresAt.secondsSinceReference)
      $0.key("nodeID")
      $0.string(nodeID)
      if let requestID {
        $0.key("requestID")
        $0.string(requestID)
      }
    }
  }
}
