/* Stands between a program and its disk, by LD_PRELOAD: counts every call that could change what is stored or sent,
 * over all threads, and at a chosen one kills the process or lets the call fail; or writes down every call, with its
 * bytes, so that the disk after a power cut can be made from the list. Knows nothing of the program.
 *
 *   CRASH_ROOT    the folder whose files count; sockets over the network count always
 *   CRASH_COUNT   a file that gets the number of counted calls at the end, one line per kind
 *   CRASH_KILL    SIGKILL instead of call number n
 *   CRASH_THREAD  name:n  SIGKILL instead of naming the n-th thread so
 *   CRASH_FAIL    call number n fails, among those that can fail in the way of CRASH_ERROR
 *   CRASH_ERROR   ENOSPC (calls that need room), SHORT (half a write, then ENOSPC), EIO (fsync), EIOW (writes)
 *   CRASH_UNTIL   every such call from CRASH_FAIL on fails as long as this file exists
 *   CRASH_MET     a file that is made when the fault was met
 *   CRASH_LOG     a file that gets every call on files
 *
 * A record of the log: kind (1 byte), name length, other name length, offset, byte count (8 bytes each, little endian),
 * the path, the other path, the bytes. Kinds: W write, T truncate, S sync of a file, D sync of a folder, C create,
 * R rename, U unlink, L link, M mkdir, X a sync that failed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FDS = 4096 };
enum target { OTHER, FILE_OF_OURS, FOLDER_OF_OURS, SOCKET };
enum kind { WRITE, TRUNCATE, SYNC, CREATE, RENAME, UNLINK, LINK, MKDIR, SEND, KINDS };
enum fault { NONE, FULL, SHORT, SYNC_FAILS, WRITE_FAILS };

static const char *const KIND_NAMES[KINDS] = {"write",  "truncate", "sync",  "create", "rename",
                                              "unlink", "link",     "mkdir", "send"};

static struct {
    char *path;
    char target;
} known[FDS];
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static long counted, by_kind[KINDS], able_to_fail, kill_at, fail_at, threads_named, thread_at;
static enum fault fault;
static int log_fd = -1, is_short_done;
static const char *root, *until, *met, *thread_name, *count_file;

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static enum fault fault_named(const char *name) {
    if (!name) return NONE;
    if (!strcmp(name, "ENOSPC")) return FULL;
    if (!strcmp(name, "SHORT")) return SHORT;
    if (!strcmp(name, "EIO")) return SYNC_FAILS;
    return WRITE_FAILS;
}

__attribute__((constructor)) static void begin(void) {
    root = getenv("CRASH_ROOT");
    until = getenv("CRASH_UNTIL");
    met = getenv("CRASH_MET");
    count_file = getenv("CRASH_COUNT");
    kill_at = number("CRASH_KILL");
    fail_at = number("CRASH_FAIL");
    fault = fault_named(getenv("CRASH_ERROR"));
    const char *thread = getenv("CRASH_THREAD");
    const char *colon = thread ? strrchr(thread, ':') : NULL;
    if (colon) {
        thread_name = strndup(thread, colon - thread);
        thread_at = atol(colon + 1);
    }
    const char *name = getenv("CRASH_LOG");
    if (name) log_fd = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void touch(const char *name) {
    int fd = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0) syscall(SYS_close, fd);
}

static void die(void) {
    if (met) touch(met);
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

__attribute__((destructor)) static void end(void) {
    if (!count_file) return;
    int fd = syscall(SYS_openat, AT_FDCWD, count_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) return;
    char line[64];
    for (int kind = 0; kind < KINDS; kind++) {
        int length = snprintf(line, sizeof line, "%s %ld\n", KIND_NAMES[kind], by_kind[kind]);
        (void)!syscall(SYS_write, fd, line, (size_t)length);
    }
    int length = snprintf(line, sizeof line, "able %ld\n", able_to_fail);
    (void)!syscall(SYS_write, fd, line, (size_t)length);
    syscall(SYS_close, fd);
}

static int is_ours(const char *path) {
    if (!root || !path) return 0;
    size_t length = strlen(root);
    return !strncmp(path, root, length) && (path[length] == '/' || !path[length]);
}

/* An absolute path; relative ones are joined to the working folder. */
static const char *absolute(const char *path, char *space) {
    if (path[0] == '/') return path;
    if (!getcwd(space, PATH_MAX)) return path;
    size_t length = strlen(space);
    snprintf(space + length, PATH_MAX - length, "/%s", path);
    return space;
}

/* Counts one call and kills the process if it is the chosen one. The lock is held from here to `leave`. */
static void enter(enum kind kind) {
    pthread_mutex_lock(&lock);
    by_kind[kind]++;
    if (++counted == kill_at) die();
}

static void leave(void) { pthread_mutex_unlock(&lock); }

