/// For whose sake a dial is made.
package enum DialPriority: Hashable, Sendable {
  /// A message between people, or an operator's command.
  case person
  /// The upkeep of the network: routing, republishing, mailboxes of others.
  case network
}
