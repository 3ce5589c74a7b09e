import Testing
import World

@testable import Terminal

@Suite struct InputDecoderTests {
  private static let sequences: [(String, [Key])] = [
    ("a", [.text("a")]), ("héllo", [.text("héllo")]), ("中", [.text("中")]), ("👍🏽", [.text("👍🏽")]),
    ("\r", [.named(.enter)]), ("\n", [.control("j")]), ("\t", [.named(.tab)]), ("\u{7F}", [.named(.backspace)]),
    ("\u{1}", [.control("a")]), ("\u{1A}", [.control("z")]), ("\u{0}", [.control(" ")]),
    ("\u{1D}", [.control("]")]),
    ("\u{1B}[A", [.named(.up)]), ("\u{1B}OB", [.named(.down)]), ("\u{1B}[C", [.named(.right)]),
    ("\u{1B}[1;5D", [.named(.left, .control)]), ("\u{1B}[1;3A", [.named(.up, .alt)]),
    ("\u{1B}[1;8B", [.named(.down, [.shift, .alt, .control])]), ("\u{1B}[H", [.named(.home)]),
    ("\u{1B}[4~", [.named(.end)]), ("\u{1B}[3~", [.named(.delete)]), ("\u{1B}[5~", [.named(.pageUp)]),
    ("\u{1B}[6;5~", [.named(.pageDown, .control)]), ("\u{1B}[Z", [.named(.backTab)]), ("\u{1B}OP", [.named(.help)]),
    ("\u{1B}\r", [.named(.enter, .alt)]), ("\u{1B}b", [.alt("b")]), ("\u{1B}\u{7F}", [.named(.backspace, .alt)]),
    ("\u{1B}[200~one\r\ntwo\rthree\u{1B}[201~", [.paste("one\ntwo\nthree")]),
    ("\u{1B}[200~\u{1B}[31m\u{1B}[201~x", [.paste("\u{1B}[31m"), .text("x")]), ("\u{1B}[200~\u{1B}[201~", []),
    ("\u{1B}[?1;2c", []), ("\u{1B}[<0;10;10M", []), ("\u{1B}OM", [.named(.enter)]), ("\u{1B}[I", []),
    ("\u{1B}[99~", []),
    ("\u{1B}[9999999999999999999999A", [.named(.up)]), ("\u{1B}[1;99999999999999999999999A", [.named(.up)]),
  ]

  private static func decode(_ parts: [some Sequence<UInt8>]) -> [Key] {
    var decoder = InputDecoder()
    return joined(parts.flatMap { decoder.push($0) })
  }

  /// Texts that came one after the other, as one.
  private static func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { keys, key in
      if case .text(let more) = key, case .text(let text) = keys.last {
        keys[keys.count - 1] = .text(text + more)
      } else {
        keys.append(key)
      }
    }
  }

  @Test(arguments: sequences) func wholeSequence(input: String, keys: [Key]) {
    #expect(Self.decode([Array(input.utf8)]) == keys)
  }

  @Test(arguments: sequences) func cutAnywhere(input: String, keys: [Key]) {
    let bytes = Array(input.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        #expect(Self.decode([bytes[..<first], bytes[first..<second], bytes[second...]]) == keys)
      }
    }
  }

  /// Whatever is cut off, after a pause the next key is read for itself.
  @Test(arguments: sequences) func cutOff(input: String, keys: [Key]) {
    let bytes = Array(input.utf8)
    for count in 0...bytes.count {
      var decoder = InputDecoder()
      _ = decoder.push(bytes[..<count])
      _ = decoder.flush()
      #expect(!decoder.isWaiting)
      let next = decoder.push(Array("\u{1B}[A".utf8))
      #expect(next.last == .named(.up))
    }
  }

  @Test func escapeAloneIsAKeyAfterAPause() {
    var decoder = InputDecoder()
    var keys = decoder.push([0x1B])
    #expect(keys.isEmpty)
    #expect(decoder.isWaiting)
    keys = decoder.flush()
    #expect(keys == [.named(.escape)])
    keys = decoder.push([0x1B, 0x1B]) + decoder.flush()
    #expect(keys == [.named(.escape), .named(.escape)])
  }

  @Test(arguments: [[0xFF], [0xC0, 0x80], [0x80], [0xE2, 0x28, 0xA1], [0xF5], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func noValidCharacter(bytes: [UInt8]) {
    var decoder = InputDecoder()
    let keys = decoder.push(bytes + [UInt8(ascii: "x")])
    guard case .text(let text) = keys.last else {
      Issue.record("no text: \(keys)")
      return
    }
    #expect(text.hasPrefix("\u{FFFD}"))
    #expect(text.hasSuffix("x"))
  }

  @Test func longPasteIsCutAndItsEndIsSeen() {
    var decoder = InputDecoder()
    _ = decoder.push(Array("\u{1B}[200~".utf8))
    for _ in 0..<40 { _ = decoder.push([UInt8](repeating: UInt8(ascii: "x"), count: 10_000)) }
    #expect(decoder.isPasting)
    let keys = decoder.push(Array("\u{1B}[201~y".utf8))
    #expect(keys == [.paste(String(repeating: "x", count: Settings.maximumPaste)), .text("y")])
  }

  @Test func endlessSequenceIsNotTyped() {
    var decoder = InputDecoder()
    let noise = decoder.push(Array("\u{1B}[".utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 10_000))
    #expect(noise.isEmpty)
    let keys = decoder.push([UInt8(ascii: "A"), UInt8(ascii: "b")])
    #expect(keys == [.named(.up), .text("b")])
  }

  @Test(arguments: 0..<10) func noiseNeverTraps(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var decoder = InputDecoder()
    for _ in 0..<2000 {
      var bytes = random.bytes(Int.random(in: 0...12, using: &random))
      if Bool.random(using: &random) { bytes = [0x1B, UInt8(ascii: "[")] + bytes.map { $0 & 0x7F } }
      _ = decoder.push(bytes)
      if Int.random(in: 0..<5, using: &random) == 0 { _ = decoder.flush() }
    }
    _ = decoder.flush()
    #expect(!decoder.isWaiting)
  }
}
