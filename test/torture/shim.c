/*
 * Disturbs one process from below, for the torture: `LD_PRELOAD` puts these in the place of the C library's functions.
 *
 * SOCAVON_TORTURE_FOLDER  files below this folder are disturbed, no others
 * SOCAVON_TORTURE_ERROR   "write:N:ERRNO" or "read:N:ERRNO": from the Nth such call on, each fails with that errno
 * SOCAVON_TORTURE_CLOCK   "MS:SECONDS": so many ms after the start the clock of the wall is moved by so many seconds
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char *folder = NULL;
static long fail_write = 0, fail_read = 0, clock_after = -1, clock_shift = 0;
static int failure = 0;
static struct timespec started;
static atomic_long writes = 0, reads = 0;

static int (*real_clock)(clockid_t, struct timespec *) = NULL;

__attribute__((constructor)) static void begin(void) {
  real_clock = dlsym(RTLD_NEXT, "clock_gettime");
  real_clock(CLOCK_MONOTONIC, &started);
  folder = getenv("SOCAVON_TORTURE_FOLDER");
  const char *error = getenv("SOCAVON_TORTURE_ERROR");
  char what[8];
  long at;
  if (error && sscanf(error, "%5[a-z]:%ld:%d", what, &at, &failure) == 3) {
    if (what[0] == 'w') fail_write = at;
    else fail_read = at;
  }
  const char *moved = getenv("SOCAVON_TORTURE_CLOCK");
  if (moved) sscanf(moved, "%ld:%ld", &clock_after, &clock_shift);
}

static int is_below(const char *path) {
  size_t length;
  return folder && path && (length = strlen(folder), strncmp(path, folder, length) == 0);
}

static int is_watched(int fd) {
  if (!folder) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static int is_failing(atomic_long *count, long at) {
  long now = atomic_fetch_add(count, 1) + 1;
  if (at == 0 || now < at) return 0;
  errno = failure;
  return 1;
}

#define FAILS_WRITE(fd) (is_watched(fd) && is_failing(&writes, fail_write))
#define FAILS_READ(fd) (is_watched(fd) && is_failing(&reads, fail_read))
#define FAILS_PATH(path) (is_below(path) && is_failing(&writes, fail_write))
#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

#define WRITE(name, args, use, types) \
  ssize_t name args { REAL(ssize_t, #name, types); if (FAILS_WRITE(fd)) return -1; return real use; }
#define READ(name, args, use, types) \
  ssize_t name args { REAL(ssize_t, #name, types); if (FAILS_READ(fd)) return -1; return real use; }
#define TYPES(...) __VA_ARGS__

WRITE(write, (int fd, const void *b, size_t n), (fd, b, n), TYPES(int, const void *, size_t))
WRITE(pwrite, (int fd, const void *b, size_t n, off_t o), (fd, b, n, o), TYPES(int, const void *, size_t, off_t))
WRITE(pwrite64, (int fd, const void *b, size_t n, off64_t o), (fd, b, n, o), TYPES(int, const void *, size_t, off64_t))
WRITE(writev, (int fd, const struct iovec *v, int n), (fd, v, n), TYPES(int, const struct iovec *, int))
WRITE(pwritev, (int fd, const struct iovec *v, int n, off_t o), (fd, v, n, o), TYPES(int, const struct iovec *, int, off_t))
WRITE(pwritev64, (int fd, const struct iovec *v, int n, off64_t o), (fd, v, n, o), TYPES(int, const struct iovec *, int, off64_t))
READ(read, (int fd, void *b, size_t n), (fd, b, n), TYPES(int, void *, size_t))
READ(pread, (int fd, void *b, size_t n, off_t o), (fd, b, n, o), TYPES(int, void *, size_t, off_t))
READ(pread64, (int fd, void *b, size_t n, off64_t o), (fd, b, n, o), TYPES(int, void *, size_t, off64_t))

int fsync(int fd) { REAL(int, "fsync", int); return FAILS_WRITE(fd) ? -1 : real(fd); }
int fdatasync(int fd) { REAL(int, "fdatasync", int); return FAILS_WRITE(fd) ? -1 : real(fd); }
int ftruncate(int fd, off_t n) { REAL(int, "ftruncate", int, off_t); return FAILS_WRITE(fd) ? -1 : real(fd, n); }
int ftruncate64(int fd, off64_t n) { REAL(int, "ftruncate64", int, off64_t); return FAILS_WRITE(fd) ? -1 : real(fd, n); }
int mkdir(const char *p, mode_t m) { REAL(int, "mkdir", const char *, mode_t); return FAILS_PATH(p) ? -1 : real(p, m); }
int rename(const char *a, const char *b) {
  REAL(int, "rename", const char *, const char *);
  return FAILS_PATH(b) ? -1 : real(a, b);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...); \
    va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
    if ((flags & O_CREAT) && FAILS_PATH(path)) return -1; \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

static int is_moved(void) {
  if (clock_after < 0) return 0;
  struct timespec now;
  real_clock(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - started.tv_sec) * 1000 + (now.tv_nsec - started.tv_nsec) / 1000000 >= clock_after;
}

int clock_gettime(clockid_t id, struct timespec *time) {
  if (!real_clock) real_clock = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real_clock(id, time);
  if ((id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) && is_moved()) time->tv_sec += clock_shift;
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
