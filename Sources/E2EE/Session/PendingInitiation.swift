/// What each message repeats until the peer's first reply: the initiator's half of the handshake.
struct PendingInitiation: Sendable, Equatable {
  let ephemeralKey: [UInt8]
  let signedPreKeyID: UInt32
  let oneTimePreKeyID: UInt32?
  let pq: PQEncapsulation?
}
