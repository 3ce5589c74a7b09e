import Testing
import TorProtocol

/// The small facts that tor tells in text.
@Suite struct TorFactsTests {
  @Test func versions() throws {
    let version = try #require(TorVersion("0.4.9.11"))
    #expect(version.description == "0.4.9.11" && version.warning == nil)
    let alpha = try #require(TorVersion("0.4.9.2-alpha (git-abc)"))
    #expect(alpha.description == "0.4.9.2-alpha" && alpha < version && alpha >= .proofOfWork)
    #expect(alpha.warning?.contains("lacks security fixes") == true)
    #expect(TorVersion("0.4.6.10")?.warning?.contains("too old") == true)
    #expect(try #require(TorVersion("0.4.10.1")) > version)
  }

  @Test(arguments: ["", "tor", "0.4.9", "0.4.9.1.2", "0.4.-9.1", "0.4.9.x", "99999999999999999999.1.1.1"])
  func noVersion(_ text: String) { #expect(TorVersion(text) == nil) }

  @Test func bootstrapPhases() throws {
    let starting = try #require(BootstrapPhase("NOTICE BOOTSTRAP PROGRESS=0 TAG=starting SUMMARY=\"Starting\""))
    #expect(starting.percent == 0 && starting.tag == "starting" && starting.summary == "Starting")
    let stuck = try #require(
      BootstrapPhase(
        "WARN BOOTSTRAP PROGRESS=14 TAG=handshake SUMMARY=\"Handshaking with a relay\" WARNING=\"No route to host\" "
          + "REASON=NOROUTE COUNT=10 RECOMMENDATION=warn HOSTID=\"AB\" HOSTADDR=\"192.0.2.1:443\""))
    #expect(stuck.percent == 14 && stuck.warning == "No route to host")
  }

  @Test(arguments: [
    "", "NOTICE", "NOTICE CIRCUIT_ESTABLISHED", "NOTICE BOOTSTRAP PROGRESS=101", "NOTICE BOOTSTRAP PROGRESS=x",
  ])
  func noPhase(_ text: String) { #expect(BootstrapPhase(text) == nil) }

  /// Field case 9: what `net/listeners/socks` may hold.
  @Test(arguments: [
    ("", []),
    ("\"unix:/run/tor/socks\"", [SOCKSEndpoint.unix(path: "/run/tor/socks")]),
    ("\"0.0.0.0:9050\"", [.tcp(host: "127.0.0.1", port: 9050)]),
    ("\"[::]:9050\"", [.tcp(host: "::1", port: 9050)]),
    ("\"127.0.0.1:0\"", []),
    (
      "\"10.0.0.2:9050\" \"unix:/run/tor/socks\" \"127.0.0.1:9150\"",
      [
        .tcp(host: "127.0.0.1", port: 9150), .unix(path: "/run/tor/socks"), .tcp(host: "10.0.0.2", port: 9050),
      ]
    ),
    ("\"unix:/a \\\"b\\\"\"", [.unix(path: "/a \"b\"")]),
    ("\"unix:\" \":9050\" \"host\" \"h:99999\" \"127.0.0.1:9050\"", [.tcp(host: "127.0.0.1", port: 9050)]),
    ("\"127.0.0.1:9050", []),
  ])
  func socksListeners(_ text: String, _ expected: [SOCKSEndpoint]) {
    #expect(SOCKSEndpoint.usable(listeners: text) == expected)
  }

  @Test func endpointsInWords() {
    #expect(SOCKSEndpoint.tcp(host: "::1", port: 9050).description == "[::1]:9050")
    #expect(SOCKSEndpoint.unix(path: "/s").description == "unix:/s")
  }

  @Test func descriptorEvents() {
    let up = HSDescEvent("HS_DESC UPLOADED abc UNKNOWN $12~r")
    #expect(up?.action == .uploaded && up?.serviceID == "abc" && up?.directory == "$12~r")
    #expect(HSDescEvent("HS_DESC UPLOAD abc UNKNOWN $12~r desc HSDIR_INDEX=00")?.action == .upload)
    #expect(HSDescEvent("HS_DESC FAILED abc NO_AUTH $12~r REASON=UPLOAD_REJECTED")?.action == .uploadRejected)
    #expect(HSDescEvent("HS_DESC FAILED abc NO_AUTH $12~r desc REASON=NOT_FOUND")?.action == .other)
    #expect(HSDescEvent("HS_DESC UPLOADED abc") == nil)
    #expect(HSDescEvent("HS_DESC_CONTENT a b c d") == nil)
  }

  @Test func programsOutsideAUsersPath() {
    let paths = TorProgram.candidates("tor", searchPath: "/home/u/bin:.:/usr/bin")
    #expect(
      paths == ["/home/u/bin/tor", "/usr/bin/tor", "/usr/local/sbin/tor", "/usr/local/bin/tor", "/usr/sbin/tor"])
  }
}
