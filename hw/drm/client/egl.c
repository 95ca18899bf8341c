/* SPDX-License-Identifier: MIT
 *
 * Calls of EGL that are looked at, however the program comes to them: linked, by dlsym() in a library that it
 * opened itself (SDL does), or by eglGetProcAddress(). What they do then is in renderer.c and frames.c.
 */
#include "hw/drm/client/client.h"

#include <string.h>

typedef void *dlsym_f(void *handle, const char *name);

static dlsym_f *real_dlsym(void)
{
	static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"};
	static void *known;
	void *f = __atomic_load_n(&known, __ATOMIC_RELAXED);

	for (unsigned i = 0; !f && i < sizeof versions / sizeof *versions; i++)
		f = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
	__atomic_store_n(&known, f, __ATOMIC_RELAXED);
	return (dlsym_f *)f;
}

void *fl_node_next(void **known, const char *name)
{
	void *f = __atomic_load_n(known, __ATOMIC_RELAXED);

	if (!f) {
		f = real_dlsym()(RTLD_NEXT, name);
		__atomic_store_n(known, f, __ATOMIC_RELAXED);
	}
	return f;
}

/* By enum fl_egl_call. */
static struct {
	const char *name;
	void *ours, *found;
} calls[] = {
    {"eglMakeCurrent", (void *)eglMakeCurrent, NULL},
    {"eglSwapBuffers", (void *)eglSwapBuffers, NULL},
    {"eglGetProcAddress", (void *)eglGetProcAddress, NULL},
};

/* Ours in place of what was found, which it will call. */
static void *in_place_of(const char *name, void *found)
{
	for (unsigned i = 0; found && *fl_node_folder() && i < sizeof calls / sizeof *calls; i++)
		if (!strcmp(name, calls[i].name)) {
			if (found != calls[i].ours)
				__atomic_store_n(&calls[i].found, found, __ATOMIC_RELAXED);
			return calls[i].ours;
		}
	return found;
}

void *fl_egl_real(enum fl_egl_call call)
{
	return fl_node_next(&calls[call].found, calls[call].name);
}

/* RTLD_NEXT means the library behind the caller's, which dlsym() knows by where it returns to: the call has
 * to be a jump then (build.mk). */
VISIBLE void *dlsym(void *restrict handle, const char *restrict name)
{
	dlsym_f *real = real_dlsym();

	if (handle == RTLD_NEXT || strncmp(name, "egl", 3))
		return real(handle, name);
	return in_place_of(name, real(handle, name));
}

VISIBLE void *eglGetProcAddress(const char *name)
{
	void *(*real)(const char *) = (void *(*)(const char *))fl_egl_real(FL_EGL_GET_PROC);

	return real ? in_place_of(name, real(name)) : NULL;
}
