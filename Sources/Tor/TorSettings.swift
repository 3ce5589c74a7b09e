package import TorProtocol

/// Bounds of the node's dealings with tor.
package struct TorSettings: Sendable {
  package var session = ControlSession.Settings()
  package var health = OnionHealth.Settings()
  /// First pause before a new connection to the control port; doubles each time. A restarted tor is back in 1 s.
  package var reconnect = Duration.milliseconds(250)
  /// Longest such pause: a try is one local connect, and the onion shall be back within 5 s of tor.
  package var reconnectMost = Duration.seconds(4)
  /// First pause before our own tor is started again; doubles each time.
  package var restart = Duration.milliseconds(500)
  /// Longest such pause: a start that fails each time costs a process.
  package var restartMost = Duration.seconds(60)
  /// A tor that lived this long was fine: the next pause is the first again.
  package var stableLife = Duration.seconds(60)
  /// How long a program may take to say that it is tor: milliseconds, seconds on a starved machine.
  package var programAnswer = Duration.seconds(10)
  /// How often `auto` and `own` look again for a tor program that is not installed.
  package var look = Duration.seconds(10)
  /// Control connections in a row that fell silent until our own tor is taken for hung and ended.
  package var silencesUntilKill = 2

  package init() {}
}
