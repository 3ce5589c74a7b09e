import ControlAPI

/// A value of `--json` with the version of its shape beside its own members.
struct Versioned<Value: Encodable>: Encodable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  private enum CodingKeys: String, CodingKey { case version = "v" }

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ControlAPI.Settings.outputVersion, forKey: .version)
  }
}
