#ifndef RUNTIME_H
#define RUNTIME_H

#include <stddef.h>

/// So many bytes that were never used, right behind those before, from an address on that 16 divides; null if there are no more.
void *target_memory(size_t count);

#endif
