#include <features.h>
#include <sqlite3.h>
