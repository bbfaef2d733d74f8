/* A disk that fails, put between a process and the C library (LD_PRELOAD).

   It sees every change that the process makes to files below one folder, counts them, and does one of three things:
   nothing; at the n-th change kill the process in the middle of it, or let it fail; or write all of them down.
   `vault.db-shm` is left alone: SQLite makes it anew after a crash. Asleep until `disk_watch` is called. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KILL = 0, IO_ERROR = 1, FULL = 2 };
enum { WRITING = 1, SYNCING = 2, NAMING = 3, TAKING_AWAY = 4 };
#define REAL(name) ({ static typeof(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name); real; })

static char watched[PATH_MAX];
static size_t watched_len;
static long count, fail_at = -1;
static int mode, failing, log_fd = -1, skip_sync;
static char unsynced[NAME_MAX];

/* How the tests steer it, through ctypes. */
void disk_watch(const char *folder) { snprintf(watched, sizeof watched, "%s", folder); watched_len = strlen(watched); count = 0; }
void disk_fail(long at, int how) { fail_at = at; mode = how; failing = 0; }
void disk_heal(void) { fail_at = -1; failing = 0; }
long disk_count(void) { return count; }
int disk_failed(void) { return failing; }
/* A deliberate fault: syncs of the file of this name are answered and not made, nor written down. */
void disk_lie(const char *name) { snprintf(unsynced, sizeof unsynced, "%s", name); skip_sync = 1; }
void disk_record(const char *path) { log_fd = REAL(open)(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600); }

static void put(const void *bytes, size_t size) { if (REAL(write)(log_fd, bytes, size) != (ssize_t)size) abort(); }

static void note(char op, const char *path, const char *other, uint64_t offset, const void *data, uint64_t size)
{
    if (log_fd < 0) return;
    struct { char op, pad[3]; uint32_t path, other, pad2; uint64_t offset, size; } head = { op, {0}, strlen(path), strlen(other), 0, offset, data ? size : 0 };
    put(&head, sizeof head); put(path, head.path); put(other, head.other); if (data) put(data, size);
}
void disk_mark(const char *text) { note('M', "", "", 0, text, strlen(text)); }

static int below(const char *path)
{
    if (!watched_len || strncmp(path, watched, watched_len) || (path[watched_len] && path[watched_len] != '/')) return 0;
    size_t length = strlen(path);
    return !(length > 4 && !strcmp(path + length - 4, "-shm")) && !(length > 10 && !strcmp(path + length - 10, " (deleted)"));
}

static int of_fd(int fd, char *path)
{
    if (!watched_len || fd == log_fd) return 0;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return below(path);
}

static int of_name(int folder, const char *name, char *path)
{
    if (!watched_len) return 0;
    char base[PATH_MAX] = "";
    if (name[0] != '/') {
        if (folder == AT_FDCWD) { if (!getcwd(base, sizeof base)) return 0; }
        else {
            char link[64];
            snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
            ssize_t length = readlink(link, base, sizeof base - 1);
            if (length <= 0) return 0;
            base[length] = 0;
        }
    }
    if (snprintf(path, PATH_MAX, "%s%s%s", base, base[0] ? "/" : "", name) >= PATH_MAX) return 0;
    return below(path);
}

/* Nonzero when this change is to go wrong. A full disk stays full, and does not keep anyone from syncing or deleting;
   an I/O error comes once. Both last until somebody heals the disk, respectively once. */
static int wrong(int what)
{
    count++;
    if (mode == FULL && (what == SYNCING || what == TAKING_AWAY)) return 0;
    if (fail_at < 0 || count < fail_at) return 0;
    if (mode != FULL && failing) return 0;
    failing++;
    errno = mode == FULL ? ENOSPC : EIO;
    return 1;
}

#define WRITE_BODY(call, half) \
    char path[PATH_MAX]; \
    if (!of_fd(fd, path)) return call; \
    if (wrong(WRITING)) { \
        if (mode == KILL) { half; _exit(137); } \
        if (mode == FULL && failing == 1 && size > 1) return half; \
        return -1; \
    } \
    ssize_t done = call;

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at)
{
    WRITE_BODY(REAL(pwrite64)(fd, data, size, at), REAL(pwrite64)(fd, data, size / 2, at))
    note('W', path, "", at, data, size);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
    WRITE_BODY(REAL(pwrite)(fd, data, size, at), REAL(pwrite)(fd, data, size / 2, at))
    note('W', path, "", at, data, size);
    return done;
}
ssize_t write(int fd, const void *data, size_t size)
{
    off_t at = fd > 2 && watched_len ? lseek(fd, 0, SEEK_CUR) : -1;
    if (at < 0) return REAL(write)(fd, data, size);
    WRITE_BODY(REAL(write)(fd, data, size), REAL(write)(fd, data, size / 2))
    note('W', path, "", at, data, size);
    return done;
}

