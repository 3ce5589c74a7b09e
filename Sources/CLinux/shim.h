// What the Glibc module of the toolchain lacks: a few headers, function-like macros, and declarations that
// glibc hides behind _GNU_SOURCE.
#include <features.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <wchar.h>

static inline int sx_eventfd_flags(void) { return EFD_CLOEXEC | EFD_NONBLOCK; }
static inline int sx_wifexited(int status) { return WIFEXITED(status); }
static inline int sx_wexitstatus(int status) { return WEXITSTATUS(status); }
static inline int sx_wifsignaled(int status) { return WIFSIGNALED(status); }
static inline int sx_wtermsig(int status) { return WTERMSIG(status); }

int wcwidth(wchar_t c);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
