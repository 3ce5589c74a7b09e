import ControlAPI

/// Goes on with a conversation after its newest page.
struct LogFollower {
  private let context: Context
  private let client: ControlClient
  /// The peer of the conversation; nil: all.
  private let peer: String?
  private let own: String

  /// Follows events from now on.
  init(_ context: Context, _ client: ControlClient) throws(Stop) {
    self.context = context
    self.client = client
    peer = try context.arguments.operand(0).map { (who) throws(Stop) in
      try client.call(ContactShow.self, ContactReference(who: who), within: Settings.localCall).contact.nodeID
    }
    own = try client.call(IdentityShow.self, Nothing(), within: Settings.localCall).nodeID
    _ = try client.call(EventsSubscribe.self, EventsSubscribe.Params(), within: Settings.localCall)
  }

  /// Prints what comes, without an end.
  ///
  /// - Parameter page: what was printed already.
  func run(after page: [MessageView]) throws(Stop) -> Never {
    let known = Set(page.map(\.messageID))
    let style = Style(isOn: context.console.coloursOutput)
    while true {
      let event = try client.nextEvent()
      guard peer == nil || event.nodeID == peer, event.contact?.state != .requested, let message = event.message
      else { continue }
      let isNew = !known.contains(message.messageID)
      if context.wantsJSON ? isNew || event.kind != .messageReceived : tells(event.kind, message, isNew) {
        try context.print(message) { MessageText.lines(message, style) }
      }
    }
  }

  /// Whether an event shows a person something of the conversation that was not there before.
  private func tells(_ kind: EventKind, _ message: MessageView, _ isNew: Bool) -> Bool {
    switch kind {
    case .messageReceived: isNew
    case .messageEdited, .messageReaction, .fileState: true
    case .messageState:
      switch message.state {
      case .queued: isNew
      case .failed, .cancelled: true
      // A note to oneself begins so; every other message has been queued before.
      case .read: isNew && message.nodeID == own
      case .sent, .relayed, .delivered, .received: false
      }
    case .messageDeleted, .messageExpired, .contactRequested, .contactAdded, .contactBlocked, .contactRemoved,
      .contactRenamed, .contactRead, .contactChanged, .contactKeyChanged, .sessionHealed,
      .fileRefused:
      false
    }
  }
}
