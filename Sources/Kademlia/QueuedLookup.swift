import Wire

/// A lookup that waits for others to end.
struct QueuedLookup: Sendable {
  let id: LookupID
  let target: NodeID
  let query: ValueQuery?
  let options: LookupOptions
}
