import Wire

/// What a lookup knows of one identity: its newest record, which may be a withdrawal, and who served what.
struct Finding: Sendable {
  let record: BundleRecord
  var holders: [NodeID]
  var staleHolders: [NodeID]
}
