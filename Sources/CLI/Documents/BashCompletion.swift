/// A completion script for bash, made from the command table.
enum BashCompletion {
  static func script(_ commands: [Command], _ globals: [Option]) -> String {
    let nodes = CompletionNode.all(commands)
    let words = nodes.map { "    \"\($0.path)\") words=\"\($0.words.joined(separator: " "))\" ;;" }
    let values = CompletionNode.valued(commands, globals).map { option in
      "    \"\(option.path)|--\(option.name)\") \(source(option.kind)) ;;"
    }
    return """
      # bash completion for sophax
      _sophax() {
        local cur prev path word words i
        cur="${COMP_WORDS[COMP_CWORD]}"
        prev="${COMP_WORDS[COMP_CWORD-1]}"
        path=""
        for ((i = 1; i < COMP_CWORD; i++)); do
          word="${COMP_WORDS[i]}"
          case "$path${path:+ }$word" in
      \(nodes.dropFirst().map { "      \"\($0.path)\") path=\"\($0.path)\" ;;" }.joined(separator: "\n"))
          esac
        done
        COMPREPLY=()
        case "$path|$prev" in
      \(values.joined(separator: "\n"))
        esac
        case "$path" in
      \(words.joined(separator: "\n"))
        esac
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        [[ ${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$cur"))
      }
      complete -F _sophax sophax
      """
  }

  private static func source(_ kind: ValueKind) -> String {
    switch kind {
    case .choice(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$cur\")); return"
    case .file, .source: "COMPREPLY=($(compgen -f -- \"$cur\")); return"
    case .text, .integer, .duration: "return"
    }
  }
}
