/* SPDX-License-Identifier: MIT
 *
 * Calls of EGL, OpenGL and SDL that are looked at, however the program comes to them: linked, by dlsym() in a
 * library that it opened itself (SDL does), or by eglGetProcAddress(). What they do then is in renderer.c,
 * frames.c and sdl.c.
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

void *fl_node_next_of(void **known, const char *name, const char *library)
{
	void *f = fl_node_next(known, name), *handle;

	if (f)
		return f;
	handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
	f = handle ? real_dlsym()(handle, name) : NULL;
	__atomic_store_n(known, f, __ATOMIC_RELAXED);
	return f;
}

/* By enum fl_egl_call. */
static struct {
	const char *name;
	void *ours, *found;
} calls[] = {
    {"eglMakeCurrent", (void *)eglMakeCurrent, NULL},       {"eglSwapBuffers", (void *)eglSwapBuffers, NULL},
    {"eglGetProcAddress", (void *)eglGetProcAddress, NULL}, {"glFinish", (void *)glFinish, NULL},
    {"glReadPixels", (void *)glReadPixels, NULL},
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
	if (found && *fl_node_folder() && !strncmp(name, "SDL_", 4) && fl_sdl_in_place_of(name))
		return fl_sdl_in_place_of(name);
	return found;
}

void *fl_egl_proc(const char *name)
{
	void *(*get)(const char *) = (void *(*)(const char *))fl_egl_real(FL_EGL_GET_PROC);

	return get ? get(name) : NULL;
}

void *fl_egl_real(enum fl_egl_call call)
{
	void *f = fl_node_next(&calls[call].found, calls[call].name);

	/* libraries of OpenGL that only the program sees */
	return f || call <= FL_EGL_GET_PROC ? f : fl_egl_proc(calls[call].name);
}

/* RTLD_NEXT means the library behind the caller's, which dlsym() knows by where it returns to: the call has
 * to be a jump then (build.mk). */
VISIBLE void *dlsym(void *restrict handle, const char *restrict name)
{
	dlsym_f *real = real_dlsym();

	if (handle == RTLD_NEXT ||
	    (strncmp(name, "egl", 3) && strncmp(name, "gl", 2) && strncmp(name, "SDL_", 4)))
		return real(handle, name);
	return in_place_of(name, real(handle, name));
}

VISIBLE void *eglGetProcAddress(const char *name)
{
	void *(*real)(const char *) = (void *(*)(const char *))fl_egl_real(FL_EGL_GET_PROC);

	return real ? in_place_of(name, real(name)) : NULL;
}
