import Crypto
import TestWorld
import Testing
import TorProtocol
import World

@Suite struct ControlSessionTests {
  @Test func fromGreetingToPublished() {
    var rig = SessionRig()
    rig.start()
    #expect(rig.cookieReads == ["/run/tor/control.authcookie"])
    let verbs = rig.tor.commands.map { $0.prefix { $0 != " " } }
    #expect(
      verbs == ["PROTOCOLINFO", "AUTHCHALLENGE", "AUTHENTICATE", "SETEVENTS", "GETINFO", "ADD_ONION"])
    #expect(rig.news.contains(.link(.attached)))
    #expect(rig.news.contains(.socks([.tcp(host: "127.0.0.1", port: 9050)])))
    #expect(rig.onions == [.down(reason: nil), .publishing])

    rig.deliver(rig.tor.descriptorEvent("UPLOAD"))
    #expect(rig.state.onion == .publishing)
    rig.deliver(rig.tor.descriptorEvent("UPLOADED"))
    #expect(rig.onions.last == .up)
    #expect(rig.state.isReady && rig.state.hasProofOfWork)
    #expect(rig.state.summary == "tor is ready, the onion service is published")
    #expect(rig.ended == nil)
  }

  @Test(arguments: [1, 2, 7]) func theSameInPieces(_ pieces: Int) {
    var whole = SessionRig()
    var cut = SessionRig()
    cut.pieces = pieces
    for event in ["UPLOAD", "UPLOADED"] {
      if event == "UPLOAD" {
        whole.start()
        cut.start()
      }
      whole.deliver(whole.tor.descriptorEvent(event))
      cut.deliver(cut.tor.descriptorEvent(event))
    }
    #expect(cut.news == whole.news)
    #expect(cut.tor.commands == whole.tor.commands)
  }

  @Test func closedAfterEachCommand() {
    for count in 0..<6 {
      var rig = SessionRig()
      rig.tor.commandsBeforeSilence = count
      rig.start()
      rig.carryOut(rig.session.failed(at: rig.clock.now))
      #expect(rig.ended == .closed)
      #expect(rig.session.nextDeadline == nil)
      #expect(rig.session.failed(at: rig.clock.now).isEmpty)
      #expect(rig.session.received(Array("250 OK\r\n".utf8), at: rig.clock.now).isEmpty)
    }
  }

  @Test func silentAfterEachCommand() {
    let names = ["PROTOCOLINFO", "AUTHCHALLENGE", "AUTHENTICATE", "SETEVENTS"]
    for (count, name) in names.enumerated() {
      var rig = SessionRig()
      rig.tor.commandsBeforeSilence = count
      rig.start()
      rig.advance(by: .seconds(19))
      #expect(rig.ended == nil)
      rig.advance(by: .seconds(1))
      #expect(rig.ended == .silent(command: name))
    }
  }

  /// A tor that stops later is noticed within 30 s.
  @Test func aStoppedTorIsNoticed() {
    var rig = SessionRig()
    rig.start()
    rig.tor.commandsBeforeSilence = 0
    let stopped = rig.clock.now
    while rig.ended == nil, rig.session.nextDeadline != nil { rig.advanceToDeadline() }
    #expect(rig.ended == .silent(command: "GETINFO"))
    #expect(rig.clock.now.instant - stopped.instant <= .seconds(30))
  }

  @Test func notTor() {
    var rig = SessionRig(hasOnion: false)
    rig.tor.commandsBeforeSilence = 0
    rig.start()
    rig.deliver(Array("HTTP/1.1 400 Bad Request\r\n".utf8))
    #expect(rig.ended == .notTor(.malformedLine))
  }

  @Test func anAnswerThatNobodyAskedFor() {
    var rig = SessionRig()
    rig.start()
    rig.deliver(Array("250 OK\r\n".utf8))
    #expect(rig.ended == .notTor(.unexpectedReply(to: "nothing")))
  }

  // MARK: - Authentication

  /// Field case 11: our proof is not sent to a tor that does not know the cookie.
  @Test func theCookieOfAnotherTor() {
    var rig = SessionRig()
    rig.cookieFile = .success([UInt8](repeating: 8, count: 32))
    rig.start()
    #expect(rig.ended == .foreignCookie(path: "/run/tor/control.authcookie"))
    #expect(rig.tor.commands.last?.hasPrefix("AUTHCHALLENGE") == true)
    #expect(rig.state.summary.contains("belongs to another tor"))
  }

  @Test func anUnreadableCookieNamesTheGroup() {
    var rig = SessionRig()
    rig.cookieFile = .failure(ReadFailure(.denied(FileTrouble.Denial(user: "sophax", group: "debian-tor"))))
    rig.start()
    #expect(
      rig.ended
        == .cookieUnreadable(
          path: "/run/tor/control.authcookie", .denied(FileTrouble.Denial(user: "sophax", group: "debian-tor"))))
    #expect(rig.state.summary.contains("let sophax into the group that may (sudo adduser sophax debian-tor)"))
  }

  @Test func aCookieOfTheWrongLength() {
    var rig = SessionRig()
    rig.cookieFile = .success([1, 2, 3])
    rig.start()
    #expect(rig.ended == .cookieUnreadable(path: "/run/tor/control.authcookie", .wrongContent))
  }

  @Test func aCookiePathOfOurOwn() {
    var rig = SessionRig { $0.cookiePath = "/elsewhere/cookie" }
    rig.start()
    #expect(rig.cookieReads == ["/elsewhere/cookie"])
    #expect(rig.tor.isAuthenticated)
  }

  @Test(arguments: ["COOKIE", "HASHEDPASSWORD", "NULL", "COOKIE,SAFECOOKIE,HASHEDPASSWORD"])
  func everyMethod(_ methods: String) {
    var rig = SessionRig { $0.password = SecretBytes(copying: "open sesame".utf8) }
    rig.tor.methods = methods
    rig.start()
    #expect(rig.tor.isAuthenticated)
    #expect(rig.news.contains(.link(.attached)))
  }

  @Test func thePasswordHelpsWhenTheCookieDoesNot() {
    var rig = SessionRig { $0.password = SecretBytes(copying: "open sesame".utf8) }
    rig.tor.methods = "COOKIE,SAFECOOKIE,HASHEDPASSWORD"
    rig.cookieFile = .failure(ReadFailure(.missing))
    rig.start()
    #expect(rig.tor.isAuthenticated)
  }

  @Test func theWrongPassword() {
    var rig = SessionRig { $0.password = SecretBytes(copying: "wrong".utf8) }
    rig.tor.methods = "HASHEDPASSWORD"
    rig.start()
    #expect(rig.ended == .passwordRefused)
  }

  @Test(arguments: ["HASHEDPASSWORD", "MAGIC"]) func noMethodForUs(_ methods: String) {
    var rig = SessionRig()
    rig.tor.methods = methods
    rig.start()
    #expect(rig.ended == .noUsableMethod)
  }

  @Test func tooOld() {
    var rig = SessionRig()
    rig.tor.version = "0.4.6.12"
    rig.start()
    #expect(rig.tor.commands == ["PROTOCOLINFO 1"])
    guard case .tooOld(let version) = rig.ended else {
      Issue.record("\(String(describing: rig.ended))")
      return
    }
    #expect(version.description == "0.4.6.12")
  }

  @Test func takesOwnershipOfOurOwnTor() {
    var rig = SessionRig { $0.ownsTor = true }
    rig.start()
    #expect(rig.tor.commands.contains("TAKEOWNERSHIP"))
  }

  // MARK: - The onion

  @Test func aTorWithoutProofOfWorkGetsTheOnionWithoutIt() {
    var rig = SessionRig()
    rig.tor.knowsProofOfWork = false
    rig.start()
    #expect(rig.tor.onions.count == 1)
    #expect(rig.state.onion == .publishing && !rig.state.hasProofOfWork)
    #expect(!(rig.tor.commands.last?.contains("PoW") ?? true))
  }

  /// Field case 7, and the half-open connection that still holds the onion.
  @Test(arguments: ["550 Onion address collision", "551 Failed to add Onion Service"])
  func aRefusedOnionIsAskedForAgain(_ refusal: String) {
    var rig = SessionRig()
    rig.tor.onionRefusals = Array(repeating: refusal, count: 5)
    rig.start()
    guard case .down(let reason?) = rig.state.onion else {
      Issue.record("\(rig.state.onion)")
      return
    }
    #expect(rig.state.summary == "the onion service is down: \(reason)")
    let begin = rig.clock.now
    while rig.tor.onions.isEmpty { rig.advanceToDeadline() }
    // 1 + 2 + 4 + 8 + 16 s.
    #expect(rig.clock.now.instant - begin.instant == .seconds(31))
    #expect(rig.state.onion == .publishing)
  }

  @Test func anOnionThatTorNeverTakesIsAskedForOnceAMinute() {
    var rig = SessionRig()
    rig.tor.onionRefusals = Array(repeating: "512 Failed to decode ED25519-V3 key", count: 1000)
    rig.start()
    for _ in 0..<600 { rig.advance(by: .seconds(6)) }
    let asked = rig.tor.commands.filter { $0.hasPrefix("ADD_ONION") }.count
    #expect((50...70).contains(asked))
    #expect(rig.ended == nil)
  }

  @Test func onlyOurOwnDescriptorCounts() {
    var rig = SessionRig()
    rig.start()
    let other = ScriptedTor(serviceID: "anotherservice")
    rig.deliver(other.descriptorEvent("UPLOADED"))
    #expect(rig.state.onion == .publishing)
  }

  @Test func whenEveryHolderRefusesTheOnionIsBeingPublishedAgain() {
    var rig = SessionRig()
    rig.start()
    rig.deliver(rig.tor.descriptorEvent("UPLOADED", directory: "$A"))
    rig.deliver(rig.tor.descriptorEvent("UPLOADED", directory: "$B"))
    rig.deliver(rig.tor.descriptorEvent("FAILED", directory: "$A", more: " REASON=UPLOAD_REJECTED"))
    #expect(rig.state.onion == .up)
    rig.deliver(rig.tor.descriptorEvent("FAILED", directory: "$B", more: " REASON=NOT_FOUND"))
    #expect(rig.state.onion == .up)
    rig.deliver(rig.tor.descriptorEvent("FAILED", directory: "$B", more: " REASON=UPLOAD_REJECTED"))
    #expect(rig.state.onion == .publishing)
  }

  @Test func anOnionThatNobodyConfirmsIsAddedAfresh() {
    var rig = SessionRig()
    rig.start()
    for _ in 0..<19 { rig.advance(by: .seconds(10)) }
    #expect(rig.tor.commands.filter { $0.hasPrefix("DEL_ONION") }.count == 1)
    #expect(rig.tor.commands.filter { $0.hasPrefix("ADD_ONION") }.count == 2)
    #expect(rig.tor.onions.count == 1)
  }

  @Test func withoutACircuitThePatienceDoesNotRunOut() {
    var rig = SessionRig()
    rig.tor.hasCircuit = false
    rig.start()
    for _ in 0..<60 { rig.advance(by: .seconds(10)) }
    #expect(rig.tor.commands.allSatisfy { !$0.hasPrefix("DEL_ONION") })
    rig.tor.hasCircuit = true
    rig.deliver(Array("650 STATUS_CLIENT NOTICE CIRCUIT_ESTABLISHED\r\n".utf8))
    for _ in 0..<17 { rig.advance(by: .seconds(10)) }
    #expect(rig.tor.commands.allSatisfy { !$0.hasPrefix("DEL_ONION") })
  }

  @Test func healing() {
    var rig = SessionRig()
    rig.start()
    rig.deliver(rig.tor.descriptorEvent("UPLOADED"))
    rig.carryOut(rig.session.republish(at: rig.clock.now))
    #expect(rig.state.onion == .publishing)
    #expect(rig.tor.onions.count == 1)
    rig.carryOut(rig.session.renewCircuits(at: rig.clock.now))
    #expect(rig.tor.commands.last == "SIGNAL NEWNYM")
  }

  @Test func healingBeforeThereIsAConnectionDoesNothing() {
    var rig = SessionRig()
    #expect(rig.session.republish(at: rig.clock.now).isEmpty)
    #expect(rig.session.renewCircuits(at: rig.clock.now).isEmpty)
  }

  // MARK: - News

  @Test func bootstrapAndNetworkEvents() {
    var rig = SessionRig(hasOnion: false)
    rig.tor.bootstrap = "NOTICE BOOTSTRAP PROGRESS=0 TAG=starting SUMMARY=\"Starting\""
    rig.tor.hasCircuit = false
    rig.tor.isNetworkLive = false
    rig.tor.listeners = ""
    rig.start()
    #expect(rig.state.summary == "tor is starting: 0 %, Starting")
    #expect(rig.state.socks.isEmpty)
    rig.deliver(
      Array(
        "650 STATUS_CLIENT WARN BOOTSTRAP PROGRESS=14 TAG=handshake SUMMARY=\"Handshaking\" WARNING=\"No route\"\r\n"
          .utf8))
    #expect(rig.state.summary == "tor is starting: 14 %, Handshaking (No route)")
    rig.tor.bootstrap = "NOTICE BOOTSTRAP PROGRESS=100 TAG=done SUMMARY=\"Done\""
    rig.tor.listeners = "\"127.0.0.1:9050\""
    rig.deliver(Array("650 NETWORK_LIVENESS UP\r\n650 STATUS_CLIENT NOTICE CIRCUIT_ESTABLISHED\r\n".utf8))
    rig.tor.hasCircuit = true
    rig.tor.isNetworkLive = true
    rig.deliver(Array("650 STATUS_CLIENT NOTICE BOOTSTRAP PROGRESS=100 TAG=done SUMMARY=\"Done\"\r\n".utf8))
    #expect(rig.state.isReady)
    rig.deliver(Array("650 STATUS_CLIENT NOTICE CIRCUIT_NOT_ESTABLISHED REASON=CLOCK_JUMPED\r\n".utf8))
    #expect(!rig.state.isReady)
    #expect(rig.state.summary == "tor has no circuit yet")
  }

  @Test func eventsThatSayNothingOrAreCut() {
    var rig = SessionRig()
    rig.start()
    let before = rig.news
    for text in [
      "650 HS_DESC", "650 HS_DESC UPLOADED", "650 STATUS_CLIENT", "650 STATUS_CLIENT NOTICE BOOTSTRAP", "650 ",
      "650 CIRC 5 BUILT", "650 STATUS_CLIENT NOTICE", "650 STATUS_CLIENT NOTICE DANGEROUS_SOCKS X=\"",
    ] { rig.deliver(Array((text + "\r\n").utf8)) }
    #expect(rig.news == before)
    #expect(rig.ended == nil)
  }
}
