/// Bounds of the control connection.
package struct ControlLimits: Sendable {
  /// Longest line. The longest that tor sends us is a `GETINFO circuit-status` line, under 1 KiB.
  package var lineBytes = 64 * 1024
  /// Longest reply or event, data blocks included. A test network's `ns/all` and one onion descriptor of 50 KB
  /// are the largest that are asked for.
  package var replyBytes = 1024 * 1024

  package init() {}
}
