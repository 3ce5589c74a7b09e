import Glibc
import Reactor
import TestReactor
import TestWorld
import Testing

/// Two connected ends, over TCP on loopback. The scene keeps the client's, the server's is for `body` to keep.
private func connectedPair<Value>(
  _ scene: Scene<Value>, _ body: @escaping (_ client: Connection, _ server: Connection) -> Void
) throws {
  let listener = scene.keep(try Listener(loop: scene.loop, at: .tcp(host: "127.0.0.1", port: 0)))
  let client = scene.keep(
    try Connection(loop: scene.loop, connectingTo: .tcp(host: "127.0.0.1", port: listener.port ?? 0)))
  var server: Connection?
  var isOpen = false
  func go() {
    guard isOpen, let accepted = server else { return }
    (server, listener.onAccept, client.onOpen) = (nil, nil, nil)
    body(client, accepted)
  }
  client.onOpen = {
    isOpen = true
    go()
  }
  listener.onAccept = {
    server = $0
    go()
  }
}

@Suite struct ConnectionTests {
  @Test func carriesBytesBothWays() async throws {
    let seen: String = try await play { scene in
      try connectedPair(scene) { client, server in
        server.onBytes = { try? server.write(bytes("echo ") + $0) }
        client.onBytes = { scene.finish(text($0)) }
        try? client.write(bytes("hello"))
      }
    }
    #expect(seen == "echo hello")
  }

  @Test func writesBeforeOpenAreKept() async throws {
    let seen: String = try await play { scene in
      let listener = scene.keep(try Listener(loop: scene.loop, at: .tcp(host: "::1", port: 0)))
      listener.onAccept = { scene.keep($0).onBytes = { scene.finish(text($0)) } }
      let client = scene.keep(
        try Connection(loop: scene.loop, connectingTo: .tcp(host: "::1", port: listener.port ?? 0)))
      try client.write(bytes("early"))
    }
    #expect(seen == "early")
  }

  @Test func unixSocketsNameThePeer() async throws {
    let directory = try TemporaryDirectory()
    let seen: [UInt32?] = try await play { scene in
      let path = directory.file("s")
      let listener = scene.keep(try Listener(loop: scene.loop, at: .unix(path: path)))
      listener.onAccept = { connection in
        let peer = connection.peerCredentials
        scene.finish([peer?.userID, peer.map { UInt32($0.processID) }])
      }
      _ = scene.keep(try Connection(loop: scene.loop, connectingTo: .unix(path: path)))
    }
    #expect(seen == [getuid(), UInt32(getpid())])
  }

  @Test func refusedAndMissingAreToldLater() async throws {
    let reasons: [CloseReason] = try await play { scene in
      // A port that was free a moment ago.
      let port = try Listener(loop: scene.loop, at: .tcp(host: "127.0.0.1", port: 0)).port ?? 0
      var reasons: [CloseReason] = []
      for endpoint in [Endpoint.unix(path: "/nowhere/at/all"), .tcp(host: "127.0.0.1", port: port)] {
        let connection = scene.keep(try Connection(loop: scene.loop, connectingTo: endpoint))
        connection.onOpen = { scene.log.append("open") }
        connection.onClosed = {
          reasons.append($0)
          if reasons.count == 2 { scene.finish(reasons) }
        }
      }
    }
    // Two connections promise no order between them.
    #expect(reasons.count == 2)
    for code in [ENOENT, ECONNREFUSED] {
      #expect(reasons.contains(.connectFailed(SystemError("connect", code: code))))
    }
  }

  @Test func unusableEndpointsAreRefusedAtOnce() async throws {
    let errors: [EndpointError] = try await play { scene in
      var errors: [EndpointError] = []
      let long = "/" + String(repeating: "x", count: 200)
      for endpoint in [Endpoint.tcp(host: "localhost", port: 1), .unix(path: ""), .unix(path: long)] {
        do throws(EndpointError) { _ = try Connection(loop: scene.loop, connectingTo: endpoint) } catch {
          errors.append(error)
        }
      }
      scene.finish(errors)
    }
    let long = "/" + String(repeating: "x", count: 200)
    #expect(errors == [.notNumeric(host: "localhost"), .pathEmpty, .pathTooLong(path: long, limit: 107)])
  }

  @Test func theOtherSideClosingIsTheEndOfStream() async throws {
    let reason: CloseReason = try await play { scene in
      try connectedPair(scene) { client, server in
        client.onClosed = { scene.finish($0) }
        server.close()
      }
    }
    #expect(reason == .endOfStream)
  }

