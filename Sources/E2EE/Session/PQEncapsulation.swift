/// The post-quantum part of an initiation: what the responder needs to find the secret.
struct PQEncapsulation: Sendable, Equatable {
  let preKeyID: UInt32
  /// 1,088 bytes.
  let ciphertext: [UInt8]
}
