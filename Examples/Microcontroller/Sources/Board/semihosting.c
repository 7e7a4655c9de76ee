// Output and the end of a program by way of the debugger or emulator that runs it. A board without one would have a UART here.
#include "board.h"

#ifdef __arm__
static void host(int operation, const void *argument) {
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}
#else
static void host(int operation, const void *argument) {
  register int a0 __asm__("a0") = operation;
  register const void *a1 __asm__("a1") = argument;
  // These three, none of them shortened, and in one page.
  __asm__ volatile(".option push\n .option norvc\n .balign 16\n slli x0, x0, 0x1F\n ebreak\n srai x0, x0, 7\n .option pop"
                   : "+r"(a0)
                   : "r"(a1)
                   : "memory");
}
#endif

// A call for each line: it leaves the emulator.
static char line[128];
static unsigned length;

static void flush(void) {
  line[length] = 0;
  length = 0;
  host(0x04, line);
}

void board_write(int character) {
  line[length++] = (char)character;
  if (character == '\n' || length == sizeof line - 1) flush();
}

void board_write_text(const char *text) {
  while (*text) board_write(*text++);
}

int putchar(int character) {
  board_write(character);
  return character;
}

void board_finish(int status) {
  if (length) flush();
  struct { int reason, status; } end = {0x20026, status};
  host(0x20, &end);
  for (;;) {}
}
