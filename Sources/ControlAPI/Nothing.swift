/// The params of a method that takes none: `{}`, or absent.
package struct Nothing: Codable, Sendable, Hashable {
  package init() {}
}
