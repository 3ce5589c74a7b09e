import Chat
import Kademlia
import Reactor
import Transport
import Wire
import World

/// A clock that is off by days: no other node takes what this one signs, so it has to be said, and made up for at once when
/// the clock is right again.
extension Node {
  /// A dial ended: with a link, or with a peer whose clock is another.
  func noteClock(_ address: PeerAddress, _ result: Result<Link, DialFailure>) {
    let now = loop.now
    switch result {
    case .success(let link):
      guard link.role.dialledAddress != nil, let hello = link.hello else { return }
      clock.saw(hello.message.timestamp.timestamp, at: address, now)
    case .failure(.noLink(.hello(.clocksDiffer(let ahead)))): clock.saw(now.timestamp + ahead, at: address, now)
    case .failure: return
    }
    lookAtClock()
  }

  /// A link that another node opened was proven.
  func noteClock(of hello: VerifiedHello) {
    guard let address = hello.bundle.address else { return }
    clock.heard(hello.message.timestamp.timestamp, from: address, loop.now)
    lookAtClock()
  }

  /// Says when the clock has become doubtful, and goes on at once when it is right again.
  func lookAtClock() {
    nextClockLook = loop.now.instant + DaemonSettings.clockLook
    let (before, standing) = (clockStanding, clock.standing(at: loop.now))
    guard before != standing else { return }
    clockStanding = standing
    if let verdict = clock.verdict(at: loop.now) {
      log.warning("\(verdict.text); fix: \(verdict.fix)")
    } else if before == .doubted {
      log.notice("this machine's clock is no longer contradicted by that of other nodes")
      tryAgain()
    }
    tellChat { (engine, now) throws(ChatError) in
      try engine.clockStands(standing, at: now, in: store, using: &chance)
    }
  }

  /// What failed for a reason of this machine's is tried again at once, not when its own wait ends.
  func tryAgain() {
    pool?.forgetFailures()
    tellDirectory { engine, now in engine.networkBack(at: now, using: &chance) }
    tellChat { (engine, now) throws(ChatError) in try engine.networkBack(at: now, in: store, using: &chance) }
  }
}
