/// Looks for a member that an object of a JSON text has twice, at any depth: RFC 8259 leaves open which of them counts,
/// and decoders take one without a word.
package enum RepeatedMember {
  /// An open array or object.
  private struct Frame {
    let isObject: Bool
    /// The names of an object so far, as bytes: names that only look alike are two.
    var names: Set<[UInt8]> = []
    var isNameNext: Bool

    init(isObject: Bool) { (self.isObject, isNameNext) = (isObject, isObject) }
  }

  /// The name, or nil when there is none. The text has been decoded before; of what is no JSON nothing is said.
  package static func find(in text: [UInt8]) -> String? {
    var frames: [Frame] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "{"): frames.append(Frame(isObject: true))
      case UInt8(ascii: "["): frames.append(Frame(isObject: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = frames.popLast()
      case UInt8(ascii: ","):
        guard var frame = frames.popLast() else { continue }
        frame.isNameNext = frame.isObject
        frames.append(frame)
      case UInt8(ascii: "\""):
        let content = takeString(&rest)
        guard var frame = frames.popLast() else { continue }
        if frame.isNameNext {
          let name = unescaped(content)
          guard frame.names.insert(name).inserted else { return String(decoding: name, as: UTF8.self) }
          frame.isNameNext = false
        }
        frames.append(frame)
      default: break
      }
    }
    return nil
  }

  /// What stands before the closing quotation mark, which is taken as well.
  private static func takeString(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let whole = rest
    var isEscaped = false
    while let byte = rest.popFirst() {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        break
      }
    }
    return whole.prefix(whole.count - rest.count).dropLast()
  }

  /// One name may be written in several ways: `a` is also `\u0061`.
  private static func unescaped(_ content: ArraySlice<UInt8>) -> [UInt8] {
    guard content.contains(UInt8(ascii: "\\")) else { return Array(content) }
    let quoted = [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]
    let name = try? ControlJSON.decode(String.self, from: quoted)
    return name.map { Array($0.utf8) } ?? Array(content)
  }
}
