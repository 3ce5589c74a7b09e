import Bytes
import ControlAPI
import World

/// Who is who.
extension ChatBook {
  struct NotFound: Error, Hashable {
    let message: String
    /// Who answers to it, when that is not one alone.
    var candidates: [String] = []

    /// For whoever is in the chat.
    var advice: String { candidates.isEmpty ? "\(message): /add WHO adds one" : message }

    /// For whoever began the chat with that name.
    var failure: Failure {
      candidates.isEmpty
        ? Failure(.notFound, message, hint: "sophax contact list shows all")
        : Failure(
          .badInput, reason: ControlErrorReason.ambiguous.rawValue, message, hint: "use more digits of the node ID",
          candidates: candidates)
    }
  }

  /// How a peer is called: the owner's name, else in quotes what the peer calls itself, else the beginning of its ID.
  func name(_ id: String) -> String {
    if id == status?.identity.nodeID { return "notes to yourself" }
    guard let contact = contacts[id] ?? requests[id]?.contact else { return String(id.prefix(16)) }
    if let name = contact.name { return name }
    if let username = contact.username { return "“\(username)”" }
    return String(id.prefix(16))
  }

  /// Everybody, as the list shows them: those who ask first, then by who wrote last.
  var people: [String] {
    let asking = requests.values.sorted { ($0.received, $0.contact.nodeID) > ($1.received, $1.contact.nodeID) }
    let known = contacts.keys.filter { requests[$0] == nil }.map { (id: $0, rank: rank($0)) }
    let own = status?.identity.nodeID ?? ""
    let notes = conversations[own] == nil || contacts[own] != nil ? [] : [own]
    return asking.map(\.contact.nodeID) + known.sorted { $0.rank < $1.rank }.map(\.id) + notes
  }

  private func rank(_ id: String) -> (Int, Int64, String, String) {
    let isBlocked = contacts[id]?.state == .blocked
    let last = conversations[id]?.lastActivity?.milliseconds ?? .min
    return (isBlocked ? 1 : 0, last == .min ? .max : -last, name(id).lowercased(), id)
  }

  /// Whom a person means: by the owner's name, the beginning of the node ID, the address, or what the peer calls itself.
  func find(_ who: String) -> Result<String, NotFound> {
    let everybody = Array(contacts.values) + requests.values.map(\.contact)
    let word = who.lowercased()
    if let own = status?.identity, [ContactView.selfName, own.nodeID, own.address].contains(word) {
      return .success(own.nodeID)
    }
    let ways: [(ContactView) -> Bool] = [
      { $0.name?.lowercased() == word },
      { word.count >= 4 && $0.nodeID.hasPrefix(word) },
      { $0.address == word || $0.address?.split(separator: ":").first.map(String.init) == word },
      { $0.username?.lowercased() == word },
    ]
    for way in ways {
      let found = Set(everybody.filter(way).map(\.nodeID))
      if found.count > 1 {
        let message = "\(found.count) contacts answer to \(who)"
        return .failure(NotFound(message: message, candidates: found.sorted()))
      }
      if let id = found.first { return .success(id) }
    }
    return .failure(NotFound(message: "no contact answers to \(who)"))
  }

  /// What may be typed for somebody.
  var names: [String] {
    people.map { id in
      let contact = contacts[id] ?? requests[id]?.contact
      return contact?.name ?? contact?.username ?? String(id.prefix(16))
    }
  }

  /// The same for strangers who wait: by the name that one gives itself only where nobody else answers to it.
  var strangers: [String] {
    people.compactMap { id in
      guard let stranger = requests[id]?.contact else { return nil }
      guard let name = stranger.username, case .success(id) = find(name) else { return String(id.prefix(16)) }
      return name
    }
  }

  /// Messages that wait to be read, those of muted contacts left out.
  var unread: Int {
    conversations.reduce(0) { $0 + (contacts[$1.key]?.muted == true ? 0 : $1.value.unread) }
  }
}
