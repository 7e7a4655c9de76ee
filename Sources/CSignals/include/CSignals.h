// What the core needs of a thread and the standard library of Swift does not have: a way to tell the threads apart that
// costs no call, the end of the stack, and a short sleep.
#ifndef C_SIGNALS_H
#define C_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/// One per thread; its address tells threads apart.
struct signals_thread {
  /// The stack must not grow below this address. Until the first check it is the highest address.
  uintptr_t stack_limit;
};

extern _Thread_local struct signals_thread signals_current_thread;

/// A number that no other living thread has; never 0.
static inline uintptr_t signals_thread_identity(void) { return (uintptr_t)&signals_current_thread; }

/// Whether the caller's stack may be nearly used up: `signals_is_deep` knows.
static inline bool signals_may_be_deep(void) {
  return (uintptr_t)__builtin_frame_address(0) < signals_current_thread.stack_limit;
}

/// Whether the caller's stack is nearly used up. Always false where a thread cannot find out how large its stack is.
bool signals_is_deep(void);

/// The size of the caller's stack in bytes; 0 where a thread cannot find out.
uintptr_t signals_stack_size(void);

/// Lets other threads run: for a few instructions at first, later for as long as they need the processor, in the end
/// for a part of a millisecond. `attempt` counts the calls in a row.
void signals_wait(unsigned attempt);

#endif
