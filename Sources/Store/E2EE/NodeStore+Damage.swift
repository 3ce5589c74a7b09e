extension NodeStore {
  /// Whether a failure is of one record, which cannot be read, and not of the store as a whole.
  package static func isDamagedRecord(_ failure: StoreError) -> Bool {
    switch failure {
    case .sealBroken, .malformed: true
    case .database, .newerSchema, .migration, .otherMasterKey, .databaseMissing, .databaseDamaged, .file,
      .displaced, .turnLost:
      false
    }
  }
}
