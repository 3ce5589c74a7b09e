import Bytes
import World

/// The files that are on their way between the owner's disk and the daemon, and how far they are.
struct Copies: Sendable {
  private struct Copy {
    let call: ChatCall
    var percent: Int?
    var toldAt: Instant?
  }

  private var copies: [Copy] = []

  var isEmpty: Bool { copies.isEmpty }

  /// The same file may be sent twice.
  mutating func begin(_ call: ChatCall) { copies.append(Copy(call: call)) }

  mutating func end(_ call: ChatCall) {
    if let index = copies.firstIndex(where: { $0.call == call }) { copies.remove(at: index) }
  }

  /// More of a file is there.
  ///
  /// - Returns: what to say of it, now and then.
  mutating func advance(_ call: ChatCall, to percent: Int, at now: Instant) -> String? {
    guard let index = copies.firstIndex(where: { $0.call == call }) else { return nil }
    copies[index].percent = percent
    guard let told = copies[index].toldAt else {
      copies[index].toldAt = now
      return nil
    }
    guard now >= told + Settings.chatCopying else { return nil }
    copies[index].toldAt = now
    return "copying \(name(of: call)): \(percent) %"
  }

  /// `copying film.mp4 34 %`, and how many more there are.
  var text: String? {
    guard let first = copies.first else { return nil }
    let percent = first.percent.map { " \($0) %" } ?? ""
    let others = copies.count > 1 ? " and \(Count.text(copies.count - 1, "other"))" : ""
    return "copying \(name(of: first.call))\(percent)\(others)"
  }

  private func name(of call: ChatCall) -> String {
    guard case .sendFile(_, let path, _) = call else { return "the file" }
    return Printable.escape(path.split(separator: "/").last.map(String.init) ?? path, limit: 40)
  }
}
