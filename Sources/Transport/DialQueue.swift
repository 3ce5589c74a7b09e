import Wire

/// Which dials are under way and which wait. Dials for people come first, and those for the network leave some places
/// free for them.
struct DialQueue {
  private let settings: TransportSettings
  private var active: [PeerAddress: DialPriority] = [:]
  private var persons: [PeerAddress] = []
  private var network: [PeerAddress] = []

  init(settings: TransportSettings) { self.settings = settings }

  var activeCount: Int { active.count }
  var waitingCount: Int { persons.count + network.count }

  /// Queues an address, once. - Returns: false when too many wait.
  mutating func add(_ address: PeerAddress, _ priority: DialPriority) -> Bool {
    guard waitingCount < settings.waitingDials else { return false }
    switch priority {
    case .person: persons.append(address)
    case .network: network.append(address)
    }
    return true
  }

  /// A person waits for it now as well.
  mutating func raise(_ address: PeerAddress) {
    if active[address] != nil { active[address] = .person }
    guard let index = network.firstIndex(of: address) else { return }
    persons.append(network.remove(at: index))
  }

  /// The next address that may be dialled now.
  mutating func next() -> PeerAddress? {
    guard active.count < settings.dials else { return nil }
    if let address = persons.first {
      persons.removeFirst()
      active[address] = .person
      return address
    }
    guard let address = network.first, active.values.count(where: { $0 == .network }) < settings.networkDials else {
      return nil
    }
    network.removeFirst()
    active[address] = .network
    return address
  }

  /// The dial ended, or is not wanted any more.
  mutating func remove(_ address: PeerAddress) {
    active[address] = nil
    persons.removeAll { $0 == address }
    network.removeAll { $0 == address }
  }
}
