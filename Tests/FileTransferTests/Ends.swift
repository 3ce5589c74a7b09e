import FileTransfer
import Wire
import World

/// The receiver's value in a box, so that an expectation may call what changes it.
final class Receiving {
  private var downloads: Downloads

  init(settings: FileTransferSettings = FileTransferSettings()) { downloads = Downloads(settings: settings) }

  var nextDeadline: Instant? { downloads.nextDeadline }
  var all: [FileID] { downloads.all }
  var refused: Int { downloads.refused }

  func isFetching(_ id: FileID) -> Bool { downloads.isFetching(id) }
  func progress(of id: FileID) -> Int? { downloads.progress(of: id) }

  func start(
    _ id: FileID, _ offer: FileOffer, from peer: NodeID, next: Int, at now: Instant
  ) -> [Downloads.Directive] {
    downloads.start(id, offer, from: peer, next: next, at: now)
  }

  func linkUp(_ peer: NodeID, at now: Instant) -> [Downloads.Directive] { downloads.linkUp(peer, at: now) }
  func linkDown(_ peer: NodeID, at now: Instant) -> [Downloads.Directive] { downloads.linkDown(peer, at: now) }
  func tick(at now: Instant) -> [Downloads.Directive] { downloads.tick(at: now) }

  func received(
    _ frame: FileFrame, from peer: NodeID, at now: Instant
  ) -> (isWanted: Bool, directives: [Downloads.Directive]) {
    downloads.received(frame, from: peer, at: now)
  }
}

/// The sender's, likewise.
final class Sending {
  private var uploads = Uploads()

  var all: [FileID] { uploads.all }

  func progress(of token: FileID) -> Int? { uploads.progress(of: token) }
  func open(_ token: FileID, to peer: NodeID, count: Int) -> [FileID] {
    uploads.open(token, to: peer, count: count)
  }
  func next(for peer: NodeID) -> (token: FileID, index: Int)? { uploads.next(for: peer) }
  func linkDown(_ peer: NodeID) -> [FileID] { uploads.linkDown(peer) }

  func wanted(_ token: FileID, from: UInt32, limit: UInt32, restarts: Bool, by peer: NodeID) -> Bool {
    uploads.wanted(token, from: from, limit: limit, restarts: restarts, by: peer)
  }
}
