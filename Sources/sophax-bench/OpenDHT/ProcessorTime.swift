import Glibc
import TestWorld

/// What a process has used of the processors, from proc(5).
enum ProcessorTime {
  /// Seconds, in its own code and in the kernel.
  static func used(by process: Int32) throws -> Double {
    let text = String(decoding: try Files.read("/proc/\(process)/stat"), as: UTF8.self)
    // The second field is the program's name in parentheses, and may hold anything.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      throw BenchFailure.unexpected("/proc/\(process)/stat has another form")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
