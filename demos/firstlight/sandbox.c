/* SPDX-License-Identifier: MIT
 *
 * The sandbox: descriptors, limits, and a list of system calls; see sandbox.h.
 */
#include "demos/firstlight/sandbox.h"
#include "demos/firstlight/file.h"
#include "demos/firstlight/out.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <termios.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
	MORE_FDS = 32,  /* that come by messages: eight at a time, and what is kept of them */
	CLIENT_FDS = 3, /* a connection, what comes over it, a memory */
	MORE_GIB = 24,  /* of addresses: VRAM, a machine's memory, 4 GiB of a stream's, stacks and heaps of 64
			  threads */
};

/* Sanitizers look at the process from another one, at its end, and who counts lines (`make coverage`) writes
 * a file then: both are what a sandbox is there to prevent. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(FL_COUNTS)
#define SANITIZED true
#elif defined(__has_feature)
#define SANITIZED                                                               \
	(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	 __has_feature(memory_sanitizer))
#else
#define SANITIZED false
#endif

static bool armed;

void fl_sandbox_arm(void)
{
	armed = !SANITIZED;
}

/* ---- descriptors and limits ---------------------------------------------------------------------------- */
static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Close all but the standard ones and those of the list. Returns the largest that stays. */
static int close_others(const struct fl_sandbox *s)
{
	int next = STDERR_FILENO + 1, *sorted = calloc(s->n_fds + 1, sizeof *sorted);

	if (!sorted)
		return -1;
	for (size_t i = 0; i < s->n_fds; i++)
		sorted[i] = s->fds[i];
	qsort(sorted, s->n_fds, sizeof *sorted, by_number);
	for (size_t i = 0; i < s->n_fds; i++) {
		if (sorted[i] < next)
			continue;
		if (sorted[i] > next)
			close_range((unsigned)next, (unsigned)sorted[i] - 1, 0);
		next = sorted[i] + 1;
	}
	close_range((unsigned)next, ~0u, 0);
	free(sorted);
	return next - 1;
}

static void limit(int what, rlim_t to)
{
	struct rlimit r;

	if (getrlimit((__rlimit_resource_t)what, &r))
		return;
	r.rlim_cur = r.rlim_max = r.rlim_max < to ? r.rlim_max : to;
	setrlimit((__rlimit_resource_t)what, &r);
}

