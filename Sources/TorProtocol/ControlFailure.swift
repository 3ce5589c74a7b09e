/// Why there is no working control connection to tor.
package enum ControlFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// Nothing could be connected to at `endpoint`.
  case unreachable(endpoint: String, FileTrouble)
  case closed
  /// tor did not answer in time: it is stopped, or the machine is starved.
  case silent(command: String)
  case notTor(ControlProtocolError)
  case cookieUnreadable(path: String, FileTrouble)
  /// The cookie file belongs to another tor (SAFECOOKIE's server hash differs).
  case foreignCookie(path: String)
  case passwordRefused
  case authenticationRefused(reply: String)
  /// tor offers no way to authenticate that we can use.
  case noUsableMethod
  case tooOld(TorVersion)
  /// There is no tor program for `--tor own`.
  case notInstalled
  /// The tor program that was named for the node's own tor cannot be run.
  case programUnusable(path: String, FileTrouble)
  /// The program is another one than tor, or a tor that cannot run: it answers `--version` with `said`, or nothing.
  case notTorProgram(path: String, said: String?)
  /// The node's own tor could not be started or ended at once.
  case startFailed(reason: String, log: String)
  /// The node's own tor ran, and was ended by something else than the node.
  case ended(how: String)

  package var description: String {
    switch self {
    case .unreachable(let endpoint, .denied): "tor's control socket \(endpoint) may not be used: permission denied"
    case .unreachable(let endpoint, let trouble): "tor is not running at \(endpoint): \(trouble.words)"
    case .closed: "tor closed the control connection"
    case .silent(let command): "tor does not answer \(command)"
    case .notTor(let error): error.description
    case .cookieUnreadable(let path, let trouble): "tor's control cookie \(path) cannot be read: \(trouble.words)"
    case .foreignCookie(let path): "the cookie \(path) belongs to another tor (ServerHash mismatch)"
    case .passwordRefused: "tor refused the control password"
    case .authenticationRefused(let reply): "tor refused to authenticate us: \(reply)"
    case .noUsableMethod: "tor offers no authentication that the node can use"
    case .tooOld(let version): "tor \(version) is too old; \(TorVersion.minimum) or later is needed"
    case .notInstalled: "tor is not installed"
    case .programUnusable(let path, let trouble): "the tor program \(path) cannot be run: \(trouble.words)"
    case .notTorProgram(let path, let said):
      "\(path) is not a tor: asked for its --version it "
        + (said.map { "says “\($0)”" } ?? "does not say which one it is")
    case .ended(let how): "tor ended (\(how)), starting it again"
    case .startFailed(let reason, let log): "tor could not be started: \(reason); see \(log)"
    }
  }

  /// What to do about it, or nil when the node's next try is all there is.
  package var fix: String? {
    switch self {
    case .unreachable(let endpoint, let trouble):
      Self.fix(endpoint, trouble, opening: "ControlSocketsGroupWritable 1")
    case .cookieUnreadable(let path, let trouble): Self.fix(path, trouble, opening: "CookieAuthFileGroupReadable 1")
    case .closed, .ended: nil
    case .silent: "see whether the tor process is stopped or the machine is out of memory"
    case .notTor: "correct the address of the control port: --tor-control"
    case .foreignCookie: "give the control port and the cookie file of the same tor, or run with --tor own"
    case .passwordRefused: "correct the control password file"
    case .authenticationRefused, .noUsableMethod: "add `CookieAuthentication 1` to tor's torrc and restart tor"
    case .tooOld: "upgrade the tor package"
    case .notInstalled: "install the tor package (Debian: sudo apt install tor)"
    case .programUnusable: "correct tor.binary (--tor-binary), or leave it out to use the tor on the PATH"
    case .notTorProgram:
      "set tor.binary (--tor-binary) to a tor program, or leave it out and install the tor package (Debian: "
        + "sudo apt install tor)"
    case .startFailed: "correct what the log names; a torrc.template of your own may be at fault"
    }
  }

  /// - Parameter option: the line of tor's torrc that lets the group of the file in.
  private static func fix(_ path: String, _ trouble: FileTrouble, opening option: String) -> String {
    switch trouble {
    case .missing, .refused:
      return "start tor (sudo systemctl start tor), or let the node run its own: --tor own"
    case .denied(let denial):
      let user = denial.user ?? "USER"
      guard let group = denial.group else {
        return
          "\(denial.place ?? path) lets only \(denial.owner ?? "its owner") in, and no group: add `\(option)` to tor's torrc "
          + "and let \(user) into its group, or let the node run its own tor: --tor own"
      }
      return
        "let \(user) into the group that may (sudo adduser \(user) \(group)), then log in again or restart the "
        + "service; or let the node run its own tor: --tor own"
    case .wrongContent, .other:
      return "see \(path), or let the node run its own tor: --tor own"
    }
  }
}
