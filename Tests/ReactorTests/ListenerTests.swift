import Glibc
import Reactor
import TestReactor
import TestWorld
import Testing

@Suite struct ListenerTests {
  private func mode(of path: String) -> UInt32? {
    var information = stat()
    return lstat(path, &information) == 0 ? information.st_mode & 0o777 : nil
  }

  @Test func aUnixSocketIsPrivateAndGoesWithItsListener() async throws {
    let path = try TemporaryDirectory()
    let file = path.file("s")
    let during: UInt32? = try await play { scene in
      _ = scene.keep(try Listener(loop: scene.loop, at: .unix(path: file)))
      scene.finish(mode(of: file))
    }
    #expect(during == 0o600)
    #expect(mode(of: file) == nil)
  }

  @Test func aStaleSocketIsReplaced() async throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("s")
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(file.utf8)) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(code == 0)
    close(descriptor)
    #expect(mode(of: file) != nil)
    let seen: String = try await play { scene in
      let listener = scene.keep(try Listener(loop: scene.loop, at: .unix(path: file)))
      listener.onAccept = { scene.keep($0).onBytes = { scene.finish(text($0)) } }
      try scene.keep(Connection(loop: scene.loop, connectingTo: .unix(path: file))).write(bytes("hi"))
    }
    #expect(seen == "hi")
  }

  @Test func aLivingSocketAndOtherFilesAreLeftAlone() async throws {
    let directory = try TemporaryDirectory()
    let (socket, file) = (directory.file("s"), directory.file("f"))
    close(open(file, O_CREAT | O_WRONLY, 0o600))
    let errors: [ListenError] = try await play { scene in
      _ = scene.keep(try Listener(loop: scene.loop, at: .unix(path: socket)))
      var errors: [ListenError] = []
      for path in [socket, file, directory.file("no/such/directory")] {
        do throws(ListenError) { _ = try Listener(loop: scene.loop, at: .unix(path: path)) } catch {
          errors.append(error)
        }
      }
      scene.finish(errors)
    }
    #expect(
      errors == [.inUse(path: socket), .notASocket(path: file), .system(SystemError("bind", code: ENOENT))])
    #expect(mode(of: file) != nil)
  }

  @Test func aPausedListenerAcceptsAfterResuming() async throws {
    let seen: [String] = try await play { scene in
      let listener = scene.keep(try Listener(loop: scene.loop, at: .tcp(host: "127.0.0.1", port: 0)))
      listener.pause()
      listener.onAccept = { _ in
        scene.log.append("accepted")
        scene.finish(scene.log)
      }
      let client = scene.keep(
        try Connection(loop: scene.loop, connectingTo: .tcp(host: "127.0.0.1", port: listener.port ?? 0)))
      client.onOpen = {
        scene.loop.later {
          scene.log.append("resumed")
          listener.resume()
        }
      }
    }
    #expect(seen == ["resumed", "accepted"])
  }

  @Test func runningOutOfDescriptorsRestsInsteadOfSpinning() async throws {
    await #expect(processExitsWith: .success) {
      var settings = ReactorSettings()
      settings.acceptRest = .milliseconds(30)
      let seen: [String] = try await play(settings: settings) { scene in
        let listener = scene.keep(try Listener(loop: scene.loop, at: .tcp(host: "127.0.0.1", port: 0)))
        let client = scene.keep(
          try Connection(loop: scene.loop, connectingTo: .tcp(host: "127.0.0.1", port: listener.port ?? 0)))
        var hoard: [Int32] = []
        while true {
          let descriptor = dup(0)
          if descriptor < 0 { break }
          hoard.append(descriptor)
        }
        client.onOpen = { scene.log.append("open") }
        listener.onAccept = { connection in
          scene.kept.append(connection)
          scene.log.append("accepted")
          scene.finish(scene.log)
        }
        listener.onExhausted = { error in
          scene.log.append("exhausted \(error.code == EMFILE)")
          // One rest later there is still nothing to have; after the second there is.
          guard scene.log.count(where: { $0.hasPrefix("exhausted") }) == 2 else { return }
          for descriptor in hoard { close(descriptor) }
        }
      }
      precondition(seen.filter { $0 != "open" } == ["exhausted true", "exhausted true", "accepted"])
    }
  }
}
