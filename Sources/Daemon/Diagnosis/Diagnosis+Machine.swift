import Bytes
import ControlAPI
import Glibc
import Reactor
import Store

/// What the machine gives the node.
extension Diagnosis {
  /// Open files that a busy node needs: 512 links, as many dials, the store, and room.
  private static let wantedFiles: UInt64 = 2048

  /// What the store needs to be opened and to keep a few messages.
  private static let leastSpace: Int64 = 1 << 20

  func freeSpace() -> Finding {
    let check = "disk space"
    let space: FileSystem.Space
    do throws(FileError) { space = try FileSystem.space(at: existing(configuration.dataDirectory)) } catch {
      return Finding(check, .warning, "cannot be told: \(error)")
    }
    let free = "\(space.free / (1 << 20)) MiB are free"
    let fix = "free at least 64 MiB on the disk of \(configuration.dataDirectory)"
    guard space.free >= Self.leastSpace else {
      return Finding(
        check, .bad, free + ", and the store refuses writes when there is none", fix: fix, reason: .storeUnusable)
    }
    let settings = StoreSettings()
    guard space.exceeds(share: settings.reserveShare, orBytes: settings.reserveBytes) else {
      return Finding(check, .warning, free + ": nothing more is taken in for others", fix: fix)
    }
    return Finding(check, .good, free)
  }

  func openFiles() -> Finding {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let most = UInt64(limit.rlim_max)
    guard most >= Self.wantedFiles else {
      return Finding(
        "open files", .warning, "the limit is \(most); a busy node wants \(Self.wantedFiles)",
        fix: "set LimitNOFILE=\(Self.wantedFiles) in the service, or ulimit -Hn \(Self.wantedFiles)")
    }
    return Finding("open files", .good, "the limit is \(most)")
  }

  /// - Parameter isInUse: a daemon has the data directory, and the socket is its own.
  func controlSocket(isInUse: Bool) -> Finding {
    let check = "control socket"
    let path = configuration.controlSocket
    if let fault = socketFolder(check, parent(path)) { return fault }
    guard !isInUse else { return Finding(check, .good, path) }
    do throws(ListenError) { try Listener.check(path) } catch {
      return Finding(check, RPCError(error, controlSocket: path))
    }
    return Finding(check, .good, path)
  }

  /// Folders that are missing are made when they are needed.
  private func socketFolder(_ check: String, _ folder: String) -> Finding? {
    let found = existing(folder)
    var facts = stat()
    let elsewhere = "or set control.socket to a path in a folder of your own"
    guard stat(found, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      return Finding(
        check, .bad, "no socket can be made in \(folder): \(found) is no directory",
        fix: "set control.socket to a path in a directory", reason: .badInput)
    }
    guard access(found, W_OK | X_OK) != 0 else { return nil }
    let code = errno
    let name = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "USER"
    let fix =
      switch (code, found == folder) {
      case (EROFS, _): "mount its file system so that it can be written, \(elsewhere)"
      case (_, true): "let this user write there (sudo chown \(name) \(ShellWord.quoted(folder))), \(elsewhere)"
      case (_, false): "sudo install -d -m 700 -o \(name) \(ShellWord.quoted(folder)), \(elsewhere)"
      }
    return Finding(
      check, .bad, "no socket can be made in \(folder): \(words(code)) in \(found)", fix: fix, reason: .badInput)
  }

  func seeds() -> Finding {
    guard configuration.seeds.isEmpty else {
      return Finding("seeds", .good, "configured: \(configuration.seeds.count)")
    }
    return Finding(
      "seeds", .warning,
      "none is configured: the directory is entered through those added before and contacts of an earlier run",
      fix: "once the node runs: sophax dir seeds add ADDRESS.onion")
  }

  /// The nearest place on the way to a path that is there.
  private func existing(_ path: String) -> String {
    var folder = path
    while access(folder, F_OK) != 0, folder != "/" { folder = parent(folder) }
    return folder
  }

  private func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private func words(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
}
