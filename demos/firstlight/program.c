/* SPDX-License-Identifier: MIT
 *
 * Starting and ending a program on a render node; see program.h.
 */
#include "demos/firstlight/program.h"
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/file.h"
#include "hw/drm/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STOP_MS = 2000, STEP_MS = 10 };

#define LIBRARY "firstlight-gl.so"

enum fl_code fl_program_library(char *path, size_t size, struct fl_err *err)
{
	static const char *const places[] = {"", "../lib/firstlight/"};
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	self[n < 0 ? 0 : n] = 0;
	if (strrchr(self, '/'))
		strrchr(self, '/')[1] = 0;
	for (unsigned i = 0; i < 2; i++)
		if ((size_t)snprintf(path, size, "%s%s" LIBRARY, self, places[i]) < size &&
		    !access(path, R_OK) && !strpbrk(path, ": "))
			return FL_OK;
	return fl_fail(err, FL_NO_DEVICE,
		       "%s" LIBRARY " is not there, or a blank or a colon is in its path: `make` builds it",
		       self);
}

/* In the child. */
static _Noreturn void become(char *const *argv, const char *library, const char *folder, pid_t parent,
			     int tell)
{
	const char *before = getenv("LD_PRELOAD");
	char preload[2 * PATH_MAX];
	sigset_t none;
	int why;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(127);
	snprintf(preload, sizeof preload, "%s%s%s", library, before && *before ? ":" : "",
		 before ? before : "");
	setenv("LD_PRELOAD", preload, 1);
	setenv(FL_DRM_FOLDER, folder, 1);
	/* what would lead Mesa to another driver */
	unsetenv("LIBGL_ALWAYS_SOFTWARE");
	unsetenv("MESA_LOADER_DRIVER_OVERRIDE");
	unsetenv("GALLIUM_DRIVER");
	execvp(argv[0], argv);
	why = errno;
	if (write(tell, &why, sizeof why) != sizeof why)
		_exit(126);
	_exit(127);
}

enum fl_code fl_program_start(pid_t *pid, char *const *argv, const char *library, const char *folder,
			      struct fl_err *err)
{
	const pid_t parent = getpid();
	int told[2], why = 0;
	ssize_t n;

	if (pipe2(told, O_CLOEXEC))
		return fl_fail(err, FL_FAILED, "pipe: %s", strerror(errno));
	*pid = fork();
	if (!*pid)
		become(argv, library, folder, parent, told[1]);
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
	return fl_file_fail(err, argv[0], why);
}

bool fl_program_ended(pid_t *pid, int *code)
{
	int status;

	if (*pid <= 0 || waitpid(*pid, &status, WNOHANG) != *pid)
		return false;
	*pid = -1;
	*code = WIFEXITED(status) ? WEXITSTATUS(status) : FL_EXIT_SIGNAL + WTERMSIG(status);
	return true;
}

void fl_program_stop(pid_t *pid)
{
	int code;

	if (*pid <= 0)
		return;
	kill(*pid, SIGTERM);
	for (unsigned ms = 0; ms < STOP_MS && !fl_program_ended(pid, &code); ms += STEP_MS)
		usleep(STEP_MS * 1000);
	if (*pid <= 0)
		return;
	kill(*pid, SIGKILL);
	waitpid(*pid, NULL, 0);
	*pid = -1;
}
