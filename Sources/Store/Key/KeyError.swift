package import Crypto

/// Why the master key could not be had or kept.
package enum KeyError: Error, Equatable {
  /// The passphrase or key file is not the one this store was locked with; the keyslot itself is whole.
  case wrongKey(Keyslot.Method)
  /// The keyslot file is not what was written: restore it from a copy.
  case damaged
  /// The keyslot is there and cannot be read.
  case unreadable(FileError)
  /// The keyslot was written by a newer version of this program.
  case newerVersion(UInt8)
  /// The store is unlocked in another way: by a passphrase where a key file was given, or the other way round.
  case otherMethod(Keyslot.Method)
  /// An empty passphrase protects nothing.
  case emptyPassphrase
  /// A file with a passphrase is longer than any passphrase.
  case passphraseTooLong(limit: Int)
  /// The key file or passphrase file can be read by others.
  case exposed(path: String, mode: UInt32)
  /// What is named is a device.
  case device(path: String)
  /// The key file does not hold exactly 32 bytes.
  case notAKeyFile(path: String)
  /// This machine has not the memory that the passphrase's protection asks for.
  case tooCostly(Argon2id.Cost)
  case file(FileError)
}

extension KeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongKey(.passphrase): "the passphrase is not the one of this store"
    case .wrongKey(.keyFile): "the key file is not the one of this store"
    case .damaged: "the file 'keyslot' is damaged"
    case .unreadable(let error): error.description
    case .newerVersion(let version): "the store was made by a newer version (keyslot \(version))"
    case .otherMethod(.passphrase): "this store is unlocked by a passphrase"
    case .otherMethod(.keyFile): "this store is unlocked by a key file"
    case .emptyPassphrase: "the passphrase is empty"
    case .passphraseTooLong(let limit): "the passphrase is longer than \(limit) bytes"
    case .exposed(let path, let mode):
      "others can read \(path) (mode \(String(mode, radix: 8)))"
    case .device(let path): "\(path) is a device, not a file"
    case .notAKeyFile(let path): "\(path) is not a key file: it must hold exactly 32 bytes"
    case .tooCostly(let cost): "unlocking needs \(cost.kibibytes / 1024) MiB of memory, which this machine lacks"
    case .file(let error): error.description
    }
  }

  static func wrapping<T: ~Copyable>(_ body: () throws(FileError) -> T) throws(KeyError) -> T {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }
}
