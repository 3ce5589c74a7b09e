import Glibc

/// File descriptors that are free.
enum Descriptors {
  /// What any command takes: three for the language's runtime, which traps when it gets none, two that signals write to
  /// and are read from, the control socket, and what a daemon opens before it can say so.
  private static let needed = 20

  /// Ends the process with a word about it when there are too few.
  static func require() {
    let first = open("/dev/null", O_RDONLY | O_CLOEXEC)
    // Without that device there is nothing to count with.
    guard first >= 0 || errno == EMFILE || errno == ENFILE else { return }
    var taken = first < 0 ? [] : [first]
    while let last = taken.last, taken.count < needed {
      let next = fcntl(last, F_DUPFD_CLOEXEC, 0)
      guard next >= 0 else { break }
      taken.append(next)
    }
    for descriptor in taken { close(descriptor) }
    guard taken.count < needed else { return }
    let line = Array(
      "sophax: too few files may be open at a time: raise the limit, for instance with ulimit -n 1024\n".utf8)
    _ = write(2, line, line.count)
    exit(1)
  }
}
