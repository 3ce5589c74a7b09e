import Bytes
import ControlAPI

/// What two people compare, for one of them.
enum VerificationText {
  static func lines(_ result: ContactVerify.Result) -> [String] {
    let contact = result.contact
    let state = contact.verified.map { "verified \(TimeText.local($0))" } ?? "not verified"
    return [
      "\(ContactText.name(contact))  \(contact.nodeID.prefix(16))  \(state)",
      Columns.row("their number", contact.safetyNumber.map { Printable.escape($0) } ?? "not known yet", width: 12),
      Columns.row("your number", Printable.escape(result.ownSafetyNumber), width: 12),
      Columns.row("your code", Printable.escape(result.ownCode), width: 12),
    ]
  }
}
