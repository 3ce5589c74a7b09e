/// How many links there are, by what they are.
package struct LinkCounts: Hashable, Sendable {
  package var inbound = 0
  package var outbound = 0
  package var proven = 0
  package var unproven = 0
  /// Those whose peer is not known yet.
  package var greeting = 0
  /// Dials under way.
  package var dialling = 0
  /// Dials that wait for their turn.
  package var waiting = 0

  package init() {}
}
