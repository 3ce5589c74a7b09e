import Testing
import Wire
import World

@Suite struct FrameTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func anySplitOfAStreamGivesTheSameFrames(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bodies = (0..<Int.random(in: 1...30, using: &random)).map { _ in
      random.bytes(Int.random(in: 0...5000, using: &random))
    }
    var stream = try bodies.flatMap { try FrameEncoder.frame($0) }[...]
    var decoder = FrameDecoder()
    var frames: [[UInt8]] = []
    while !stream.isEmpty {
      let piece = stream.prefix(Int.random(in: 1...9000, using: &random))
      stream = stream.dropFirst(piece.count)
      decoder.push(piece)
      while let frame = try decoder.next() { frames.append(frame) }
    }
    #expect(frames == bodies)
    #expect(decoder.pending == 0)
  }

  @Test func theLongestFrameFitsAndOneByteMoreDoesNot() throws {
    let body = [UInt8](repeating: 7, count: WireLimits.maximumFrame)
    var decoder = FrameDecoder()
    decoder.push(try FrameEncoder.frame(body))
    #expect(try decoder.next() == body)
    #expect(throws: WireError.frameTooLarge(body.count + 1)) { try FrameEncoder.frame(body + [0]) }
  }

  @Test(
    arguments: [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0x40, 0, 1], Array("GET ".utf8), [0x16, 3, 1, 2]] as [[UInt8]])
  func anOversizeLengthIsRefusedBeforeItsBytesCome(header: [UInt8]) {
    var decoder = FrameDecoder()
    decoder.push(header)
    for _ in 0..<2 { #expect(throws: WireError.self) { try decoder.next() } }
  }

  @Test func anUnfinishedFrameWaits() throws {
    var decoder = FrameDecoder(limit: 10)
    for byte: UInt8 in [0, 0, 0, 2, 9] {
      #expect(try decoder.next() == nil)
      decoder.push(CollectionOfOne(byte))
    }
    #expect(try decoder.next() == nil && decoder.pending == 5)
    decoder.push([8, 0])
    #expect(try decoder.next() == [9, 8])
    #expect(try decoder.next() == nil && decoder.pending == 1)
  }
}
