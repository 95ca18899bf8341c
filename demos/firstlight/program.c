/* SPDX-License-Identifier: MIT
 *
 * Starting a program on a render node; see program.h.
 */
#include "demos/firstlight/program.h"
#include "demos/firstlight/child.h"
#include "hw/drm/wire.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

struct means {
	const char *library, *folder;
};

/* In the child. */
static void on_the_node(const void *arg)
{
	const struct means *m = arg;
	const char *before = getenv("LD_PRELOAD");
	char preload[2 * PATH_MAX];

	snprintf(preload, sizeof preload, "%s%s%s", m->library, before && *before ? ":" : "",
		 before ? before : "");
	setenv("LD_PRELOAD", preload, 1);
	setenv(FL_DRM_FOLDER, m->folder, 1);
	/* what would lead Mesa to another driver */
	unsetenv("LIBGL_ALWAYS_SOFTWARE");
	unsetenv("MESA_LOADER_DRIVER_OVERRIDE");
	unsetenv("GALLIUM_DRIVER");
}

enum fl_code fl_program_start(pid_t *pid, char *const *argv, const char *library, const char *folder,
			      struct fl_err *err)
{
	const struct means m = {library, folder};

	return fl_child_start(pid, argv, on_the_node, &m, NULL, err);
}
