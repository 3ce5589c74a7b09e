import ControlAPI

/// What reading the own record back has shown, for people.
enum AuditText {
  static func line(_ audit: AuditView) -> String {
    let parts = [
      "\(audit.replicas) of \(Count.text(audit.asked, "node")) served it",
      audit.stale > 0 ? "\(audit.stale) an older one" : nil,
      audit.missing > 0 ? "\(audit.missing) given it again" : nil,
      audit.newerElsewhere ? "a newer one is about" : nil, TimeText.local(audit.at),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
