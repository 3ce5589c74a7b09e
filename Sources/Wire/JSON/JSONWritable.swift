/// A payload that writes its JSON by hand, because a node makes it at the rate of its signatures. The bytes
/// are those that Foundation's encoder makes; a test compares them.
protocol JSONWritable {
  /// About how many bytes it will write.
  var jsonCapacity: Int { get }

  func write(to writer: inout JSONWriter)
}
