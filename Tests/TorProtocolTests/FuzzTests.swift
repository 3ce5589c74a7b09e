import TestWorld
import Testing
import TorProtocol
import World

/// Bytes from outside end in errors, never in a trap. Seeded, so that a failing run can be had again.
@Suite struct FuzzTests {
  @Test(arguments: 0..<8 as Range<UInt64>) func damagedControlTalk(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      var rig = SessionRig()
      let damage = Double.random(in: 0...0.02, using: &random)
      var state = random
      rig.damage = { bytes in Self.damaged(bytes, damage, &state) }
      rig.start()
      for event in ["UPLOAD", "UPLOADED"] {
        rig.deliver(Self.damaged(rig.tor.descriptorEvent(event), damage, &random))
      }
      for _ in 0..<5 { rig.advanceToDeadline() }
      #expect(rig.ended == nil || rig.session.nextDeadline == nil)
      _ = random.next()
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func noiseAsSocksAnswers(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let now = ManualClock().now
    let good: [UInt8] = [5, 2, 1, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    for _ in 0..<3000 {
      var handshake = try #require(SOCKS5Handshake(host: "a.onion", port: 1, isolation: "x"))
      var directives = handshake.start(at: now)
      directives += handshake.received(Self.damaged(good, 0.1, &random), at: now)
      directives += handshake.failed(at: now)
      let ends = directives.filter { if case .send = $0 { false } else { true } }
      #expect(ends.count == 1)
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>) func noiseAsControlText(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let letters = Array("\"\\= 017:[]$~.-aTZ/\u{0}\n\r".utf8)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0
      }
      let text = String(decoding: bytes, as: UTF8.self)
      _ = SOCKSEndpoint.usable(listeners: text)
      _ = BootstrapPhase("NOTICE BOOTSTRAP PROGRESS=5 \(text)")
      _ = HSDescEvent("HS_DESC \(text)")
      _ = TorVersion(text)
      let read = ControlText.arguments("K=\(ControlText.quoted(bytes)) \(text)")
      if let read { #expect(read.first?.value == bytes) }
    }
  }

  /// Flips, drops and doubles bytes.
  private static func damaged(_ bytes: [UInt8], _ rate: Double, _ random: inout SeededRandom) -> [UInt8] {
    var out: [UInt8] = []
    for byte in bytes {
      guard Double.random(in: 0..<1, using: &random) < rate else {
        out.append(byte)
        continue
      }
      switch random.next() % 3 {
      case 0: out.append(UInt8(truncatingIfNeeded: random.next()))
      case 1: out += [byte, byte]
      case _: break
      }
    }
    return out
  }
}
