package import FileTransfer
package import Wire

/// What the daemon does for the chat, in order, after the store has committed.
package enum ChatDirective: Hashable, Sendable {
  /// Sign a message of this type with a fresh timestamp and write it to the peer's link. `message` is the one whose
  /// state depends on it: report `transmitted` when it was written. Nothing when there is no link any more.
  case transmit(MessageType, payload: [UInt8], to: NodeID, message: MessageID?)
  /// Open a link to the peer; without an address, look it up in the directory first. Report `linkProven` or
  /// `unreachable`.
  case connect(to: NodeID, at: PeerAddress?)
  /// Find the nodes nearest to the peer, and its bundle if it is needed; report `mailboxesFound` in any case.
  case findMailboxes(of: NodeID, needsBundle: Bool)
  /// Bring these to a holder, as nobody in particular: under a one-use identity, on a circuit of its own. Report
  /// `deposited` for each that it signs for, and `depositEnded`.
  case deposit([OutgoingDeposit], for: NodeID, at: MailboxHolder)
  /// Have holders delete what they keep for the peer, the same way; nothing is reported.
  case withdraw([MailboxDeposit], of: NodeID)
  /// Have the nodes of live links copy it from node to node, until the peer appears. Report `dropped` when there was any.
  case drop(DeadDropEnvelope, for: NodeID, message: MessageID)
  /// Tell those who follow that a contact writes, or has stopped; nothing of it is kept.
  case typing(NodeID, Bool)
  /// Fetch a file from its sender, from where its beginning on the disk ends. Report `fileFetched` or `fileLost`.
  case fetchFile(FileID)
  /// Neither fetch nor send this file any more, and erase what is there of it outside the store.
  case dropFile(FileID)
  /// Files have gone with what they belonged to: what no row of the store names is neither fetched, sent nor kept.
  case sweepFiles
  /// Tell those who follow the event log.
  case event(ChatEvent)
}
