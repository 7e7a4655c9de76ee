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

extern unsigned char __stack_low, __stack_high;
const uintptr_t signals_stack_lowest = (uintptr_t)&__stack_low;
const uintptr_t signals_stack_highest = (uintptr_t)&__stack_high;

/// For programs that measure.
__attribute__((import_module("wasi_snapshot_preview1"), import_name("clock_time_get")))
int wasi_clock_time_get(int clock, uint64_t precision, uint64_t *time);

uint64_t nanoseconds(void) {
  uint64_t time;
  wasi_clock_time_get(1, 1, &time);
  return time;
}

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

__attribute__((export_name("_start"))) void start(void) { wasi_proc_exit(main()); }
