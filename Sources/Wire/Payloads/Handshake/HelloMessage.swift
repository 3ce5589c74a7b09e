/// `hello`: the first frame of each side, and a second one that answers the challenge of the first. Only `bundle`
/// is of the original; a peer without the extension sends no challenge and its link stays unproven.
package struct HelloMessage: Codable, Hashable, Sendable {
  package var bundle: PreKeyBundle
  /// 32 fresh random bytes that the other side has to sign.
  package var challenge: Base64Data?
  /// The signature over `HelloProof.signingBytes`, under the bundle's signing key.
  package var challengeResponse: Base64Data?
  /// The node ID, 64 hexadecimal digits, of the peer whose challenge is answered: a response cannot be passed on.
  package var answering: String?
  /// The version of `FileFrame`s that the sender reads; nil: none.
  package var files: Int?

  package init(
    bundle: PreKeyBundle, challenge: Base64Data? = nil, challengeResponse: Base64Data? = nil,
    answering: String? = nil, files: Int? = nil
  ) {
    self.bundle = bundle
    self.challenge = challenge
    self.challengeResponse = challengeResponse
    self.answering = answering
    self.files = files
  }
}
