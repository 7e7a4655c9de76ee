// What the module wants of the page: a place for the sentence that says why it stops, and memory, of which it takes more as it
// needs it.
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "runtime.h"

__attribute__((import_module("page"), import_name("say"))) void page_say(const char *text, size_t count);

extern unsigned char __stack_low, __stack_high, __heap_base;
const uintptr_t signals_stack_lowest = (uintptr_t)&__stack_low;
const uintptr_t signals_stack_highest = (uintptr_t)&__stack_high;

int putchar(int character) {
  static char line[256];
  static size_t length;
  line[length++] = (char)character;
  if (character == '\n' || length == sizeof line) {
    page_say(line, length);
    length = 0;
  }
  return character;
}

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

/// For tests: what is in use.
__attribute__((export_name("bytes_in_use"))) size_t page_bytes_in_use(void) { return board_heap_bytes(); }
