import Testing
import Wire
import World

@testable import Daemon
@testable import Kademlia

/// What the operator reads of a record that nobody takes.
@Suite struct PublishWarningTests {
  private static func report(
    asked: Int, accepted: Int = 0, refused: [String: Int] = [:], unanswered: Int = 0, isFinal: Bool = true
  ) -> PublishReport {
    var report = PublishReport(startedAt: Timestamp(milliseconds: 0), isWithdrawal: false)
    (report.asked, report.refused, report.unanswered) = (asked, refused, unanswered)
    (report.holders, report.isFinal) = ((0..<accepted).map { NodeID(words: (UInt64($0), 0, 0, 0)) }, isFinal)
    return report
  }

  @Test func saysWhatCameOfIt() {
    let warning = Self.report(asked: 20, refused: ["full": 3], unanswered: 17).warning(lag: .seconds(3600))
    #expect(
      warning
        == "directory: nobody took the own record: 20 were asked, 3 refused it, 0 hold a newer one, 17 did not answer;"
        + " it has been due for 60 minutes; it is tried again")
  }

  @Test func saysNothingWhileAllIsWell() {
    #expect(Self.report(asked: 20, accepted: 1, unanswered: 19).warning(lag: .seconds(3600)) == nil)
    #expect(Self.report(asked: 20, unanswered: 3, isFinal: false).warning(lag: .zero) == nil)
    // Just started, and alone.
    #expect(Self.report(asked: 0).warning(lag: .zero) == nil)
  }

  @Test func saysThatANodeHasBeenAloneForLong() {
    let warning = Self.report(asked: 0).warning(lag: .seconds(600))
    #expect(warning?.contains("0 were asked") == true && warning?.contains("10 minutes") == true)
  }
}
