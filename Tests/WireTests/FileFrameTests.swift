import Testing
import Wire
import World

@Suite struct FileFrameTests {
  private static let frames: [FileFrame] = {
    var chance = SeededRandom(seed: 1)
    let token = chance.bytes(16)
    return [
      .want(token: token, from: 0, limit: 1, restarts: true),
      .want(token: token, from: .max, limit: .max, restarts: false),
      .chunk(token: token, index: 7, path: [], sealed: chance.bytes(40)),
      .chunk(token: token, index: .max, path: (0..<32).map { _ in chance.bytes(32) }, sealed: []),
      .gone(token: token),
    ]
  }()

  @Test(arguments: frames) func aFrameComesBackAsItWas(_ frame: FileFrame) throws {
    #expect(FileFrame.isBegun(by: frame.encoded))
    #expect(try FileFrame.decode(frame.encoded) == frame)
  }

  /// Every shorter one is refused, unless it is a chunk with less in it.
  @Test(arguments: frames) func aCutFrameIsNone(_ frame: FileFrame) {
    let bytes = frame.encoded
    for count in 0..<bytes.count {
      let cut = try? FileFrame.decode(Array(bytes[..<count]))
      guard case .chunk(_, _, let path, let sealed) = frame else {
        #expect(cut == nil)
        continue
      }
      #expect((cut != nil) == (count >= bytes.count - sealed.count), "\(path.count) \(count)")
    }
    if case .chunk = frame { return }
    #expect(throws: WireError.self) { try FileFrame.decode(bytes + [0]) }
  }

  @Test func otherBytesAreNone() {
    let bytes = Self.frames[0].encoded
    for (place, value) in [(0, 0x7B), (0, 0xF0), (1, 0), (1, 4), (1, 255), (26, 2)] as [(Int, UInt8)] {
      var bent = bytes
      bent[place] = value
      #expect(throws: WireError.self) { try FileFrame.decode(bent) }
    }
    var many = Self.frames[3].encoded
    many[22] = 33
    #expect(throws: WireError.self) { try FileFrame.decode(many) }
    #expect(!FileFrame.isBegun(by: []) && !FileFrame.isBegun(by: Array("{}".utf8)))
  }

  @Test func noiseIsRefusedOrReadButNeverATrap() {
    var chance = SeededRandom(seed: 2)
    for _ in 0..<20_000 {
      let body =
        [0xF1, UInt8.random(in: 0...4, using: &chance)] + chance.bytes(Int.random(in: 0...90, using: &chance))
      if let frame = try? FileFrame.decode(body) { #expect(frame.encoded == body) }
    }
  }
}
