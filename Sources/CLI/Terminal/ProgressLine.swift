import Bytes
import ControlAPI
import World

/// One line on the terminal that says what a long call does: stage, percent, elapsed time. Nothing without a
/// terminal that can paint over a line.
final class ProgressLine {
  private let console: Console
  private let now: () -> Instant
  private let started: Instant
  private var stage: String
  private var percent: Int?
  private var detail: String?
  private var isPainted = false
  /// The first paint waits, so that a quick answer leaves no flicker.
  private static let patience = Duration.milliseconds(400)

  init(_ stage: String, console: Console, now: @escaping () -> Instant = { SystemClock.instant }) {
    self.console = console
    self.stage = stage
    self.now = now
    started = now()
  }

  func advance(_ progress: Progress) {
    stage = progress.stage
    percent = progress.percent
    detail = progress.detail
    paint()
  }

  /// The stage goes on; `detail` says how far it is.
  func advance(_ detail: String) {
    self.detail = detail
    paint()
  }

  /// Shows where the call is now.
  func paint() {
    let elapsed = now() - started
    guard console.repaintsErrors, elapsed > ProgressLine.patience else { return }
    isPainted = true
    let parts = [
      percent.map { "\($0) %" }, detail.map { Printable.escape($0, limit: 60) }, "\(elapsed.milliseconds / 1000) s",
    ]
    let text = ([Printable.escape(stage, limit: 60)] + parts.compactMap(\.self)).joined(separator: "  ")
    console.paint("\r\u{1B}[2K\(text)")
  }

  /// Takes the line away.
  func clear() {
    if isPainted { console.paint("\r\u{1B}[2K") }
    isPainted = false
  }
}
