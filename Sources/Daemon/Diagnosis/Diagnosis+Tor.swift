import ControlAPI
import Glibc
import Tor
import TorProtocol

/// tor, as the daemon would use it.
extension Diagnosis {
  /// How long tor may take to answer on its control port: a running one answers in milliseconds, one that is started
  /// for this on a busy machine takes seconds.
  private static let torPatience: Duration = .seconds(15)

  /// An own tor has its files in a folder that is removed again: the node's may be missing, or taken up meanwhile.
  func tor() async -> Finding {
    let check = "tor"
    let folder = ScratchFolder()
    defer { folder?.remove() }
    do throws(RPCError) {
      var tor = try TorService.Configuration(attaching: configuration)
      if let folder { tor.folder = folder.path + "/tor" }
      let outcome = try await TorAttempt(tor).result(within: Self.torPatience)
      return finding(check, outcome)
    } catch {
      return Finding(check, error)
    }
  }

  private func finding(_ check: String, _ outcome: TorAttempt.Outcome) -> Finding {
    // Of one that is not there only the absence is told; one that refuses can be mended.
    let passedOver = outcome.passedOver.map { "; the system's was tried first and passed over: \($0)" } ?? ""
    guard let state = outcome.state else {
      return Finding(
        check, .bad, "\(outcome.place) does not answer on its control port\(passedOver)",
        fix: "restart tor, or let the node run its own: --tor own", reason: .torUnavailable)
    }
    switch state.link {
    case .failed(let failure):
      return Finding(check, .bad, failure.description + passedOver, fix: failure.fix, reason: .torUnavailable)
    case .connecting, .authenticating, .attached:
      let version = state.version.map { ", version \($0)" } ?? ""
      let text = "\(outcome.place) can be used\(version)\(passedOver)"
      if let warning = state.version?.warning {
        return Finding(check, .warning, "\(text): \(warning)", fix: "upgrade the tor package")
      }
      guard let refused = outcome.passedOver, !refused.isAbsence else { return Finding(check, .good, text) }
      return Finding(check, .warning, text, fix: refused.fix.map { "to use the system's: \($0)" })
    }
  }
}

extension ControlFailure {
  /// Whether there is no tor, rather than one that cannot be used.
  fileprivate var isAbsence: Bool {
    switch self {
    case .unreachable(_, .missing): true
    case .unreachable, .closed, .silent, .notTor, .cookieUnreadable, .foreignCookie, .passwordRefused,
      .authenticationRefused, .noUsableMethod, .tooOld, .notInstalled, .programUnusable, .notTorProgram,
      .startFailed, .ended:
      false
    }
  }
}

/// A folder for the length of one check.
private struct ScratchFolder {
  let path: String

  init?() {
    var template = Array("/tmp/sophax-doctor-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func remove() { Self.removeTree(path) }

  private static func removeTree(_ path: String) {
    if let listing = opendir(path) {
      while let entry = readdir(listing) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard name != ".", name != ".." else { continue }
        if entry.pointee.d_type == UInt8(DT_DIR) {
          removeTree(path + "/" + name)
        } else {
          unlink(path + "/" + name)
        }
      }
      closedir(listing)
    }
    rmdir(path)
  }
}
