/*
 * Disturbs a program from below, for the torture: `LD_PRELOAD` puts these in the place of the C library's functions.
 * A changing call is one that creates, writes, cuts, flushes, renames, links or removes a file or a folder.
 *
 * SOCAVON_TORTURE_FOLDER  files below this folder are disturbed, no others
 * SOCAVON_TORTURE_ERROR   "write:N:ERRNO" or "read:N:ERRNO": from the Nth changing or reading call on, each fails with that
 *                         errno; "once:N:ERRNO": the Nth changing call alone
 * SOCAVON_TORTURE_KILL    "N": kill -9 in the place of the Nth changing call
 * SOCAVON_TORTURE_COUNT   file that the number of changing calls is added to, by all processes together
 * SOCAVON_TORTURE_LOG     file that all changing calls are written to, with their data: see `Entry`
 * SOCAVON_TORTURE_CLOCK   "MS:SECONDS": so many ms after the start the clock of the wall is moved by so many seconds
 * SOCAVON_TORTURE_NOW     "SECONDS": the clock of the wall stands still there
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char *folder = NULL;
static long fail_write = 0, fail_read = 0, kill_at = 0, clock_after = -1, clock_shift = 0, now_fixed = 0;
static int failure = 0, is_once = 0, log_fd = -1;
static struct timespec started;
static atomic_long own_writes = 0, reads = 0;
static atomic_long *writes = &own_writes;
static pthread_mutex_t logging = PTHREAD_MUTEX_INITIALIZER;

static int (*real_clock)(clockid_t, struct timespec *) = NULL;

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  real_clock = dlsym(RTLD_NEXT, "clock_gettime");
  real_clock(CLOCK_MONOTONIC, &started);
  folder = getenv("SOCAVON_TORTURE_FOLDER");
  const char *error = getenv("SOCAVON_TORTURE_ERROR");
  char what[8];
  long at;
  if (error && sscanf(error, "%5[a-z]:%ld:%d", what, &at, &failure) == 3) {
    if (what[0] == 'r') fail_read = at;
    else fail_write = at;
    is_once = what[0] == 'o';
  }
  const char *killed = getenv("SOCAVON_TORTURE_KILL");
  if (killed) kill_at = atol(killed);
  const char *moved = getenv("SOCAVON_TORTURE_CLOCK");
  if (moved) sscanf(moved, "%ld:%ld", &clock_after, &clock_shift);
  const char *fixed = getenv("SOCAVON_TORTURE_NOW");
  if (fixed) now_fixed = atol(fixed);
  const char *count = getenv("SOCAVON_TORTURE_COUNT");
  if (count) {
    int fd = syscall(SYS_openat, AT_FDCWD, count, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && syscall(SYS_ftruncate, fd, sizeof(atomic_long)) == 0) {
      void *shared = mmap(NULL, sizeof(atomic_long), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      if (shared != MAP_FAILED) writes = shared;
    }
  }
  const char *log = getenv("SOCAVON_TORTURE_LOG");
  if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_below(const char *path) {
  size_t length;
  return folder && path && (length = strlen(folder), strncmp(path, folder, length) == 0) &&
         (path[length] == 0 || path[length] == '/');
}

static int path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
  return length >= 0;
}

static int is_watched(int fd) {
  char path[4096];
  return folder && path_of(fd, path, sizeof path) && is_below(path);
}

/* True: the call is to fail. Removing needs no room, so that a full disk lets it pass. */
static int is_struck(int is_removal) {
  long now = atomic_fetch_add(writes, 1) + 1;
  if (kill_at != 0 && now >= kill_at) {
    kill(getpid(), SIGKILL);
    pause();
  }
  if (fail_write == 0 || (is_once ? now != fail_write : now < fail_write)) return 0;
  if (is_removal && failure == ENOSPC) return 0;
  errno = failure;
  return 1;
}

static int is_failing_read(void) {
  long now = atomic_fetch_add(&reads, 1) + 1;
  if (fail_read == 0 || now < fail_read) return 0;
  errno = failure;
  return 1;
}

/* What was done, in the order in which it was: behind it both paths and the data. */
struct Entry {
  uint64_t file; /* inode */
  int64_t offset; /* of the data; the size of a cut */
  uint32_t path, other, data; /* bytes */
  uint32_t kind; /* (C)reated, (W)rite, (T)runcated, (S)ynced, (R)enamed, (L)inked, (U)nlinked, (M)ade folder, (D)ropped folder */
};

