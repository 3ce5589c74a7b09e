import Bytes
package import Crypto

/// Seals the chunks of one file: AES-256-GCM under the file's own key, the index as nonce, bound to the file, its size and
/// the index, so that no chunk stands for another.
package struct ChunkCipher: Sendable {
  private static let label = "SophaxChat_FileChunk_v1"

  private let token: FileID
  private let key: SecretBytes
  private let layout: FileLayout

  /// - Parameter key: 32 bytes that seal nothing else, since the nonces are counted.
  package init(token: FileID, key: SecretBytes, layout: FileLayout) {
    self.token = token
    self.key = key
    self.layout = layout
  }

  package func seal(_ plaintext: [UInt8], index: Int) -> [UInt8] {
    AES256GCM.seal(plaintext, key: key, nonce: nonce(index), authenticating: place(index))
  }

  package func open(_ sealed: [UInt8], index: Int) throws(CryptoError) -> [UInt8] {
    guard sealed.count == layout.sealedLength(of: index) else { throw .authenticationFailure }
    return try AES256GCM.open(sealed, key: key, authenticating: place(index))
  }

  private func nonce(_ index: Int) -> [UInt8] {
    var writer = ByteWriter(capacity: AES256GCM.nonceCount)
    writer.append(UInt32(0))
    writer.append(UInt64(index))
    return writer.bytes
  }

  private func place(_ index: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Array(ChunkCipher.label.utf8))
    writer.append(token.bytes)
    writer.append(UInt64(layout.size))
    writer.append(UInt64(layout.chunkSize))
    writer.append(UInt64(index))
    return writer.bytes
  }
}
