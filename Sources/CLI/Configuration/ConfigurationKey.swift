/// Every setting: its name in the file, the option and the environment variable that override it.
package enum ConfigurationKey: String, Sendable, CaseIterable {
  case dataDirectory = "data.dir"
  case controlSocket = "control.socket"
  case torMode = "tor.mode"
  case torControl = "tor.control"
  case torPasswordFile = "tor.password-file"
  case torBinary = "tor.binary"
  case torTemplate = "tor.template"
  case listenPort = "listen.port"
  case seeds = "seeds"
  case logLevel = "log.level"
  case logIdentities = "log.identities"
  case relayEnabled = "relay.enabled"
  case mailboxDeposits = "mailbox.messages"
  case mailboxMegabytes = "mailbox.megabytes"
  case identityWork = "work.bits"
  case requiredWork = "work.required"
  case chatReceipts = "chat.receipts"
  case chatTyping = "chat.typing"
  case chatRetention = "chat.keep"
  case filesUnasked = "files.unasked-megabytes"
  case filesQuota = "files.quota-megabytes"
  case passphraseFile = "passphrase-file"
  case keyFile = "key-file"

  /// `data.dir` → `SOPHAX_DATA_DIR`.
  package var variable: String {
    "SOPHAX_" + rawValue.uppercased().replacing(".", with: "_").replacing("-", with: "_")
  }

  /// The option of `sophax daemon` and `sophax init`, without dashes.
  package var option: String {
    switch self {
    case .dataDirectory: "data-dir"
    case .controlSocket: "socket"
    case .torMode: "tor"
    case .torControl: "tor-control"
    case .torPasswordFile: "tor-password-file"
    case .torBinary: "tor-binary"
    case .torTemplate: "tor-template"
    case .listenPort: "port"
    case .seeds: "seed"
    case .logLevel: "log-level"
    case .logIdentities: "log-identities"
    case .relayEnabled: "relay"
    case .mailboxDeposits: "mailbox-messages"
    case .mailboxMegabytes: "mailbox-megabytes"
    case .identityWork: "work-bits"
    case .requiredWork: "work-required"
    case .chatReceipts: "chat-receipts"
    case .chatTyping: "chat-typing"
    case .chatRetention: "chat-keep"
    case .filesUnasked: "files-unasked-megabytes"
    case .filesQuota: "files-quota-megabytes"
    case .passphraseFile: "passphrase-file"
    case .keyFile: "key-file"
    }
  }

  /// What a value looks like.
  package var values: String {
    switch self {
    case .dataDirectory, .controlSocket, .torPasswordFile, .torBinary, .torTemplate, .passphraseFile, .keyFile:
      "a path"
    case .torMode: "auto, system or own"
    case .torControl: "unix:/path, or 127.0.0.1:port"
    case .listenPort: "a port from 1 to 65535"
    case .seeds: "onion addresses with or without :port, or @file with one a line, separated by spaces"
    case .logLevel: "debug, info, notice, warning or error"
    case .logIdentities, .relayEnabled, .chatReceipts, .chatTyping: "yes or no"
    case .mailboxDeposits, .mailboxMegabytes, .filesUnasked, .filesQuota: "a number from 0 to 1000000"
    case .identityWork, .requiredWork: "a number from 0 to 28"
    case .chatRetention: "forever, or a time from a day to 366 days, like 30d"
    }
  }

  /// What it decides, for the manual.
  package var summary: String {
    switch self {
    case .dataDirectory: "where the identity and the store are kept; one directory is one node"
    case .controlSocket: "the Unix socket on which the daemon listens for commands"
    case .torMode:
      "which tor is used: the system's, the node's own, or the system's if its control port can be used and the "
        + "node's own otherwise (auto)"
    case .torControl: "the control port to attach to; the usual places when not set"
    case .torPasswordFile: "holds the password in its first line, if the control port wants one"
    case .torBinary: "the tor program for the node's own tor; tor on the PATH when not set"
    case .torTemplate:
      "the configuration of the node's own tor, a changed copy of torrc.template with bridges or a proxy; the one that "
        + "is built in when not set"
    case .listenPort: "the port of the onion service, which other nodes dial"
    case .seeds: "nodes through which the directory is entered"
    case .logLevel: "the least important kind of line that is logged"
    case .logIdentities: "whether log lines may name peers; leave it at no unless you look for a fault"
    case .relayEnabled:
      "whether the node passes sealed messages on for others, holds them while their recipients are away, and copies "
        + "dead drops; its own messages use the nodes of others either way"
    case .mailboxDeposits: "how many sealed messages the node holds for others at most"
    case .mailboxMegabytes: "how many megabytes of them; at most half of either for those far away in the directory"
    case .identityWork:
      "how many zero bits the proof of work on the node's identity has, done once in the background: others prefer nodes "
        + "with 20; 0 for none"
    case .requiredWork: "how many of them others must have before the node keeps them in its routing table"
    case .chatReceipts:
      "whether contacts are told which of their messages you have read; contact set decides for one of them"
    case .chatTyping:
      "whether contacts are told that you write, and you that they do; contact set decides for one of them"
    case .chatRetention:
      "for how long messages are kept on this node, from when they came or were written; those that are not delivered yet "
        + "stay, and all do while other nodes contradict this machine's clock"
    case .filesUnasked:
      "up to how many megabytes a contact's file is fetched without your word; larger ones wait for sophax file accept"
    case .filesQuota: "how many megabytes of files are kept of one contact at most"
    case .passphraseFile: "holds the passphrase of the store in its first line; readable by its owner only"
    case .keyFile: "holds the key of the store, for a node that starts unattended; readable by its owner only"
    }
  }

  /// What holds when nothing is said, for the manual.
  package var fallback: String {
    switch self {
    case .dataDirectory: "$XDG_DATA_HOME/sophax; /var/lib/sophax with --system"
    case .controlSocket:
      "$XDG_RUNTIME_DIR/sophax/control; /run/sophax/control with --system; control in the data directory when that "
        + "is set and the socket is not"
    case .torMode: "auto"
    case .torControl, .torPasswordFile, .torBinary, .torTemplate, .seeds, .passphraseFile, .keyFile: "not set"
    case .listenPort: "25519"
    case .logLevel: "notice"
    case .logIdentities: "no"
    case .relayEnabled, .chatReceipts, .chatTyping: "yes"
    case .filesUnasked: "10"
    case .filesQuota: "1024"
    case .mailboxDeposits: "20000"
    case .mailboxMegabytes: "256"
    case .identityWork: "20"
    case .requiredWork: "0"
    case .chatRetention: "forever"
    }
  }
}
