import Wire
import World

/// What one call of the engine works with: the time, the store, chance, and the directives so far.
struct Turn<Store: ChatStore, Chance: RandomNumberGenerator> {
  let now: Moment
  let store: Store
  let settings: ChatSettings
  var chance: Chance
  var directives: [ChatDirective] = []
  /// This node's bundle, once an initiation has asked for it.
  var ownBundle: PreKeyBundle?

  init(now: Moment, store: Store, settings: ChatSettings, chance: Chance) {
    self.now = now
    self.store = store
    self.settings = settings
    self.chance = chance
  }

  /// Asks the store, whose error becomes the chat's.
  func kept<Result>(_ question: @autoclosure () throws(Store.Failure) -> Result) throws(ChatError) -> Result {
    do throws(Store.Failure) { return try question() } catch { throw .store(error) }
  }

  /// Appends to the event log, with the state that peer and message have now, and tells those who follow it.
  ///
  /// - Parameter contact: the peer as it was, when it is there no more.
  mutating func log(
    _ kind: ChatEvent.Kind, peer: NodeID, message: MessageKey? = nil, of contact: ChatContact? = nil
  ) throws(ChatError) {
    var contact = contact
    if contact == nil { contact = try kept(store.chatContact(peer)) }
    var state: DeliveryState?
    if let message { state = try kept(store.message(message))?.state }
    let event = try kept(
      store.appendEvent(
        kind, peer: peer, message: message, state: state, contact: contact.map(ChatEvent.Contact.init),
        at: now.timestamp))
    directives.append(.event(event))
    // Trimmed in strides, so that the log costs one deletion in many events.
    if event.cursor.isMultiple(of: max(1, settings.maximumEvents / 10)) {
      try kept(store.removeEvents(before: event.cursor - settings.maximumEvents))
    }
  }

  /// Moves a sent message to a state, with an event.
  mutating func setState(_ state: DeliveryState, of key: MessageKey) throws(ChatError) {
    try kept(store.setState(state, of: key))
    try log(.messageState, peer: key.peer, message: key)
  }

  /// Adds to a message's trace. Repetitions of the last step are counted in it; when the trace is full, the last step
  /// is replaced, so that how it ended is always there.
  func trace(_ kind: DeliveryStep.Kind, of key: MessageKey, _ evidence: String) throws(ChatError) {
    let steps = try kept(store.deliverySteps(of: key))
    let time = now.timestamp
    var step = DeliveryStep(kind: kind, firstAt: time, lastAt: time, times: 1, evidence: evidence)
    var index = min(steps.count, settings.maximumSteps - 1)
    if let last = steps.last, last.kind == kind {
      step = last
      step.repeated(at: time, evidence: evidence)
      index = steps.count - 1
    }
    try kept(store.saveDeliveryStep(step, at: index, of: key))
  }
}

/// Asks a store, whose error becomes the chat's.
func kept<Store: ChatStore, Result>(
  in store: Store, _ question: @autoclosure () throws(Store.Failure) -> Result
) throws(ChatError) -> Result {
  do throws(Store.Failure) { return try question() } catch { throw .store(error) }
}
