import Crypto

/// The hash tree of RFC 6962 (§2.1) over sealed chunks, with SHA-256: the root stands in the offer, and each chunk comes with
/// the hashes that lead from it to the root.
package struct ChunkTree: Sendable {
  package static let hashCount = 32

  /// From the leaves up; the last level is the root alone.
  private let levels: [[[UInt8]]]

  /// - Parameter leaves: one hash a chunk, in order, as `leaf` makes them; at least one.
  package init?(leaves: [[UInt8]]) {
    guard !leaves.isEmpty, leaves.allSatisfy({ $0.count == ChunkTree.hashCount }) else { return nil }
    var levels = [leaves]
    var level = leaves
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: 2).map { at in
        at + 1 < level.count ? ChunkTree.node(level[at], level[at + 1]) : level[at]
      }
      levels.append(level)
    }
    self.levels = levels
  }

  package var count: Int { levels[0].count }

  package var root: [UInt8] { levels[levels.count - 1][0] }

  /// The hashes beside the way from a chunk to the root, the lowest first; empty for one that is not there.
  package func path(of index: Int) -> [[UInt8]] {
    guard levels[0].indices.contains(index) else { return [] }
    var at = index
    var path: [[UInt8]] = []
    for level in levels.dropLast() {
      let beside = at ^ 1
      if beside < level.count { path.append(level[beside]) }
      at /= 2
    }
    return path
  }

  package static func leaf(_ sealed: [UInt8]) -> [UInt8] { SHA256.hash([0], sealed) }

  /// Whether a chunk is the one at `index` of `count` under `root`.
  package static func holds(
    _ sealed: [UInt8], at index: Int, of count: Int, path: [[UInt8]], root: [UInt8]
  ) -> Bool {
    guard (0..<count).contains(index) else { return false }
    var (at, width) = (index, count)
    var hash = leaf(sealed)
    var rest = path[...]
    while width > 1 {
      if at ^ 1 < width {
        guard let beside = rest.popFirst(), beside.count == hashCount else { return false }
        hash = at & 1 == 1 ? node(beside, hash) : node(hash, beside)
      }
      (at, width) = (at / 2, (width + 1) / 2)
    }
    return rest.isEmpty && constantTimeEquals(hash, root)
  }

  private static func node(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { SHA256.hash([1], left, right) }
}
