import Bytes
import ControlAPI

/// A file for people. Its name is shown as it would be saved: harmless whatever the sender calls it.
enum AttachmentText {
  /// `📎 report.pdf, 2.3 MiB, fetching 34 %`
  static func line(_ file: FileView, _ direction: MessageDirection) -> String {
    let duration = file.durationMilliseconds.map { ", \(TimeText.elapsed($0))" } ?? ""
    return
      "📎 \(Printable.escape(file.saveAs, limit: 200)), \(size(file.size))\(duration), \(phase(file, direction))"
  }

  static func phase(_ file: FileView, _ direction: MessageDirection) -> String {
    switch (file.phase, direction) {
    case (.offered, .incoming): "waits to be accepted"
    case (.offered, .outgoing): file.transferred > 0 ? "being fetched \(percent(file))" : "offered"
    case (.fetching, _): "fetching \(percent(file))"
    case (.complete, .incoming): "here"
    case (.complete, .outgoing): "complete"
    case (.declined, _), (.withdrawn, _), (.gone, _), (.damaged, _): file.phase.rawValue
    }
  }

  /// Cells of a name in a list, so that a long one does not push the rest out of sight; file show has the whole.
  private static let nameCells = 40

  static func row(_ message: MessageView) -> [String] {
    guard let file = message.file else { return [] }
    return [
      TimeText.local(message.timestamp), message.messageID, message.direction == .incoming ? "from" : "to",
      message.name.map { Printable.escape($0, limit: 64) } ?? String(message.nodeID.prefix(16)),
      Columns.cut(Printable.escape(file.saveAs, limit: 200), to: nameCells), size(file.size),
      phase(file, message.direction),
    ]
  }

  private static func percent(_ file: FileView) -> String { "\(file.transferred * 100 / max(1, file.size)) %" }

  /// `812 B`, `1.5 KiB`, `2.3 MiB`
  static func size(_ bytes: Int64) -> String {
    guard bytes >= 1024 else { return "\(bytes) B" }
    let (unit, name): (Int64, String) = bytes >= 1 << 20 ? (1 << 20, "MiB") : (1 << 10, "KiB")
    let tenths = bytes * 10 / unit
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
