import ControlAPI

/// What a chat has to tell its reader beside what it shows all the time.
enum ChatNews: Hashable, Sendable {
  /// The daemon has taken the message that was handed to it.
  case handed(MessageView)
  /// It has not; the text must not be lost.
  case notHanded(String)
  /// A message came, or one of the own changed its state.
  case message(MessageView)
  /// What was begun in a conversation some other time.
  case draft(String, text: String)
  /// Another conversation is open now.
  case opened(String)
  /// A page of the open conversation came; older ones when `isOlder`.
  case page([MessageView], isOlder: Bool)
  /// What a command has to say.
  case lines([String])
  /// Nobody, or not one alone, is called what the command line named.
  case unknown(ChatBook.NotFound)
  /// A command or a call that failed.
  case alert(String)
  /// So much of a file is copied; told now and then.
  case copying(String)
  /// Something that happened and needs the reader.
  case notice(String)
  case live
  case gone(String)
  case quit
}
