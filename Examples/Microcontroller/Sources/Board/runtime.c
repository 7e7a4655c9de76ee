// What a program in Embedded Swift wants of a C library, where there is none: memory, a heap, random numbers, and what the
// compiler calls for numbers. `target_memory` comes from the file of the target.
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "runtime.h"

void *memcpy(void *to, const void *from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  while (count--) *target++ = *source++;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (target < source) {
    while (count--) *target++ = *source++;
  } else {
    while (count--) target[count] = source[count];
  }
  return to;
}

void *memset(void *to, int value, size_t count) {
  unsigned char *target = to;
  while (count--) *target++ = (unsigned char)value;
  return to;
}

int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *left = one, *right = other;
  for (; count; count--, left++, right++) {
    if (*left != *right) return *left - *right;
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

// What the compiler calls on ARM in place of the functions above.
#ifdef __arm__
#define ALIAS(name, of) __typeof__(of) name __attribute__((alias(#of)))
ALIAS(__aeabi_memcpy, memcpy);
ALIAS(__aeabi_memcpy4, memcpy);
ALIAS(__aeabi_memcpy8, memcpy);
ALIAS(__aeabi_memmove, memmove);
ALIAS(__aeabi_memmove4, memmove);
ALIAS(__aeabi_memmove8, memmove);

void __aeabi_memset(void *to, size_t count, int value) { memset(to, value, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
ALIAS(__aeabi_memset4, __aeabi_memset);
ALIAS(__aeabi_memset8, __aeabi_memset);
ALIAS(__aeabi_memclr4, __aeabi_memclr);
ALIAS(__aeabi_memclr8, __aeabi_memclr);

// Named by each function that could be unwound; nothing is.
void __aeabi_unwind_cpp_pr0(void) {}
void __aeabi_unwind_cpp_pr1(void) {}
#endif

// The heap: a list of free blocks for each size, which are multiples of 16 bytes up to 1 KB, and powers of two above, 8 bytes of
// header included. Nothing is joined again, so a program that needs other sizes later needs more memory.
struct header {
  uint32_t size_class;
  struct header *next;
};

#define HEADER 8
#define SMALL 64

_Static_assert(sizeof(struct header) == HEADER, "for targets of 32 bits");

static struct header *free_blocks[SMALL + 24];
static size_t heap_blocks, heap_bytes;

static uint32_t size_class(size_t bytes) {
  if (bytes <= SMALL * 16) return (uint32_t)(bytes + 15) / 16;
  uint32_t size_class = SMALL + 1;
  while (((size_t)SMALL * 32 << (size_class - SMALL - 1)) < bytes) size_class++;
  return size_class;
}

static size_t bytes_of(uint32_t size_class) {
  return size_class <= SMALL ? size_class * 16 : (size_t)SMALL * 32 << (size_class - SMALL - 1);
}

void *malloc(size_t size) {
  uint32_t class = size_class(size + HEADER);
  struct header *block = free_blocks[class];
  if (block) {
    free_blocks[class] = block->next;
  } else {
    // What follows the header is to lie at an address that 16 divides.
    static int has_begun;
    if (!has_begun++ && !target_memory(16 - HEADER)) return 0;
    block = target_memory(bytes_of(class));
    if (!block) return 0;
    block->size_class = class;
  }
  heap_blocks++;
  heap_bytes += bytes_of(class);
  return (char *)block + HEADER;
}

void free(void *address) {
  if (!address) return;
  struct header *block = (void *)((char *)address - HEADER);
  heap_blocks--;
  heap_bytes -= bytes_of(block->size_class);
  block->next = free_blocks[block->size_class];
  free_blocks[block->size_class] = block;
}

uintptr_t board_heap_blocks(void) { return heap_blocks; }
uintptr_t board_heap_bytes(void) { return heap_bytes; }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment > 16) return 22;
  *block = malloc(size);
  return *block ? 0 : 12;
}

// For the seed of hashed collections. A program that hashes what comes from outside wants a real source of chance here.
void arc4random_buf(void *to, size_t count) {
  static uint64_t state = 0x9E3779B97F4A7C15;
  unsigned char *target = to;
  while (count--) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    *target++ = (unsigned char)(state >> 56);
  }
}

uintptr_t __stack_chk_guard = 0x2F6D1A95;
void __stack_chk_fail(void) { __builtin_trap(); }

double trunc(double number) {
  return number < 9e15 && number > -9e15 ? (double)(int64_t)number : number;
}
double ceil(double number) {
  double whole = trunc(number);
  return whole < number ? whole + 1 : whole;
}
double floor(double number) {
  double whole = trunc(number);
  return whole > number ? whole - 1 : whole;
}
double round(double number) { return number < 0 ? ceil(number - 0.5) : floor(number + 0.5); }
