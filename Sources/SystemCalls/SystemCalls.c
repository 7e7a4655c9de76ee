#define _GNU_SOURCE
#include "SystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#if defined(__linux__)

int signals_open_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

#else

int signals_open_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
}

#endif

static _Atomic int reported_to = -1;

// Calls only what may be called while any other code is interrupted. A full pipe holds the same news already.
static void report(int number) {
  int code = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(atomic_load(&reported_to), &byte, 1);
  (void)written;
  errno = code;
}

int signals_report_signal(int number, int descriptor) {
  struct sigaction before, action = {0};
  atomic_store(&reported_to, descriptor);
  if (number == SIGHUP) {
    if (sigaction(number, NULL, &before) != 0) return -1;
    if (before.sa_handler == SIG_IGN) return 0;
  }
  action.sa_handler = report;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  return sigaction(number, &action, NULL);
}

int signals_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}
