import Crypto
package import Wire
package import World

extension DoubleRatchet {
  /// Opens a message, early, late or in order, and advances the state; on failure the state is unchanged. `now` dates
  /// the keys that are set aside; `chance` makes the next ratchet key when the peer has turned.
  package mutating func decrypt(
    _ message: RatchetMessage, associatedData: [UInt8], at now: Timestamp,
    using chance: inout some RandomNumberGenerator
  ) throws(RatchetError) -> [UInt8] {
    let body = Body(box: message.ciphertext.bytes, associatedData: associatedData + message.encryptedHeader.bytes)
    let found = try locate(message.encryptedHeader.bytes)
    let plaintext =
      switch found.place {
      case .current: try openCurrent(found.header, body, at: now)
      case .next: try openNext(found.header, body, at: now, using: &chance)
      case .retired(let index): try openRetired(index, found.header, body)
      }
    headerForm = found.form
    expireSkippedKeys(at: now)
    return plaintext
  }

  private struct Body {
    let box: [UInt8]
    let associatedData: [UInt8]

    func open(_ key: SecretBytes) throws(RatchetError) -> [UInt8] {
      do {
        return try ChaCha20Poly1305.open(box, key: key, authenticating: associatedData)
      } catch {
        throw .authenticationFailed
      }
    }
  }

  // MARK: Whose header

  private enum Place {
    case current
    case next
    case retired(Int)
  }

  private struct Found {
    let place: Place
    let header: RatchetHeader
    let form: HeaderForm
  }

  /// Which chain's header key opens the header. The likeliest is tried first; only one can.
  private func locate(_ box: [UInt8]) throws(RatchetError) -> Found {
    if let receiving, let found = try open(box, receiving.headerKey, .current) { return found }
    if let found = try open(box, nextReceivingHeaderKey, .next) { return found }
    for index in retired.indices.reversed() {
      if let found = try open(box, retired[index].headerKey, .retired(index)) { return found }
    }
    throw .authenticationFailed
  }

  private func open(_ box: [UInt8], _ key: SecretBytes, _ place: Place) throws(RatchetError) -> Found? {
    if let headerForm { return try open(box, key, headerForm, place) }
    if let found = try open(box, key, .labelled, place) { return found }
    return try open(box, key, .bare, place)
  }

  private func open(
    _ box: [UInt8], _ key: SecretBytes, _ form: HeaderForm, _ place: Place
  ) throws(RatchetError) -> Found? {
    guard let text = try? ChaCha20Poly1305.open(box, key: key, authenticating: form.associatedData) else {
      return nil
    }
    guard let header = RatchetHeader(text: text) else { throw .malformedHeader }
    return Found(place: place, header: header, form: form)
  }

  // MARK: Opening

  private mutating func openCurrent(
    _ header: RatchetHeader, _ body: Body, at now: Timestamp
  ) throws(RatchetError) -> [UInt8] {
    guard let chain = receiving else { throw .authenticationFailed }
    let number = header.messageNumber
    if number < chain.count {
      guard let place = chain.skipped.place(of: number) else { throw .duplicate }
      let plaintext = try body.open(chain.skipped[place].key)
      receiving?.skipped.remove(at: place)
      return plaintext
    }
    try checkRoom(skipping: Int(number - chain.count))
    let (advance, plaintext) = try open(body, number, of: chain, at: now)
    receiving?.commit(advance)
    return plaintext
  }

  private mutating func openRetired(
    _ index: Int, _ header: RatchetHeader, _ body: Body
  ) throws(RatchetError) -> [UInt8] {
    guard let place = retired[index].skipped.place(of: header.messageNumber) else { throw .duplicate }
    let plaintext = try body.open(retired[index].skipped[place].key)
    retired[index].skipped.remove(at: place)
    return plaintext
  }

  /// The peer has turned the ratchet: the rest of its old chain is set aside and both chains begin anew.
  private mutating func openNext(
    _ header: RatchetHeader, _ body: Body, at now: Timestamp, using chance: inout some RandomNumberGenerator
  ) throws(RatchetError) -> [UInt8] {
    let rest = receiving.map { header.previousChainLength > $0.count ? header.previousChainLength - $0.count : 0 }
    try checkRoom(skipping: Int(rest ?? 0) + Int(header.messageNumber))

    let peerKey = header.senderRatchetKey.bytes
    let receivingStep = try step(rootKey, ratchetKey, peerKey)
    var newChain = ReceivingChain(
      headerKey: nextReceivingHeaderKey, chainKey: receivingStep.chainKey, count: 0, skipped: [])
    let (advance, plaintext) = try open(body, header.messageNumber, of: newChain, at: now)
    let newKey = X25519.PrivateKey.generate(using: &chance)
    let sendingStep = try step(receivingStep.rootKey, newKey, peerKey)

    newChain.commit(advance)
    retire(until: header.previousChainLength, at: now)
    previousChainLength = sending?.count ?? 0
    sending = SendingChain(headerKey: nextSendingHeaderKey, chainKey: sendingStep.chainKey, count: 0)
    receiving = newChain
    rootKey = sendingStep.rootKey
    ratchetKey = newKey
    nextReceivingHeaderKey = receivingStep.nextHeaderKey
    nextSendingHeaderKey = sendingStep.nextHeaderKey
    return plaintext
  }

  private func step(
    _ rootKey: SecretBytes, _ own: X25519.PrivateKey, _ peer: [UInt8]
  ) throws(RatchetError) -> RatchetKeys.RootStep {
    guard let secret = try? own.sharedSecret(with: peer) else { throw .malformedHeader }
    return RatchetKeys.rootStep(rootKey: rootKey, sharedSecret: secret)
  }

  private func open(
    _ body: Body, _ number: UInt32, of chain: ReceivingChain, at now: Timestamp
  ) throws(RatchetError) -> (ReceivingChain.Advance, [UInt8]) {
    guard number < E2EESettings.maximumCounter else { throw .counterExhausted }
    let (advance, messageKey) = chain.advance(past: number, at: now)
    return (advance, try body.open(messageKey))
  }

  private func checkRoom(skipping count: Int) throws(RatchetError) {
    guard count == 0 || skippedKeyCount + count <= E2EESettings.maximumSkippedKeys else { throw .tooManySkipped }
  }

  // MARK: Old chains

  private mutating func retire(until length: UInt32, at now: Timestamp) {
    guard var chain = receiving else { return }
    chain.commit(chain.skip(to: length, at: now))
    retired.append(RetiredChain(headerKey: chain.headerKey, retiredAt: now, skipped: chain.skipped))
    var surplus = retired.count { $0.skipped.isEmpty } - E2EESettings.emptyRetiredChains
    retired.removeAll { chain in
      guard surplus > 0, chain.skipped.isEmpty else { return false }
      surplus -= 1
      return true
    }
  }

  /// Forgets the keys that have waited too long. Each receipt does so too.
  package mutating func expireSkippedKeys(at now: Timestamp) {
    let limit = now - E2EESettings.skippedKeyLifetime
    if let first = receiving?.skipped.first, first.storedAt <= limit {
      receiving?.skipped.removeAll { $0.storedAt <= limit }
    }
    guard !retired.isEmpty else { return }
    for index in retired.indices {
      if let first = retired[index].skipped.first, first.storedAt <= limit {
        retired[index].skipped.removeAll { $0.storedAt <= limit }
      }
    }
    retired.removeAll { $0.skipped.isEmpty && $0.retiredAt <= limit }
  }
}
