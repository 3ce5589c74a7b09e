import ControlAPI
import Wire
import World

/// Turns the texts of settings into a checked configuration. `place` says where a text stands, for messages.
struct ConfigurationBuilder {
  private(set) var configuration: NodeConfiguration
  private let readFile: (String) throws(Failure) -> String

  init(_ directories: Directories, readFile: @escaping (String) throws(Failure) -> String) {
    configuration = NodeConfiguration(
      dataDirectory: directories.data, controlSocket: directories.controlSocket)
    self.readFile = readFile
  }

  /// Takes one setting; `base` is the directory that a relative path starts from.
  mutating func set(_ key: ConfigurationKey, to value: String, place: String, base: String) throws(Failure) {
    switch key {
    case .dataDirectory: configuration.dataDirectory = try path(value, key, place, base)
    case .controlSocket: configuration.controlSocket = try socketPath(value, key, place, base)
    case .torMode: configuration.tor.mode = try word(value, key, place)
    case .torControl: configuration.tor.control = try controlPort(value, key, place)
    case .torPasswordFile: configuration.tor.passwordFile = try path(value, key, place, base)
    case .torBinary: configuration.tor.binary = try path(value, key, place, base)
    case .torTemplate: configuration.tor.template = try path(value, key, place, base)
    case .listenPort: configuration.listenPort = try port(value, key, place)
    case .seeds: configuration.seeds = try seeds(value, place, base)
    case .logLevel: configuration.log.level = try word(value, key, place)
    case .logIdentities: configuration.log.identities = try yesOrNo(value, key, place)
    case .relayEnabled: configuration.relay.isOn = try yesOrNo(value, key, place)
    case .mailboxDeposits: configuration.relay.mailboxDeposits = try quantity(value, key, place)
    case .mailboxMegabytes: configuration.relay.mailboxMegabytes = try quantity(value, key, place)
    case .identityWork: configuration.work.bits = try bits(value, key, place)
    case .requiredWork: configuration.work.required = try bits(value, key, place)
    case .chatReceipts: configuration.chat.receipts = try yesOrNo(value, key, place)
    case .filesUnasked: configuration.chat.filesUnasked = try quantity(value, key, place)
    case .filesQuota: configuration.chat.filesQuota = try quantity(value, key, place)
    case .chatTyping: configuration.chat.typing = try yesOrNo(value, key, place)
    case .chatRetention: configuration.chat.retention = try retention(value, key, place)
    case .passphraseFile: configuration.passphraseFile = try path(value, key, place, base)
    case .keyFile: configuration.keyFile = try path(value, key, place, base)
    }
  }

  /// Puts the control socket beside the store. `place` is where the data directory was named.
  mutating func keepSocketInDataDirectory(place: String) throws(Failure) {
    let path = configuration.dataDirectory + "/control"
    guard path.utf8.count <= Settings.maximumSocketPath else {
      throw Failure(
        .badInput,
        "\(place): the control socket \(path) would be longer than the \(Settings.maximumSocketPath) "
          + "bytes of a socket's path", hint: "name a shorter one with --socket PATH or control.socket")
    }
    configuration.controlSocket = path
  }

  private func bad(_ value: String, _ key: ConfigurationKey, _ place: String) -> Failure {
    Failure(.badInput, "\(place): \(key.rawValue) = \(value) is not \(key.values)")
  }

  private func path(_ value: String, _ key: ConfigurationKey, _ place: String, _ base: String) throws(Failure)
    -> String
  {
    guard !value.isEmpty, !value.unicodeScalars.contains("\0") else { throw bad(value, key, place) }
    return plain(value.hasPrefix("/") ? value : "\(base)/\(value)")
  }

  /// The same path without empty parts and `.`, so that one directory has one name.
  private func plain(_ path: String) -> String {
    "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  private func socketPath(_ value: String, _ key: ConfigurationKey, _ place: String, _ base: String) throws(Failure)
    -> String
  {
    let path = try path(value, key, place, base)
    guard path.utf8.count <= Settings.maximumSocketPath else {
      throw Failure(
        .badInput,
        "\(place): \(key.rawValue): a socket's path has at most \(Settings.maximumSocketPath) bytes: \(path)")
    }
    return path
  }

  private func word<Word: RawRepresentable<String>>(_ value: String, _ key: ConfigurationKey, _ place: String)
    throws(Failure) -> Word
  {
    guard let word = Word(rawValue: value) else { throw bad(value, key, place) }
    return word
  }

  private func yesOrNo(_ value: String, _ key: ConfigurationKey, _ place: String) throws(Failure) -> Bool {
    switch value {
    case "yes": return true
    case "no": return false
    default: throw bad(value, key, place)
    }
  }

  private func port(_ value: String, _ key: ConfigurationKey, _ place: String) throws(Failure) -> UInt16 {
    guard let port = UInt16(value), port > 0 else { throw bad(value, key, place) }
    return port
  }

  private func quantity(_ value: String, _ key: ConfigurationKey, _ place: String) throws(Failure) -> Int {
    guard value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let number = Int(value),
      number <= Settings.largestQuantity
    else { throw bad(value, key, place) }
    return number
  }

  private func bits(_ value: String, _ key: ConfigurationKey, _ place: String) throws(Failure) -> Int {
    guard let number = try? quantity(value, key, place), number <= Settings.mostWorkBits else {
      throw bad(value, key, place)
    }
    return number
  }

  private func retention(_ value: String, _ key: ConfigurationKey, _ place: String) throws(Failure) -> Duration? {
    if value == "forever" { return nil }
    guard let time = TimeText.duration(value), time >= Settings.shortestRetention else {
      throw bad(value, key, place)
    }
    return time
  }

  /// A control port of another machine would send the key of the onion service over the network in clear.
  private func controlPort(_ value: String, _ key: ConfigurationKey, _ place: String) throws(Failure)
    -> NodeConfiguration.ControlPort
  {
    if value.hasPrefix("unix:/") { return .unix(String(value.dropFirst(5))) }
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "127.0.0.1", let port = UInt16(parts[1]), port > 0 else {
      throw bad(value, key, place)
    }
    return .tcp(host: String(parts[0]), port: port)
  }

  private func seeds(_ value: String, _ place: String, _ base: String) throws(Failure) -> [PeerAddress] {
    var seeds: [PeerAddress] = []
    for word in value.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      if word.hasPrefix("@") {
        seeds += try seedFile(try path(String(word.dropFirst()), .seeds, place, base), place)
      } else {
        seeds.append(try seed(String(word), place))
      }
    }
    return seeds.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func seedFile(_ path: String, _ place: String) throws(Failure) -> [PeerAddress] {
    var seeds: [PeerAddress] = []
    let text: String
    do throws(Failure) { text = try readFile(path) } catch {
      throw Failure(error.code, "\(place): seeds: \(error.message)", hint: error.hint)
    }
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, raw) in lines.enumerated() {
      let line = String(raw.trimmed)
      if line.isEmpty || line.hasPrefix("#") { continue }
      seeds.append(try seed(line, "\(path):\(index + 1)"))
    }
    return seeds
  }

  private func seed(_ text: String, _ place: String) throws(Failure) -> PeerAddress {
    let address = text.contains(":") ? PeerAddress(text) : OnionAddress(hostname: text).map { PeerAddress($0) }
    guard let address else {
      throw Failure(
        .badInput, "\(place): seeds: \(text) is no onion address: \(PeerAddress.mistake(in: text))")
    }
    return address
  }
}
