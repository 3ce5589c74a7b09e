import Glibc
import TestWorld

/// A clock of one program's own: the wall clock of what runs under it can be set, and the one that never jumps goes on. A few
/// lines of C that are loaded before it; what is made for that (libfaketime) moves the timers of the kernel as well.
struct FakeClock {
  private let file: String
  private let library: String

  init(in folder: String) throws {
    file = folder + "/clock"
    library = folder + "/clock.so"
    try set(days: 0)
    let source = folder + "/clock.c"
    try Files.write(Array(FakeClock.source.utf8), to: source)
    let words = [FakeClock.compiler ?? "", "-shared", "-fPIC", "-o", library, source]
    let outcome = try Subprocess(words, in: folder, name: "cc").wait(atMost: .seconds(60))
    try demand(outcome.exitCode == 0, outcome.errors)
  }

  /// How far it is off from now on.
  func set(days: Int) throws { try Files.write(Array("\(days * 86_400)\n".utf8), to: file) }

  /// The words that run others under it.
  func running(_ words: [String]) -> [String] {
    ["/usr/bin/env", "LD_PRELOAD=\(library)", "FAKE_CLOCK=\(file)"] + words
  }

  static var isPossible: Bool { compiler != nil }

  private static let compilers: [String] = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"]
  private static let compiler = compilers.first { access($0, X_OK) == 0 }

  /// Its constructor moves the environment, as some libraries that are loaded so do.
  private static let source = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>

    static long long offset(void) {
      char text[32] = {0};
      const char *path = getenv("FAKE_CLOCK");
      int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
      if (file < 0) return 0;
      ssize_t count = read(file, text, sizeof text - 1);
      close(file);
      return count > 0 ? atoll(text) : 0;
    }

    int clock_gettime(clockid_t clock, struct timespec *time) {
      int result = syscall(SYS_clock_gettime, clock, time);
      if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += offset();
      return result;
    }

    __attribute__((constructor)) static void prepare(void) { setenv("FAKE_CLOCK_IS_SET", "1", 1); }
    """
}
