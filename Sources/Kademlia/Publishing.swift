import Wire
import World

/// The publication of the own bundle.
struct Publishing: Sendable {
  /// What was last handed over to be published.
  var current: BundleRecord?
  /// A newer bundle that came while a publication was under way.
  var next: BundleRecord?
  /// Those that keep the current bundle.
  var holders: Set<NodeID> = []
  /// The publication under way.
  var report: PublishReport?
  /// Holders of it that have not answered.
  var pending = 0
  var hasReported = false
  /// When the bundle is to be published again.
  var due: Instant?
  /// Publications in a row that no holder accepted.
  var fruitless = 0
  /// When the one under way was begun.
  var begunAt: Instant?
  /// When the last one was begun that somebody accepted.
  var acceptedAt: Instant?
  /// When the record is to be read back.
  var auditDue: Instant?
  var lastAudit: AuditReport?
  /// The last finished one.
  var last: PublishReport?
}
