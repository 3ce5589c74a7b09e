/// The cookie file could not be read.
package struct ReadFailure: Error, Sendable, Equatable {
  package var trouble: FileTrouble

  package init(_ trouble: FileTrouble) { self.trouble = trouble }
}
