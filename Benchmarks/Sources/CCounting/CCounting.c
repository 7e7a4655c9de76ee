#include "CCounting.h"

__attribute__((noinline)) void run_counted(void (*work)(void *), void *context) {
  work(context);
  // Not a tail call: that would leave this function before the work begins.
  __asm__ volatile("");
}
