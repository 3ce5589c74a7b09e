package import Wire
package import World

extension Mailbox {
  /// A link was proven to be a peer's: it gets what is held for it.
  package mutating func linkProven<Store: MailboxStore>(
    _ peer: NodeID, at now: Moment, in store: Store
  ) throws(Store.Failure) -> [Directive] {
    let owner = MailboxOwner(peer)
    collections[owner] = Collection(peer: peer)
    return try deliverNext(to: owner, at: now, in: store)
  }

  /// The last proven link of a peer is gone: what it has not confirmed waits for the next one.
  package mutating func linkLost(_ peer: NodeID) { collections[MailboxOwner(peer)] = nil }

  /// The owner says, on a link proven to be its own, that it has a deposit: now it is deleted.
  package mutating func collected<Store: MailboxStore>(
    _ id: String, by peer: NodeID, at now: Moment, in store: Store
  ) throws(Store.Failure) -> [Directive] {
    let owner = MailboxOwner(peer)
    guard let held = try store.heldDeposit(id, of: owner) else { return [] }
    try remove(held, in: store)
    counters.count("mailbox.collected")
    collections[owner]?.repeats = 0
    return try deliverNext(to: owner, at: now, in: store)
  }

  /// Hands over the next deposits, once those before have receipts.
  mutating func deliverNext<Store: MailboxStore>(
    to owner: MailboxOwner, at now: Moment, in store: Store
  ) throws(Store.Failure) -> [Directive] {
    guard var collection = collections[owner], collection.inFlight.isEmpty else { return [] }
    defer { collections[owner] = collection }
    collection.deadline = nil
    let next = try store.heldDeposits(
      of: owner, after: collection.handedThrough, limit: settings.deliveryItems)
    var items: [StoreAndForwardItem] = []
    var count = 0
    for held in next {
      guard items.isEmpty || count + held.sealed.byteCount <= settings.deliveryBytes else { break }
      collection.handedThrough = held.sequence
      guard held.expiresAt > now.timestamp else { continue }
      count += held.sealed.byteCount
      items.append(StoreAndForwardItem(messageID: held.id, sealed: held.sealed))
      collection.inFlight.insert(held.id)
    }
    guard !items.isEmpty else { return [] }
    collection.deadline = now.instant + settings.deliveryPatience
    counters.count("mailbox.delivered", by: UInt64(items.count))
    return [.deliver(StoreAndForwardDelivery(items: items), to: collection.peer)]
  }

  /// The owner was silent: everything without a receipt is handed over again, a few times.
  mutating func repeatDelivery<Store: MailboxStore>(
    to owner: MailboxOwner, at now: Moment, in store: Store
  ) throws(Store.Failure) -> [Directive] {
    guard var collection = collections[owner] else { return [] }
    collection.deadline = nil
    collection.repeats += 1
    if collection.repeats <= settings.deliveryRepeats {
      collection.inFlight = []
      collection.handedThrough = 0
    }
    collections[owner] = collection
    return try deliverNext(to: owner, at: now, in: store)
  }
}
