import TestWorld
import Testing
import TorProtocol
import World

@Suite struct TorStateTests {
  private let start = ManualClock().now.timestamp

  @Test func aTorThatIsNotThere() {
    var state = TorState(hasOnion: true, at: start)
    state.apply(.link(.failed(.unreachable(endpoint: "/run/tor/control", .missing))), at: start)
    #expect(
      state.summary
        == "tor is not running at /run/tor/control: no such file; fix: start tor (sudo systemctl start tor), "
        + "or let the node run its own: --tor own")
  }

  @Test func sinceWhen() {
    var state = TorState(hasOnion: true, at: start)
    let later = start + .seconds(5)
    state.apply(.link(.attached), at: later)
    state.apply(.link(.attached), at: later + .seconds(5))
    #expect(state.linkSince == later)
    state.apply(.onion(.up, hasProofOfWork: true), at: later)
    #expect(state.onionSince == later && state.hasProofOfWork)
    #expect(state.onion.word == "up")
  }

  @Test func aLostConnectionTakesTheOnionDown() throws {
    var state = TorState(hasOnion: true, at: start)
    let phase = try #require(BootstrapPhase("NOTICE BOOTSTRAP PROGRESS=100 TAG=done SUMMARY=\"Done\""))
    for news: TorNews in [
      .link(.attached), .bootstrap(phase), .circuit(true), .network(isLive: true),
      .socks([.tcp(host: "127.0.0.1", port: 9050)]), .onion(.up, hasProofOfWork: true),
    ] { state.apply(news, at: start) }
    #expect(state.isReady)
    let later = start + .seconds(60)
    state.apply(.link(.failed(.closed)), at: later)
    #expect(!state.isReady && state.onion == .down(reason: nil) && state.onionSince == later)
    #expect(state.bootstrap == nil && state.socks.isEmpty && !state.hasProofOfWork)
    #expect(state.summary == "tor closed the control connection")
  }

  /// Field case 3: waiting for a circuit would be waiting for ever.
  @Test func aQuietTorMayBeDialled() {
    var state = TorState(hasOnion: false, at: start)
    state.apply(.link(.attached), at: start)
    #expect(!state.canDial)
    state.apply(.socks([.unix(path: "/s")]), at: start)
    state.apply(.circuit(false), at: start)
    #expect(state.canDial && !state.isReady)
  }

  /// A tor that finds no directory valid for its clock does not start, and says why.
  @Test func aWrongClockThatTorWarnsOfIsSaid() throws {
    var state = TorState(hasOnion: true, at: start)
    state.apply(.link(.attached), at: start)
    let warning =
      "WARN BOOTSTRAP PROGRESS=14 TAG=handshake SUMMARY=\"Handshaking with a relay\" "
      + "WARNING=\"Clock skew -259200 in NETINFO from OR\" REASON=CLOCK_SKEW COUNT=2 RECOMMENDATION=warn"
    state.apply(.bootstrap(try #require(BootstrapPhase(warning))), at: start)
    #expect(state.fix?.contains("set this machine's clock") == true && state.words.contains("Clock skew -259200"))
    let other = warning.replacing("CLOCK_SKEW", with: "TIMEOUT")
    state.apply(.bootstrap(try #require(BootstrapPhase(other))), at: start)
    #expect(state.fix == nil)
  }

  /// Tries that lead to the same failure do not look like progress.
  @Test func aFailureStandsUntilSomethingElseHappens() {
    var state = TorState(hasOnion: true, at: start)
    let failed = TorNews.link(.failed(.foreignCookie(path: "/c")))
    state.apply(failed, at: start)
    for news in [.link(.connecting), .link(.authenticating), failed] {
      state.apply(news, at: start + .seconds(9))
      #expect(state.link == .failed(.foreignCookie(path: "/c")) && state.linkSince == start)
    }
    state.apply(.link(.attached), at: start + .seconds(10))
    #expect(state.link == .attached && state.linkSince == start + .seconds(10))
  }

  /// The list is empty until the network is there, and is asked for anew then: only that answer counts.
  @Test func noSOCKSPortIsSaidOnlyOfATorThatIsConnected() throws {
    var state = TorState(hasOnion: true, at: start)
    let phase = try #require(BootstrapPhase("NOTICE BOOTSTRAP PROGRESS=100 TAG=done SUMMARY=\"Done\""))
    for news: TorNews in [
      .link(.attached), .socks([]), .circuit(true), .bootstrap(phase), .network(isLive: true),
    ] {
      state.apply(news, at: start)
      #expect(!state.words.contains("no SOCKS port") && state.fix == nil, "\(news)")
    }
    state.apply(.socks([]), at: start)
    #expect(state.words == "tor has no SOCKS port" && state.fix?.contains("SocksPort") == true)
    state.apply(.socks([.unix(path: "/s")]), at: start)
    #expect(state.words.hasPrefix("the onion service") && state.fix == nil)
  }

  @Test func withoutAnOnionThereIsNoneToBeDown() {
    var state = TorState(hasOnion: false, at: start)
    state.apply(.link(.failed(.closed)), at: start)
    #expect(state.onion == .none)
  }

  @Test func everyFailureHasWordsAndMostAFix() throws {
    let old = try #require(TorVersion("0.4.1.1"))
    let failures: [ControlFailure] = [
      .unreachable(endpoint: "/s", .refused), .closed, .silent(command: "GETINFO"), .notTor(.malformedLine),
      .cookieUnreadable(path: "/c", .denied(FileTrouble.Denial(user: nil))), .foreignCookie(path: "/c"),
      .passwordRefused,
      .authenticationRefused(reply: "515 no"), .noUsableMethod, .tooOld(old), .notInstalled,
      .startFailed(reason: "x", log: "/l"), .programUnusable(path: "/p", .missing),
      .notTorProgram(path: "/p", said: nil), .notTorProgram(path: "/p", said: "true 9.1"),
      .ended(how: "signal 9"),
      .unreachable(endpoint: "/s", .denied(FileTrouble.Denial(user: "sophax", group: "debian-tor"))),
    ]
    #expect(Set(failures.map(\.description)).count == failures.count)
    #expect(failures.filter { $0.fix == nil } == [.closed, .ended(how: "signal 9")])
  }

  /// Nobody is sent into a group that the file does not let in.
  @Test func aFixForAPermissionNamesTheGroupThatHasIt() {
    let tor = FileTrouble.Denial(user: "sophax", place: "/run/x", owner: "alice", group: "staff")
    #expect(
      ControlFailure.unreachable(endpoint: "/run/x", .denied(tor)).fix?.contains("adduser sophax staff") == true)
    let alone = FileTrouble.Denial(user: "sophax", place: "/run/x", owner: "alice")
    for (failure, option) in [
      (ControlFailure.unreachable(endpoint: "/run/x", .denied(alone)), "ControlSocketsGroupWritable"),
      (.cookieUnreadable(path: "/run/x", .denied(alone)), "CookieAuthFileGroupReadable"),
    ] {
      #expect(failure.fix?.contains("/run/x lets only alice in") == true && failure.fix?.contains(option) == true)
      #expect(failure.fix?.contains("adduser") == false)
    }
  }
}