static void note(char kind, uint64_t file, const char *path, const char *other, const void *data, size_t size, int64_t offset) {
  struct Entry entry = { file, offset, strlen(path), strlen(other), size, kind };
  struct iovec parts[] = {
    { &entry, sizeof entry }, { (void *)path, entry.path }, { (void *)other, entry.other }, { (void *)data, size },
  };
  syscall(SYS_writev, log_fd, parts, 4);
}

static void note_fd(char kind, int fd, const void *data, size_t size, int64_t offset) {
  struct stat status;
  char path[4096];
  int before = errno;
  if (fstat(fd, &status) == 0 && path_of(fd, path, sizeof path)) note(kind, status.st_ino, path, "", data, size, offset);
  errno = before;
}

static void note_path(char kind, uint64_t file, const char *path, const char *other) {
  int before = errno;
  note(kind, file, path, other, "", 0, 0);
  errno = before;
}

static uint64_t file_of(const char *path) {
  struct stat status;
  int before = errno;
  uint64_t file = lstat(path, &status) == 0 ? status.st_ino : 0;
  errno = before;
  return file;
}

#define LOCK() if (log_fd >= 0) pthread_mutex_lock(&logging)
#define UNLOCK() if (log_fd >= 0) pthread_mutex_unlock(&logging)

/* A call that writes through a descriptor: DATA and SIZE are what was written if RESULT is good. */
#define WRITING(fd, call, place, noted) \
  if (!is_watched(fd)) return call; \
  if (is_struck(0)) return -1; \
  LOCK(); \
  int64_t at = log_fd >= 0 ? (place) : 0; \
  ssize_t result = call; \
  if (log_fd >= 0 && result > 0) { noted; } \
  UNLOCK(); \
  return result;

static int64_t place_of(int fd) {
  struct stat status;
  int flags = fcntl(fd, F_GETFL);
  if (flags >= 0 && (flags & O_APPEND) && fstat(fd, &status) == 0) return status.st_size;
  return lseek(fd, 0, SEEK_CUR);
}

static void note_vector(int fd, const struct iovec *v, int n, ssize_t left, int64_t at) {
  for (int i = 0; i < n && left > 0; i++) {
    size_t size = (ssize_t)v[i].iov_len < left ? v[i].iov_len : (size_t)left;
    note_fd('W', fd, v[i].iov_base, size, at);
    at += size;
    left -= size;
  }
}

/* What the kernel has copied is read back. */
static void note_copied(int fd, ssize_t size, int64_t at) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int again = syscall(SYS_openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC, 0);
  char *data = malloc(size);
  if (again >= 0 && data && syscall(SYS_pread64, again, data, size, at) == size) note_fd('W', fd, data, size, at);
  free(data);
  if (again >= 0) syscall(SYS_close, again);
}

