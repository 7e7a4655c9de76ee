#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSignals.h"

#if defined(__linux__) || defined(__APPLE__)
#define SIGNALS_HAS_THREADS 1
#include <pthread.h>
#include <sched.h>
#include <time.h>
#endif

#if __has_include(<stdlib.h>)
#include <stdlib.h>
#else
// Where there is no C library, whatever stands for it has these.
void *malloc(__SIZE_TYPE__);
void free(void *);
#endif

void *signals_allocate(uintptr_t size) {
  void *block = malloc(size);
  if (!block) __builtin_trap();
  return block;
}

void signals_deallocate(void *block) { free(block); }

SIGNALS_THREAD_LOCAL struct signals_thread signals_current_thread = {UINTPTR_MAX, UINTPTR_MAX};

/// What is left for code that checks nothing: the closures of the program, and the message that the stack is used up.
static const uintptr_t reserve = 64 * 1024;

struct stack {
  uintptr_t lowest;
  uintptr_t size;
};

#ifdef SIGNALS_HAS_THREADS

static struct stack current_stack(void) {
  struct stack stack = {0, 0};
#ifdef __APPLE__
  pthread_t self = pthread_self();
  stack.size = pthread_get_stacksize_np(self);
  stack.lowest = (uintptr_t)pthread_get_stackaddr_np(self) - stack.size;
#else
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  void *lowest = 0;
  size_t size = 0;
  if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
    stack.lowest = (uintptr_t)lowest;
    stack.size = size;
  }
  pthread_attr_destroy(&attributes);
#endif
  return stack;
}

#else

__attribute__((weak)) const uintptr_t signals_stack_lowest = 0;
__attribute__((weak)) const uintptr_t signals_stack_highest = 0;

static struct stack current_stack(void) {
  return (struct stack){signals_stack_lowest, signals_stack_highest - signals_stack_lowest};
}

#endif

bool signals_is_deep(void) {
  struct signals_thread *thread = &signals_current_thread;
  if (thread->stack_limit == UINTPTR_MAX) {
    struct stack stack = current_stack();
    uintptr_t kept = stack.size / 4 < reserve ? stack.size / 4 : reserve;
    thread->stack_limit = stack.lowest + kept;
  }
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (here >= thread->stack_limit) return false;
  // A program may run this thread on a stack of its own making, whose end is unknown.
  struct stack stack = current_stack();
  return here >= stack.lowest && here < stack.lowest + stack.size;
}

bool signals_is_half_deep(void) {
  struct signals_thread *thread = &signals_current_thread;
  if (thread->stack_middle == UINTPTR_MAX) {
    struct stack stack = current_stack();
    thread->stack_middle = stack.lowest + stack.size / 2;
  }
  return (uintptr_t)__builtin_frame_address(0) < thread->stack_middle;
}

uintptr_t signals_stack_size(void) { return current_stack().size; }

#ifdef SIGNALS_HAS_THREADS

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

void signals_wait(unsigned attempt) {
  if (attempt < 6) {
    for (unsigned turn = 0; turn < 4u << attempt; turn++) relax();
  } else if (attempt < 14) {
    sched_yield();
  } else {
    unsigned microseconds = attempt < 18 ? 25u << (attempt - 14) : 400;
    struct timespec pause = {0, (long)microseconds * 1000};
    nanosleep(&pause, 0);
  }
}

#else

void signals_wait(unsigned attempt) { (void)attempt; }

#endif
