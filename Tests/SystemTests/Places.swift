import Glibc

/// Makes a directory for the owner alone.
func makeDirectory(_ path: String) -> Bool { mkdir(path, 0o700) == 0 }

/// The folder of the program that runs now, where the others of the same build lie.
func programFolder(of argument: String) -> String {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count - 1)
  let whole =
    count > 0 ? String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : argument
  return whole.lastIndex(of: "/").map { String(whole[..<$0]) } ?? "."
}
