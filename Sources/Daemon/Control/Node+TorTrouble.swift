import ControlAPI
import Tor
import TorProtocol
import Transport

/// Calls that need tor, while there is none.
extension Node {
  /// Whether somebody can be asked without a dial.
  var hasLinks: Bool { (pool?.counts.proven ?? 0) > 0 }

  /// Throws while nobody can be dialled, so that nobody waits for what cannot happen.
  func requireTor() throws(RPCError) {
    if !canDial { throw torError }
  }

  /// What a call that came to nothing ends with, when tor may be why; nil when tor is well.
  var torTrouble: RPCError? { !canDial || tor?.state.isReady == false ? torError : nil }

  /// Whether somebody can be dialled; without tor that is always so.
  private var canDial: Bool { socks.map { $0.endpoint != nil } ?? true }

  private var torError: RPCError {
    let state = tor?.state
    return RPCError(
      .torUnavailable, "tor is not ready" + (state.map { ": \($0.words)" } ?? ""),
      hint: state?.fix ?? "sophax status --wait tor waits until it is")
  }
}
