import Bytes
package import Crypto
import World

/// The master key in the form that is kept on disk (`Docs/spec/storage.md`, "Keyslot"):
///
/// ```
/// "SXKS" ‖ version u8 = 1 ‖ method u8 ‖ passes u32 ‖ KiB u32 ‖ salt(16) ‖ box(60) ‖ SHA-256 of all before (32)
/// ```
///
/// The box is AES-256-GCM over the 32-byte master key, with everything before it as associated data. The digest
/// tells damage from a wrong passphrase; it authenticates nothing.
package struct Keyslot: Equatable, Sendable {
  /// How the wrapping key is made.
  package enum Method: UInt8, Sendable {
    case passphrase = 1
    case keyFile = 2
  }

  package static let version: UInt8 = 1
  static let magic = Array("SXKS".utf8)
  static let boxCount = MasterKey.count + AES256GCM.overhead
  static let count = magic.count + 2 + 8 + Argon2id.saltCount + boxCount + 32

  package let method: Method
  /// Zero for a key file, which needs no stretching.
  package let cost: Argon2id.Cost
  let salt: [UInt8]
  let box: [UInt8]

  /// Wraps a master key under the operator's key, with a new salt and nonce.
  package init(
    wrapping master: MasterKey, with unlock: UnlockKey, cost: Argon2id.Cost = .moderate
  ) throws(KeyError) {
    var chance = SystemRandom()
    salt = chance.bytes(Argon2id.saltCount)
    switch unlock {
    case .passphrase: (method, self.cost) = (.passphrase, cost)
    case .keyFile: (method, self.cost) = (.keyFile, Argon2id.Cost(passes: 0, kibibytes: 0))
    }
    let key = try Self.wrappingKey(unlock, method: method, cost: self.cost, salt: salt)
    let header = Self.header(method, self.cost, salt)
    let nonce = chance.bytes(AES256GCM.nonceCount)
    box = master.secret.withPlainCopy { AES256GCM.seal($0, key: key, nonce: nonce, authenticating: header) }
  }

  /// Reads the file's bytes. They are checked as far as it goes without a key.
  package init(bytes: [UInt8]) throws(KeyError) {
    guard bytes.count >= Self.magic.count + 1, bytes.starts(with: Self.magic) else { throw .damaged }
    let version = bytes[Self.magic.count]
    let body = Array(bytes.dropLast(32))
    guard constantTimeEquals(SHA256.hash(body), Array(bytes.suffix(32))) else { throw .damaged }
    guard version == Self.version else { throw .newerVersion(version) }
    do {
      var reader = ByteReader(body)
      _ = try reader.take(Self.magic.count + 1)
      guard let method = Method(rawValue: try reader.integer(UInt8.self)) else { throw KeyError.damaged }
      self.method = method
      cost = Argon2id.Cost(passes: try reader.integer(), kibibytes: try reader.integer())
      salt = Array(try reader.take(Argon2id.saltCount))
      box = Array(try reader.take(Self.boxCount))
      try reader.finish()
    } catch {
      throw .damaged
    }
  }

  package var bytes: [UInt8] {
    let body = Self.header(method, cost, salt) + box
    return body + SHA256.hash(body)
  }

  /// The master key, when `unlock` is what wrapped it.
  package func open(with unlock: UnlockKey) throws(KeyError) -> MasterKey {
    let key = try Self.wrappingKey(unlock, method: method, cost: cost, salt: salt)
    do throws(CryptoError) {
      var secret = try AES256GCM.open(box, key: key, authenticating: Self.header(method, cost, salt))
      return MasterKey(secret: SecretBytes(consuming: &secret))
    } catch {
      throw .wrongKey(method)
    }
  }

  private static func header(_ method: Method, _ cost: Argon2id.Cost, _ salt: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(capacity: count)
    writer.append(magic)
    writer.append(version)
    writer.append(method.rawValue)
    writer.append(cost.passes)
    writer.append(cost.kibibytes)
    writer.append(salt)
    return writer.bytes
  }

  private static func wrappingKey(
    _ unlock: UnlockKey, method: Method, cost: Argon2id.Cost, salt: [UInt8]
  ) throws(KeyError) -> SecretBytes {
    switch (unlock, method) {
    case (.passphrase(let passphrase), .passphrase):
      guard passphrase.count > 0 else { throw .emptyPassphrase }
      do throws(CryptoError) {
        return try Argon2id.derive(passphrase: passphrase, salt: salt, cost: cost, count: AES256GCM.keyCount)
      } catch {
        throw .tooCostly(cost)
      }
    case (.keyFile(let key), .keyFile):
      let info = Array("sophax keyslot v1 key file".utf8)
      return HKDFSHA256.derive(inputKey: key, salt: salt, info: info, count: AES256GCM.keyCount)
    case (.passphrase, .keyFile), (.keyFile, .passphrase):
      throw .otherMethod(method)
    }
  }
}
