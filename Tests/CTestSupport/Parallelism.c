#include "CTestSupport.h"

#include <stdlib.h>

// Swift Testing begins all tests at once unless it is told otherwise, which only the environment can do. A test that waits,
// for virtual time or for another task, then goes on behind all others that are ready: minutes later, with thousands of
// tests. A toolchain that does not know the variable runs them all at once.
__attribute__((constructor)) static void limitParallelism(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "12", 0);
}
