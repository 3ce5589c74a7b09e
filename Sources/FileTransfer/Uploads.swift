package import Wire

/// What others fetch from this node, as a value: how far each may be sent, and whose chunk comes next. Chunks leave one at a
/// time, while a link has room; messages go between them.
package struct Uploads: Sendable {
  private struct Upload {
    let count: Int
    /// The next chunk that leaves.
    var next: Int
    /// The first one that was not asked for.
    var limit: Int
    /// What the receiver says it has.
    var held: Int
    /// When it was asked for last, in turns of this value.
    var used: UInt64
  }

  private struct Name: Hashable {
    let peer: NodeID
    let token: FileID
  }

  private let settings: FileTransferSettings
  private var uploads: [Name: Upload] = [:]
  private var turn: UInt64 = 0

  package init(settings: FileTransferSettings = FileTransferSettings()) { self.settings = settings }

  /// Whether a file of this many chunks is being sent to the peer.
  package func isOpen(_ token: FileID, to peer: NodeID) -> Bool { uploads[Name(peer: peer, token: token)] != nil }

  /// The peer may fetch this file. - Returns: files that were asked for the longest time ago and gave way, by token.
  package mutating func open(_ token: FileID, to peer: NodeID, count: Int) -> [FileID] {
    var closed: [FileID] = []
    while uploads.keys.count(where: { $0.peer == peer }) >= settings.uploadsPerPeer
      || uploads.count >= settings.uploads
    {
      let own = uploads.keys.count { $0.peer == peer } >= settings.uploadsPerPeer
      guard let oldest = uploads.filter({ !own || $0.key.peer == peer }).min(by: { $0.value.used < $1.value.used })
      else { break }
      uploads[oldest.key] = nil
      closed.append(oldest.key.token)
    }
    turn += 1
    uploads[Name(peer: peer, token: token)] = Upload(count: count, next: 0, limit: 0, held: 0, used: turn)
    return closed
  }

  /// The receiver says what it has and how much it takes. False when no such file is open to it, or the numbers are none.
  package mutating func wanted(
    _ token: FileID, from: UInt32, limit: UInt32, restarts: Bool, by peer: NodeID
  ) -> Bool {
    let name = Name(peer: peer, token: token)
    guard var upload = uploads[name], Int(from) <= upload.count, from <= limit, Int(limit) <= upload.count else {
      return false
    }
    turn += 1
    upload.used = turn
    upload.held = Int(from)
    if restarts { (upload.next, upload.limit) = (Int(from), Int(limit)) }
    upload.limit = max(upload.limit, Int(limit))
    uploads[name] = upload
    return true
  }

  /// The chunk that leaves next for a peer: of several files, each in turn.
  package mutating func next(for peer: NodeID) -> (token: FileID, index: Int)? {
    let ready = uploads.filter { $0.key.peer == peer && $0.value.next < $0.value.limit }
    guard let (name, upload) = ready.min(by: { ($0.value.used, $0.key.token) < ($1.value.used, $1.key.token) })
    else { return nil }
    turn += 1
    uploads[name]?.used = turn
    uploads[name]?.next = upload.next + 1
    return (name.token, upload.next)
  }

  /// The peer's link is gone. - Returns: the files that were open to it.
  package mutating func linkDown(_ peer: NodeID) -> [FileID] {
    let gone = uploads.keys.filter { $0.peer == peer }
    for name in gone { uploads[name] = nil }
    return gone.map(\.token)
  }

  package mutating func close(_ token: FileID) {
    for name in uploads.keys where name.token == token { uploads[name] = nil }
  }

  package var all: [FileID] { uploads.keys.map(\.token).sorted() }

  /// What the receiver says it has of a file, in chunks; nil unless it is being sent.
  package func progress(of token: FileID) -> Int? { uploads.first { $0.key.token == token }?.value.held }
}
