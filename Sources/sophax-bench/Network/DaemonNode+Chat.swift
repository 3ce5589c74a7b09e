import ControlAPI

/// What the benchmarks have the users of daemons do.
extension DaemonNode {
  /// A text of a usual length.
  static let text = "This is a text of a usual length, as people write it to each other in the evening."

  /// Writes to a peer, which accepts and answers: the session stands both ways.
  func befriend(_ peer: DaemonNode) throws {
    _ = try call(ContactAdd.self, ContactAdd.Params(who: peer.identity.nodeID), within: NetworkBenchSettings.lookup)
    try send("may I?", to: peer, wait: .sent)
    try Interruption.wait("the first message arrives", within: NetworkBenchSettings.delivery) {
      try peer.call(ContactRequests.self, Nothing()).requests.contains { $0.contact.nodeID == identity.nodeID }
    }
    _ = try peer.call(ContactAccept.self, ContactReference(who: identity.nodeID))
    try peer.send("yes", to: self)
  }

  /// Sends a text and waits until it has come so far; how long that took, and the message's name.
  @discardableResult
  func send(
    _ text: String = DaemonNode.text, to peer: DaemonNode, wait: MessageSend.Wait = .delivered
  ) throws -> (time: Duration, id: String) {
    let params = MessageSend.Params(to: peer.identity.nodeID, body: text, wait: wait)
    let start = ContinuousClock.now
    let result = try call(MessageSend.self, params, within: NetworkBenchSettings.delivery)
    guard result.reached else { throw BenchFailure.late("a message is \(wait.rawValue)") }
    return (ContinuousClock.now - start, result.message.messageID)
  }
}