  @Test func outputIsBoundedAndDrainingIsTold() async throws {
    var settings = ReactorSettings()
    settings.outputLimit = 4 << 20
    settings.outputHighWater = 1 << 20
    let seen: [String] = try await play(settings: settings) { scene in
      try connectedPair(scene) { client, server in
        scene.kept.append(server)
        server.pauseReading()
        var sent = 0
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        var refusal: WriteError?
        while refusal == nil {
          do throws(WriteError) {
            try client.write(piece)
            sent += piece.count
          } catch {
            refusal = error
          }
        }
        let queued = client.queuedBytes
        scene.log.append("refused \(refusal == .outputFull(queued: queued)) congested \(client.isCongested)")
        scene.log.append("queued \(((3 << 20) + 1...4 << 20).contains(queued)) left at once \(sent > queued)")
        var received = 0
        client.onDrained = { scene.log.append("drained \(client.queuedBytes <= 1 << 19)") }
        server.onBytes = {
          received += $0.count
          if received == sent { scene.finish(scene.log) }
        }
        server.resumeReading()
      }
    }
    #expect(seen == ["refused true congested true", "queued true left at once true", "drained true"])
  }

  @Test func whatTheKernelTakesLeavesWithinTheTurn() async throws {
    let queued: Int = try await play { scene in
      try connectedPair(scene) { client, server in
        scene.kept.append(server)
        try? client.write([UInt8](repeating: 7, count: 1000))
        scene.finish(client.queuedBytes)
      }
    }
    #expect(queued == 0)
  }

  @Test func pausedReadingHoldsBytesBack() async throws {
    let seen: [String] = try await play { scene in
      try connectedPair(scene) { client, server in
        server.pauseReading()
        server.onBytes = {
          scene.log.append(text($0))
          scene.finish(scene.log)
        }
        try? client.write(bytes("held"))
        let timer = scene.keep(
          Timer(loop: scene.loop) {
            scene.log.append("resumed")
            server.resumeReading()
          })
        timer.schedule(after: .milliseconds(5))
      }
    }
    #expect(seen == ["resumed", "held"])
  }

  @Test func closeAfterFlushDeliversEverything() async throws {
    let total: Int = try await play { scene in
      try connectedPair(scene) { client, server in
        var received = 0
        client.onBytes = { received += $0.count }
        client.onClosed = { reason in
          scene.finish(reason == .endOfStream ? received : -1)
          client.close()
        }
        // Input that the closing side never reads must not turn its output into a reset.
        try? client.write([UInt8](repeating: 1, count: 100_000))
        try? server.write([UInt8](repeating: 2, count: 6 << 20))
        server.closeAfterFlush()
      }
    }
    #expect(total == 6 << 20)
  }

  @Test func aFlushThatNobodyReadsIsGivenUp() async throws {
    var settings = ReactorSettings()
    settings.linger = .milliseconds(20)
    let reason: CloseReason = try await play(settings: settings) { scene in
      try connectedPair(scene) { client, server in
        client.pauseReading()
        try? server.write([UInt8](repeating: 2, count: 8 << 20))
        server.closeAfterFlush()
        client.onClosed = {
          scene.finish($0)
          client.close()
        }
        let timer = scene.keep(Timer(loop: scene.loop) { client.resumeReading() })
        timer.schedule(after: .milliseconds(60))
      }
    }
    // What was under way arrives, then the end: in good order or, with input unread, as a reset.
    #expect(reason == .endOfStream || reason == .failed(SystemError("socket", code: ECONNRESET)))
  }

  @Test func aHandlerMayDropTheLastReference() async throws {
    final class Holder { var connection: Connection? }
    let wasFreed: Bool = try await play { scene in
      try connectedPair(scene) { client, server in
        let holder = Holder()
        holder.connection = server
        weak let weakServer = server
        server.onBytes = { _ in
          holder.connection?.close()
          holder.connection = nil
        }
        client.onClosed = { _ in scene.loop.later { scene.finish(weakServer == nil) } }
        scene.loop.later { try? client.write(bytes("x")) }
      }
    }
    #expect(wasFreed)
  }

  @Test func droppingElsewhereClosesThroughTheLoop() async throws {
    final class Box: @unchecked Sendable { var connection: Connection? }
    let reason: CloseReason = try await play { scene in
      try connectedPair(scene) { client, server in
        let box = Box()
        box.connection = server
        client.onClosed = {
          scene.finish($0)
          client.close()
        }
        scene.loop.later {
          try? scene.loop.offload {
            box.connection = nil
          } then: { _ in
          }
        }
      }
    }
    #expect(reason == .endOfStream)
  }

  @Test func aClosedConnectionTakesNothing() async throws {
    let error: WriteError? = try await play { scene in
      try connectedPair(scene) { client, _ in
        client.onClosed = { _ in scene.log.append("told") }
        client.close()
        client.close()
        client.closeAfterFlush()
        do throws(WriteError) {
          try client.write([1])
          scene.finish(nil)
        } catch {
          scene.finish(scene.log.isEmpty ? error : nil)
        }
      }
    }
    #expect(error == .closed)
  }
}
