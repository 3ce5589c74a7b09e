/// Calls back on the loop when a signal comes, instead of its default action. Loop-confined; dropping it restores
/// the default. libevent lets one loop of a process have signals, so only the daemon's own loop uses this.
package final class SignalSource {
  private let source: EventSource

  /// - Parameter onSignal: called on the loop, once for any number of signals that came together.
  /// - Throws: `SystemError` when the handler cannot be installed.
  package init(loop: EventLoop, _ signal: Signal, onSignal: @escaping () -> Void) throws(SystemError) {
    loop.preconditionOnLoop()
    source = try EventSource(loop: loop, signal: signal.number, onReady: onSignal)
  }
}
