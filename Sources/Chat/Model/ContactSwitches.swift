/// What the user has decided about one contact; nil follows the node's own setting.
package struct ContactSwitches: Hashable, Sendable {
  /// Whether the contact is told what was read.
  package var receipts: Bool?
  /// Whether the contact is told that the user writes, and the user that the contact does.
  package var typing: Bool?
  /// Whether the user wants no signs of new messages.
  package var isMuted: Bool
  /// After what time messages of this conversation are erased on both sides; nil: never.
  package var lifetime: Duration?

  package init(receipts: Bool? = nil, typing: Bool? = nil, isMuted: Bool = false, lifetime: Duration? = nil) {
    self.receipts = receipts
    self.typing = typing
    self.isMuted = isMuted
    self.lifetime = lifetime
  }
}
