#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_bool counting;
static atomic_long blocks;
static atomic_long live_bytes;

void allocations_begin(void) {
  atomic_store(&blocks, 0);
  atomic_store(&live_bytes, 0);
  atomic_store(&counting, true);
}

allocations_count allocations_now(void) {
  return (allocations_count){atomic_load(&blocks), atomic_load(&live_bytes)};
}

allocations_count allocations_end(void) {
  atomic_store(&counting, false);
  return allocations_now();
}

#if defined(__GLIBC__)

#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

bool allocations_can_be_counted(void) { return true; }

static inline bool is_counting(void) { return atomic_load_explicit(&counting, memory_order_relaxed); }

static void note_free(void *block) {
  if (block) atomic_fetch_sub_explicit(&live_bytes, (long)malloc_usable_size(block), memory_order_relaxed);
}

static void *note(void *block) {
  if (block) {
    atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&live_bytes, (long)malloc_usable_size(block), memory_order_relaxed);
  }
  return block;
}

void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  return is_counting() ? note(block) : block;
}

void *calloc(size_t count, size_t size) {
  void *block = __libc_calloc(count, size);
  return is_counting() ? note(block) : block;
}

void *realloc(void *old, size_t size) {
  if (!is_counting()) return __libc_realloc(old, size);
  long before = old ? (long)malloc_usable_size(old) : 0;
  void *block = __libc_realloc(old, size);
  if (!block && size > 0) return NULL;
  atomic_fetch_sub_explicit(&live_bytes, before, memory_order_relaxed);
  return note(block);
}

void *memalign(size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  return is_counting() ? note(block) : block;
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  if (is_counting()) note_free(block);
  __libc_free(block);
}

#else

bool allocations_can_be_counted(void) { return false; }

#endif
