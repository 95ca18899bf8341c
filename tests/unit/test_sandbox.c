/* SPDX-License-Identifier: MIT
 *
 * The sandbox of the processes that have to do with what nobody trusts: what is forbidden fails, what is
 * needed works. Each try is made in a process of its own, which sends what it found through the one
 * descriptor that it keeps.
 */
#include "demos/firstlight/sandbox.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int other_fd; /* is open when the sandbox is entered, and not one of those that are kept */

static long opens(void)
{
	return open("/etc/passwd", O_RDONLY);
}

static long creates(void)
{
	return open("/tmp/firstlight-sandbox", O_WRONLY | O_CREAT, 0600);
}

static long removes(void)
{
	return unlink("/tmp/firstlight-sandbox");
}

static long connects(void)
{
	return socket(AF_INET, SOCK_STREAM, 0);
}

static long pairs(void)
{
	int pair[2];

	return socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
}

static long executes(void)
{
	return execl("/bin/true", "true", (char *)NULL);
}

static long forks(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	return pid;
}

static long kills(void)
{
	return kill(getppid(), 0);
}

static long traces(void)
{
	return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL);
}

static long makes_code(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1
													 : 0;
}

static long turns_into_code(void)
{
	void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? 0 : mprotect(at, 4096, PROT_READ | PROT_EXEC);
}

/* Types for the user. */
static long asks_the_terminal(void)
{
	return ioctl(0, TIOCSTI, "x");
}

static long receives(void)
{
	struct msghdr h = {0};

	return recvmsg(0, &h, MSG_DONTWAIT);
}

static long lifts_a_limit(void)
{
	struct rlimit r = {1 << 20, 1 << 20};

	return setrlimit(RLIMIT_NOFILE, &r);
}

static long reads_memory_of_others(void)
{
	return syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0);
}

static long uses_what_was_open(void)
{
	return write(other_fd, "x", 1) < 0 && errno == EBADF ? (errno = EPERM, -1) : 0;
}

static const struct {
	const char *name;
	long (*call)(void);
} forbidden[] = {{"open", opens},
		 {"create", creates},
		 {"unlink", removes},
		 {"socket", connects},
		 {"socketpair", pairs},
		 {"exec", executes},
		 {"fork", forks},
		 {"kill", kills},
		 {"ptrace", traces},
		 {"code", makes_code},
		 {"memory into code", turns_into_code},
		 {"TIOCSTI", asks_the_terminal},
		 {"recvmsg", receives},
		 {"setrlimit", lifts_a_limit},
		 {"process_vm_readv", reads_memory_of_others},
		 {"a descriptor that was not named", uses_what_was_open}};

static void *thread(void *arg)
{
	free(malloc(1 << 20));
	return arg;
}

/* What a model takes; 0: all of it works. */
static int needed(int fd, int *answer)
{
	struct stat st;
	char *p = malloc(64 << 20), *more = p ? realloc(p, 128 << 20) : NULL;
	pthread_t t[8];
	void *got;

	if (!more) {
		free(p);
		return 1;
	}
	memset(more, 1, 128 << 20);
	free(more);
	for (unsigned i = 0; i < 8; i++)
		if (pthread_create(&t[i], NULL, thread, answer))
			return 2;
	for (unsigned i = 0; i < 8; i++)
		if (pthread_join(t[i], &got) || got != answer)
			return 3;
	if (fstat(fd, &st) || sysconf(_SC_NPROCESSORS_ONLN) < 1 || usleep(10))
		return 4;
	return printf("%s", "") < 0 || fflush(stdout) ? 5 : 0;
}

Test(sandbox, what_is_forbidden_and_what_is_needed, .timeout = 60)
{
	enum { N = sizeof forbidden / sizeof *forbidden };
	int pair[2], status, answer[N + 1];
	pid_t pid;

	if (getenv("FL_SANITIZED"))
		cr_skip_test("no sandbox under a sanitizer");
	cr_assert(!pipe(pair));
	other_fd = dup(pair[1]);
	pid = fork();
	if (!pid) {
		const struct fl_sandbox s = {.fds = (const int[]){-1, pair[1]}, .n_fds = 2};
		struct fl_err err = {0};

		fl_sandbox_arm();
		if (fl_sandbox_enter(&s, &err))
			_exit(1);
		for (unsigned i = 0; i < N; i++) {
			errno = 0;
			answer[i] = forbidden[i].call() >= 0 ? 0 : errno;
		}
		answer[N] = needed(pair[1], answer);
		_exit(write(pair[1], answer, sizeof answer) != sizeof answer);
	}
	close(pair[1]);
	close(other_fd);
	cr_assert_eq(read(pair[0], answer, sizeof answer), (ssize_t)sizeof answer);
	waitpid(pid, &status, 0);
	cr_assert(WIFEXITED(status) && !WEXITSTATUS(status));
	for (unsigned i = 0; i < N; i++)
		cr_expect_eq(answer[i], EPERM, "%s: %s", forbidden[i].name,
			     answer[i] ? strerror(answer[i]) : "works");
	cr_expect_eq(answer[N], 0, "what a model needs does not work: %d", answer[N]);
}

