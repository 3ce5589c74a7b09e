/// What a step of a system test did not find. The steps run on a thread of their own, where the test library cannot tell
/// which test is running: they throw, and the test fails with what they say.
struct Shortfall: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless the condition holds.
func demand(
  _ condition: @autoclosure () throws -> Bool, _ text: @autoclosure () throws -> String = "", line: UInt = #line
) throws {
  guard try !condition() else { return }
  throw Shortfall(description: "line \(line): \(try text())")
}
