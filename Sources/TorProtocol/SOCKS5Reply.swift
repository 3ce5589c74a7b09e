/// The verdict of a SOCKS5 reply that is not success: RFC 1928's codes and tor's extended ones (ExtendedErrors).
package enum SOCKS5Reply: Sendable, Equatable, CustomStringConvertible {
  case generalFailure, notAllowed, networkUnreachable, hostUnreachable, connectionRefused, ttlExpired
  case commandNotSupported, addressTypeNotSupported
  case descriptorNotFound, descriptorInvalid, introductionFailed, rendezvousFailed, missingClientAuthorization
  case wrongClientAuthorization, invalidOnionAddress, introductionTimedOut
  case unknown(UInt8)

  /// What a caller does next.
  package enum Advice: Sendable, Equatable {
    /// The peer is likely offline: try when it appears, or in minutes.
    case peerOffline
    /// A circuit went wrong: try again soon.
    case tryAgain
    /// tor here is not ready or not willing.
    case torTrouble
    /// It will not get better by trying: the address or the authorization is wrong.
    case hopeless
  }

  /// Nil for 0, which is success.
  package init?(code: UInt8) {
    switch code {
    case 0x00: return nil
    case 0x01: self = .generalFailure
    case 0x02: self = .notAllowed
    case 0x03: self = .networkUnreachable
    case 0x04: self = .hostUnreachable
    case 0x05: self = .connectionRefused
    case 0x06: self = .ttlExpired
    case 0x07: self = .commandNotSupported
    case 0x08: self = .addressTypeNotSupported
    case 0xF0: self = .descriptorNotFound
    case 0xF1: self = .descriptorInvalid
    case 0xF2: self = .introductionFailed
    case 0xF3: self = .rendezvousFailed
    case 0xF4: self = .missingClientAuthorization
    case 0xF5: self = .wrongClientAuthorization
    case 0xF6: self = .invalidOnionAddress
    case 0xF7: self = .introductionTimedOut
    case _: self = .unknown(code)
    }
  }

  package var description: String {
    switch self {
    case .generalFailure: "tor could not make the connection"
    case .notAllowed: "tor's configuration does not allow the connection"
    case .networkUnreachable: "tor cannot reach the network"
    case .hostUnreachable: "the onion service could not be reached"
    case .connectionRefused: "the onion service is up, but nothing listens behind its port"
    case .ttlExpired: "no answer from the onion service in tor's time limit"
    case .commandNotSupported: "tor does not support the request"
    case .addressTypeNotSupported: "tor does not support this kind of address"
    case .descriptorNotFound: "the onion service is offline (no descriptor found)"
    case .descriptorInvalid: "the onion service's descriptor is not valid"
    case .introductionFailed:
      "the onion service's introduction points did not answer: it is offline, or has just restarted"
    case .rendezvousFailed: "the onion service did not come to the meeting point"
    case .missingClientAuthorization: "the onion service wants client authorization"
    case .wrongClientAuthorization: "the onion service refuses our client authorization"
    case .invalidOnionAddress: "the onion address is not valid"
    case .introductionTimedOut: "the onion service did not answer the introduction in time"
    case .unknown(let code): "tor refused the connection with code \(code)"
    }
  }

  package var advice: Advice {
    switch self {
    case .descriptorNotFound, .hostUnreachable, .connectionRefused, .ttlExpired: .peerOffline
    case .descriptorInvalid, .introductionFailed, .rendezvousFailed, .introductionTimedOut: .tryAgain
    case .generalFailure, .networkUnreachable, .unknown: .torTrouble
    case .notAllowed, .commandNotSupported, .addressTypeNotSupported: .hopeless
    case .missingClientAuthorization, .wrongClientAuthorization, .invalidOnionAddress: .hopeless
    }
  }
}
