import Crypto

/// Authentication inside one control session: takes the best method that tor offers and we can use, SAFECOOKIE first.
struct ControlAuthentication: Sendable {
  enum Step: Sendable {
    /// Read the file and call `cookieRead`.
    case readCookie(path: String)
    /// Send it and hand the answer to `answered`.
    case ask(ControlCommand)
    case done
    case failed(ControlFailure)
  }

  private enum State: Sendable {
    case choosing
    case readingCookie(ProtocolInfo.Method, path: String)
    case challenged(cookie: [UInt8], path: String)
    case proving(ProtocolInfo.Method)
  }

  private let safeCookie: SafeCookie
  private let password: SecretBytes?
  private let cookiePath: String?
  private var methods: [ProtocolInfo.Method]
  private var trouble: ControlFailure?
  private var state = State.choosing

  /// `cookiePath` overrides the path that tor names.
  init(_ info: ProtocolInfo, password: SecretBytes?, cookiePath: String?, safeCookie: SafeCookie) {
    self.safeCookie = safeCookie
    self.password = password
    self.cookiePath = cookiePath ?? info.cookiePath
    let hasCookie = self.cookiePath != nil
    methods = [.safeCookie, .cookie, .hashedPassword, .null].filter { method in
      guard info.methods.contains(method) else { return false }
      return switch method {
      case .safeCookie: hasCookie
      // COOKIE shows the cookie to whoever answers: only where tor knows nothing better.
      case .cookie: hasCookie && !info.methods.contains(.safeCookie)
      case .hashedPassword: password != nil
      case .null: true
      }
    }
  }

  /// The next method's first step.
  mutating func next() -> Step {
    guard !methods.isEmpty else { return .failed(trouble ?? .noUsableMethod) }
    let method = methods.removeFirst()
    switch method {
    case .safeCookie, .cookie:
      let path = cookiePath ?? ""
      state = .readingCookie(method, path: path)
      return .readCookie(path: path)
    case .hashedPassword:
      state = .proving(method)
      return .ask(.authenticatePassword(password ?? SecretBytes(copying: [])))
    case .null:
      state = .proving(method)
      return .ask(.authenticate(proof: []))
    }
  }

  /// What came of `readCookie`; nil when none was asked for.
  mutating func cookieRead(_ result: Result<[UInt8], ReadFailure>) -> Step? {
    guard case .readingCookie(let method, let path) = state else { return nil }
    switch result {
    case .success(let cookie) where cookie.count == SafeCookie.length && method == .safeCookie:
      state = .challenged(cookie: cookie, path: path)
      return .ask(.authChallenge(clientNonce: safeCookie.clientNonce))
    case .success(let cookie) where cookie.count == SafeCookie.length:
      state = .proving(method)
      return .ask(.authenticate(proof: cookie))
    case .success: return next(after: .cookieUnreadable(path: path, .wrongContent))
    case .failure(let failure): return next(after: .cookieUnreadable(path: path, failure.trouble))
    }
  }

  /// tor's answer to what was asked last.
  mutating func answered(_ reply: ControlReply) -> Step {
    switch state {
    case .challenged(let cookie, let path):
      do {
        let proof = try safeCookie.proof(answering: reply, cookie: cookie)
        state = .proving(.safeCookie)
        return .ask(.authenticate(proof: proof))
      } catch {
        switch error {
        case .foreignCookie: return next(after: .foreignCookie(path: path))
        case .malformed: return .failed(.authenticationRefused(reply: reply.summary))
        }
      }
    case .proving(let method):
      if reply.isSuccess { return .done }
      return .failed(method == .hashedPassword ? .passwordRefused : .authenticationRefused(reply: reply.summary))
    case .choosing, .readingCookie:
      return .failed(.notTor(.unexpectedReply(to: "nothing")))
    }
  }

  private mutating func next(after trouble: ControlFailure) -> Step {
    self.trouble = trouble
    return next()
  }
}