static int suits(enum kind kind) {
    switch (fault) {
    case FULL: return kind == WRITE || kind == TRUNCATE || kind == CREATE || kind == MKDIR || kind == RENAME || kind == LINK;
    case SHORT: return kind == WRITE;
    case SYNC_FAILS: return kind == SYNC;
    case WRITE_FAILS: return kind == WRITE || kind == TRUNCATE;
    default: return 0;
    }
}

/* Whether this call is to fail; called with the lock held. */
static int fails(enum kind kind) {
    if (!suits(kind)) return 0;
    able_to_fail++;
    if (!fail_at || able_to_fail < fail_at) return 0;
    if (until && syscall(SYS_faccessat, AT_FDCWD, until, F_OK)) return 0;
    if (!until && able_to_fail > fail_at) return 0;
    if (met) touch(met);
    errno = fault == SYNC_FAILS || fault == WRITE_FAILS ? EIO : ENOSPC;
    return 1;
}

static void note(char kind, const char *path, const char *other, uint64_t offset, const void *bytes, uint64_t count) {
    if (log_fd < 0 || !path) return;
    int kept = errno;
    uint64_t head[4] = {strlen(path), other ? strlen(other) : 0, offset, bytes ? count : 0};
    struct iovec parts[5] = {{&kind, 1},
                             {head, sizeof head},
                             {(void *)path, head[0]},
                             {(void *)other, head[1]},
                             {(void *)bytes, head[3]}};
    (void)!syscall(SYS_writev, log_fd, parts, 5);
    errno = kept;
}

static enum target target_of(int fd) { return fd >= 0 && fd < FDS ? known[fd].target : OTHER; }

/* ---- descriptors ---- */

static void remember(int fd) {
    if (fd < 0 || fd >= FDS || !root) return;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int kept = errno;
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = kept;
    if (length < 0) return;
    path[length] = 0;
    free(known[fd].path);
    known[fd].path = NULL;
    known[fd].target = OTHER;
    if (!is_ours(path)) return;
    struct stat found;
    known[fd].path = strdup(path);
    known[fd].target = !fstat(fd, &found) && S_ISDIR(found.st_mode) ? FOLDER_OF_OURS : FILE_OF_OURS;
}

static int open_counted(const char *path, int flags, mode_t mode, int folder) {
    char space[PATH_MAX];
    const char *full = folder == AT_FDCWD ? absolute(path, space) : path;
    struct stat found;
    int creates = (flags & O_CREAT) && is_ours(full) && stat(full, &found);
    int cuts = (flags & O_TRUNC) && is_ours(full) && !creates;
    if (!creates && !cuts) {
        int fd = syscall(SYS_openat, folder, path, flags, mode);
        remember(fd);
        return fd;
    }
    enter(creates ? CREATE : TRUNCATE);
    int fd = fails(creates ? CREATE : TRUNCATE) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
    remember(fd);
    if (fd >= 0) note(creates ? 'C' : 'T', full, NULL, 0, NULL, 0);
    leave();
    return fd;
}

#define MODE_ARGUMENT                                                                                                  \
    mode_t mode = 0;                                                                                                   \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                                               \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode = va_arg(more, mode_t);                                                                                   \
        va_end(more);                                                                                                  \
    }

int open(const char *path, int flags, ...) { MODE_ARGUMENT return open_counted(path, flags, mode, AT_FDCWD); }
int open64(const char *path, int flags, ...) { MODE_ARGUMENT return open_counted(path, flags, mode, AT_FDCWD); }
int openat(int folder, const char *path, int flags, ...) { MODE_ARGUMENT return open_counted(path, flags, mode, folder); }
int openat64(int folder, const char *path, int flags, ...) { MODE_ARGUMENT return open_counted(path, flags, mode, folder); }
int creat(const char *path, mode_t mode) { return open_counted(path, O_CREAT | O_WRONLY | O_TRUNC, mode, AT_FDCWD); }

int close(int fd) {
    if (fd >= 0 && fd < FDS) {
        pthread_mutex_lock(&lock);
        known[fd].target = OTHER;
        free(known[fd].path);
        known[fd].path = NULL;
        pthread_mutex_unlock(&lock);
    }
    return syscall(SYS_close, fd);
}

int socket(int domain, int type, int protocol) {
    int fd = syscall(SYS_socket, domain, type, protocol);
    if (fd >= 0 && fd < FDS && (domain == AF_INET || domain == AF_INET6)) known[fd].target = SOCKET;
    return fd;
}

/* ---- writes ---- */

static ssize_t write_parts(int fd, const struct iovec *parts, int count, off_t offset) {
    if (offset >= 0) return syscall(SYS_pwritev, fd, parts, (long)count, (long)offset, 0L);
    return syscall(SYS_writev, fd, parts, (long)count);
}

