/// The hash and extendable-output functions of FIPS 202 over one Keccak state, which can be used again for the next hash
/// and is zeroed at the end: ML-KEM hashes secrets.
struct Sponge: ~Copyable {
  /// A function: bytes taken or given per permutation, and the bits that end its input.
  struct Function {
    let rate: Int
    let suffix: UInt8

    static let sha3x256 = Function(rate: 136, suffix: 0x06)
    static let sha3x512 = Function(rate: 72, suffix: 0x06)
    static let shake128 = Function(rate: 168, suffix: 0x1f)
    static let shake256 = Function(rate: 136, suffix: 0x1f)
  }

  private let lanes: UnsafeMutablePointer<UInt64>
  private var function: Function
  private var position = 0
  private var isSqueezing = false

  init(_ function: Function) {
    self.function = function
    lanes = .allocate(capacity: 25)
    lanes.initialize(repeating: 0, count: 25)
  }

  deinit {
    wipe(UnsafeMutableRawBufferPointer(start: lanes, count: 200))
    lanes.deallocate()
  }

  /// Forgets what was absorbed and begins another hash.
  mutating func restart(_ function: Function) {
    self.function = function
    position = 0
    isSqueezing = false
    lanes.update(repeating: 0, count: 25)
  }

  mutating func absorb(_ byte: UInt8) {
    lanes[position / 8] ^= UInt64(byte) << UInt64(position % 8 * 8)
    position += 1
    if position == function.rate { permute() }
  }

  mutating func absorb(_ bytes: UnsafePointer<UInt8>, count: Int) {
    precondition(!isSqueezing, "the input has ended")
    var taken = 0
    while taken < count {
      guard position % 8 == 0, count - taken >= 8 else {
        absorb(bytes[taken])
        taken += 1
        continue
      }
      let lane = UnsafeRawPointer(bytes + taken).loadUnaligned(as: UInt64.self)
      lanes[position / 8] ^= UInt64(littleEndian: lane)
      position += 8
      taken += 8
      if position == function.rate { permute() }
    }
  }

  /// Writes the next `count` bytes of output; the first call ends the input.
  mutating func squeeze(_ target: UnsafeMutablePointer<UInt8>, count: Int) {
    if !isSqueezing { endInput() }
    var given = 0
    while given < count {
      if position == function.rate { permute() }
      if position % 8 == 0, count - given >= 8 {
        UnsafeMutableRawPointer(target + given).storeBytes(
          of: lanes[position / 8].littleEndian, as: UInt64.self)
        position += 8
        given += 8
      } else {
        target[given] = UInt8(truncatingIfNeeded: lanes[position / 8] >> UInt64(position % 8 * 8))
        position += 1
        given += 1
      }
    }
  }

  private mutating func endInput() {
    lanes[position / 8] ^= UInt64(function.suffix) << UInt64(position % 8 * 8)
    lanes[function.rate / 8 - 1] ^= 1 << 63
    permute()
    isSqueezing = true
  }

  private mutating func permute() {
    Keccak.permute(lanes)
    position = 0
  }
}
