import func Glibc.exp

/// How long nodes stay, and how long they are away: each on its own, so that some are there for days and many leave soon.
package struct Sessions: Sendable {
  package var online: Delay
  package var offline: Delay
  /// Fraction of leavings in good order: what the node holds is handed over first.
  package var orderly = 0.5
  /// Fraction of leavings for good: in place of the node another comes, which nobody has known.
  package var replaced = 0.1

  package init(online: Delay, offline: Delay) {
    self.online = online
    self.offline = offline
  }

  /// Sessions such that this fraction of the nodes that are up leaves in an hour. Their spread is that of IPFS servers,
  /// of which half leave within 2 h and four fifths within 8 h. They come back after half an hour on average.
  package static func churn(perHour fraction: Double) -> Sessions {
    let spread = 1.65
    return Sessions(
      online: Delay(median: 3600 / fraction / exp(spread * spread / 2), spread: spread),
      offline: Delay(median: 1500, spread: 0.6))
  }
}
