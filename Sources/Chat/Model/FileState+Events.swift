import Wire

extension FileState {
  /// Where an event leads; nil when it changes nothing.
  package func after(_ event: FileEvent, of direction: Direction) -> FileState? {
    switch direction {
    case .sent: ofSentFile(after: event)
    case .received: ofReceivedFile(after: event)
    }
  }

  private func ofSentFile(after event: FileEvent) -> FileState? {
    switch event {
    // That it is there counts whatever was said before.
    case .arrived, .fetched: self == .complete ? nil : .complete
    case .refused: self == .offered ? .declined : nil
    case .declined: self == .offered || self == .gone ? .declined : nil
    case .wanted: self == .declined || self == .gone ? .offered : nil
    case .lost: self == .offered ? .gone : nil
    case .cancelled: self == .offered || self == .declined || self == .gone ? .withdrawn : nil
    case .retried: self == .declined || self == .withdrawn ? .offered : nil
    case .damaged, .accepted, .withdrawn, .offered: nil
    }
  }

  private func ofReceivedFile(after event: FileEvent) -> FileState? {
    switch event {
    case .accepted: self == .fetching || self == .complete || self == .withdrawn ? nil : .fetching
    case .cancelled: self == .complete || self == .declined || self == .withdrawn ? nil : .declined
    case .fetched: self == .fetching ? .complete : nil
    case .lost: self == .fetching ? .gone : nil
    case .damaged: self == .fetching ? .damaged : nil
    case .withdrawn: self == .complete || self == .withdrawn ? nil : .withdrawn
    case .offered: self == .withdrawn || self == .gone ? .offered : nil
    case .arrived, .refused, .declined, .wanted, .retried: nil
    }
  }
}
