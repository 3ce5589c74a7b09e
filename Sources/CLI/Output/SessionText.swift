import ControlAPI

/// A session for people.
enum SessionText {
  static func lines(_ session: SessionView) -> [String] {
    let rows: [(String, String)?] = [
      ("session", session.state.rawValue), session.handshake.map { ("handshake", ContactText.handshake($0)) },
      session.role.map { ("begun by", $0 == .initiator ? "you" : "them") },
      session.opened.map { ("begun", TimeText.local($0)) },
      session.lastReceived.map { ("last received", TimeText.local($0)) },
      session.previous > 0 ? ("before it", "\(session.previous) that still receive") : nil,
      session.healed.map { ("begun anew", TimeText.local($0)) },
    ]
    return rows.compactMap(\.self).map { Columns.row($0.0, $0.1, width: 13) }
  }
}
