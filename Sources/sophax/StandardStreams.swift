import Glibc

/// Input, output and errors as a program may expect them.
enum StandardStreams {
  /// Opens /dev/null for those that are closed: else the first files of our own would get their numbers, and a log line
  /// would end up in one of them.
  static func fill() {
    while true {
      let descriptor = open("/dev/null", O_RDWR)
      guard descriptor <= 2 else {
        close(descriptor)
        return
      }
      if descriptor < 0 { return }
    }
  }
}
