/// `file.show`: a message with a file.
package enum FileShow: ControlMethod {
  package static let method = Method.fileShow
  package typealias Params = MessageReference
  package typealias Result = MessageResult
}

/// `file.accept`: fetches a received file as soon as its sender is there.
package enum FileAccept: ControlMethod {
  package static let method = Method.fileAccept
  package typealias Params = MessageReference
  package typealias Result = MessageResult
}

/// `file.cancel`: declines a received file, or takes a sent one back.
package enum FileCancel: ControlMethod {
  package static let method = Method.fileCancel
  package typealias Params = MessageReference
  package typealias Result = MessageResult
}
