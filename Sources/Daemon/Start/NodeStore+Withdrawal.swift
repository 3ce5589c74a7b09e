import Store

/// Whether the owner has taken the record of the directory back: it stays so over restarts, also when the withdrawal itself
/// has outlived what it undoes.
extension NodeStore {
  private static let withdrawnSetting = "withdrawn"

  func isWithdrawn() throws(StoreError) -> Bool { try setting(Self.withdrawnSetting) != nil }

  func saveWithdrawn(_ isWithdrawn: Bool) throws(StoreError) {
    try setSetting(Self.withdrawnSetting, isWithdrawn ? [1] : nil)
  }
}
