import Glibc
import Reactor
package import TorProtocol

/// A template that an operator wrote.
extension TorrcTemplate {
  /// Why a file cannot be the template.
  package enum Unusable: Error, Equatable, CustomStringConvertible {
    /// It cannot be read, in the system's words.
    case unreadable(String)
    /// It is longer than any configuration of tor.
    case tooLong(most: Int)
    case notText
    /// It can be read, and the node could not use a tor that runs on it.
    case wrong(Failure)

    package var description: String {
      switch self {
      case .unreadable(let reason): reason
      case .tooLong(let most): "it is longer than \(most) bytes"
      case .notText: "it is not UTF-8 text"
      case .wrong(let failure): "\(failure)"
      }
    }
  }

  /// Room for some thousand bridge lines.
  private static let mostBytes = 1 << 20

  /// Reads a template and tries it out, so that what is wrong with it is said before tor is started.
  package init(contentsOf path: String) throws(Unusable) {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try Self.read(path) } catch { throw .unreadable(error.reason) }
    guard bytes.count <= Self.mostBytes else { throw .tooLong(most: Self.mostBytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    self.init(text: text)
    let sample = Values(folder: "/", isNetworkDisabled: true)
    do throws(Failure) { _ = try rendered(sample) } catch { throw .wrong(error) }
  }

  /// One byte more than is allowed shows that there is more.
  private static func read(_ path: String) throws(SystemError) -> [UInt8] {
    // A pipe without a writer would make the start wait for ever.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw SystemError("open", code: errno) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes[filled...].withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw SystemError("read", code: errno) }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }
}
