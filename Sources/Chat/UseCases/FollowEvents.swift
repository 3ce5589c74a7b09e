extension ChatEngine {
  /// The events after a cursor, oldest first; the reader names the last one it has seen, or 0.
  ///
  /// - Throws: `eventsForgotten` when some between the cursor and the oldest kept are gone.
  package func events(
    after cursor: Int64, limit: Int, in store: some ChatStore
  ) throws(ChatError) -> [ChatEvent] {
    let cursors = try kept(in: store, store.eventCursors())
    guard let cursors else { return [] }
    if cursor < cursors.oldest - 1 { throw .eventsForgotten(oldest: cursors.oldest) }
    return try kept(in: store, store.events(after: cursor, limit: page(limit)))
  }

  /// The cursor of the last event, 0 before the first: where a reader that wants only what is new begins.
  package func lastEvent(in store: some ChatStore) throws(ChatError) -> Int64 {
    try kept(in: store, store.eventCursors())?.last ?? 0
  }
}
