/// A completion script for zsh, made from the command table.
enum ZshCompletion {
  static func script(_ commands: [Command], _ globals: [Option]) -> String {
    let nodes = CompletionNode.all(commands)
    let places = nodes.map { node in
      let offers = node.words.filter { !$0.hasPrefix("-") }.map { word in
        quote("\(word):\(about(node.path, word, commands))")
      }
      let options = commands.first { $0.name == node.path }.map { command in
        (command.options + globals).map { quote("--\($0.name):\($0.summary.replacing(":", with: "\\:"))") }
      }
      let sources = [(offers, "command"), (options ?? [], "option")].filter { !$0.0.isEmpty }
      let body = sources.map { "offers=(\($0.0.joined(separator: " "))); _describe \($0.1) offers" }
      return "    \(quote(node.path))) \(body.joined(separator: "; ")) ;;"
    }
    let values = CompletionNode.valued(commands, globals).map { option in
      "    \(quote("\(option.path)|--\(option.name)"))) \(source(option.kind)); return ;;"
    }
    return """
      #compdef sophax
      # zsh completion for sophax
      _sophax() {
        local path="" word i
        local -a offers
        for ((i = 2; i < CURRENT; i++)); do
          word="${words[i]}"
          case "$path${path:+ }$word" in
      \(nodes.dropFirst().map { "      \(quote($0.path))) path=\(quote($0.path)) ;;" }.joined(separator: "\n"))
          esac
        done
        case "$path|${words[CURRENT-1]}" in
      \(values.joined(separator: "\n"))
        esac
        case "$path" in
      \(places.joined(separator: "\n"))
        esac
        _files
      }
      compdef _sophax sophax
      """
  }

  private static func source(_ kind: ValueKind) -> String {
    switch kind {
    case .choice(let words): "compadd \(words.joined(separator: " "))"
    case .file, .source: "_files"
    case .text, .integer, .duration: ":"
    }
  }

  private static func about(_ path: String, _ word: String, _ commands: [Command]) -> String {
    let name = path.isEmpty ? word : "\(path) \(word)"
    return (commands.first { $0.name == name }?.summary ?? "\(word) commands").replacing(":", with: "\\:")
  }

  private static func quote(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
