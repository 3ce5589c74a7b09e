/// A seed by its address.
package struct SeedReference: Codable, Sendable, Hashable {
  /// `host.onion`, with `:port` unless it is the standard one.
  package var address: String

  package init(address: String) {
    self.address = address
  }
}

/// All seeds after the call.
package struct SeedList: Codable, Sendable, Hashable {
  package var seeds: [SeedView]

  package init(seeds: [SeedView]) {
    self.seeds = seeds
  }
}

/// `directory.seeds.list`: the nodes that help to enter the directory.
package enum DirectorySeedsList: ControlMethod {
  package static let method = Method.directorySeedsList

  package typealias Params = Nothing
  package typealias Result = SeedList
}

/// `directory.seeds.add`: remembers a seed and dials it.
package enum DirectorySeedsAdd: ControlMethod {
  package static let method = Method.directorySeedsAdd

  package typealias Params = SeedReference
  package typealias Result = SeedList
}

/// `directory.seeds.remove`: forgets a seed.
package enum DirectorySeedsRemove: ControlMethod {
  package static let method = Method.directorySeedsRemove

  package typealias Params = SeedReference
  package typealias Result = SeedList
}
