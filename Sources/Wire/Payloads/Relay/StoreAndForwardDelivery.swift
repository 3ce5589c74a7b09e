/// `storeAndForwardDelivery`: what was held for the receiver.
package struct StoreAndForwardDelivery: Codable, Hashable, Sendable {
  package var items: [StoreAndForwardItem]

  package init(items: [StoreAndForwardItem]) {
    self.items = items
  }
}
