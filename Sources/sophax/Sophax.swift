import CLI
import Glibc
import TorTestNetwork

/// The one binary: the command line, with the daemon and the private Tor network behind it.
@main
enum Sophax {
  static func main() async {
    StandardStreams.fill()
    Descriptors.require()
    let words = arguments
    if words.count == 3, words[0] == "testnet", words[1] == "pump" { pump(words[2]) }
    exit(await Program.run(words, in: .ofProcess(interruption: Interrupts.watch(), local: LocalActor())))
  }

  /// The words after the program's name, of which one that is not UTF-8 would else be changed without a word.
  private static var arguments: [String] {
    // Swift looks for them beside the environment, and finds none when a preloaded library has moved that.
    guard CommandLine.argc > 0 else { return CommandLineFile.words.dropFirst().map { PathText.text(of: $0) } }
    return (1..<max(1, Int(CommandLine.argc))).map { place in
      guard let word = CommandLine.unsafeArgv[place] else { return "" }
      return PathText.text(of: UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:)))
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
