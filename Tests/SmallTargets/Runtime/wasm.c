// Memory in WebAssembly: what lies behind the program's data, of which the program takes more pages as it needs them.
#include <stddef.h>
#include <stdint.h>

#include "runtime.h"

extern unsigned char __heap_base;

void *target_memory(size_t count) {
  static uintptr_t top;
  if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t start = top, page = 65536, have = __builtin_wasm_memory_size(0) * page;
  if (start + count > have) {
    uintptr_t missing = (start + count - have + page - 1) / page, quarter = have / page / 4;
    if (__builtin_wasm_memory_grow(0, missing > quarter ? missing : quarter) == (size_t)-1) return 0;
  }
  top += count;
  return (void *)start;
}
