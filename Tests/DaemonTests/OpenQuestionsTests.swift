import Kademlia
import TestWorld
import Testing
import Transport
import Wire
import World

@testable import Daemon

@Suite struct OpenQuestionsTests {
  private let start = ManualClock().now.instant
  private let target = NodeID(words: (7, 7, 7, 7))
  private let peers = (0..<4).map { NodeID(words: ($0, 0, 0, 0)) }
  private let message = WireMessage(
    type: .dhtFindNode, payload: [], senderID: "", timestamp: WireDate(secondsSinceReference: 0), signature: [])

  @Test func theSameQuestionToManyIsSignedOnce() {
    var (questions, chance, signed) = (OpenQuestions(), SeededRandom(seed: 1), 0)
    let ids = peers.map { peer in
      questions.message(asking: peer, .findNode(target), at: start, using: &chance) { _ in
        signed += 1
        return message
      }.id
    }
    #expect(signed == 1 && Set(ids).count == 1)
  }

  @Test func onePeerIsNeverSentTheSameBytesTwice() {
    var (questions, chance, signed) = (OpenQuestions(), SeededRandom(seed: 1), 0)
    let asked = [peers[0], peers[0], peers[1], peers[1]]
    let ids = asked.map { peer in
      questions.message(asking: peer, .findNode(target), at: start, using: &chance) { _ in
        signed += 1
        return message
      }.id
    }
    #expect(signed == 3 && ids[0] != ids[1] && ids[1] == ids[2] && ids[2] != ids[3])
  }

  @Test func anotherQuestionOrALaterOneIsSignedAnew() {
    var (questions, chance, signed) = (OpenQuestions(), SeededRandom(seed: 1), 0)
    let later = start + DaemonSettings.questionLifetime + .milliseconds(1)
    for (request, now) in [
      (DHTRequest.findNode(target), start), (.findNode(peers[0]), start), (.findValue(.node(target)), start),
      (.findNode(target), later),
    ] {
      _ = questions.message(asking: peers[signed], request, at: now, using: &chance) { _ in
        signed += 1
        return message
      }
    }
    #expect(signed == 4)
  }

  @Test func anAnswerBelongsToTheQuestionOfItsPeerAlone() {
    var (questions, chance) = (OpenQuestions(), SeededRandom(seed: 1))
    let requests = peers.map { _ in RequestID(using: &chance) }
    var shared: Kademlia.RequestID?
    for (peer, request) in zip(peers, requests).dropLast() {
      let id = questions.message(asking: peer, .ping, at: start, using: &chance) { _ in message }.id
      questions.sent(id, for: request, to: peer)
      shared = id
    }
    guard let shared else { return }
    #expect(questions.answered(shared, by: peers[1]) == requests[1])
    #expect(questions.answered(shared, by: peers[1]) == shared, "a second answer belongs to nothing")
    #expect(questions.answered(shared, by: peers[3]) == shared, "it was not asked")
    questions.drop(requests[2])
    #expect(questions.lose(peers[2]).isEmpty && questions.lose(peers[0]) == [requests[0]])
    #expect(questions.lose(peers[0]).isEmpty)
  }
}
