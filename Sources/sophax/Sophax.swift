import CLI
import Glibc
import TorTestNetwork

/// The one binary: the command line, with the daemon and the private Tor network behind it.
@main
enum Sophax {
  static func main() async {
    StandardStreams.fill()
    let words = arguments
    if words.count == 3, words[0] == "testnet", words[1] == "pump", let folder = words[2] { pump(folder) }
    exit(await Program.run(words, in: .ofProcess(interruption: Interrupts.watch(), local: LocalActor())))
  }

  /// The words after the program's name; nil for one that is not UTF-8, which would be changed without a word.
  private static var arguments: [String?] {
    (1..<max(1, Int(CommandLine.argc))).map { place in
      CommandLine.unsafeArgv[place].flatMap { String(validatingCString: $0) }
    }
  }

  /// What `testnet up` starts beside the network. Not for people, so it is in no help text.
  private static func pump(_ directory: String) -> Never {
    do throws(TestNetworkError) {
      try TestNetwork.pump(directory: directory)
      exit(0)
    } catch {
      let line = Array("sophax: \(error)\n".utf8)
      _ = write(2, line, line.count)
      exit(1)
    }
  }
}
