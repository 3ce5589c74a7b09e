/// The bounds of fetching files, each with its reason.
package struct FileTransferSettings: Sendable {
  /// Bytes asked for at first: a few chunks, so that a slow circuit is not filled for a minute.
  package var firstWindow: Int64 = 256 << 10
  /// Bytes under way at most: half a second of a fast circuit with a long way round.
  package var largestWindow: Int64 = 4 << 20
  /// How much faster a round with more under way must be, so that still more is asked for.
  package var worthwhile = 1.1
  /// What is left, after each round, of the best rate: circuits change.
  package var fading = 0.98
  /// Silence of a sender after which it is asked again: a slow circuit brings a chunk within this time.
  package var patience: Duration = .seconds(60)
  /// The patience doubles up to this.
  package var longestPatience: Duration = .seconds(1800)
  /// Files fetched at once; the next of a peer waits until the one before is there.
  package var fetches = 4
  /// Files that one peer fetches from here at once, and all do: each holds a hash tree of up to 100 KB.
  package var uploadsPerPeer = 4
  package var uploads = 32

  package init() {}
}
