import E2EE
import Testing

@Suite struct PaddingClassTests {
  @Test(arguments: [
    (0, 256), (1, 256), (256, 256), (257, 512), (1000, 1024), (65_536, 65_536), (65_537, 131_072),
    (200_000, 262_144),
  ])
  func fillsToTheNextClass(_ count: Int, _ size: Int) {
    #expect(PaddingClass.size(for: count) == size)
    #expect(PaddingClass.paddingLength(for: count) == size - count)
  }
}
