/// `file.wait`: waits until a message with a file is somewhere, and tells how far it is meanwhile.
package enum FileWait: ControlMethod {
  package static let method = Method.fileWait

  package enum Goal: String, Codable, Sendable, CaseIterable {
    /// The message was handed to a proven connection, or further.
    case sent
    /// A relay holds the message for the peer, or further.
    case relayed
    /// The peer has acknowledged the message.
    case delivered
    /// All of the file is where it is to be.
    case fetched
  }

  package struct Params: Codable, Sendable, Hashable {
    /// As `MessageReference.id`.
    package var id: String
    package var goal: Goal
    /// How long to wait; the daemon's own bound when absent.
    package var timeoutMilliseconds: Int64?

    package init(id: String, goal: Goal, timeoutMilliseconds: Int64? = nil) {
      self.id = id
      self.goal = goal
      self.timeoutMilliseconds = timeoutMilliseconds
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var message: MessageView
    /// Whether the goal is reached.
    package var reached: Bool

    package init(message: MessageView, reached: Bool) {
      self.message = message
      self.reached = reached
    }
  }
}
