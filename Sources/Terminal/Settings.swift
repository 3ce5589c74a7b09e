/// The bounds of what is drawn and typed.
package enum Settings {
  /// Combining marks on one character: languages stack three at most, and a text that stacks hundreds would paint over
  /// its neighbours.
  package static let maximumMarks = 4
  /// Scalars of one emoji: a family of four with skin tones has eleven.
  package static let maximumEmojiScalars = 12
  /// Bytes of one escape sequence from a keyboard: the longest known have about twenty, and noise must not pile up.
  package static let maximumSequence = 32
  /// Bytes of one paste: four times the longest message. The rest of it is dropped.
  package static let maximumPaste = 256 * 1024
  /// Bytes of the input line: the longest message, and a command around it.
  package static let maximumInput = 65 * 1024
  /// Lines that the input remembers.
  package static let maximumHistory = 500
  /// Columns and rows of a screen at most: a terminal that claims more is wrong, and its frame would cost gigabytes.
  package static let maximumSide = 1000
}