ssize_t write(int fd, const void *b, size_t n) {
  REAL(ssize_t, write, int, const void *, size_t);
  WRITING(fd, real(fd, b, n), place_of(fd), note_fd('W', fd, b, result, at))
}
ssize_t pwrite(int fd, const void *b, size_t n, off_t o) {
  REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
  WRITING(fd, real(fd, b, n, o), o, note_fd('W', fd, b, result, at))
}
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t o) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
  WRITING(fd, real(fd, b, n, o), o, note_fd('W', fd, b, result, at))
}
ssize_t writev(int fd, const struct iovec *v, int n) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  WRITING(fd, real(fd, v, n), place_of(fd), note_vector(fd, v, n, result, at))
}
ssize_t pwritev(int fd, const struct iovec *v, int n, off_t o) {
  REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t);
  WRITING(fd, real(fd, v, n, o), o, note_vector(fd, v, n, result, at))
}
ssize_t pwritev64(int fd, const struct iovec *v, int n, off64_t o) {
  REAL(ssize_t, pwritev64, int, const struct iovec *, int, off64_t);
  WRITING(fd, real(fd, v, n, o), o, note_vector(fd, v, n, result, at))
}
ssize_t copy_file_range(int in, off64_t *i, int fd, off64_t *o, size_t n, unsigned flags) {
  REAL(ssize_t, copy_file_range, int, off64_t *, int, off64_t *, size_t, unsigned);
  WRITING(fd, real(in, i, fd, o, n, flags), o ? *o : place_of(fd), note_copied(fd, result, at))
}
ssize_t sendfile(int fd, int in, off_t *i, size_t n) {
  REAL(ssize_t, sendfile, int, int, off_t *, size_t);
  WRITING(fd, real(fd, in, i, n), place_of(fd), note_copied(fd, result, at))
}
ssize_t sendfile64(int fd, int in, off64_t *i, size_t n) {
  REAL(ssize_t, sendfile64, int, int, off64_t *, size_t);
  WRITING(fd, real(fd, in, i, n), place_of(fd), note_copied(fd, result, at))
}
/* Node copies files by this. */
long syscall(long number, ...) {
  REAL(long, syscall, long, ...);
  va_list rest;
  va_start(rest, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  if (number != SYS_copy_file_range) return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  int fd = a[2];
  off64_t *o = (off64_t *)a[3];
  WRITING(fd, real(number, a[0], a[1], a[2], a[3], a[4], a[5]), o ? *o : place_of(fd), note_copied(fd, result, at))
}

#define READ(name, args, use, ...) \
  ssize_t name args { REAL(ssize_t, name, __VA_ARGS__); return is_watched(fd) && is_failing_read() ? -1 : real use; }
READ(read, (int fd, void *b, size_t n), (fd, b, n), int, void *, size_t)
READ(pread, (int fd, void *b, size_t n, off_t o), (fd, b, n, o), int, void *, size_t, off_t)
READ(pread64, (int fd, void *b, size_t n, off64_t o), (fd, b, n, o), int, void *, size_t, off64_t)

#define CHANGING(watched, is_removal, call, before, noted) \
  if (!(watched)) return call; \
  if (is_struck(is_removal)) return -1; \
  LOCK(); \
  uint64_t file = log_fd >= 0 ? (before) : 0; \
  int result = call; \
  if (log_fd >= 0 && result == 0) { noted; } \
  UNLOCK(); \
  (void)file; \
  return result;

int fsync(int fd) {
  REAL(int, fsync, int);
  CHANGING(is_watched(fd), 0, real(fd), 0, note_fd('S', fd, "", 0, 0))
}
int fdatasync(int fd) {
  REAL(int, fdatasync, int);
  CHANGING(is_watched(fd), 0, real(fd), 0, note_fd('S', fd, "", 0, 0))
}
int ftruncate(int fd, off_t n) {
  REAL(int, ftruncate, int, off_t);
  CHANGING(is_watched(fd), 0, real(fd, n), 0, note_fd('T', fd, "", 0, n))
}
int ftruncate64(int fd, off64_t n) {
  REAL(int, ftruncate64, int, off64_t);
  CHANGING(is_watched(fd), 0, real(fd, n), 0, note_fd('T', fd, "", 0, n))
}
int mkdir(const char *p, mode_t m) {
  REAL(int, mkdir, const char *, mode_t);
  CHANGING(is_below(p), 0, real(p, m), 0, note_path('M', file_of(p), p, ""))
}
int rename(const char *a, const char *b) {
  REAL(int, rename, const char *, const char *);
  CHANGING(is_below(b), 0, real(a, b), file_of(a), note_path('R', file, a, b))
}
int link(const char *a, const char *b) {
  REAL(int, link, const char *, const char *);
  CHANGING(is_below(b), 0, real(a, b), file_of(a), note_path('L', file, a, b))
}
int unlink(const char *p) {
  REAL(int, unlink, const char *);
  CHANGING(is_below(p), 1, real(p), file_of(p), note_path('U', file, p, ""))
}
int unlinkat(int at, const char *p, int flags) {
  REAL(int, unlinkat, int, const char *, int);
  CHANGING(is_below(p), 1, real(at, p, flags), file_of(p), note_path(flags & AT_REMOVEDIR ? 'D' : 'U', file, p, ""))
}
int remove(const char *p) {
  REAL(int, remove, const char *);
  struct stat status;
  char kind = lstat(p, &status) == 0 && S_ISDIR(status.st_mode) ? 'D' : 'U';
  CHANGING(is_below(p), 1, real(p), file_of(p), note_path(kind, file, p, ""))
}
int rmdir(const char *p) {
  REAL(int, rmdir, const char *);
  CHANGING(is_below(p), 1, real(p), file_of(p), note_path('D', file, p, ""))
}

/* Opening changes something where it creates a file, or empties one. */
#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, name, const char *, int, ...); \
    va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
    if (!(flags & (O_CREAT | O_TRUNC)) || !is_below(path)) return real(path, flags, mode); \
    if (is_struck(0)) return -1; \
    LOCK(); \
    int is_new = log_fd >= 0 && access(path, F_OK) != 0; \
    int fd = real(path, flags, mode); \
    if (log_fd >= 0 && fd >= 0) { \
      if (is_new) note_path('C', file_of(path), path, ""); \
      else if (flags & O_TRUNC) note_fd('T', fd, "", 0, 0); \
    } \
    UNLOCK(); \
    return fd; \
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
  if (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE) return result;
  if (now_fixed != 0) {
    time->tv_sec = now_fixed;
    time->tv_nsec = 0;
  }
  if (is_moved()) time->tv_sec += clock_shift;
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
