package import World

/// What `LinkPool.connect` did.
package enum ConnectOutcome {
  /// There is a link already. `onDialEnded` is not called.
  case live(Link)
  /// A dial is under way or waits for its turn. `onDialEnded` tells its end.
  case dialling
  /// The address failed lately and is not dialled before this time. `onDialEnded` is not called.
  case backingOff(until: Instant)
  /// Too many dials wait, or all links are in use by protected peers. `onDialEnded` is not called.
  case full
}
