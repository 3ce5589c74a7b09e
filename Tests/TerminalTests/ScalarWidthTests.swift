import CLinux
import Glibc
import Testing

@testable import Terminal

@Suite struct ScalarWidthTests {
  /// The C library has a table of its own. Scalars that it does not know are left out, as are those that never get to a
  /// terminal, and one sign that became a mark between two versions of Unicode.
  @Test func tableAgreesWithTheCLibrary() throws {
    try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    var differences: [String] = []
    for value in UInt32(0x20)...0x3FFFF where value != 0x1171E {
      guard let scalar = Unicode.Scalar(value), let ours = ScalarWidth.of(scalar) else { continue }
      let theirs = Int(wcwidth(wchar_t(bitPattern: value)))
      if theirs >= 0, theirs != ours { differences.append("\(String(value, radix: 16)): \(ours), not \(theirs)") }
    }
    #expect(differences == [])
  }

  @Test(
    arguments: [("א", true), ("م", true), ("a", false), ("中", false), ("1", false)] as [(Unicode.Scalar, Bool)])
  func direction(scalar: Unicode.Scalar, rightToLeft: Bool) {
    #expect(ScalarWidth.runsRightToLeft(scalar) == rightToLeft)
  }
}
