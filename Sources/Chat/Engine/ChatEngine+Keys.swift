import Wire
import World

/// A contact's node ID stands for both its keys, so they cannot change under it. What can: its signing key, and with it its
/// onion address, shows up with another identity. That is the contact with a new key, or a thief of the old one.
extension ChatEngine {
  /// Reads who holds which signing key, and whom nothing is sent to.
  mutating func loadKeys<Store, Chance>(in turn: Turn<Store, Chance>) throws(ChatError) {
    signers = [:]
    held = []
    for contact in try turn.kept(turn.store.chatContacts()) { noteKeys(of: contact) }
  }

  /// The contact is as it is from now on.
  mutating func noteKeys(of contact: ChatContact) {
    if contact.trust == .accepted, let keys = contact.keys { signers[keys.signingKey] = contact.nodeID }
    if contact.trust == .accepted, contact.successor != nil {
      held.insert(contact.nodeID)
    } else {
      held.remove(contact.nodeID)
    }
  }

  /// Somebody proved to hold a signing key. When that is a contact's and the identity is another, nothing more is sent
  /// to the contact until the user has decided.
  mutating func compareKeys<Store, Chance>(
    of bundle: VerifiedBundle, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard let known = signers[bundle.signingKey], known != bundle.nodeID else { return }
    let found = try turn.kept(turn.store.chatContact(known))
    guard var contact = found, contact.trust == .accepted, contact.successor != bundle.nodeID else { return }
    contact.successor = bundle.nodeID
    contact.verifiedAt = nil
    try turn.kept(turn.store.saveChatContact(contact))
    noteKeys(of: contact)
    try turn.log(.contactKeyChanged, peer: known)
  }
}
