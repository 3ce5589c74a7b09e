import ControlAPI
import Wire
import World

extension NodeConfiguration {
  /// The value of a setting as the file would hold it; nil when it is not set.
  func text(of key: ConfigurationKey) -> String? {
    switch key {
    case .dataDirectory: dataDirectory
    case .controlSocket: controlSocket
    case .torMode: tor.mode.rawValue
    case .torControl:
      switch tor.control {
      case .unix(let path): "unix:\(path)"
      case .tcp(let host, let port): "\(host):\(port)"
      case nil: nil
      }
    case .torPasswordFile: tor.passwordFile
    case .torBinary: tor.binary
    case .torTemplate: tor.template
    case .listenPort: "\(listenPort)"
    case .seeds: seeds.isEmpty ? nil : seeds.map(\.text).joined(separator: " ")
    case .logLevel: log.level.rawValue
    case .logIdentities: log.identities ? "yes" : "no"
    case .relayEnabled: relay.isOn ? "yes" : "no"
    case .mailboxDeposits: "\(relay.mailboxDeposits)"
    case .mailboxMegabytes: "\(relay.mailboxMegabytes)"
    case .identityWork: "\(work.bits)"
    case .requiredWork: "\(work.required)"
    case .chatReceipts: chat.receipts ? "yes" : "no"
    case .filesUnasked: "\(chat.filesUnasked)"
    case .filesQuota: "\(chat.filesQuota)"
    case .chatTyping: chat.typing ? "yes" : "no"
    case .chatRetention: chat.retention.map { TimeText.exact($0) } ?? "forever"
    case .passphraseFile: passphraseFile
    case .keyFile: keyFile
    }
  }
}