static ssize_t write_file(int fd, const struct iovec *parts, int count, off_t offset) {
    enter(WRITE);
    const char *path = known[fd].path;
    ssize_t done = -1;
    off_t at = offset >= 0 ? offset : lseek(fd, 0, SEEK_CUR);
    if (is_short_done) {
        errno = ENOSPC;
        is_short_done = 0;
    } else if (!fails(WRITE)) {
        done = write_parts(fd, parts, count, offset);
    } else if (fault == SHORT && parts[0].iov_len > 1) {
        struct iovec half = {parts[0].iov_base, parts[0].iov_len / 2};
        done = write_parts(fd, &half, 1, offset);
        is_short_done = 1;
    }
    ssize_t left = done;
    for (int part = 0; part < count && left > 0; part++) {
        size_t length = (size_t)left < parts[part].iov_len ? (size_t)left : parts[part].iov_len;
        note('W', path, NULL, at, parts[part].iov_base, length);
        at += length;
        left -= length;
    }
    leave();
    return done;
}

static ssize_t write_any(int fd, const struct iovec *parts, int count, off_t offset) {
    switch (target_of(fd)) {
    case FILE_OF_OURS: return write_file(fd, parts, count, offset);
    case SOCKET:
        enter(SEND);
        leave();
        /* fall through */
    default: return write_parts(fd, parts, count, offset);
    }
}

ssize_t write(int fd, const void *bytes, size_t count) {
    if (target_of(fd) == OTHER) return syscall(SYS_write, fd, bytes, count);
    struct iovec part = {(void *)bytes, count};
    return write_any(fd, &part, 1, -1);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    if (target_of(fd) == OTHER) return syscall(SYS_pwrite64, fd, bytes, count, offset);
    struct iovec part = {(void *)bytes, count};
    return write_any(fd, &part, 1, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) { return pwrite(fd, bytes, count, offset); }
ssize_t writev(int fd, const struct iovec *parts, int count) { return write_any(fd, parts, count, -1); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return write_any(fd, parts, count, offset); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) { return write_any(fd, parts, count, offset); }

ssize_t send(int fd, const void *bytes, size_t count, int flags) {
    if (target_of(fd) == SOCKET) {
        enter(SEND);
        leave();
    }
    return syscall(SYS_sendto, fd, bytes, count, flags, NULL, 0);
}
ssize_t sendto(int fd, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t length) {
    if (target_of(fd) == SOCKET) {
        enter(SEND);
        leave();
    }
    return syscall(SYS_sendto, fd, bytes, count, flags, to, length);
}
ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    if (target_of(fd) == SOCKET) {
        enter(SEND);
        leave();
    }
    return syscall(SYS_sendmsg, fd, message, flags);
}

int ftruncate(int fd, off_t length) {
    if (target_of(fd) != FILE_OF_OURS) return syscall(SYS_ftruncate, fd, length);
    enter(TRUNCATE);
    int done = fails(TRUNCATE) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
    if (!done) note('T', known[fd].path, NULL, length, NULL, 0);
    leave();
    return done;
}
int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

static int sync_counted(int fd, long call) {
    if (target_of(fd) != FILE_OF_OURS && target_of(fd) != FOLDER_OF_OURS) return syscall(call, fd);
    enter(SYNC);
    int done = fails(SYNC) ? -1 : (int)syscall(call, fd);
    char kind = done ? 'X' : known[fd].target == FOLDER_OF_OURS ? 'D' : 'S';
    note(kind, known[fd].path, NULL, 0, NULL, 0);
    leave();
    return done;
}
int fsync(int fd) { return sync_counted(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_counted(fd, SYS_fdatasync); }

/* ---- names ---- */

#define NAMED(kind, letter, path, other, call)                                                                         \
    char space[PATH_MAX];                                                                                              \
    const char *full = absolute(path, space);                                                                          \
    if (!is_ours(full)) return call;                                                                                   \
    enter(kind);                                                                                                       \
    int done = fails(kind) ? -1 : (int)(call);                                                                   \
    if (!done) note(letter, full, other, 0, NULL, 0);                                                                  \
    leave();                                                                                                           \
    return done;

int rename(const char *from, const char *to) {
    char other_space[PATH_MAX];
    const char *other = absolute(to, other_space);
    NAMED(RENAME, 'R', from, other, syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to))
}
int link(const char *from, const char *to) {
    char other_space[PATH_MAX];
    const char *other = absolute(to, other_space);
    NAMED(LINK, 'L', from, other, syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0))
}
int unlink(const char *path) { NAMED(UNLINK, 'U', path, NULL, syscall(SYS_unlinkat, AT_FDCWD, path, 0)) }
int mkdir(const char *path, mode_t mode) { NAMED(MKDIR, 'M', path, NULL, syscall(SYS_mkdirat, AT_FDCWD, path, mode)) }

/* ---- threads ---- */

int pthread_setname_np(pthread_t thread, const char *name) {
    static int (*real)(pthread_t, const char *);
    if (!real) real = dlsym(RTLD_NEXT, "pthread_setname_np");
    if (thread_name && !strcmp(name, thread_name)) {
        pthread_mutex_lock(&lock);
        if (++threads_named == thread_at) die();
        pthread_mutex_unlock(&lock);
    }
    return real(thread, name);
}
