import Glibc
import Reactor
import TestReactor
import TestWorld
import Testing
import TorProtocol
import Transport
import Wire

@Suite struct SOCKSDialerTests {
  private static let address = PeerAddress(TestIdentity(seed: 2).keys.onion)

  /// A proxy that answers each piece of input with the next of `answers`, then closes if `closes`.
  private static func proxy<Value>(
    _ scene: Scene<Value>, at endpoint: Endpoint, answers: [[UInt8]], closes: Bool = false
  ) throws -> UInt16? {
    let listener = scene.keep(try Listener(loop: scene.loop, at: endpoint))
    listener.onAccept = { connection in
      scene.kept.append(connection)
      var answers = answers
      connection.onBytes = { bytes in
        scene.log.append(String(decoding: bytes, as: UTF8.self))
        if !answers.isEmpty { try? connection.write(answers.removeFirst()) }
        if answers.isEmpty, closes { connection.closeAfterFlush() }
      }
      connection.onClosed = { _ in scene.log.append("closed") }
    }
    return listener.port
  }

  private static func result(_ result: Result<DialledStream, DialError>) -> String {
    switch result {
    case .success(let stream): "early \(stream.early)"
    case .failure(let error): "\(error)\(error.isOurs ? " (ours)" : "")"
    }
  }

  private func dial(answers: [[UInt8]], closes: Bool = false) async throws -> [String] {
    try await play { scene in
      let port = try Self.proxy(
        scene, at: .tcp(host: "127.0.0.1", port: 0), answers: answers, closes: closes)
      let dialer = SOCKSDialer(loop: scene.loop, endpoint: .tcp(host: "127.0.0.1", port: port ?? 0))
      scene.kept.append(dialer)
      let attempt = dialer.dial(Self.address, isolation: "iso") { result in
        if case .success(let stream) = result { scene.kept.append(stream.connection) }
        scene.finish(scene.log + [Self.result(result)])
      }
      scene.kept.append(attempt)
    }
  }

  private static let granted: [UInt8] = [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]

  @Test func asksByNameWithAnIsolationKeyAndKeepsEarlyBytes() async throws {
    let log = try await dial(answers: [[5, 2], [1, 0], Self.granted + [7, 8]])
    #expect(log.count == 4)
    #expect(log.first == "\u{5}\u{1}\u{2}")
    #expect(log.dropFirst().first == "\u{1}\u{3}iso\u{3}iso")
    #expect(log.dropFirst(2).first?.contains(Self.address.host) == true)
    #expect(log.last == "early [7, 8]")
  }

  @Test func torsReasonsBecomeWords() async throws {
    let offline = try await dial(answers: [[5, 2], [1, 0], [5, 0xF0, 0, 1, 0, 0, 0, 0, 0, 0]])
    #expect(offline.last == "the onion service is offline (no descriptor found)")
    let trouble = try await dial(answers: [[5, 2], [1, 0], [5, 1, 0, 1, 0, 0, 0, 0, 0, 0]])
    #expect(trouble.last == "tor could not make the connection (ours)")
    let other = try await dial(answers: [Array("HTTP/1.0 400 Bad\r\n".utf8)])
    #expect(other.last == "the SOCKS port does not answer like tor's; is another program there? (ours)")
  }

  @Test func aProxyThatClosesIsToldByStage() async throws {
    #expect(try await dial(answers: [[5, 2]], closes: true).last?.contains("credentials") == true)
    #expect(try await dial(answers: [[5, 2], [1, 0]], closes: true).last?.contains("reply") == true)
  }

  @Test func worksOverAUnixSocket() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("socks")
    let result: String = try await play { scene in
      _ = try Self.proxy(scene, at: .unix(path: path), answers: [[5, 2], [1, 0], Self.granted])
      let dialer = SOCKSDialer(loop: scene.loop, endpoint: .unix(path: path))
      scene.kept.append(dialer.dial(Self.address, isolation: "iso") { scene.finish(Self.result($0)) })
    }
    #expect(result == "early []")
  }

  @Test func withoutATorNothingIsDialled() async throws {
    let results: [String] = try await play { scene in
      func add(_ result: Result<DialledStream, DialError>) {
        scene.log.append(Self.result(result))
        if scene.log.count == 3 { scene.finish(scene.log.sorted()) }
      }
      let dialer = scene.keep(SOCKSDialer(loop: scene.loop))
      scene.kept.append(dialer.dial(Self.address, isolation: "iso", onEnd: add))
      dialer.endpoint = .unix(path: "/nowhere/at/all")
      scene.kept.append(dialer.dial(Self.address, isolation: "iso", onEnd: add))
      scene.kept.append(dialer.dial(PeerAddress.loopback(port: 1), isolation: "iso", onEnd: add))
    }
    #expect(
      results == [
        "the address is not one that can be dialled", "tor is not ready (ours)",
        "tor's SOCKS port does not answer (could not connect: No such file or directory) (ours)",
      ])
  }

  @Test func aDroppedAttemptClosesItsConnection() async throws {
    final class Holder { var attempt: AnyObject? }
    let log: [String] = try await play { scene in
      let holder = Holder()
      let listener = scene.keep(try Listener(loop: scene.loop, at: .tcp(host: "127.0.0.1", port: 0)))
      listener.onAccept = { connection in
        scene.kept.append(connection)
        connection.onBytes = { _ in holder.attempt = nil }
        connection.onClosed = { _ in
          scene.log.append("closed")
          scene.finish(scene.log)
        }
      }
      let dialer = SOCKSDialer(loop: scene.loop, endpoint: .tcp(host: "127.0.0.1", port: listener.port ?? 0))
      holder.attempt = dialer.dial(Self.address, isolation: "iso") { _ in scene.log.append("told") }
      scene.kept.append(holder)
    }
    #expect(log == ["closed"])
  }

  @Test func theLoopbackDialerDialsNothingElse() async throws {
    let results: [String] = try await play { scene in
      let dialer = scene.keep(LoopbackDialer(loop: scene.loop))
      scene.kept.append(
        dialer.dial(Self.address, isolation: "iso") { scene.finish([Self.result($0)]) })
    }
    #expect(results == ["the address is not one that can be dialled"])
  }
}
