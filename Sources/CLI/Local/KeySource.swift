import ControlAPI

/// Decides what opens the store: a file that was named, a credential of systemd, or an answer on the terminal. A
/// secret never comes from the command line or the environment, where others can read it.
struct KeySource {
  let context: Context
  let configuration: NodeConfiguration

  /// `choosing`: a new passphrase is made, so it is asked for twice.
  func find(choosing: Bool) throws(Stop) -> StoreKey {
    let found: StoreKey?
    do throws(RPCError) { found = try locate() } catch { throw .failure(Failure(error)) }
    if let found { return found }
    let prompt = PassphrasePrompt(console: context.console, interruption: context.interruption)
    return .passphrase(
      try prompt.ask(choosing ? "choose a passphrase for the store: " : "passphrase: ", confirming: choosing))
  }

  /// What was given, unasked; nil when there is a terminal to ask on.
  func locate() throws(RPCError) -> StoreKey? {
    if configuration.passphraseFile != nil, configuration.keyFile != nil {
      throw RPCError(
        .badInput, "both passphrase-file and key-file are set", hint: "the store is opened by one of them")
    }
    if let path = configuration.keyFile { return .keyFile(path) }
    if let path = configuration.passphraseFile { return .passphraseFile(path) }
    if let path = credential { return .credential(path) }
    guard context.console.canAsk else {
      throw RPCError(
        .wrongKey, "no passphrase: there is no terminal to ask on",
        hint: "give --passphrase-file FILE or --key-file FILE, or set passphrase-file or key-file in sophax.conf")
    }
    return nil
  }

  private var credential: String? {
    guard let directory = context.surroundings.environment["CREDENTIALS_DIRECTORY"] else { return nil }
    let path = directory + "/sophax-passphrase"
    return FileText.exists(path) ? path : nil
  }
}