static int told_a_lie(const char *path)
{
    const char *name = strrchr(path, '/');
    return skip_sync && name && !strcmp(name + 1, unsynced);
}
#define SYNC(name) \
int name(int fd) \
{ \
    char path[PATH_MAX]; \
    if (!of_fd(fd, path)) return REAL(name)(fd); \
    if (wrong(SYNCING)) { if (mode == KILL) _exit(137); return -1; } \
    if (told_a_lie(path)) return 0; \
    note('S', path, "", 0, NULL, 0); \
    return log_fd < 0 ? REAL(name)(fd) : 0; \
}
SYNC(fdatasync)
SYNC(fsync)

#define TRUNCATE(name, type) \
int name(int fd, type size) \
{ \
    char path[PATH_MAX]; \
    if (!of_fd(fd, path)) return REAL(name)(fd, size); \
    if (wrong(TAKING_AWAY)) { if (mode == KILL) _exit(137); return -1; } \
    note('T', path, "", size, NULL, 0); \
    return REAL(name)(fd, size); \
}
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

static int renamed(int from_folder, const char *from, int to_folder, const char *to)
{
    char old[PATH_MAX], new[PATH_MAX];
    int told = of_name(from_folder, from, old) && of_name(to_folder, to, new);
    if (told && wrong(NAMING)) { if (mode == KILL) _exit(137); return -1; }
    if (told) note('R', old, new, 0, NULL, 0);
    return REAL(renameat)(from_folder, from, to_folder, to);
}
int rename(const char *from, const char *to) { return renamed(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int a, const char *from, int b, const char *to) { return renamed(a, from, b, to); }

static int removed(int folder, const char *name, int flags)
{
    char path[PATH_MAX];
    struct stat found;
    int told = of_name(folder, name, path) && !lstat(path, &found);
    if (told && wrong(TAKING_AWAY)) { if (mode == KILL) _exit(137); return -1; }
    if (told) note('U', path, "", 0, NULL, 0);
    return REAL(unlinkat)(folder, name, flags);
}
int unlink(const char *name) { return removed(AT_FDCWD, name, 0); }
int unlinkat(int folder, const char *name, int flags) { return removed(folder, name, flags); }
int rmdir(const char *name) { return removed(AT_FDCWD, name, AT_REMOVEDIR); }

int mkdir(const char *name, mode_t rights)
{
    char path[PATH_MAX];
    int told = of_name(AT_FDCWD, name, path);
    if (told && wrong(NAMING)) { if (mode == KILL) _exit(137); return -1; }
    int done = REAL(mkdir)(name, rights);
    if (told && !done) note('K', path, "", 0, NULL, 0);
    return done;
}

static int opened(int folder, const char *name, int flags, mode_t rights)
{
    char path[PATH_MAX];
    struct stat found;
    int told = (flags & O_CREAT) && of_name(folder, name, path);
    int fresh = told && lstat(path, &found);
    if (fresh && wrong(NAMING)) { if (mode == KILL) _exit(137); return -1; }
    int cut = !fresh && (flags & O_TRUNC) && of_name(folder, name, path) && !lstat(path, &found) && found.st_size;
    if (cut && wrong(TAKING_AWAY)) { if (mode == KILL) _exit(137); return -1; }
    int fd = REAL(openat)(folder, name, flags, rights);
    if (fresh && fd >= 0) note('C', path, "", 0, NULL, 0);
    if (cut && fd >= 0) note('T', path, "", 0, NULL, 0);
    return fd;
}
#define OPEN(name) \
int name(const char *path, int flags, ...) \
{ \
    va_list rest; va_start(rest, flags); mode_t rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; va_end(rest); \
    return opened(AT_FDCWD, path, flags, rights); \
}
#define OPENAT(name) \
int name(int folder, const char *path, int flags, ...) \
{ \
    va_list rest; va_start(rest, flags); mode_t rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; va_end(rest); \
    return opened(folder, path, flags, rights); \
}
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
