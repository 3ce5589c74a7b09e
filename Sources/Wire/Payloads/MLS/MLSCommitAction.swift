/// What the coordinator is asked to do.
package enum MLSCommitAction: String, Codable, CaseIterable, Sendable {
  case add
  case remove
}
