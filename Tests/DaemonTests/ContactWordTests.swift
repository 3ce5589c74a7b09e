import Chat
import ControlAPI
import E2EE
import Reactor
import Store
import TestReactor
import TestWorld
import Testing
import Wire
import World

@testable import Daemon

/// What a person types for a contact.
@Suite struct ContactWordTests {
  /// What two contacts are found by: one with a name of the owner's, one that only calls itself so.
  private func found(_ words: [String], usernames: [String]) async throws -> [String?] {
    try await play { scene in
      let node = try scene.keep(Neighbourhood(loop: scene.loop)).add()
      var random = SeededRandom(seed: 1)
      var names: [NodeID: String] = [:]
      for (index, username) in (["x"] + usernames).enumerated() {
        let peer = LocalIdentity.generate(username: username, using: &random).nodeID
        names[peer] = username
        try node.store.saveChatContact(
          ChatContact(
            nodeID: peer, username: username, localName: index == 0 ? "Björn" : nil, trust: .accepted,
            addedAt: scene.loop.now.timestamp))
      }
      scene.finish(words.map { word in (try? node.contact(word)).flatMap { names[$0.nodeID] } })
    }
  }

  @Test func namesAreLookedUpInWhateverCase() async throws {
    #expect(
      try await found(["Björn", "BJÖRN", "bjorn", "CAROL", "x"], usernames: ["Carol"])
        == ["x", "x", nil, "Carol", nil])
  }

  /// Anybody may call himself like another but for the case of a letter: the exact one is meant, and none of them when
  /// there is none.
  @Test func exactUsernameIsMeantFirst() async throws {
    #expect(
      try await found(["Carol", "carol", "CAROL"], usernames: ["Carol", "carol"]) == ["Carol", "carol", nil])
  }

  /// The conversation with oneself was not added at any time.
  @Test func oneselfHasNoTimeOfAdding() async throws {
    let added: [Timestamp?] = try await play { scene in
      let node = try scene.keep(Neighbourhood(loop: scene.loop)).add()
      scene.finish([try node.showContact(ContactReference(who: "self")).contact.added])
    }
    #expect(added == [nil])
  }
}
