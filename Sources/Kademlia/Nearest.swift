import Wire

/// The entries found so far on a walk through the buckets, nearest first. It keeps places instead of contacts, whose
/// strings would be retained and released with every move.
struct Nearest {
  struct Place {
    let distance: Distance
    let bucket: Int
    let index: Int
  }

  let target: NodeID
  let withoutFailures: Bool
  let excluded: NodeID?
  var places: [Place] = []

  /// Visits the buckets whose bits are set in `word`, from the highest bit down; `base` is the bucket of bit 0. Returns
  /// whether fewer than `count` have been found.
  mutating func descend(_ word: UInt64, _ base: Int, in buckets: [KBucket], until count: Int) -> Bool {
    var rest = word
    while rest != 0 {
      let bit = 63 - rest.leadingZeroBitCount
      rest &= ~(1 << UInt64(bit))
      visit(base + bit, in: buckets)
      if places.count >= count { return false }
    }
    return true
  }

  /// The same from the lowest bit up.
  mutating func ascend(_ word: UInt64, _ base: Int, in buckets: [KBucket], until count: Int) -> Bool {
    var rest = word
    while rest != 0 {
      visit(base + rest.trailingZeroBitCount, in: buckets)
      rest &= rest - 1
      if places.count >= count { return false }
    }
    return true
  }

  /// Adds the entries of one bucket, all of which lie farther than those of the buckets before, by insertion: a bucket
  /// holds twenty.
  private mutating func visit(_ bucket: Int, in buckets: [KBucket]) {
    let start = places.count
    for index in buckets[bucket].entries.indices {
      if withoutFailures, buckets[bucket].entries[index].failures > 0 { continue }
      let nodeID = buckets[bucket].entries[index].contact.nodeID
      if nodeID == excluded { continue }
      let place = Place(distance: nodeID.distance(to: target), bucket: bucket, index: index)
      var position = places.count
      places.append(place)
      while position > start, place.distance < places[position - 1].distance {
        places[position] = places[position - 1]
        position -= 1
      }
      places[position] = place
    }
  }
}
