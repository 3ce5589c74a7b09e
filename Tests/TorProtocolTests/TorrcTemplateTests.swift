import TestWorld
import Testing
import TorProtocol

@Suite struct TorrcTemplateTests {
  @Test func theBinaryHoldsTheRepositorysFile() throws {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try Files.read("/\(package)/torrc.template")
    #expect(TorrcTemplate.standard.text == String(decoding: file, as: UTF8.self))
  }

  @Test func rendered() throws {
    let text = try TorrcTemplate.standard.rendered(.init(folder: "/var/lib/sophax/tor", isNetworkDisabled: false))
    let lines = text.split(separator: "\n")
    #expect(lines.contains("DataDirectory \"/var/lib/sophax/tor/data\""))
    #expect(lines.contains("Log \"notice file /var/lib/sophax/tor/log\""))
    #expect(lines.contains("ControlPort unix:\"/var/lib/sophax/tor/control\""))
    #expect(lines.contains("CookieAuthFile \"/var/lib/sophax/tor/control.authcookie\""))
    #expect(lines.contains("SocksPort unix:\"/var/lib/sophax/tor/socks\" ExtendedErrors"))
    #expect(lines.contains("DisableNetwork 0"))
    #expect(lines.allSatisfy { $0.hasPrefix("#") || !$0.contains("${") })
  }

  @Test func aPathCannotAddALine() throws {
    let plain = try TorrcTemplate.standard.rendered(.init(folder: "/a", isNetworkDisabled: true))
    let nasty = try TorrcTemplate.standard.rendered(
      .init(folder: "/a \"b\"\nExitRelay 1\r\\", isNetworkDisabled: true))
    #expect(nasty.split(separator: "\n").count == plain.split(separator: "\n").count)
    #expect(nasty.contains("DataDirectory \"/a \\\"b\\\"\\012ExitRelay 1\\015\\\\/data\""))
  }

  @Test func aPlaceThatHoldsAPlaceIsNotFilledTwice() throws {
    let text = try TorrcTemplate.standard.rendered(.init(folder: "/${LOG}", isNetworkDisabled: true))
    #expect(text.contains("DataDirectory \"/${LOG}/data\""))
  }

  @Test func templatesThatCannotWork() {
    let values = TorrcTemplate.Values(folder: "/a", isNetworkDisabled: true)
    let good = TorrcTemplate.standard.text
    #expect(throws: TorrcTemplate.Failure.unknownPlace("NOPE")) {
      try TorrcTemplate(text: good + "Nickname ${NOPE}\n").rendered(values)
    }
    #expect(throws: TorrcTemplate.Failure.unfinishedPlace) {
      try TorrcTemplate(text: good + "Nickname ${LOG\n").rendered(values)
    }
    #expect(throws: TorrcTemplate.Failure.missingPlace("DATA_DIRECTORY")) {
      try TorrcTemplate(text: "# ${DATA_DIRECTORY}\n").rendered(values)
    }
  }
}
