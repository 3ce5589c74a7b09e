/// Why a session could not do what was asked; nothing has changed.
package enum SessionError: Error, Equatable {
  /// There is no session with this peer yet: begin one with its bundle.
  case noSession
  /// The message was read before; drop it.
  case duplicate
  /// No session with this peer opens the message: it was changed on the way, or the peer uses one that this node has
  /// lost.
  case undecryptable
  /// More messages were lost than a session bridges; only a new one helps.
  case tooManySkipped
  /// The session can send no more; only a new one helps.
  case exhausted
  /// The bundle or the initiation is of another identity than these sessions.
  case wrongPeer
  /// A public key has the wrong length or low order.
  case unusableKey
  /// The initiation uses a signed prekey that this node no longer has.
  case unknownSignedPreKey
  /// The initiation uses a one-time prekey that was used, has expired, or was shown to somebody else.
  case unknownOneTimePreKey
  /// The initiation uses a post-quantum prekey that this node does not have.
  case unknownPQPreKey
  /// The initiation made a session before, which is gone, or is older than one that is forgotten.
  case replayedInitiation

  /// Whether a new session, begun by this side, is what helps.
  package var callsForNewSession: Bool {
    switch self {
    case .noSession, .undecryptable, .tooManySkipped, .exhausted, .unknownSignedPreKey, .unknownOneTimePreKey,
      .unknownPQPreKey:
      true
    case .duplicate, .wrongPeer, .unusableKey, .replayedInitiation: false
    }
  }

  init(_ error: RatchetError) {
    switch error {
    case .authenticationFailed, .malformedHeader: self = .undecryptable
    case .duplicate: self = .duplicate
    case .tooManySkipped: self = .tooManySkipped
    case .cannotSendYet: self = .noSession
    case .counterExhausted: self = .exhausted
    }
  }
}
