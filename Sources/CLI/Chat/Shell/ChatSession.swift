import ControlAPI
import Terminal
import World

/// The command `chat`: chooses the face and runs it on this process's streams.
struct ChatSession {
  let context: Context

  func run() throws(Stop) -> ExitCode {
    let console = context.console
    let end = context.arguments.has("plain") || !console.hasScreen ? try runLines() : try runScreen()
    switch end {
    case .left: return .success
    case .terminalLost: throw .interrupted
    case .failed(let failure): throw .failure(failure)
    }
  }

  private var path: String {
    get throws(Stop) { try context.loadConfiguration().configuration.controlSocket }
  }

  private func runLines() throws(Stop) -> ChatEnd {
    let console = context.console
    let lines = ChatLines(wanted: context.arguments.operand(0), style: Style(isOn: console.coloursOutput))
    let loop = try ChatLoop(
      lines, path: path, input: console.input, interruption: context.interruption, signals: -1)
    return try loop.run { (face: inout ChatLines) throws(Stop) in
      let news = face.drain()
      for line in news.output { try console.print(line) }
      for line in news.talk { console.say(line) }
    } signalled: { (_: inout ChatLines, _: TerminalSignals.Kind) throws(Stop) in
    }
  }

  private func runScreen() throws(Stop) -> ChatEnd {
    let terminal = try RawTerminal(console: context.console)
    let screen = ChatScreen(wanted: context.arguments.operand(0), size: terminal.size) { TimeText.local($0) }
    let signals = TerminalSignals.watch()
    defer { TerminalSignals.release(signals) }
    let loop = try ChatLoop(
      screen, path: path, input: context.console.input, interruption: context.interruption, signals: signals)
    terminal.enter()
    defer { terminal.leave() }
    var shown: Frame?
    let colours = context.console.coloursOutput
    return try loop.run { (face: inout ChatScreen) throws(Stop) in
      switch face.takeWish() {
      case .redraw: shown = nil
      case .suspend:
        terminal.leave()
        TerminalSignals.suspend()
        terminal.enter()
        face.resize(terminal.size)
        shown = nil
      case nil: break
      }
      let frame = face.frame
      guard terminal.write(Painter.paint(frame, over: shown, colours: colours)) else { throw .interrupted }
      shown = frame
    } signalled: { (face: inout ChatScreen, kind: TerminalSignals.Kind) throws(Stop) in
      switch kind {
      case .resized:
        face.resize(terminal.size)
        face.wish = .redraw
      case .ended: throw .interrupted
      case .suspended: face.wish = .suspend
      case .resumed:
        terminal.enter()
        face.wish = .redraw
      }
    }
  }
}
