import Crypto
import E2EE

extension ColumnCipher {
  /// Seals a state that holds keys; the plain copy that the cipher needs is zeroed.
  func seal(_ secret: SecretBytes, at place: Place) -> [UInt8] {
    secret.withPlainCopy { seal($0, at: place) }
  }

  /// Opens and reads a state that holds keys.
  func readState<T>(
    _ box: [UInt8], at place: Place, _ read: (SecretBytes) throws(StateError) -> T
  ) throws(StoreError) -> T {
    var plain = try open(box, at: place)
    do throws(StateError) {
      return try read(SecretBytes(consuming: &plain))
    } catch {
      throw .malformed(table: place.table, column: place.column)
    }
  }
}
