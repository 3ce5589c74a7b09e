import CQREncode
import ControlAPI

/// A QR code as text: two rows of modules in one line of half blocks, dark on light also on a dark terminal.
enum QRPicture {
  /// Modules of light around the code, which scanners need (ISO/IEC 18004, 5.3.8).
  private static let margin = 4

  static func lines(of text: String) throws(Stop) -> [String] {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else {
      throw .failure(Failure(.internalFailure, "the text does not fit into a QR code"))
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard width > 0, let data = code.pointee.data else {
      throw .failure(Failure(.internalFailure, "the QR code is empty"))
    }
    let modules = Array(UnsafeBufferPointer(start: data, count: width * width))
    // The lowest bit says whether a module is dark.
    return picture(width) { row, column in modules[row * width + column] & 1 == 1 }
  }

  /// Light modules are drawn, dark ones are left as the background of the terminal.
  private static func picture(_ width: Int, isDark: (Int, Int) -> Bool) -> [String] {
    func isLight(_ row: Int, _ column: Int) -> Bool {
      guard (0..<width).contains(row), (0..<width).contains(column) else { return row < width + margin }
      return !isDark(row, column)
    }
    return stride(from: -margin, to: width + margin, by: 2).map { row in
      (-margin..<width + margin).map { column in
        switch (isLight(row, column), isLight(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }
  }
}
