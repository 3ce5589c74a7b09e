/// The bounds of the command line.
enum Settings {
  /// How long a call may stay without an answer that needs no network: the daemon answers from memory and disk.
  static let localCall = Duration.seconds(30)
  /// How long a call that goes through Tor waits unless told otherwise: a first circuit to an onion service may
  /// take a minute, and shorter times call living peers dead.
  static let networkCall = Duration.seconds(120)
  /// How long the daemon may take to bring a whole file to the disk: 100 MB on a slow one.
  static let diskCall = Duration.seconds(120)
  /// How long a file may take through Tor unless told otherwise.
  static let transfer = Duration.seconds(3600)
  /// How often a wait repaints its progress line.
  static let repaint = Duration.milliseconds(250)
  /// How often `status --wait` asks again.
  static let poll = Duration.milliseconds(250)
  /// Bytes of a configuration file or seed file: a thousand times what one needs, and no accident of memory.
  static let maximumFile = 1 << 20
  /// Bytes of a passphrase: far beyond what a person types, below what Argon2id would notice.
  static let maximumPassphrase = 1024
  /// The largest number of things or megabytes in a setting: a terabyte of mail is a slip of the keyboard.
  static let largestQuantity = 1_000_000
  /// Zero bits of a proof of work: beyond these its 32-bit number runs out before one is found.
  static let mostWorkBits = 28
  /// The least time for which messages are kept: below it a slip of the keyboard erases what nobody has seen.
  static let shortestRetention = Duration.seconds(86_400)
  /// The longest path of a Unix socket: `sockaddr_un` holds 108 bytes, the last a zero.
  static let maximumSocketPath = 107
  /// Messages of one page of a chat's conversation: two or three screens.
  static let chatPage = 100
  /// Messages of one conversation that a chat keeps in memory; `log --before` reaches what is older.
  static let chatHistory = 5000
  /// Messages that a search in the chat shows: a screen of them.
  static let chatFinds = 20
  /// Messages that the line mode begins with: a terminal shows as many.
  static let chatLinesPage = 20
  /// Keys that are kept while the daemon takes a message: more than anybody types in the time that takes.
  static let chatTypedAhead = 4096
  /// How often a chat asks how the node is: people see a second's delay, and the daemon answers from memory.
  static let chatStatus = Duration.seconds(2)
  /// How often a contact is told that the owner writes: the daemon tells it no more often.
  static let chatTyping = Duration.seconds(4)
  /// How long a contact counts as writing after it said so.
  static let chatWriting = Duration.seconds(8)
  /// How often what is begun is kept: so much is lost when a machine loses its power.
  static let chatDraft = Duration.seconds(2)
  /// How often the line mode says how far a file is that is copied: a line of its own each time.
  static let chatCopying = Duration.seconds(2)
  /// How often a chat looks whether the daemon is back.
  static let chatRetry = Duration.seconds(1)
  /// How long after Escape the rest of a key's sequence may take: terminals send it at once, slow lines do not.
  static let escapePatience = Duration.milliseconds(50)
  /// How long a paste may pause.
  static let pastePatience = Duration.seconds(2)
}
