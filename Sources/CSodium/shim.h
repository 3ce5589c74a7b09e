#include <features.h>
#include <sodium.h>