/* Addresses that are in use already: a sanitizer takes terabytes of them. */
static rlim_t addresses_now(void)
{
	FILE *f = fopen("/proc/self/statm", "re");
	unsigned long pages = 0;

	if (!f || fscanf(f, "%lu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* ---- the filter ---------------------------------------------------------------------------------------- */
/* What computing, memory, threads and open files take, in glibc and the libraries that are used here. */
static const int plain[] = {
    SCMP_SYS(read),
    SCMP_SYS(readv),
    SCMP_SYS(pread64),
    SCMP_SYS(write),
    SCMP_SYS(writev),
    SCMP_SYS(lseek),
    SCMP_SYS(ftruncate), /* of what may be written anyhow */
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(brk),
    SCMP_SYS(futex),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(getrandom),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
};

/* What a machine's messages take. */
static const int of_messages[] = {SCMP_SYS(recvmsg), SCMP_SYS(recvfrom), SCMP_SYS(sendto), SCMP_SYS(sendmsg),
				  SCMP_SYS(fstatfs)};

/* What it takes that programs connect to a socket that is open, and get a memory of their own. */
static const int of_clients[] = {
    SCMP_SYS(accept4),     SCMP_SYS(epoll_ctl),    SCMP_SYS(epoll_wait),
    SCMP_SYS(epoll_pwait), SCMP_SYS(getsockname),  SCMP_SYS(getpeername),
    SCMP_SYS(getsockopt),  SCMP_SYS(memfd_create), SCMP_SYS(fallocate), /* a memory gives pages back */
};

static int add(scmp_filter_ctx c, const int *calls, size_t n)
{
	int bad = 0;

	for (size_t i = 0; i < n && !bad; i++)
		bad = seccomp_rule_add(c, SCMP_ACT_ALLOW, calls[i], 0);
	return bad;
}

/* One argument decides: (argument & mask) == value. */
static int add_if(scmp_filter_ctx c, int call, unsigned arg, scmp_datum_t mask, scmp_datum_t value)
{
	const struct scmp_arg_cmp cmp = {arg, SCMP_CMP_MASKED_EQ, mask, value};

	return seccomp_rule_add_array(c, SCMP_ACT_ALLOW, call, 1, &cmp);
}

static int add_checked(scmp_filter_ctx c, const struct fl_sandbox *s)
{
	const struct {
		int call;
		unsigned arg;
		scmp_datum_t mask, value;
	} rule[] = {
	    /* memory that is no code */
	    {SCMP_SYS(mmap), 2, PROT_EXEC, 0},
	    {SCMP_SYS(mprotect), 2, PROT_EXEC, 0},
	    /* threads, not processes */
	    {SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD},
	    /* a limit that is read; abort() */
	    {SCMP_SYS(prlimit64), 2, ~UINT64_C(0), 0},
	    {SCMP_SYS(tgkill), 0, ~UINT64_C(0), (scmp_datum_t)getpid()},
	    /* of what is open: how large it is, whether it is a terminal, whether it makes us wait */
	    {SCMP_SYS(newfstatat), 3, AT_EMPTY_PATH, AT_EMPTY_PATH},
	    {SCMP_SYS(ioctl), 1, ~UINT64_C(0), TCGETS},
	    {SCMP_SYS(ioctl), 1, ~UINT64_C(0), TIOCGWINSZ},
	    {SCMP_SYS(fcntl), 1, ~UINT64_C(0), F_GETFD},
	    {SCMP_SYS(fcntl), 1, ~UINT64_C(0), F_GETFL},
	    {SCMP_SYS(fcntl), 1, ~UINT64_C(0), F_SETFL},
	    {SCMP_SYS(fcntl), 1, ~UINT64_C(0), F_GET_SEALS},
	    /* the machine */
	    {SCMP_SYS(kill), 0, ~UINT64_C(0), (uint32_t)s->child},
	    {SCMP_SYS(wait4), 0, ~UINT64_C(0), (uint32_t)s->child},
	};
	const size_t n = sizeof rule / sizeof *rule - (s->child ? 0 : 2);
	int bad = 0;

	for (size_t i = 0; i < n && !bad; i++)
		bad = add_if(c, rule[i].call, rule[i].arg, rule[i].mask, rule[i].value);
	if (!bad && s->clients)
		bad = add_if(c, SCMP_SYS(fcntl), 1, ~UINT64_C(0), F_ADD_SEALS);
	/* The newer way to a thread has its flags in memory, where no filter sees them: glibc tries the older
	 * one next. */
	return bad ? bad : seccomp_rule_add(c, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

static int filter(const struct fl_sandbox *s)
{
	scmp_filter_ctx c = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	int bad = c ? seccomp_attr_set(c, SCMP_FLTATR_CTL_TSYNC, 1) : -ENOMEM;

	bad = bad ? bad : add(c, plain, sizeof plain / sizeof *plain);
	bad = bad ? bad : s->messages ? add(c, of_messages, sizeof of_messages / sizeof *of_messages) : 0;
	bad = bad ? bad : s->clients ? add(c, of_clients, sizeof of_clients / sizeof *of_clients) : 0;
	bad = bad ? bad : add_checked(c, s);
	bad = bad ? bad : seccomp_load(c);
	if (c)
		seccomp_release(c);
	return -bad;
}

enum fl_code fl_sandbox_enter(const struct fl_sandbox *s, struct fl_err *err)
{
	rlim_t now_B = addresses_now();
	int last, why;

	if (!armed)
		return FL_OK;
	last = close_others(s);
	if (last < 0)
		return fl_fail(err, FL_FAILED, "out of memory");
	limit(RLIMIT_NOFILE, (rlim_t)last + 1 + MORE_FDS + (rlim_t)s->clients * CLIENT_FDS);
	limit(RLIMIT_CORE, 0);
	if (now_B)
		limit(RLIMIT_AS, now_B + ((MORE_GIB + (rlim_t)s->clients * s->client_gib) << 30));
	why = filter(s);
	if (why)
		fl_complain(FL_OK,
			    "this system has no filter for system calls (seccomp: %s): going on without",
			    strerror(why));
	return FL_OK;
}

enum fl_code fl_sandbox_for_files(const struct fl_args *a, int fd, struct fl_err *err)
{
	struct rlimit r;
	struct fl_sandbox s = {0};
	enum fl_code code;
	int *fds;

	if (!armed)
		return FL_OK;
	/* all at once: as many as there may be */
	if (!getrlimit(RLIMIT_NOFILE, &r)) {
		r.rlim_cur = r.rlim_max;
		setrlimit(RLIMIT_NOFILE, &r);
	}
	fds = calloc((size_t)a->n_operands + 1, sizeof *fds);
	if (!fds)
		return fl_fail(err, FL_FAILED, "out of memory");
	s.n_fds = fl_file_open_ahead(a->operand, a->n_operands, fds, (size_t)a->n_operands);
	fds[s.n_fds++] = fd;
	s.fds = fds;
	code = fl_sandbox_enter(&s, err);
	free(fds);
	return code;
}
