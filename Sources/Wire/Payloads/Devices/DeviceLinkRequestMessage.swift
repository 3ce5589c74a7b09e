/// `deviceLinkRequest`: links a second device.
package struct DeviceLinkRequestMessage: Codable, Hashable, Sendable {
  package var deviceLabel: String
  package var bundle: PreKeyBundle
  package var expiresAt: WireDate?

  package init(deviceLabel: String, bundle: PreKeyBundle, expiresAt: WireDate? = nil) {
    self.deviceLabel = deviceLabel
    self.bundle = bundle
    self.expiresAt = expiresAt
  }
}
