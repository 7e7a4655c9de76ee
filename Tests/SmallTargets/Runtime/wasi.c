// A WASI command: `_start` runs the checks. Two imports, which wasmkit, Node and wasmtime have; a page can stand for them with
// two functions.
#include <stddef.h>
#include <stdint.h>

#include "runtime.h"

__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int wasi_fd_write(int file, const void *pieces, int count, size_t *written);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("proc_exit"), noreturn))
void wasi_proc_exit(int status);

int main(void);

static char line[256];
static size_t length;

int putchar(int character) {
  line[length++] = (char)character;
  if (character == '\n' || length == sizeof line) {
    struct { const char *start; size_t count; } piece = {line, length};
    size_t written;
    wasi_fd_write(1, &piece, 1, &written);
    length = 0;
  }
  return character;
}

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

// Numbers of 128 bits, for which the compiler calls functions: `Duration` has them.
struct wide { uint64_t low, high; };

void __multi3(struct wide *product, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, left = a0 * b1, right = a1 * b0;
  uint64_t middle = (low >> 32) + (uint32_t)left + (uint32_t)right;
  product->low = (uint32_t)low | middle << 32;
  product->high = a1 * b1 + (left >> 32) + (right >> 32) + (middle >> 32) + a * b_high + a_high * b;
}

static unsigned __int128 magnitude(uint64_t low, uint64_t high) {
  unsigned __int128 number = (unsigned __int128)high << 64 | low;
  return high >> 63 ? -number : number;
}

void __modti3(struct wide *rest, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  unsigned __int128 number = magnitude(a, a_high), divisor = magnitude(b, b_high), left = 0;
  for (int bit = 0; bit < 128; bit++, number <<= 1) {
    left = left << 1 | number >> 127;
    if (left >= divisor) left -= divisor;
  }
  if (a_high >> 63) left = -left;
  rest->low = (uint64_t)left;
  rest->high = (uint64_t)(left >> 64);
}

__attribute__((export_name("_start"))) void start(void) { wasi_proc_exit(main()); }
