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
  /// The middle of the stack. Until the first check it is the highest address.
  uintptr_t stack_middle;
  /// What knows why this thread delivers events. Null where nothing does.
  void *purposes;
  /// The gate that the thread is inside of while it lets observers come first. Null outside.
  void *gate_of_message;
  /// The innermost frame of the property graph: the code that computes a property, or a transaction. Null outside.
  void *graph_frame;
  /// The wave of announcements that this thread delivers. Null outside.
  void *graph_wave;
  /// What is released once the object that is being released is gone. Null outside.
  void *graph_releases;
  /// The number of walks of this thread through the property graph that are under way.
  uintptr_t graph_walks;
  /// The observed node that this thread brings up to date to announce it. Null outside, and once that has been left to
  /// another thread.
  void *graph_announced;
  /// The last number given to a computation, and the end of the block of numbers that belongs to this thread.
  uint64_t graph_run, graph_run_end;
  /// A moment at which a closure of this thread has set properties, and the change up to which none of another thread came in
  /// between.
  uint64_t graph_own_changes_since, graph_own_changes_until;
  /// How many asynchronous operations of the library have run here since the last one that yielded.
  uintptr_t operations_of_turn;
  /// The recorded subscription whose attachment or callback this thread is in. Null outside, and while nothing is recorded.
  void *recorded;
  /// The innermost step that this thread takes in a row of sources. Null outside.
  void *step;
};

#if defined(__linux__) || defined(__APPLE__)
#define SIGNALS_THREAD_LOCAL _Thread_local
#else
// There is one thread, and a thread-local variable would call functions of a C library that is not there.
#define SIGNALS_THREAD_LOCAL
#endif

extern SIGNALS_THREAD_LOCAL struct signals_thread signals_current_thread;

/// A number that no other living thread has; a multiple of 8, never 0.
static inline uintptr_t signals_thread_identity(void) { return (uintptr_t)&signals_current_thread; }

_Static_assert(_Alignof(struct signals_thread) >= 8, "a lifetime keeps flags in the low bits of the identity of a thread");

/// What the calling thread knows.
static inline struct signals_thread *signals_thread(void) { return &signals_current_thread; }

/// Whether the caller's stack may be nearly used up: `signals_is_deep` knows.
static inline bool signals_may_be_deep(void) {
  return (uintptr_t)__builtin_frame_address(0) < signals_current_thread.stack_limit;
}

#if !defined(__linux__) && !defined(__APPLE__)
/// Where the stack of the program lies. A program for a target without an operating system defines both, so that the library can
/// stop it with a message before the stack is used up. Without that they are 0, and nothing is checked.
extern const uintptr_t signals_stack_lowest, signals_stack_highest;
#endif

/// Whether the caller's stack is nearly used up. Always false where a thread cannot find out how large its stack is.
bool signals_is_deep(void);

/// Whether the caller's stack may be used up to the half: `signals_is_half_deep` knows.
static inline bool signals_may_be_half_deep(void) {
  return (uintptr_t)__builtin_frame_address(0) < signals_current_thread.stack_middle;
}

/// Whether the caller's stack is used up to the half. False where a thread cannot find out.
bool signals_is_half_deep(void);

/// The size of the caller's stack in bytes; 0 where a thread cannot find out.
uintptr_t signals_stack_size(void);

/// Lets other threads run: for a few instructions at first, later for as long as they need the processor, in the end
/// for a part of a millisecond. `attempt` counts the calls in a row.
void signals_wait(unsigned attempt);

#if defined(__linux__) || defined(__APPLE__)
/// The current task, and whether it was cancelled: the functions of the runtime that `Task.isCancelled` is made of.
__attribute__((swiftcall)) void *swift_task_getCurrent(void);
__attribute__((swiftcall)) bool swift_task_isCancelled(void *task);
#endif

/// Whether the caller's task may have been cancelled: `Task.isCancelled` knows. False outside tasks.
static inline bool signals_task_may_be_cancelled(void) {
#if defined(__linux__) || defined(__APPLE__)
  void *task = swift_task_getCurrent();
  return task && swift_task_isCancelled(task);
#else
  return true;
#endif
}

/// A block of the heap, aligned for any number. Stops the program if there is no memory.
void *signals_allocate(uintptr_t size);
void signals_deallocate(void *block);

#endif
