#ifndef TARGET_H
#define TARGET_H

#include <stddef.h>

/// So many bytes that were never used, at an address that 16 divides; null if there are no more.
void *target_memory(size_t count);

/// The blocks that are in use, and their bytes, headers included.
extern size_t heap_blocks, heap_bytes;

#endif
