import Synchronization
import Testing
import World

@Suite struct LoggerTests {
  private final class Lines: Sendable {
    private let kept = Mutex<[String]>([])
    var all: [String] { kept.withLock { $0 } }

    func logger(_ minimum: LogLevel, showsIdentities: Bool = false) -> Logger {
      Logger(label: "test", minimum: minimum, showsIdentities: showsIdentities) { level, label, text in
        self.kept.withLock { $0.append("\(level.rawValue) \(label): \(text)") }
      }
    }
  }

  @Test func identitiesStayOutUnlessAskedFor() {
    let lines = Lines()
    let peer = Redacted("abcdef")
    lines.logger(.debug).info("link to \(peer) is up")
    lines.logger(.debug, showsIdentities: true).info("link to \(peer) is up")
    #expect(lines.all == ["info test: link to ‹redacted› is up", "info test: link to abcdef is up"])
    #expect("\(peer)" == "‹redacted›" && String(reflecting: peer) == "‹redacted›")
  }

  @Test func linesBelowTheLevelAreNotEvenBuilt() {
    let lines = Lines()
    var built = 0
    func text() -> String {
      built += 1
      return "x"
    }
    lines.logger(.warning).notice("\(text())")
    lines.logger(.warning).labelled("other").error("\(text())")
    #expect(lines.all == ["error other: x"] && built == 1)
  }
}
