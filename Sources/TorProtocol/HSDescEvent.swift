/// A HS_DESC event (control-spec §4.1.25): what became of an onion service's descriptor at one directory.
package struct HSDescEvent: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// tor began to upload it.
    case upload
    case uploaded
    /// A directory refused the upload.
    case uploadRejected
    /// Fetches and everything else that says nothing about our own upload.
    case other
  }

  package var action: Action
  /// The service's name without `.onion`.
  package var serviceID: String
  /// `$fingerprint~nickname` of the directory.
  package var directory: String

  /// Reads the text of a 650 line; nil when it is another event.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 5, words[0] == "HS_DESC" else { return nil }
    action =
      switch words[1] {
      case "UPLOAD": .upload
      case "UPLOADED": .uploaded
      case "FAILED" where words.contains("REASON=UPLOAD_REJECTED"): .uploadRejected
      case _: .other
      }
    serviceID = String(words[2])
    directory = String(words[4])
  }
}
