package import Wire
import World

/// Why the hellos of a link did not lead to a known peer.
package enum HelloFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was awaited.
  package enum Stage: Hashable, Sendable {
    case hello, proof
  }

  /// It was not a hello that holds.
  case refused(RefusalReason)
  /// Its hello is too old or too new: by so much the peer's clock is ahead of this machine's. The peer says so itself, and
  /// no signature was checked.
  case clocksDiffer(ahead: Duration)
  /// The first frame is of another type.
  case notAHello
  /// The challenge has not 32 bytes.
  case badChallenge
  /// The hello answers a challenge that was not made yet.
  case unaskedProof
  /// The second hello answers no challenge.
  case missingProof
  /// The second hello is of another identity than the first.
  case changedIdentity
  /// The proof is addressed to another node.
  case answeringAnother
  /// The proof's signature does not hold.
  case badProof
  /// The onion address that was dialled does not belong to the key of the hello.
  case wrongAddress
  /// Somebody else answered at the address than was expected there.
  case wrongPeer
  /// It is this node itself.
  case ourselves
  case timedOut(Stage)
  case closed(Stage)

  /// Whether it was found before any signature was checked.
  var isCheap: Bool {
    switch self {
    case .refused(let reason):
      switch reason {
      case .malformed, .unknownType, .tooLarge, .tooOld, .tooNew, .wrongSender, .replayed, .bundle(.wrongLength):
        true
      case .badSignature, .bundle: false
      }
    case .clocksDiffer, .notAHello, .timedOut, .closed: true
    case .badChallenge, .unaskedProof, .missingProof, .changedIdentity, .answeringAnother, .badProof, .wrongAddress,
      .wrongPeer, .ourselves:
      false
    }
  }

  package var description: String {
    switch self {
    case .clocksDiffer(let ahead):
      "the peer's clock and this machine's differ by \(ahead.roughly); check that both are set"
    case .refused(.tooOld), .refused(.tooNew):
      "the peer's clock and this machine's differ by minutes; check that both are set"
    case .refused(let reason): "the peer's hello does not hold (\(reason.name))"
    case .notAHello: "the peer did not begin with a hello"
    case .badChallenge: "the peer's challenge has a wrong length"
    case .unaskedProof: "the peer answered a challenge that was not made"
    case .missingProof: "the peer did not answer the challenge"
    case .changedIdentity: "the peer's second hello is of another identity"
    case .answeringAnother: "the peer's proof is addressed to another node"
    case .badProof: "the peer does not hold the key of its hello"
    case .wrongAddress: "the onion address does not belong to the key that answered there"
    case .wrongPeer: "another node than the expected one answered"
    case .ourselves: "the address leads to this node itself"
    case .timedOut(.hello): "the peer sent no hello in time"
    case .timedOut(.proof): "the peer did not answer the challenge in time"
    case .closed(.hello):
      "the peer closed the link before its hello; it does so when the two clocks differ by minutes"
    case .closed(.proof): "the peer closed the link before it answered the challenge"
    }
  }
}
