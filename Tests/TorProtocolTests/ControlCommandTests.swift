import Bytes
import Crypto
import Testing
import TorProtocol

@Suite struct ControlCommandTests {
  private func text(_ command: ControlCommand) -> String { String(decoding: command.line, as: UTF8.self) }

  @Test func lines() {
    #expect(text(.protocolInfo) == "PROTOCOLINFO 1\r\n")
    #expect(text(.authChallenge(clientNonce: [0, 255])) == "AUTHCHALLENGE SAFECOOKIE 00ff\r\n")
    #expect(text(.authenticate(proof: [1, 2])) == "AUTHENTICATE 0102\r\n")
    #expect(text(.authenticate(proof: [])) == "AUTHENTICATE\r\n")
    #expect(text(.getInfo(["version", "net/listeners/socks"])) == "GETINFO version net/listeners/socks\r\n")
    #expect(text(.setEvents([])) == "SETEVENTS\r\n")
    #expect(text(.setConf([("A", "0"), ("B", "x \"y\"")])) == "SETCONF A=\"0\" B=\"x \\\"y\\\"\"\r\n")
    #expect(text(.delOnion(serviceID: "abc")) == "DEL_ONION abc\r\n")
    #expect(text(.signal("NEWNYM")) == "SIGNAL NEWNYM\r\n")
    #expect(text(.takeOwnership) == "TAKEOWNERSHIP\r\n")
    #expect(text(.extendCircuit(relay: "AB")) == "EXTENDCIRCUIT 0 AB purpose=controller\r\n")
    #expect(text(.closeCircuit(id: "12")) == "CLOSECIRCUIT 12\r\n")
  }

  @Test func aPasswordCannotEndTheLine() {
    let password = SecretBytes(copying: "a\"\r\nSIGNAL HALT\r\n\\".utf8)
    #expect(
      text(.authenticatePassword(password)) == "AUTHENTICATE \"a\\\"\\015\\012SIGNAL HALT\\015\\012\\\\\"\r\n")
  }

  /// The seed 00…1f of the address vector.
  private var key: SecretBytes {
    get throws { try Ed25519.PrivateKey(seed: SecretBytes(copying: UInt8(0)...31)).expanded }
  }

  private let blob = "OJTupJxYCu+BaTV2K+BJVZ1tFEDe3hLmoSXxhB//jm+p1xhio+V0a1cb49GHsAQQRvUuvYUMfL1f3o7jhHO2SQ=="

  @Test func addOnion() throws {
    let plain = OnionRequest(key: try key, virtualPort: 25519, target: .port(4000))
    #expect(
      text(.addOnion(plain)) == "ADD_ONION ED25519-V3:\(blob) Flags=DiscardPK Port=25519,127.0.0.1:4000\r\n")
    let full = OnionRequest(
      key: try key, virtualPort: 25519, target: .unix(path: "/run/sophax/onion"), maxStreams: 32, proofOfWork: true)
    #expect(
      text(.addOnion(full)) == "ADD_ONION ED25519-V3:\(blob) Flags=DiscardPK,MaxStreamsCloseCircuit MaxStreams=32 "
        + "PoWDefensesEnabled=1 Port=25519,unix:/run/sophax/onion\r\n")
  }

  @Test func namesCarryNoSecret() throws {
    let request = OnionRequest(key: try key, virtualPort: 1, target: .port(1))
    #expect(ControlCommand.addOnion(request).name == "ADD_ONION")
    #expect(!"\(ControlCommand.addOnion(request))".contains("OJTupJ"))
  }
}
