import Testing
import World

@Suite struct ChanceTests {
  /// SplitMix64 from seed 1234567, as its reference implementation yields.
  @Test func seededChanceIsTheReference() {
    var chance = SeededRandom(seed: 1_234_567)
    #expect(chance.next() == 6_457_827_717_110_365_317)
    #expect(chance.next() == 3_203_168_211_198_807_973)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 33]) func bytesHaveTheirCount(count: Int) {
    var chance = SeededRandom(seed: 1)
    #expect(chance.bytes(count).count == count)
  }

  @Test func jitterStaysInItsBounds() {
    var chance = SeededRandom(seed: 1)
    for _ in 0..<1000 {
      let duration = chance.jittered(.seconds(10), by: 0.2)
      #expect(duration >= .seconds(8) && duration <= .seconds(12))
    }
  }

  @Test func countersAdd() {
    var one = Counters()
    one.count("a")
    one.count("b", by: 2)
    var other = Counters()
    other.count("a", by: 5)
    one.merge(other)
    #expect(one["a"] == 6 && one["b"] == 2 && one["c"] == 0)
  }
}
