import Chat
import E2EE
import Kademlia
import Reactor
import Relay
import Store
import Transport
import Wire
import World

/// What others do for this node: hold its messages, and those for it.
extension Node {
  // MARK: Leaving messages

  func findMailboxes(of peer: NodeID, needsBundle: Bool) {
    findNearest(to: peer, asGuest: true) { [self] contacts in
      let holders = contacts.filter { $0.nodeID != peer }.prefix(DaemonSettings.mailboxCandidates)
        .map { MailboxHolder(nodeID: $0.nodeID, address: $0.address) }
      guard needsBundle, !holders.isEmpty else { return mailboxesFound(of: peer, at: holders, nil) }
      findBundle(of: peer) { [self] bundle in mailboxesFound(of: peer, at: holders, bundle) }
    }
  }

  private func mailboxesFound(of peer: NodeID, at holders: [MailboxHolder], _ bundle: VerifiedBundle?) {
    tellChat { (engine, now) throws(ChatError) in
      try engine.mailboxesFound(of: peer, at: holders, bundle: bundle, at: now, in: store, using: &chance)
    }
  }

  /// The nodes nearest to an identifier that answered, nearest first, without this one. Whose mailbox it is concerns
  /// nobody, unless it is the own one.
  private func findNearest(to target: NodeID, asGuest: Bool, then: @escaping ([Contact]) -> Void) {
    seek(.nodes(target), LookupOptions(isGuest: asGuest), .network) { [self] outcome in
      then(outcome.closest.filter { $0.nodeID != identity.nodeID })
    }
  }

  private func findBundle(of peer: NodeID, then: @escaping (VerifiedBundle?) -> Void) {
    seek(.value(.node(peer)), LookupOptions(isGuest: true), .network) { outcome in
      then(outcome.matches.first?.record.verified)
    }
  }

  func deliver(_ deposits: [OutgoingDeposit], for peer: NodeID, to holder: MailboxHolder) {
    courier?.send(
      .deposit(deposits), for: peer, to: holder,
      onStored: { [unowned self] outgoing, deposit in
        tellChat { (engine, now) throws(ChatError) in
          try engine.deposited(outgoing.content, for: peer, deposit, at: now, in: store, using: &chance)
        }
      },
      onForwarded: { [unowned self] outgoing in
        tellChat { (engine, now) throws(ChatError) in
          try engine.forwarded(
            outgoing.content, for: peer, through: holder.nodeID, at: now, in: store, using: &chance)
        }
      },
      onEnd: { [unowned self] tookAll in
        tellChat { (engine, now) throws(ChatError) in
          try engine.depositEnded(
            for: peer, at: holder.nodeID, tookAll: tookAll, at: now, in: store, using: &chance)
        }
      })
  }

  func withdraw(_ deposits: [MailboxDeposit], of peer: NodeID) {
    for (holder, held) in Dictionary(grouping: deposits, by: \.holder) {
      courier?.send(.withdraw(held), for: peer, to: holder)
    }
  }

  // MARK: Collecting

  /// Links to the nodes nearest to this one: whatever they hold for it they hand over on the link.
  func collectMail() {
    nextCollection = loop.now.instant + DaemonSettings.collection
    findNearest(to: identity.nodeID, asGuest: false) { [self] contacts in
      let nearest = contacts.prefix(DaemonSettings.collectedNodes)
      if nearest.isEmpty { nextCollection = loop.now.instant + DaemonSettings.repeatedCollection }
      for contact in nearest {
        _ = pool?.connect(
          to: contact.nodeID, at: contact.address, isolation: isolation(for: contact.address), priority: .network)
      }
    }
  }

  /// What a holder kept for this node. It is told to delete what is stored here, once it is, and what can never be read.
  func received(delivery message: VerifiedMessage, on link: Link) {
    guard link.isProven else { return counters.count("messages.refused.unproven") }
    guard let delivery = try? Payload.decode(StoreAndForwardDelivery.self, from: message.payload) else {
      return counters.count("messages.refused.malformed")
    }
    for item in delivery.items where open(item.sealed) {
      let note = MailboxNote(kind: .collected, targetPeerID: identity.nodeID.hex)
      let ack = AckMessage(messageID: item.messageID, status: .delivered, mailbox: note)
      effects.append(.respond(link, .ack, Payload.encode(ack)))
    }
  }
}
