import Bytes

extension PeerAddress {
  /// What is wrong with a text that is no onion address, for people: the first rule that it breaks.
  package static func mistake(in text: String) -> String {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let host = parts[0].lowercased()
    guard host.hasSuffix(".onion") else { return "it does not end with .onion" }
    let name = String(host.dropLast(6))
    let length = OnionAddress.hostnameLength - 6
    guard name.count == length else { return "it has \(name.count) characters before .onion, not \(length)" }
    if let wrong = name.first(where: { Base32.decode("\($0)a") == nil && Base32.decode("\($0)aaaaaaa") == nil }) {
      return "\(Printable.escape(String(wrong))) is none of its characters, which are a to z and 2 to 7"
    }
    if OnionAddress(hostname: host) == nil {
      return name.hasSuffix("d")
        ? "its checksum does not fit, so a character is wrong" : "it is not of version 3, whose last letter is d"
    }
    return "its port is not a number from 1 to 65535"
  }
}
