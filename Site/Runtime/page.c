// What the module wants of the page: a place for the sentence that says why it stops.
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "runtime.h"

__attribute__((import_module("page"), import_name("say"))) void page_say(const char *text, size_t count);

extern unsigned char __stack_low, __stack_high;
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

// The parts of the catalogue that this module has: it is compiled with -DPARTS='page_add_joins();'.
void page_add_creation(void);
void page_add_stages(void);
void page_add_joins(void);
void page_add_flattening(void);
void page_add_timed(void);
void page_add_sharing(void);
void page_add_lessons(void);

void page_add_linked_parts(void) { PARTS }

/// For tests: what is in use.
__attribute__((export_name("bytes_in_use"))) size_t page_bytes_in_use(void) { return board_heap_bytes(); }
