/// The bounds of the control socket.
package enum Settings {
  /// Bytes of a request line without its end: a message body of the longest kind fits with every character
  /// escaped, and a client that never ends its line costs little.
  package static let maximumLine = 1 << 20
  /// Bytes of an answer line: a full routing table (256 buckets of 20) or 10,000 contacts, at 1 KiB each, fit.
  package static let maximumAnswer = 16 << 20
  /// Messages that one `message.log` hands out at most.
  package static let maximumPage = 500
  /// Bytes of one message body. Escaped as `\u0000` it grows sixfold and still fits a line; a page of the longest
  /// bodies does not fit an answer, so the daemon shortens the page and `nextCursor` says where to go on.
  package static let maximumBody = 64 * 1024
  /// Bytes of a file that one request hands over or asks for: in base64 they fit a line several times over, and the daemon
  /// is busy with them for a few milliseconds.
  package static let maximumPiece = 256 << 10
  /// Characters of a new passphrase: Argon2id makes each guess cost a second, and fewer are guessed all the same.
  package static let minimumPassphrase = 8

  /// Whether a new passphrase has enough characters, by its UTF-8 bytes.
  package static func isLongEnough(passphrase bytes: some Sequence<UInt8>) -> Bool {
    bytes.count { $0 & 0xC0 != 0x80 } >= minimumPassphrase
  }

  /// The version field of every line that `--json` prints; grows when a field changes its meaning.
  package static let outputVersion = 1
}
