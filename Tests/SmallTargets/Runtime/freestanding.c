// What a program in Embedded Swift wants of a C library, where there is none: memory, a heap, random numbers, and what the
// compiler calls for numbers. `target_memory` comes from the file of the target.
#include <stddef.h>
#include <stdint.h>

#include "target.h"

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

// The heap: blocks of 16·2^k bytes, header included, with a list of free ones for each size. Nothing is joined again, so a
// program that needs other sizes later needs more memory; these tests do not mind.
struct header {
  uint32_t size_class;
  struct header *next;
};

#define HEADER 16

static struct header *free_blocks[28];
size_t heap_blocks, heap_bytes;

void *malloc(size_t size) {
  uint32_t size_class = 0;
  while (((size_t)16 << size_class) < size + HEADER) size_class++;
  struct header *block = free_blocks[size_class];
  if (block) {
    free_blocks[size_class] = block->next;
  } else {
    block = target_memory((size_t)16 << size_class);
    if (!block) return 0;
    block->size_class = size_class;
  }
  heap_blocks++;
  heap_bytes += (size_t)16 << size_class;
  return (char *)block + HEADER;
}

void free(void *address) {
  if (!address) return;
  struct header *block = (void *)((char *)address - HEADER);
  heap_blocks--;
  heap_bytes -= (size_t)16 << block->size_class;
  block->next = free_blocks[block->size_class];
  free_blocks[block->size_class] = block;
}

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
