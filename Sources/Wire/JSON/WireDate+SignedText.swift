extension WireDate {
  /// The twenty characters that a signature covers, `YYYY-MM-DDThh:mm:ssZ` in UTC. The original's formatter rounds to
  /// whole milliseconds before it cuts to the second, so a fraction of 0.9995 and more shows the next second.
  package var signedText: [UInt8] {
    let milliseconds = ((secondsSinceReference + Double(WireDate.epoch)) * 1000 + 0.5).rounded(.down)
    let seconds = (milliseconds / 1000).rounded(.down)
    // Years 0001 to 9999: beyond them the text has no defined form, and no message is accepted.
    guard seconds >= -62_135_596_800, seconds <= 253_402_300_799 else { return Array("0000-00-00T00:00:00Z".utf8) }
    return WireDate.text(secondsSince1970: Int64(seconds))
  }

  /// The Gregorian calendar by the days of 400-year cycles (H. Hinnant, "chrono-compatible low-level date
  /// algorithms", civil_from_days).
  private static func text(secondsSince1970 seconds: Int64) -> [UInt8] {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let second = seconds - days * 86_400
    let shifted = days + 719_468
    let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    var text: [UInt8] = []
    text.reserveCapacity(20)
    append(year, digits: 4, then: "-", to: &text)
    append(month, digits: 2, then: "-", to: &text)
    append(day, digits: 2, then: "T", to: &text)
    append(second / 3600, digits: 2, then: ":", to: &text)
    append(second / 60 % 60, digits: 2, then: ":", to: &text)
    append(second % 60, digits: 2, then: "Z", to: &text)
    return text
  }

  private static func append(_ value: Int64, digits: Int, then mark: Unicode.Scalar, to text: inout [UInt8]) {
    var divisor: Int64 = digits == 4 ? 1000 : 10
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
    text.append(UInt8(ascii: mark))
  }
}
