/// `directory.withdraw`: takes this node's record back, until `directory.publish`.
package enum DirectoryWithdraw: ControlMethod {
  package static let method = Method.directoryWithdraw

  package typealias Params = DirectoryPublish.Params
  package typealias Result = DirectoryPublish.Result
}
