import Glibc
import TorProtocol

/// Finds the programs of the tor package.
enum Programs {
  static func find(_ name: String) throws(TestNetworkError) -> String {
    let searchPath = getenv("PATH").map { String(cString: $0) }
    guard let path = TorProgram.candidates(name, searchPath: searchPath).first(where: { access($0, X_OK) == 0 })
    else { throw .programMissing(name: name) }
    return path
  }
}
