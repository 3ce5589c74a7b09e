import Glibc
import TestWorld

/// A clock of one program's own, by libfaketime: the wall clock of what runs under it can be set, and the one that never
/// jumps goes on.
struct FakeClock {
  private let file: String

  init(in folder: String) throws {
    file = folder + "/clock"
    try set(days: 0)
  }

  /// How far it is off from now on.
  func set(days: Int) throws { try Files.write(Array("\(days < 0 ? "" : "+")\(days)d\n".utf8), to: file) }

  /// The words that run others under it.
  func running(_ words: [String]) -> [String] {
    [
      "/usr/bin/env", "LD_PRELOAD=\(FakeClock.library ?? "")", "FAKETIME_TIMESTAMP_FILE=\(file)",
      "FAKETIME_CACHE_DURATION=1", "FAKETIME_DONT_FAKE_MONOTONIC=1", "DONT_FAKE_MONOTONIC=1",
    ] + words
  }

  static var isInstalled: Bool { library != nil }

  private static let libraries = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1", "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/faketime/libfaketime.so.1", "/usr/lib64/faketime/libfaketime.so.1",
  ]
  private static let library = libraries.first { access($0, R_OK) == 0 }
}
