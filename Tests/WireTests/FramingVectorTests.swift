import Bytes
import Crypto
import TestWorld
import Testing
import Wire

/// The application's reading of byte streams.
@Suite(.enabled(if: Vectors.has("app/framing.json"), "app/framing.json is not here"))
struct FramingVectorTests {
  /// The application closes a link when its buffer, prefix included, would pass 4 MiB; ours counts the frame alone.
  @Test func streamsAreCutAsRecorded() throws {
    for vector in try Vectors.json("app/framing.json").array("cases") where try !vector.bool("appVersionDependent")
    {
      let name = try vector.string("name")
      var decoder = FrameDecoder()
      var hashes: [String] = []
      var isOpen = true
      for chunk in try vector.array("chunks") {
        decoder.push(try bytes(of: chunk))
        do {
          while let frame = try decoder.next() { hashes.append(Hex.encode(SHA256.hash(frame))) }
        } catch {
          isOpen = false
          break
        }
      }
      let closedForSize = try vector.array("events").contains { $0.asString?.hasPrefix("close:oversized") ?? false }
      #expect(isOpen == !closedForSize, "\(name)")
      // Where the application closes the link for another reason, it reads no further.
      let recorded = try vector.array("frameSHA256").compactMap(\.asString)
      #expect(hashes.starts(with: recorded), "\(name)")
      if try vector.bool("open") { #expect(hashes == recorded, "\(name)") }
      if isOpen { #expect(try decoder.pending == vector.int("buffered"), "\(name)") }
    }
  }

  /// Which frames are messages, and of which type.
  @Test func framesAreMessagesAsRecorded() throws {
    for vector in try Vectors.json("app/framing.json").array("cases") where try !vector.bool("appVersionDependent")
    {
      var decoder = FrameDecoder()
      var events: [String] = []
      for chunk in try vector.array("chunks") {
        decoder.push(try bytes(of: chunk))
        while let frame = try? decoder.next() {
          let message = try? UnverifiedMessage.decode(frame).message
          events.append(message.map { "message:\($0.type)" } ?? "ignored:notWireMessage")
        }
      }
      // The first decodable message has to be a hello; that is the link's rule, not the frame's.
      let recorded = try vector.array("events").compactMap(\.asString).filter { !$0.hasPrefix("close:") }
        .map { $0.hasPrefix("hello:") ? "message:hello" : $0 }
      let isCutShort = try !vector.bool("open")
      let name = try vector.string("name")
      #expect(isCutShort ? events.starts(with: recorded) : events == recorded, "\(name)")
    }
  }

  private func bytes(of chunk: JSONValue) throws -> [UInt8] {
    if chunk["b64"].isNull {
      [UInt8](repeating: UInt8(try chunk.int("repeatByte")), count: try chunk.int("count"))
    } else {
      try chunk.base64("b64")
    }
  }
}
