import CLinux
import Glibc

/// The file of a Unix socket that this process made: told from a later one of the same name by its inode.
struct UnixSocketFile {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// The file that `bind` has just made at `path`.
  init(at path: String) throws(SystemError) {
    var information = stat()
    guard lstat(path, &information) == 0 else { throw SystemError.last("lstat") }
    (self.path, device, inode) = (path, information.st_dev, information.st_ino)
  }

  /// Removes the file, unless another has taken its place.
  func remove() {
    var information = stat()
    guard lstat(path, &information) == 0, information.st_dev == device, information.st_ino == inode else { return }
    unlink(path)
  }

  /// Clears `path` of a socket that nobody listens at any more, as a killed process leaves it.
  /// - Throws: `ListenError` when the path is taken by something alive, or by another kind of file.
  static func clearStale(at path: String) throws(ListenError) {
    if try isStale(path) { unlink(path) }
  }

  /// Whether a socket lies there that nobody listens at; not when nothing does.
  static func isStale(_ path: String) throws(ListenError) -> Bool {
    var information = stat()
    guard lstat(path, &information) == 0 else { return false }
    guard information.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    let address: SocketAddress
    do throws(EndpointError) { address = try SocketAddress(.unix(path: path)) } catch { throw .endpoint(error) }
    do throws(SystemError) {
      close(try address.connectedSocket())
    } catch {
      // Only this answer means that no process holds the socket.
      guard error.code == ECONNREFUSED else { throw error.code == EAGAIN ? .inUse(path: path) : .system(error) }
      return true
    }
    throw .inUse(path: path)
  }
}
