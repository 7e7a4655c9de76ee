// The memory that the linker script leaves for the heap.
#include "runtime.h"

extern char heap_begin[], heap_end[];

void *target_memory(size_t count) {
  static char *next = heap_begin;
  if (count > (size_t)(heap_end - next)) return 0;
  void *start = next;
  next += count;
  return start;
}
