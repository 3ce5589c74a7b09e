/// Why a message is dropped. Nothing is answered to it; refusals are counted by `name`.
package enum RefusalReason: Error, Hashable, Sendable {
  /// The envelope or the payload is not the JSON that it should be.
  case malformed
  /// The type is none of the 42.
  case unknownType
  /// The payload, or its frame, is larger than it may be.
  case tooLarge
  /// The timestamp lies too far in the past.
  case tooOld
  /// The timestamp lies too far in the future.
  case tooNew
  /// `senderID` does not name the identity whose keys are known or come along.
  case wrongSender
  /// The same message was accepted before.
  case replayed
  /// The signature is not the sender's over these bytes.
  case badSignature
  /// The bundle of a hello or an initiation does not hold.
  case bundle(BundleRefusal)

  package init(_ error: WireError) {
    switch error {
    case .malformed: self = .malformed
    case .unknownType: self = .unknownType
    case .payloadTooLarge, .frameTooLarge: self = .tooLarge
    }
  }

  /// The name under which it is counted.
  package var name: String {
    switch self {
    case .malformed: "malformed"
    case .unknownType: "unknown_type"
    case .tooLarge: "too_large"
    case .tooOld: "too_old"
    case .tooNew: "too_new"
    case .wrongSender: "wrong_sender"
    case .replayed: "replayed"
    case .badSignature: "bad_signature"
    case .bundle(let refusal): "bundle_\(refusal.rawValue)"
    }
  }
}
