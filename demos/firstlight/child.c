/* SPDX-License-Identifier: MIT
 *
 * Starting and ending a program; see child.h.
 */
#include "demos/firstlight/child.h"
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STOP_MS = 2000, STEP_MS = 10 };

/* In the child. */
static _Noreturn void become(char *const *argv, void (*prepare)(const void *arg), const void *arg,
			     pid_t parent, int tell)
{
	sigset_t none;
	int why;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(127);
	prepare(arg);
	execvp(argv[0], argv);
	why = errno;
	if (write(tell, &why, sizeof why) != sizeof why)
		_exit(126);
	_exit(127);
}

enum fl_code fl_child_start(pid_t *pid, char *const *argv, void (*prepare)(const void *arg), const void *arg,
			    const char *get_it, struct fl_err *err)
{
	const pid_t parent = getpid();
	int told[2], why = 0;
	ssize_t n;

	if (pipe2(told, O_CLOEXEC))
		return fl_fail(err, FL_FAILED, "pipe: %s", strerror(errno));
	*pid = fork();
	if (!*pid)
		become(argv, prepare, arg, parent, told[1]);
	close(told[1]);
	if (*pid < 0) {
		close(told[0]);
		return fl_fail(err, FL_FAILED, "fork: %s", strerror(errno));
	}
	do
		n = read(told[0], &why, sizeof why); /* ends when the program was started */
	while (n < 0 && errno == EINTR);
	close(told[0]);
	if (n != sizeof why)
		return FL_OK;
	waitpid(*pid, NULL, 0);
	*pid = -1;
	if (why == ENOENT && get_it)
		return fl_fail(err, FL_NO_DEVICE, "%s is not there: %s", argv[0], get_it);
	return fl_file_fail(err, argv[0], why);
}

bool fl_child_ended(pid_t *pid, int *code)
{
	int status;

	if (*pid <= 0 || waitpid(*pid, &status, WNOHANG) != *pid)
		return false;
	*pid = -1;
	*code = WIFEXITED(status) ? WEXITSTATUS(status) : FL_EXIT_SIGNAL + WTERMSIG(status);
	return true;
}

void fl_child_stop(pid_t *pid)
{
	int code;

	if (*pid <= 0)
		return;
	kill(*pid, SIGTERM);
	for (unsigned ms = 0; ms < STOP_MS && !fl_child_ended(pid, &code); ms += STEP_MS)
		usleep(STEP_MS * 1000);
	if (*pid <= 0)
		return;
	kill(*pid, SIGKILL);
	waitpid(*pid, NULL, 0);
	*pid = -1;
}

enum fl_code fl_child_signals(int more, int *fd, struct fl_err *err)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	if (more)
		sigaddset(&set, more);
	sigprocmask(SIG_BLOCK, &set, NULL);
	*fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return *fd < 0 ? fl_fail(err, FL_FAILED, "signalfd: %s", strerror(errno)) : FL_OK;
}
