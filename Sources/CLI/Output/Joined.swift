/// Two values as one JSON object: a thing as every command prints it, and what only this command tells of it.
struct Joined<Thing: Encodable & Sendable, Rest: Encodable & Sendable>: Encodable, Sendable {
  let thing: Thing
  let rest: Rest

  init(_ thing: Thing, _ rest: Rest) {
    self.thing = thing
    self.rest = rest
  }

  func encode(to encoder: any Encoder) throws {
    try thing.encode(to: encoder)
    try rest.encode(to: encoder)
  }
}
