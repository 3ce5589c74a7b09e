/// A method with the types of its params and of its result: the contract that the daemon answers by and the command
/// line asks by.
package protocol ControlMethod: Sendable {
  associatedtype Params: Codable, Sendable, Hashable
  associatedtype Result: Codable, Sendable, Hashable

  static var method: Method { get }
}
