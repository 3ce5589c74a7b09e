import Crypto
import FileTransfer
import Testing
import World

@Suite struct ChunkCipherTests {
  private let file: SampleFile

  init() throws { file = try #require(SampleFile(size: 3 * 4096 + 100, seed: 1)) }

  @Test func aFileIsCutAndSealedAndOpens() throws {
    let layout = file.offer.layout
    #expect(layout.chunkCount == 4)
    #expect((0...4).map { layout.length(of: $0) } == [4096, 4096, 4096, 100, 0])
    #expect(file.sealed.reduce(0) { $0 + Int64($1.count) } == layout.sealedSize)
    var plain: [UInt8] = []
    for index in 0..<4 { plain += try file.offer.cipher.open(file.sealed[index], index: index) }
    #expect(plain == file.bytes)
  }

  @Test func whatIsWholeIsCountedFromTheBytes() {
    let layout = file.offer.layout
    for count in 0...layout.sealedSize {
      let whole = layout.wholeChunks(in: count)
      #expect(layout.sealedOffset(of: whole) <= count || whole == 4)
      #expect(whole == 4 ? count == layout.sealedSize : layout.sealedOffset(of: whole + 1) > count || whole == 3)
    }
    #expect(layout.wholeChunks(in: -1) == 0 && layout.wholeChunks(in: .max) == 4)
  }

  /// A chunk opens at its place in its file, and as it is, and not otherwise.
  @Test func aChunkIsBoundToAllThatItBelongsTo() throws {
    let (offer, sealed) = (file.offer, file.sealed[1])
    #expect(throws: CryptoError.self) { try offer.cipher.open(sealed, index: 0) }
    #expect(throws: CryptoError.self) { try offer.cipher.open(sealed, index: 4) }
    #expect(throws: CryptoError.self) { try offer.cipher.open(Array(sealed.dropLast()), index: 1) }
    for place in [0, 11, 12, 2000, sealed.count - 1] {
      var bent = sealed
      bent[place] ^= 0x40
      #expect(throws: CryptoError.self) { try offer.cipher.open(bent, index: 1) }
    }
    var chance = SeededRandom(seed: 9)
    let layout = try #require(FileLayout(size: 3 * 4096 + 101, chunkSize: 4096))
    for cipher in [
      ChunkCipher(token: .random(using: &chance), key: offer.key, layout: offer.layout),
      ChunkCipher(token: offer.token, key: SecretBytes.random(32, using: &chance), layout: offer.layout),
      ChunkCipher(token: offer.token, key: offer.key, layout: layout),
    ] {
      #expect(throws: CryptoError.self) { try cipher.open(sealed, index: 1) }
    }
  }

  @Test(
    arguments: [
      (0, 65_536), (-1, 65_536), (FileLayout.maximumSize + 1, 65_536), (Int64.max, 65_536), (1, 0), (1, 1),
      (1, 4095), (1, (256 << 10) + 1), (1, -65_536), (1, Int64.min),
    ] as [(Int64, Int64)])
  func sizesOutOfBoundsAreNoLayout(_ size: Int64, _ chunk: Int64) {
    #expect(FileLayout(size: size, chunkSize: chunk) == nil)
  }

  @Test func theBoundsAreLayouts() throws {
    #expect(FileLayout.empty.chunkCount == 0 && FileLayout.empty.sealedSize == 0)
    #expect(FileLayout.empty.wholeChunks(in: 0) == 0 && FileLayout.empty.length(of: 0) == 0)
    #expect(try #require(FileLayout(size: 1)).chunkCount == 1)
    #expect(try #require(FileLayout(size: FileLayout.maximumSize, chunkSize: 4096)).chunkCount == 25_600)
    #expect(try #require(FileLayout(size: 65_536)).chunkCount == 1)
    #expect(try #require(FileLayout(size: 65_537)).chunkCount == 2)
  }
}
