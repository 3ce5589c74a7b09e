import Wire

/// The header's JSON, written and read by hand: a general coder would cost more than all the cryptography of a
/// message. Text in another order or spelling goes to the general coder.
extension RatchetHeader {
  private static let keyStart = Array(#"{"senderRatchetKey":""#.utf8)
  private static let lengthStart = Array(#"","previousChainLength":"#.utf8)
  private static let numberStart = Array(#","messageNumber":"#.utf8)
  private static let end = Array("}".utf8)

  var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(136)
    text += RatchetHeader.keyStart
    Base64Key.append(senderRatchetKey.bytes, to: &text)
    text += RatchetHeader.lengthStart
    text += String(previousChainLength).utf8
    text += RatchetHeader.numberStart
    text += String(messageNumber).utf8
    text += RatchetHeader.end
    return text
  }

  /// Nil unless it is a header with a key of 32 bytes.
  init?(text: [UInt8]) {
    if let header = RatchetHeader(ownForm: text) {
      self = header
    } else if let header = try? Payload.decode(RatchetHeader.self, from: text),
      header.senderRatchetKey.bytes.count == Base64Key.keyCount
    {
      self = header
    } else {
      return nil
    }
  }

  private init?(ownForm text: [UInt8]) {
    var rest = text[...]
    guard RatchetHeader.consume(RatchetHeader.keyStart, from: &rest), let key = Base64Key.consume(from: &rest),
      RatchetHeader.consume(RatchetHeader.lengthStart, from: &rest),
      let length = RatchetHeader.consumeNumber(from: &rest),
      RatchetHeader.consume(RatchetHeader.numberStart, from: &rest),
      let number = RatchetHeader.consumeNumber(from: &rest), RatchetHeader.consume(RatchetHeader.end, from: &rest),
      rest.isEmpty
    else { return nil }
    self.init(senderRatchetKey: Base64Data(key), previousChainLength: length, messageNumber: number)
  }

  private static func consume(_ prefix: [UInt8], from rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.starts(with: prefix) else { return false }
    rest = rest.dropFirst(prefix.count)
    return true
  }

  /// Decimal digits as JSON writes them: no sign, no leading zero.
  private static func consumeNumber(from rest: inout ArraySlice<UInt8>) -> UInt32? {
    var value: UInt64 = 0
    var digits = 0
    while let byte = rest.first, byte >= 0x30, byte <= 0x39, digits < 10 {
      if digits == 1, value == 0 { return nil }
      value = value * 10 + UInt64(byte - 0x30)
      digits += 1
      rest = rest.dropFirst()
    }
    return digits > 0 ? UInt32(exactly: value) : nil
  }
}
