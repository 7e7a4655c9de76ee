#ifndef CCOUNTING_H
#define CCOUNTING_H

/// Calls `work`. A profiler is told to count what happens inside this function, and nothing else.
void run_counted(void (*work)(void *), void *context);

#endif
