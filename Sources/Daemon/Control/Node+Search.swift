import Chat
import ControlAPI
import E2EE
import Store

/// `message.search`.
extension Node {
  func searchMessages(_ params: MessageSearch.Params) throws(RPCError) -> MessageSearch.Result {
    try checkPage(params.limit)
    guard let term = SearchTerm(params.text) else {
      throw RPCError(.badInput, "text must hold a word, and at most \(SearchTerm.maximumCount) bytes")
    }
    let place = params.beforeCursor.flatMap { Int64($0) }
    guard params.beforeCursor == nil || place != nil else {
      throw RPCError(.badInput, "beforeCursor takes the nextCursor of the answer before")
    }
    let peer = try params.with.map { (who) throws(RPCError) in try contact(who).nodeID }
    let page: SearchPage
    do throws(StoreError) {
      page = try store.searchMessages(
        for: term, with: peer, before: place, limit: params.limit, within: DaemonSettings.searchStep)
    } catch {
      throw RPCError(error)
    }
    return MessageSearch.Result(
      messages: try views(of: readable(page.found)), examined: page.examined, nextCursor: page.next.map { "\($0)" })
  }

  /// What strangers wrote is no conversation.
  private func readable(_ found: [ChatMessage]) throws(RPCError) -> [ChatMessage] {
    guard !found.isEmpty else { return [] }
    let peers = try Set(
      chatContacts().filter { $0.trust != .requested && $0.former != .requested }.map(\.nodeID) + [identity.nodeID])
    return found.filter { peers.contains($0.peer) }
  }
}
