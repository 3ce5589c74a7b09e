import Chat
import ControlAPI
import E2EE
import Store
import Wire
import World

/// What the owner decides about a contact that is there.
extension Node {
  func setContact(_ params: ContactSet.Params) throws(RPCError) -> ContactResult {
    let contact = try contact(params.who)
    var switches = contact.switches
    switches.isMuted = params.muted ?? switches.isMuted
    if let receipts = params.receipts { switches.receipts = receipts.flag }
    if let typing = params.typing { switches.typing = typing.flag }
    if let lifetime = params.lifetimeMilliseconds {
      switches.lifetime = lifetime == 0 ? nil : .milliseconds(lifetime)
    }
    return try change(contact.nodeID) { (engine, now) throws(ChatError) in
      ((), try engine.setSwitches(switches, of: contact.nodeID, at: now, in: store, using: &chance))
    }
  }

  func session(_ params: ContactSession.Params) throws(RPCError) -> ContactSession.Result {
    let contact = try contact(params.who, preferring: .accepted)
    if params.reset == true {
      _ = try change(contact.nodeID) { (engine, now) throws(ChatError) in
        ((), try engine.resetSession(with: contact.nodeID, at: now, in: store, using: &chance))
      }
    }
    guard let now = try chatContact(contact.nodeID) else { throw RPCError(.notFound, "the contact is gone") }
    let (sessions, state) = try sessionState(of: now)
    let current = sessions?.current
    return ContactSession.Result(
      contact: try view(of: now),
      session: SessionView(
        state: state,
        handshake: (current?.handshake).map(SessionHandshake.init), role: (current?.role).map(SessionRole.init),
        opened: current?.openedAt, lastReceived: current?.lastReceived, previous: sessions?.archived.count ?? 0,
        healed: now.healedAt))
  }

  func verifyContact(_ params: ContactVerify.Params) throws(RPCError) -> ContactVerify.Result {
    var contact = try contact(params.who)
    let peer = contact.nodeID
    guard peer != identity.nodeID else { throw RPCError(ChatError.ownConversation) }
    if params.undo == true || params.code != nil {
      guard params.undo != true || params.code == nil else {
        throw RPCError(.badInput, "code and undo do not go together")
      }
      _ = try change(peer) { (engine, now) throws(ChatError) in
        guard let code = params.code else {
          return ((), try engine.unverify(peer, at: now, in: store, using: &chance))
        }
        return ((), try engine.verify(peer, by: code, at: now, in: store, using: &chance))
      }
      contact = try chatContact(peer) ?? contact
    }
    return ContactVerify.Result(
      contact: try view(of: contact), ownSafetyNumber: identity.safetyNumber.text,
      ownCode: VerificationCode(owner: identity.nodeID, other: peer).text)
  }

  func trustContact(_ params: ContactReference) throws(RPCError) -> ContactResult {
    let peer = try contact(params.who, preferring: .accepted).nodeID
    let successor: NodeID
    do throws(ChatError) {
      successor = try withChat { (engine, now) throws(ChatError) in
        let accepted = try engine.acceptKey(of: peer, at: now, in: store, using: &chance)
        return (accepted.successor, accepted.directives)
      }
    } catch {
      throw RPCError(error)
    }
    guard let contact = try chatContact(successor) else { throw RPCError(.internalFailure, "the contact is gone") }
    return ContactResult(contact: try view(of: contact))
  }

  func tellTyping(_ params: MessageTyping.Params) throws(RPCError) -> MessageTyping.Result {
    let peer = try contact(params.to, preferring: .accepted).nodeID
    do throws(ChatError) {
      return MessageTyping.Result(
        told: try withChat { (engine, now) throws(ChatError) in
          let typing = try engine.setTyping(params.typing, to: peer, at: now, in: store, using: &chance)
          return (typing.isTold, typing.directives)
        })
    } catch {
      throw RPCError(error)
    }
  }

  func draft(_ params: MessageDraft.Params) throws(RPCError) -> MessageDraft.Result {
    let peer = try contact(params.with, preferring: .accepted).nodeID
    do throws(ChatError) {
      if let text = params.text {
        try withChat { (engine, now) throws(ChatError) in
          ((), try engine.saveDraft(text, to: peer, at: now, in: store, using: &chance))
        }
      }
      return MessageDraft.Result(text: try chat.draft(to: peer, in: store))
    } catch {
      throw RPCError(error)
    }
  }
}

extension ContactSwitch {
  fileprivate var flag: Bool? {
    switch self {
    case .on: true
    case .off: false
    case .usual: nil
    }
  }
}

extension SessionRole {
  fileprivate init(_ role: Session.Role) {
    switch role {
    case .initiator: self = .initiator
    case .responder: self = .responder
    }
  }
}
