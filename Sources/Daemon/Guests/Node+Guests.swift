import Crypto
import Kademlia
import Transport
import Wire
import World

/// Lookups, and those of them that nobody shall connect with this node: a guest asks in its place.
extension Node {
  /// Begins a lookup, or has it wait when too many guests are under way.
  @discardableResult
  func seek(
    _ quest: SoughtLookup.Quest, _ options: LookupOptions, _ priority: DialPriority,
    then finish: @escaping (LookupOutcome) -> Void
  ) -> SoughtLookup {
    let lookup = SoughtLookup(quest, options, priority, finish: finish)
    if mayBegin(lookup) {
      begin(lookup)
    } else if waitingGuests.count < DaemonSettings.maximumWaitingGuests {
      waitingGuests.append(lookup)
    } else {
      counters.count("guests.refused")
      finish(.empty(quest.target, .busy))
    }
    return lookup
  }

  /// Ends a lookup early, with what it has found.
  func callOff(_ lookup: SoughtLookup) {
    if let id = lookup.id {
      tellDirectory { engine, now in engine.cancel(id, at: now, using: &chance) }
    } else if let index = waitingGuests.firstIndex(where: { $0 === lookup }) {
      waitingGuests.remove(at: index)
      lookup.finish(.empty(lookup.quest.target, .cancelled))
    }
  }

  /// A lookup has ended: its guest goes, and whoever waits for the outcome has it.
  func finished(_ id: LookupID, _ outcome: LookupOutcome) {
    guests[id]?.end()
    lookupWaits.removeValue(forKey: id)?(outcome)
  }

  // MARK: Inside

  /// People do not wait for what the node does by itself: some places are kept for them.
  private func mayBegin(_ lookup: SoughtLookup) -> Bool {
    guard lookup.options.isGuest else { return true }
    switch lookup.priority {
    case .person: return guests.count < DaemonSettings.maximumGuests
    case .network: return guests.count < DaemonSettings.maximumBackgroundGuests
    }
  }

  private func begin(_ lookup: SoughtLookup) {
    tellDirectory { engine, now in
      let (id, directives) =
        switch lookup.quest {
        case .value(let query): engine.find(query, options: lookup.options, at: now, using: &chance)
        case .nodes(let target): engine.findNode(target, options: lookup.options, at: now, using: &chance)
        }
      lookup.id = id
      lookupWaits[id] = lookup.finish
      if lookup.options.isGuest { guests[id] = makeGuest(for: id) }
      return directives
    }
  }

  private func makeGuest(for id: LookupID) -> GuestLookup {
    counters.count("guests.made")
    return GuestLookup(loop: loop, dialer: dialer, log: log.labelled("guests"), using: &chance) {
      [weak self] news in self?.heard(news, of: id)
    }
  }

  private func heard(_ news: GuestLookup.News, of lookup: LookupID) {
    switch news {
    case .answered(let id, let response, let sender):
      tellDirectory { engine, now in engine.received(response, to: id, from: sender, at: now, using: &chance) }
    case .failed(let id, let failure): fail(id, failure)
    case .ended:
      guests[lookup] = nil
      beginWaiting()
    }
  }

  private func beginWaiting() {
    for priority in [DialPriority.person, .network] {
      while let index = waitingGuests.firstIndex(where: { $0.priority == priority && mayBegin($0) }) {
        begin(waitingGuests.remove(at: index))
      }
    }
  }
}
