import Reactor
package import Wire
import World

extension LinkPool {
  /// Makes sure of a link to a peer.
  /// - Parameters:
  ///   - peer: whom to reach; nil for whoever answers at the address, as with a seed.
  ///   - isolation: connections with different ones share no circuit: one per peer and purpose.
  ///   - isUrgent: dial also when the address failed lately.
  ///   - isProbe: dial also when the peer has come in by itself, to see that the address is its own.
  package func connect(
    to peer: NodeID?, at address: PeerAddress, isolation: String, priority: DialPriority, isUrgent: Bool = false,
    isProbe: Bool = false
  ) -> ConnectOutcome {
    if let link = existing(peer, address), !isProbe || link.role.dialledAddress == address { return .live(link) }
    if let dial = dials[address] {
      if dial.expected == nil { dial.expected = peer }
      if priority == .person { queue.raise(address) }
      return .dialling
    }
    if !isUrgent, let until = backoff.until(address, at: context.loop.now.instant) {
      return .backingOff(until: until)
    }
    guard makeRoomForOutbound(), queue.add(address, priority) else { return .full }
    dials[address] = Dial(expected: peer, isolation: isolation, isProbe: isProbe)
    dialNext()
    return .dialling
  }

  /// This node's own network was at fault and works again: waits for peers that failed meanwhile are over.
  package func forgetFailures() { backoff.forget() }

  private func existing(_ peer: NodeID?, _ address: PeerAddress) -> Link? {
    if let peer, let link = proven[peer] { return link }
    return links.values.first { link in
      guard link.isCurrent else { return false }
      if link.role.dialledAddress == address { return peer == nil || link.peer == peer }
      guard peer == nil, link.isProven, let onion = address.onion else { return false }
      return link.hello?.bundle.keys.onion == onion
    }
  }

  func dialNext() {
    while let address = queue.next() {
      guard let dial = dials[address] else {
        queue.remove(address)
        continue
      }
      dial.attempt = dialer.dial(address, isolation: dial.isolation) { [weak self] result in
        self?.dialEnded(address, result)
      }
    }
  }

  private func dialEnded(_ address: PeerAddress, _ result: Result<DialledStream, DialError>) {
    guard let dial = dials[address], dial.link == nil else { return }
    switch result {
    case .failure(let error): endDial(address, .failure(.notReached(error)))
    case .success(let stream):
      dial.attempt = nil
      let link = add(stream.connection, .dialled(address, expected: dial.expected))
      dial.link = link
      link.start(early: stream.early)
    }
  }

  /// Ends a dial, tells it, and goes on with the next.
  func endDial(_ address: PeerAddress, _ result: Result<Link, DialFailure>) {
    guard let dial = dials.removeValue(forKey: address) else { return }
    queue.remove(address)
    switch result {
    case .success: backoff.succeeded(address)
    case .failure(let failure):
      if !failure.isOurs { backoff.failed(address, at: context.loop.now.instant, random: &context.random) }
      logger.debug("dial to \(Redacted(address.text)) failed: \(failure)")
      if let link = dial.link, link.proof == nil { link.close(.requested) }
    }
    context.loop.later { [weak self] in
      self?.dialNext()
      self?.onDialEnded?(address, result)
    }
  }
}
