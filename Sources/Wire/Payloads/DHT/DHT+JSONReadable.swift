extension DHTNodeInfo: JSONReadable {
  init(plain scanner: inout JSONScanner) throws(WireError) {
    var (nodeID, onionAddress, port): (String?, String?, UInt16?)
    try scanner.plainObject { (key, scanner) throws(WireError) in
      switch key {
      case "nodeID": try JSONScanner.set(&nodeID, scanner.plainText())
      case "onionAddress": try JSONScanner.set(&onionAddress, scanner.plainText())
      case "port": try JSONScanner.set(&port, scanner.plainInteger())
      default: false
      }
    }
    guard let nodeID, let onionAddress, let port else { throw .malformed("DHTNodeInfo lacks a key") }
    self.init(nodeID: nodeID, onionAddress: onionAddress, port: port)
  }
}

extension DHTPingPayload: JSONReadable {
  init(plain scanner: inout JSONScanner) throws(WireError) {
    var (sender, requestID): (String?, String?)
    try scanner.plainObject { (key, scanner) throws(WireError) in
      switch key {
      case "senderNodeID": try JSONScanner.set(&sender, scanner.plainText())
      case "requestID": try JSONScanner.set(&requestID, scanner.plainText())
      default: false
      }
    }
    guard let sender else { throw .malformed("DHTPingPayload lacks a key") }
    self.init(senderNodeID: sender, requestID: requestID)
  }
}

extension DHTFindNodePayload: JSONReadable {
  init(plain scanner: inout JSONScanner) throws(WireError) {
    var (target, requestID): (String?, String?)
    try scanner.plainObject { (key, scanner) throws(WireError) in
      switch key {
      case "targetNodeID": try JSONScanner.set(&target, scanner.plainText())
      case "requestID": try JSONScanner.set(&requestID, scanner.plainText())
      default: false
      }
    }
    guard let target else { throw .malformed("DHTFindNodePayload lacks a key") }
    self.init(targetNodeID: target, requestID: requestID)
  }
}

extension DHTFindNodeRespPayload: JSONReadable {
  init(plain scanner: inout JSONScanner) throws(WireError) {
    var (nodes, requestID): ([DHTNodeInfo]?, String?)
    try scanner.plainObject { (key, scanner) throws(WireError) in
      switch key {
      case "closestNodes":
        try JSONScanner.set(
          &nodes, scanner.plainArray { (scanner) throws(WireError) in try DHTNodeInfo(plain: &scanner) })
      case "requestID": try JSONScanner.set(&requestID, scanner.plainText())
      default: false
      }
    }
    guard let nodes else { throw .malformed("DHTFindNodeRespPayload lacks a key") }
    self.init(closestNodes: nodes, requestID: requestID)
  }
}

extension DHTFindValuePayload: JSONReadable {
  init(plain scanner: inout JSONScanner) throws(WireError) {
    var (target, prefix, requestID): (String?, String?, String?)
    try scanner.plainObject { (key, scanner) throws(WireError) in
      switch key {
      case "targetNodeID": try JSONScanner.set(&target, scanner.plainText())
      case "peerIDPrefix": try JSONScanner.set(&prefix, scanner.plainText())
      case "requestID": try JSONScanner.set(&requestID, scanner.plainText())
      default: false
      }
    }
    guard let target else { throw .malformed("DHTFindValuePayload lacks a key") }
    self.init(targetNodeID: target, peerIDPrefix: prefix, requestID: requestID)
  }
}

extension DHTFindValueRespPayload: JSONReadable {
  init(plain scanner: inout JSONScanner) throws(WireError) {
    var (bundle, nodes): (PreKeyBundle?, [DHTNodeInfo]?)
    var (bundles, requestID): ([PreKeyBundle]?, String?)
    try scanner.plainObject { (key, scanner) throws(WireError) in
      switch key {
      case "bundle": try JSONScanner.set(&bundle, PreKeyBundle(plain: &scanner))
      case "bundles":
        try JSONScanner.set(
          &bundles, scanner.plainArray { (scanner) throws(WireError) in try PreKeyBundle(plain: &scanner) })
      case "closestNodes":
        try JSONScanner.set(
          &nodes, scanner.plainArray { (scanner) throws(WireError) in try DHTNodeInfo(plain: &scanner) })
      case "requestID": try JSONScanner.set(&requestID, scanner.plainText())
      default: false
      }
    }
    guard let nodes else { throw .malformed("DHTFindValueRespPayload lacks a key") }
    self.init(bundle: bundle, closestNodes: nodes, bundles: bundles, requestID: requestID)
  }
}

extension DHTStorePayload: JSONReadable {
  init(plain scanner: inout JSONScanner) throws(WireError) {
    var (nodeID, requestID): (String?, String?)
    var (bundle, end): (PreKeyBundle?, WireDate?)
    try scanner.plainObject { (key, scanner) throws(WireError) in
      switch key {
      case "nodeID": try JSONScanner.set(&nodeID, scanner.plainText())
      case "bundle": try JSONScanner.set(&bundle, PreKeyBundle(plain: &scanner))
      case "expiresAt": try JSONScanner.set(&end, scanner.plainDate())
      case "requestID": try JSONScanner.set(&requestID, scanner.plainText())
      default: false
      }
    }
    guard let nodeID, let bundle, let end else { throw .malformed("DHTStorePayload lacks a key") }
    self.init(nodeID: nodeID, bundle: bundle, expiresAt: end, requestID: requestID)
  }
}

extension DHTPongPayload: JSONReadable {
  init(plain scanner: inout JSONScanner) throws(WireError) {
    var (sender, requestID, refusal): (String?, String?, String?)
    var (accepted, newer): (Bool?, PreKeyBundle?)
    try scanner.plainObject { (key, scanner) throws(WireError) in
      switch key {
      case "senderNodeID": try JSONScanner.set(&sender, scanner.plainText())
      case "requestID": try JSONScanner.set(&requestID, scanner.plainText())
      case "accepted": try JSONScanner.set(&accepted, scanner.plainBool())
      case "refusal": try JSONScanner.set(&refusal, scanner.plainText())
      case "newer": try JSONScanner.set(&newer, PreKeyBundle(plain: &scanner))
      default: false
      }
    }
    guard let sender else { throw .malformed("DHTPongPayload lacks a key") }
    self.init(senderNodeID: sender, requestID: requestID, accepted: accepted, refusal: refusal, newer: newer)
  }
}
