import ControlAPI

/// Why a file is not where the caller wanted it.
enum FileOutcome {
  static func failure(_ message: MessageView) -> Failure {
    let id = message.messageID
    let isThere = message.direction == .incoming || message.state == .delivered || message.state == .read
    switch message.file?.phase {
    case .declined where message.state == .failed:
      return Failure(.stateForbids, "the message was given up", hint: "sophax msg show \(id) tells why")
    case .offered where isThere:
      return message.direction == .incoming
        ? Failure(.stateForbids, "the file is not here", hint: "sophax file accept \(id) fetches it")
        : Failure(
          .timedOut, "the receiver has not fetched the file in time",
          hint: "it stays there to be fetched; sophax file show \(id) tells how far it is")
    case .fetching:
      return Failure(
        .timedOut, "the file is not all here yet",
        hint: "it is fetched whenever its sender is connected; sophax file show \(id) tells how far it is")
    case .declined: return Failure(.stateForbids, "the file was declined")
    case .withdrawn:
      return Failure(
        .stateForbids,
        message.direction == .incoming ? "the sender has taken the file back" : "the file was taken back")
    case .gone: return Failure(.notFound, "the sender has the file no more")
    case .damaged:
      return Failure(
        .stateForbids, "what came is not what the sender said", hint: "sophax file accept \(id) fetches it again")
    case .offered, .complete, nil:
      let what = message.state == .failed || message.state == .cancelled ? "was given up" : "is not delivered yet"
      return Failure(
        message.state.isSettled ? .stateForbids : .timedOut, "the message \(what)",
        hint: "sophax msg show \(id) tells how far it is")
    }
  }
}
