import Wire
import World

/// What the size of the network says of the contacts that are named, asked and kept.
extension Engine {
  /// Looks at the table anew. Nothing is known before the buckets that tell were looked up once: then there are no limits.
  mutating func estimateNetworkSize() {
    guard joining.isDone, table.count >= settings.k, let depth = table.firstOpenDepth,
      upkeep.refreshed[(255 - depth - 2)...].allSatisfy({ $0 != nil })
    else {
      limits = RegionLimits(networkSize: nil)
      return
    }
    limits = RegionLimits(networkSize: table.networkSize)
  }

  /// The nearest contacts of the table, of packed regions no more than their share.
  func nearest(
    to target: NodeID, count: Int, withoutFailures: Bool = false, excluding excluded: NodeID? = nil
  ) -> [Contact] {
    var wanted = count
    while true {
      let found = table.closest(to: target, count: wanted, withoutFailures: withoutFailures, excluding: excluded)
      let chosen = limits.choose(from: found, around: target, count: count)
      if chosen.count == count || found.count < wanted { return chosen }
      wanted *= 4
    }
  }
}
