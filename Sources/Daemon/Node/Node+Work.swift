import ControlAPI
import E2EE
import Kademlia
import Reactor
import Store
import Wire
import World

/// The proof of work on the own identity, done once in slices beside everything else.
extension Node {
  /// The zero bits that the own identity has to show.
  var workBits: Int { identity.work.map { IdentityWork.bits(of: $0, for: identity.nodeID) } ?? 0 }

  /// Begins with the work if it is wanted and not done.
  func beginWork() {
    guard workBits < configuration.work.bits else { return }
    log.info("the proof of work on the identity begins, \(configuration.work.bits) bits")
    workTimer = Timer(loop: loop) { [unowned self] in workOn() }
    workTimer?.schedule(after: DaemonSettings.workPause)
  }

  private func workOn() {
    let (bits, first) = (configuration.work.bits, nextNonce)
    if let nonce = IdentityWork.search(
      identity.nodeID, bits: bits, from: first, attempts: DaemonSettings.workSlice)
    {
      workTimer = nil
      return keep(nonce)
    }
    let (next, hasOverflowed) = first.addingReportingOverflow(UInt32(DaemonSettings.workSlice))
    guard !hasOverflowed else {
      workTimer = nil
      return log.warning("no proof of work with \(bits) bits exists for this identity: ask for less with work.bits")
    }
    nextNonce = next
    workTimer?.schedule(after: DaemonSettings.workPause)
  }

  /// The work is done: others hear of it with the next bundle, which goes out at once.
  private func keep(_ nonce: UInt32) {
    identity.work = nonce
    log.notice("the proof of work on the identity is done")
    do throws(StoreError) { try store.saveIdentityWork(nonce) } catch {
      log.warning("the proof of work could not be kept: \(error); it is done again at the next start")
    }
    publishBundle()
  }
}