/* What a render node does for a client, with a page that a buffer had: it goes back, and reads as zeros.
 * 0: all of it works. */
static int serves_a_client(void)
{
	enum { SIZE_B = 1 << 20, PAGE_B = 4096 };
	int fd = memfd_create("client", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	uint8_t *p;

	if (fd < 0 || ftruncate(fd, SIZE_B) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW))
		return 1;
	p = mmap(NULL, SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
	if (p == MAP_FAILED)
		return 2;
	p[PAGE_B] = 1;
	if (fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, PAGE_B, PAGE_B))
		return 3;
	return p[PAGE_B] ? 4 : 0;
}

Test(sandbox, what_clients_need, .timeout = 60)
{
	int status;
	pid_t pid;

	if (getenv("FL_SANITIZED"))
		cr_skip_test("no sandbox under a sanitizer");
	pid = fork();
	if (!pid) {
		const struct fl_sandbox s = {.messages = true, .clients = 1, .client_gib = 4};
		struct fl_err err = {0};

		fl_sandbox_arm();
		_exit(fl_sandbox_enter(&s, &err) ? 9 : serves_a_client());
	}
	waitpid(pid, &status, 0);
	cr_expect(WIFEXITED(status) && !WEXITSTATUS(status), "%d", status);
}

static unsigned open_fds(pid_t pid)
{
	struct stat st;
	char path[64];
	unsigned n = 0;

	for (unsigned i = 0; i < 256; i++) {
		snprintf(path, sizeof path, "/proc/%d/fd/%u", (int)pid, i);
		n += !lstat(path, &st);
	}
	return n;
}

/* The commands themselves are in it, while they work: what the kernel says of them. Of descriptors that come
 * with a message there are more for a moment. */
static void is_shut_in(const char *name, const char *const *argv, unsigned descriptors)
{
	char path[64], line[256];
	unsigned fds, filtered = 0;
	int in[2], status;
	pid_t pid;
	FILE *f;

	if (getenv("FL_SANITIZED"))
		cr_skip_test("no sandbox under a sanitizer");
	cr_assert(!pipe(in));
	pid = fork();
	if (!pid) {
		dup2(in[0], 0);
		dup2(open("/dev/null", O_WRONLY), 1);
		dup2(1, 2);
		execv(built("firstlight"), (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	for (unsigned ms = 0; ms < 5000 && !filtered; ms += 10, usleep(10000)) {
		f = fopen(path, "r");
		cr_assert(f);
		while (fgets(line, sizeof line, f))
			filtered |= !strncmp(line, "Seccomp:\t2", 10);
		fclose(f);
	}
	cr_expect(filtered, "%s: no filter", name);
	fds = open_fds(pid);
	for (unsigned ms = 0; ms < 5000 && fds > descriptors; ms += 10, usleep(10000))
		fds = open_fds(pid);
	cr_expect_leq(fds, descriptors, "%s: %u descriptors", name, fds);
	kill(pid, SIGTERM);
	waitpid(pid, &status, 0);
	close(in[0]);
	close(in[1]);
}

Test(sandbox, replay_is_in_it, .timeout = 30)
{
	is_shut_in("replay", (const char *const[]){"firstlight", "replay", "-", NULL}, 3);
}

Test(sandbox, gl_is_in_it, .timeout = 30)
{
	/* beside the standard ones: signals, the keeper, the node's three */
	is_shut_in("gl",
		   (const char *const[]){"firstlight", "gl", "--chip", "rv515", "--", "sleep", "9", NULL}, 8);
}

Test(sandbox, stream_is_in_it, .timeout = 30)
{
	is_shut_in("stream", (const char *const[]){"firstlight", "stream", "-", "--chip", "r580", NULL}, 3);
}

/* The standard ones, the signals, the card's socket, the test port, VRAM; and two that QEMU sends at some
 * time: of the interrupt, and of its end. */
Test(sandbox, the_card_of_a_machine_is_in_it, .timeout = 60)
{
	is_shut_in("qemu",
		   (const char *const[]){"firstlight", "qemu", "--", "-S", "-monitor", "none", "-serial",
					 "none", "-parallel", "none", NULL},
		   9);
}
