// features.h first: libevent's configuration defines _GNU_SOURCE, and without it fd_set would differ from the
// one that the other C modules of this package see.
#include <features.h>
#include <event2/event.h>
#include <event2/event_struct.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <event2/util.h>
