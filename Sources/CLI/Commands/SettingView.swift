/// A setting as `config show` prints it.
struct SettingView: Encodable, Sendable {
  let key: String
  let value: String?
  /// `default`, the file and line, the variable or the option.
  let origin: String
}
