import Wire
import World

/// Who goes when places or memory run out.
extension LinkPool {
  /// Makes sure that one more accepted link has a place. - Returns: false when all places are held by protected peers.
  func makeRoomForInbound() -> Bool {
    let inbound = links.values.filter { $0.role == .accepted }
    let strangers = inbound.filter { !$0.isProven }
    if strangers.count >= context.settings.unproven {
      // Those that are silent so far go first, the oldest of them: an honest peer says hello within seconds.
      let oldest = strangers.min { ($0.proof == nil ? 0 : 1, $0.id) < ($1.proof == nil ? 0 : 1, $1.id) }
      oldest?.close(.evicted)
      return true
    }
    guard inbound.count >= context.settings.inbound else { return true }
    guard let idlest = idlest(where: { $0.role == .accepted }) else { return false }
    idlest.close(.evicted)
    return true
  }

  /// The same for one more dialled link.
  func makeRoomForOutbound() -> Bool {
    let outbound = links.values.count { $0.role != .accepted } + queue.activeCount
    guard outbound >= context.settings.outbound else { return true }
    guard let idlest = idlest(where: { $0.role != .accepted }) else { return false }
    idlest.close(.evicted)
    return true
  }

  /// The link that was not used for the longest, of a peer that is not protected.
  func idlest(where condition: (Link) -> Bool) -> Link? {
    links.values.filter { link in
      guard link.proof != nil, condition(link) else { return false }
      return !(link.isProven && (link.peer.map(isProtected) ?? false))
    }.min { ($0.lastUsed, $0.id) < ($1.lastUsed, $1.id) }
  }

  /// Closes the link that holds the most output when all of them hold too much.
  func boundOutput() {
    let waiting = links.values.map { (link: $0, bytes: $0.pendingOutput) }
    guard waiting.reduce(0, { $0 + $1.bytes }) > context.settings.pendingOutput else { return }
    context.counters.count("links.evicted.output")
    waiting.max { ($0.bytes, $0.link.id) < ($1.bytes, $1.link.id) }?.link.close(.evicted)
  }

  /// Closes the link that holds most of an incomplete frame.
  func dropLargestInput() {
    links.values.max { ($0.pendingInput, $0.id) < ($1.pendingInput, $1.id) }?.close(.evicted)
  }
}
