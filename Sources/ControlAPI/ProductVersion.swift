/// The version of this program, as `sophax version` and `node.status` say it.
package enum ProductVersion {
  package static let current = "0.1.0"
}
