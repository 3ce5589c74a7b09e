import ControlAPI

/// A failure as `--json` prints it.
struct FailureView: Encodable {
  struct Details: Encodable {
    let reason: String
    let message: String
    let hint: String?
    let candidates: [String]?
    let exit: Int32
  }

  let error: Details

  init(_ failure: Failure) {
    error = Details(
      reason: failure.reason, message: failure.message, hint: failure.hint,
      candidates: failure.candidates.isEmpty ? nil : failure.candidates, exit: failure.code.rawValue)
  }
}
