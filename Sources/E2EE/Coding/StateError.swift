package import Bytes

/// Why a stored state could not be read. The caller's only remedy is to do without it.
package enum StateError: Error, Equatable {
  /// The state was written by a version this one does not know.
  case unknownVersion(UInt8)
  /// The bytes are not the structure: cut short, too long, or followed by more.
  case malformed(ByteError)
  /// A field holds what no state of ours holds.
  case impossible(String)
}
