package import Wire
package import World

/// Everything that the operator of a node decides, checked and complete.
package struct NodeConfiguration: Sendable, Hashable {
  /// Which tor is used.
  package enum TorMode: String, Codable, Sendable, CaseIterable {
    /// The system's when its control socket can be used, else our own.
    case auto
    case system
    case own
  }

  /// Where a control port listens.
  package enum ControlPort: Sendable, Hashable {
    /// A Unix socket, by its absolute path.
    case unix(String)
    /// A TCP port of this machine (an IPv4 literal).
    case tcp(host: String, port: UInt16)
  }

  package struct Tor: Sendable, Hashable {
    package var mode: TorMode
    /// The control port to attach to; nil: the places where systems put it.
    package var control: ControlPort?
    /// Holds the password of a control port that wants one.
    package var passwordFile: String?
    /// The program for our own tor; nil: `tor` on the path.
    package var binary: String?
    /// The torrc template for our own tor; nil: the one that is built in.
    package var template: String?

    package init(
      mode: TorMode = .auto, control: ControlPort? = nil, passwordFile: String? = nil, binary: String? = nil,
      template: String? = nil
    ) {
      self.mode = mode
      self.control = control
      self.passwordFile = passwordFile
      self.binary = binary
      self.template = template
    }
  }

  package struct Log: Sendable, Hashable {
    package var level: LogLevel
    /// Whether lines may name peers.
    package var identities: Bool

    package init(level: LogLevel = .notice, identities: Bool = false) {
      self.level = level
      self.identities = identities
    }
  }

  /// What the node does for others.
  package struct Relay: Sendable, Hashable {
    /// Whether it passes messages on and holds them.
    package var isOn: Bool
    /// How many deposits it holds at most, and how many megabytes of them.
    package var mailboxDeposits: Int
    package var mailboxMegabytes: Int

    package init(isOn: Bool = true, mailboxDeposits: Int = 20_000, mailboxMegabytes: Int = 256) {
      self.isOn = isOn
      self.mailboxDeposits = mailboxDeposits
      self.mailboxMegabytes = mailboxMegabytes
    }
  }

  /// Proof of work on identities, so that many of them near one key cost something.
  package struct Work: Sendable, Hashable {
    /// Zero bits of the work that the node does on its own identity, once; 0: none.
    package var bits: Int
    /// The same that it asks of others before it keeps them in its routing table.
    package var required: Int

    package init(bits: Int = 20, required: Int = 0) {
      self.bits = bits
      self.required = required
    }
  }

  /// What contacts are told of the owner, unless something else is decided for one of them, and what is kept.
  package struct Chat: Sendable, Hashable {
    /// Whether they are told what was read.
    package var receipts: Bool
    /// Whether they are told that the owner writes.
    package var typing: Bool

    /// For how long messages are kept; nil: for ever.
    package var retention: Duration?
    /// Megabytes of a contact's file that are fetched without the owner's word; 0: none is.
    package var filesUnasked: Int
    /// Megabytes of files that are kept of one contact.
    package var filesQuota: Int

    package init(
      receipts: Bool = true, typing: Bool = true, retention: Duration? = nil, filesUnasked: Int = 10,
      filesQuota: Int = 1024
    ) {
      self.receipts = receipts
      self.typing = typing
      self.retention = retention
      self.filesUnasked = filesUnasked
      self.filesQuota = filesQuota
    }
  }

  /// Holds the store; made with mode 0700 by `init`.
  package var dataDirectory: String
  /// The Unix socket of the control interface.
  package var controlSocket: String
  package var tor: Tor
  /// The port of the onion service that peers dial.
  package var listenPort: UInt16
  package var seeds: [PeerAddress]
  package var log: Log
  package var relay: Relay
  package var work: Work
  package var chat: Chat
  /// Holds the passphrase of the store in its first line.
  package var passphraseFile: String?
  /// Holds the store's key for a node that starts unattended; mode 0600.
  package var keyFile: String?

  package init(
    dataDirectory: String, controlSocket: String, tor: Tor = Tor(), listenPort: UInt16 = PeerAddress.standardPort,
    seeds: [PeerAddress] = [], log: Log = Log(), relay: Relay = Relay(), work: Work = Work(),
    chat: Chat = Chat(), passphraseFile: String? = nil, keyFile: String? = nil
  ) {
    self.dataDirectory = dataDirectory
    self.controlSocket = controlSocket
    self.tor = tor
    self.listenPort = listenPort
    self.seeds = seeds
    self.log = log
    self.relay = relay
    self.work = work
    self.chat = chat
    self.passphraseFile = passphraseFile
    self.keyFile = keyFile
  }
}
