import Glibc

/// Memory in pages of 2 MiB. Ten thousand simulated nodes lie in two gigabytes and are called in any order, so that with
/// small pages much of the time goes into finding out where a page is.
enum HugePages {
  private static let variable = "GLIBC_TUNABLES"

  /// Starts this program anew with them: the allocator decides that when a program starts. A variable that is set already
  /// stays as it is, and where the program cannot be started anew it goes on without.
  static func restartWithThem() {
    guard getenv(variable) == nil, setenv(variable, "glibc.malloc.hugetlb=1", 1) == 0 else { return }
    execv("/proc/self/exe", CommandLine.unsafeArgv)
  }
}
