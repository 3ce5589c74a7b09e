import Chat
import Crypto
import FileTransfer
import Glibc
import TestWorld
import Testing
import World

@testable import Store

/// What the store and the shelf keep of files.
@Suite struct FileStoreTests {
  let test: TestVault
  let store: NodeStore
  let id: FileID
  private let offer: FileOffer

  init() throws {
    test = try TestVault()
    store = try test.created()
    var chance = SeededRandom(seed: 1)
    id = .random(using: &chance)
    let layout = try #require(FileLayout(size: 200_000))
    offer = try #require(
      FileOffer(
        token: id, key: SecretBytes.random(32, using: &chance), layout: layout, root: chance.bytes(32)))
  }

  private func message(_ key: MessageKey, _ file: ChatFile?, position: Int64 = 1) -> ChatMessage {
    ChatMessage(
      key: key, body: "caption", sentAt: Sample.time(1), receivedAt: nil, position: position, sequence: position,
      file: file, state: .queued)
  }

  @Test func aMessageKeepsItsFile() throws {
    let files = [
      nil, ChatFile(kind: .file, name: nil, mime: nil, size: 3),
      ChatFile(kind: .audio, name: "a\0/..", mime: "audio/ogg", duration: .milliseconds(1500), size: 9),
      ChatFile(kind: .image, name: "b", mime: nil, size: 200_000, offer: offer),
    ]
    for (number, file) in files.enumerated() {
      let message = message(Sample.key(1, "m\(number)"), file, position: Int64(number + 1))
      try store.insertMessage(message)
      #expect(try store.message(message.key) == message)
    }
    #expect(try store.faults().isEmpty)
  }

  @Test func aFileIsFoundByNameAndByMessage() throws {
    let key = Sample.key(1, "m", .received)
    var file = StoredFile(id: id, key: key, state: .offered, size: 5, isWhole: false)
    try store.saveFile(file)
    #expect(try store.file(id) == file)
    #expect(try store.file(of: key) == file)
    #expect(try store.file(of: Sample.key(1, "m", .sent)) == nil)
    #expect(try store.fetchedFiles().isEmpty)
    for state in FileState.allCases {
      file.state = state
      try store.saveFile(file)
      #expect(try store.file(id) == file)
      #expect(try store.fetchedFiles() == (state == .fetching ? [file] : []))
      let counts = state == .fetching || state == .complete
      #expect(try store.receivedFileBytes(from: key.peer) == (counts ? 5 : 0))
    }
    #expect(try store.receivedFileBytes(from: Sample.peer(2)) == 0)
  }

  @Test func bytesComeBackAndGoWithTheMessage() throws {
    let key = Sample.key(1, "m", .received)
    try store.insertMessage(message(key, ChatFile(kind: .file, name: nil, mime: nil, size: 3)))
    try store.saveFile(StoredFile(id: id, key: key, state: .complete, size: 3, isWhole: true))
    try store.saveAttachment([1, 2, 3], of: id)
    #expect(try store.attachment(of: id) == [1, 2, 3])
    #expect(try store.messagesWithFiles(limit: 10) == [key])
    #expect(try store.faults().isEmpty)
    try store.eraseMessage(key)
    #expect(
      try store.attachment(of: id) == nil && store.file(id) == nil && store.messagesWithFiles(limit: 10).isEmpty)
  }

  @Test func bytesGoWithTheContact() throws {
    for peer in [1, 2] as [UInt8] {
      var chance = SeededRandom(seed: UInt64(peer))
      let id = FileID.random(using: &chance)
      try store.saveChatContact(Sample.contact(peer))
      try store.saveFile(
        StoredFile(id: id, key: Sample.key(peer, "m"), state: .complete, size: 3, isWhole: true))
      try store.saveAttachment([peer], of: id)
    }
    try store.removeChatContact(Sample.peer(1))
    #expect(try store.sizes().rows["files"] == 1 && store.sizes().rows["attachments"] == 1)
  }

  @Test func whoFetchesFilesIsRemembered() throws {
    var contact = Sample.contact(1)
    contact.takesFiles = true
    try store.saveChatContact(contact)
    #expect(try store.chatContact(contact.nodeID) == contact)
  }

  @Test func roomIsWhatTheReserveLeaves() throws {
    #expect(try store.hasRoom(forFileOf: 1))
    #expect(try !store.hasRoom(forFileOf: .max / 2))
  }

  // MARK: The shelf

  @Test func theShelfKeepsWhatIsWritten() throws {
    let shelf = try FileShelf(vault: store.vault)
    #expect(try shelf.size(of: id) == 0 && shelf.read(1, at: 0, of: id) == nil && shelf.all().isEmpty)
    try shelf.write([1, 2, 3, 4], at: 0, of: id)
    try shelf.write([5, 6], at: 4, of: id)
    #expect(try shelf.size(of: id) == 6 && shelf.all() == [id])
    #expect(try shelf.read(4, at: 1, of: id) == [2, 3, 4, 5])
    #expect(try shelf.read(4, at: 3, of: id) == nil)
    try shelf.cut(id, to: 3)
    try shelf.flush(id)
    #expect(try FileShelf(vault: store.vault).read(3, at: 0, of: id) == [1, 2, 3])
    shelf.remove(id)
    #expect(try shelf.all().isEmpty)
    shelf.remove(id)
    try shelf.cut(id, to: 0)
  }

  @Test func aLinkInPlaceOfAFileIsNotFollowed() throws {
    let shelf = try FileShelf(vault: store.vault)
    let outside = store.vault.path + "/../outside-\(id.hex)"
    try Files.write([7], to: outside)
    defer { unlink(outside) }
    #expect(symlink(outside, store.vault.path + "/files/" + id.hex) == 0)
    #expect(throws: FileError.self) { try shelf.write([1], at: 0, of: id) }
    #expect(throws: FileError.self) { try shelf.read(1, at: 0, of: id) }
    #expect(try Files.read(outside) == [7])
  }
}
