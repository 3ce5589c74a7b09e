import Crypto
import Testing
import World

@Suite struct SecretBytesTests {
  @Test func comparesByContent() {
    #expect(SecretBytes(copying: [1, 2, 3]) == SecretBytes(copying: [1, 2, 3]))
    #expect(SecretBytes(copying: [1, 2, 3]) != SecretBytes(copying: [1, 2, 4]))
    #expect(SecretBytes(copying: [1, 2, 3]) != SecretBytes(copying: [1, 2]))
  }

  @Test func neverPrintsItself() {
    let secret = SecretBytes(copying: Array("hunter2".utf8))
    #expect("\(secret)" == "‹7 secret bytes›")
    #expect(String(reflecting: secret) == "‹7 secret bytes›")
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains("hunter2") && !dumped.contains("104"))
  }

  @Test func consumingCleansItsSource() {
    var source: [UInt8] = [9, 9, 9]
    let secret = SecretBytes(consuming: &source)
    #expect(source.isEmpty && secret.exposed == [9, 9, 9])
  }

  @Test func slicesAndJoins() {
    let secret = SecretBytes(copying: [1, 2, 3, 4])
    #expect(SecretBytes.joined([secret[0..<2], secret[2..<4]]) == secret)
  }

  @Test func seededChanceRepeats() {
    var one = SeededRandom(seed: 7)
    var other = SeededRandom(seed: 7)
    #expect(SecretBytes.random(33, using: &one) == SecretBytes.random(33, using: &other))
  }
}
