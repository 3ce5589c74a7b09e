// What the Glibc module of the toolchain lacks: a few headers, function-like macros, and declarations that
// glibc hides behind _GNU_SOURCE.
#include <features.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <wchar.h>

static inline int sx_eventfd_flags(void) { return EFD_CLOEXEC | EFD_NONBLOCK; }
static inline int sx_timerfd_create(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }
static inline int sx_wifexited(int status) { return WIFEXITED(status); }
static inline int sx_wexitstatus(int status) { return WEXITSTATUS(status); }
static inline int sx_wifsignaled(int status) { return WIFSIGNALED(status); }
static inline int sx_wtermsig(int status) { return WTERMSIG(status); }

int wcwidth(wchar_t c);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
static inline int sx_accept(int fd) { return accept4(fd, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC); }
static inline int sx_stream_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}
int pipe2(int ends[2], int flags);

// struct ucred, which glibc also hides behind _GNU_SOURCE.
struct sx_credentials {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};
static inline int sx_peer_credentials(int fd, struct sx_credentials *peer) {
  socklen_t length = sizeof(*peer);
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &length);
}
