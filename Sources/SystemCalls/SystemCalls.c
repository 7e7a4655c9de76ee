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

#if defined(__APPLE__)

int signals_spawn_with_standard_streams_only(posix_spawn_file_actions_t *actions, short *flags) {
  int code = 0;
  *flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO && code == 0; stream++)
    code = posix_spawn_file_actions_addinherit_np(actions, stream);
  return code;
}

#else

// Other C libraries than glibc do not have the macro that tells its version.
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
#define SIGNALS_CAN_CLOSE_FROM 1
#endif
#endif

int signals_spawn_with_standard_streams_only(posix_spawn_file_actions_t *actions, short *flags) {
  (void)flags;
#if defined(SIGNALS_CAN_CLOSE_FROM)
  return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#else
  (void)actions;
  return 0;
#endif
}

#endif

int signals_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}
