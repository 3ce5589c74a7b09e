/// What a person did on the keyboard.
package enum Key: Hashable, Sendable {
  /// Characters, as many as came together.
  case text(String)
  /// Text that the terminal says was pasted; its ends of lines are `\n`.
  case paste(String)
  /// A letter with Ctrl, in lower case.
  case control(Character)
  /// A character with Alt, or after Escape.
  case alt(Character)
  case named(Name, Modifiers)

  package enum Name: Hashable, Sendable, CaseIterable {
    case enter, tab, backTab, escape, backspace, insert, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1.
    case help
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  /// A named key alone.
  package static func named(_ name: Name) -> Key { .named(name, []) }
}
