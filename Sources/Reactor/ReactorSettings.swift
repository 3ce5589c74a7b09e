/// The bounds of this target. Each one keeps a single event source, or a single peer, from starving the rest.
package struct ReactorSettings: Sendable {
  /// Queued jobs run per turn: a task that only yields must not keep sockets waiting.
  package var jobsPerTurn = 256
  /// Timers fired per turn: after a suspend all of them may be due at once.
  package var timersPerTurn = 256
  /// Connections accepted per turn and listener: a flood must not hold up links that are already open.
  package var acceptsPerTurn = 64
  /// How long a listener rests when the process has no file descriptor or memory left. Long enough to cost
  /// nothing, short enough that a peer's SYN retry (1 s, 3 s) still gets through.
  package var acceptRest = Duration.seconds(1)
  /// Pending connections in the kernel: what a burst may hold before the loop gets to it.
  package var backlog: Int32 = 1024
  /// Output above which a connection counts as congested: a few round trips' worth of a fast circuit.
  package var outputHighWater = 1 << 20
  /// Output above which a connection refuses more, so that a peer that stops reading holds no more than this.
  package var outputLimit = 8 << 20
  /// How long a connection may take to hand over its last bytes after `closeAfterFlush`.
  package var linger = Duration.seconds(5)
  /// The longest line of a child's output that is kept; the rest of it is dropped.
  package var lineLimit = 4096
  /// Reads of a child's output after its end. Its own last words are there at once; a grandchild that goes on
  /// writing must not keep us.
  package var lastReads = 16

  package init() {}
}
