/// A value that only the loop touches, on its way there inside a closure that crosses threads.
struct Confined<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
