package import World

/// Which side began a session.
package enum SessionRole: String, Codable, Sendable, CaseIterable { case initiator, responder }

/// The encrypted session with a peer, without any of its keys.
package struct SessionView: Codable, Sendable, Hashable {
  package var state: SessionState
  package var handshake: SessionHandshake?
  package var role: SessionRole?
  /// When it was begun.
  package var opened: Timestamp?
  /// When the peer signed the last message that opened in it.
  package var lastReceived: Timestamp?
  /// Sessions before it that still receive.
  package var previous: Int
  /// When one was last begun anew because another failed.
  package var healed: Timestamp?

  package init(
    state: SessionState, handshake: SessionHandshake? = nil, role: SessionRole? = nil, opened: Timestamp? = nil,
    lastReceived: Timestamp? = nil, previous: Int, healed: Timestamp? = nil
  ) {
    self.state = state
    self.handshake = handshake
    self.role = role
    self.opened = opened
    self.lastReceived = lastReceived
    self.previous = previous
    self.healed = healed
  }
}

/// `contact.session`: how the session with a contact stands; `reset` gives it up and begins a new one.
package enum ContactSession: ControlMethod {
  package static let method = Method.contactSession

  package struct Params: Codable, Sendable, Hashable {
    package var who: String
    package var reset: Bool?

    package init(who: String, reset: Bool? = nil) {
      self.who = who
      self.reset = reset
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var contact: ContactView
    package var session: SessionView

    package init(contact: ContactView, session: SessionView) {
      self.contact = contact
      self.session = session
    }
  }
}
