import Chat
import ControlAPI
import Crypto
import FileTransfer
import Reactor
import Store
import Wire
import World

/// A call that waits until a file is somewhere.
struct FileCallWait {
  let key: MessageKey
  let call: ControlCall<FileWait>
  let wait: Waits.ID
}

/// Calls that wait for files.
extension Node {
  func waitForFile(_ call: ControlCall<FileWait>) throws(RPCError) {
    let key = try fileKey(call.params.id)
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.deliveryTimeout)
    let view = try result(key).message
    guard !view.isAnswer(to: call.params.goal) else { return answer(view, call) }
    let wait = try addWait(timeout, for: call.client) { [self] in
      fileWaits.removeAll { $0.call.id == call.id && $0.call.client === call.client }
      answer(key, call)
    }
    fileWaits.append(FileCallWait(key: key, call: call, wait: wait))
    tellProgress(of: view, to: call)
  }

  /// A message or its file changed its state.
  func answerFileWaits(for key: MessageKey) {
    for waiting in fileWaits where waiting.key == key {
      guard let view = try? result(key).message else { continue }
      guard view.isAnswer(to: waiting.call.params.goal) else {
        tellProgress(of: view, to: waiting.call)
        continue
      }
      waits.end(waiting.wait)
      fileWaits.removeAll { $0.wait == waiting.wait }
      answer(view, waiting.call)
    }
  }

  /// More of a file is where it is to be.
  func tellFileProgress(of id: FileID) {
    guard !fileWaits.isEmpty, let key = try? store.file(id)?.key else { return }
    for waiting in fileWaits where waiting.key == key {
      if let view = try? result(key).message { tellProgress(of: view, to: waiting.call) }
    }
  }

  private func tellProgress(of view: MessageView, to call: ControlCall<FileWait>) {
    guard let file = view.file else { return }
    let isMoving = file.phase == .fetching || file.transferred > 0
    progress(
      call, isMoving ? "transferring" : view.state == .queued ? "connecting" : "waiting for the receiver",
      percent: isMoving ? Int(file.transferred * 100 / max(1, file.size)) : nil,
      detail: isMoving ? "\(file.transferred >> 10) of \(file.size >> 10) KiB" : nil, messageID: view.messageID)
  }

  private func answer(_ key: MessageKey, _ call: ControlCall<FileWait>) {
    do throws(RPCError) { answer(try result(key).message, call) } catch { fail(call, error) }
  }

  private func answer(_ view: MessageView, _ call: ControlCall<FileWait>) {
    finish(call, FileWait.Result(message: view, reached: view.reaches(call.params.goal)))
  }
}

extension MessageView {
  /// Whether it is where a caller waits for it to be.
  fileprivate func reaches(_ goal: FileWait.Goal) -> Bool {
    let isThere = state == .delivered || state == .read || direction == .incoming
    switch goal {
    case .sent: return isThere || state == .sent || state == .relayed
    case .relayed: return isThere || state == .relayed
    case .delivered: return isThere
    case .fetched: return isThere && file?.phase == .complete
    }
  }

  /// Whether that is reached, or can no longer come.
  fileprivate func isAnswer(to goal: FileWait.Goal) -> Bool {
    if reaches(goal) || state == .failed || state == .cancelled { return true }
    return goal == .fetched && file?.phase != .complete && file?.phase.isSettled ?? true
  }
}
