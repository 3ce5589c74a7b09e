/// `contact.requests`: strangers whose first message waits for `contact.accept`.
package enum ContactRequests: ControlMethod {
  package static let method = Method.contactRequests

  package typealias Params = Nothing

  package struct Result: Codable, Sendable, Hashable {
    package var requests: [ContactRequestView]

    package init(requests: [ContactRequestView]) {
      self.requests = requests
    }
  }
}
