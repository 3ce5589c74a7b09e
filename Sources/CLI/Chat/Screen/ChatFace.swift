import ControlAPI

/// What a chat shows to its reader and takes from the keyboard, over one book.
protocol ChatFace {
  var book: ChatBook { get set }
  /// Why the chat is over; nil: it is not.
  var end: ChatEnd? { get }
  /// What is begun for the open conversation.
  var typedText: String { get }
  /// How long to wait for the rest of what was typed; nil: nothing is begun.
  var patience: Duration? { get }

  mutating func typed(_ bytes: [UInt8])
  /// Nothing followed within the patience.
  mutating func typedNothing()
  mutating func inputEnded()
  /// The book has changed.
  mutating func noticed()
}

/// Why a chat is over.
enum ChatEnd: Hashable, Sendable {
  case left
  /// Nobody is at the keyboard any more.
  case terminalLost
  /// The line mode had a failure that scripts must learn of.
  case failed(Failure)
}
