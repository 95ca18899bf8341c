/* SPDX-License-Identifier: MIT
 *
 * Windows through SDL2, where that was there at build time.
 */
#include "demos/firstlight/window.h"

#include <stddef.h>

#ifdef FL_SDL2
#include <SDL.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* Found when a window is asked for: SDL brings fifty libraries along, which every other command would wait
 * for. */
#define LIBRARY "libSDL2-2.0.so.0"
/* clang-format off */
#define SDL_USED(X) \
	X(CreateRenderer) X(CreateTexture) X(CreateWindow) X(DestroyRenderer) X(DestroyTexture) \
	X(DestroyWindow) X(GetError) X(GetTicks) X(InitSubSystem) X(LockTexture) X(PollEvent) \
	X(QuitSubSystem) X(RenderClear) X(RenderCopy) X(RenderPresent) X(RenderSetLogicalSize) \
	X(SetHint) X(SetTextureBlendMode) X(SetWindowSize) X(UnlockTexture) X(UpdateTexture)
/* clang-format on */

static struct {
#define FIELD(name) __typeof__(SDL_##name) *name;
	SDL_USED(FIELD)
#undef FIELD
} sdl;

static bool find_sdl(struct fl_err *err)
{
	void *so = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);

	if (!so) {
		fl_fail(err, FL_FAILED, "no window: %s; Debian: install libsdl2-2.0-0", dlerror());
		return false;
	}
#define FIND(name) *(void **)&sdl.name = dlsym(so, "SDL_" #name);
	SDL_USED(FIND)
#undef FIND
#define MISSING(name) || !sdl.name
	if (false SDL_USED(MISSING)) {
		fl_fail(err, FL_FAILED, "no window: %s is not SDL's library: %s", LIBRARY, dlerror());
		return false;
	}
#undef MISSING
	return true;
}

struct fl_window {
	SDL_Window *window;
	SDL_Renderer *renderer;
	SDL_Texture *texture;
	unsigned width, height; /* of the texture, which has R, G, B or R, G, B, A bytes */
	uint32_t format, shown_ms;
	bool closed;
};

struct fl_window *fl_window_open(const char *title, struct fl_err *err)
{
	struct fl_window *w;

	if (!find_sdl(err))
		return NULL;
	w = calloc(1, sizeof *w);
	sdl.SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* C-c is for the machine */
	if (w && !sdl.InitSubSystem(SDL_INIT_VIDEO)) {
		w->window = sdl.CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, 640,
					     480, SDL_WINDOW_RESIZABLE);
		w->renderer = w->window ? sdl.CreateRenderer(w->window, -1, 0) : NULL;
	}
	if (w && w->renderer)
		return w;
	fl_fail(err, FL_FAILED, "no window: %s", w ? sdl.GetError() : "out of memory");
	fl_window_close(w);
	return NULL;
}

static bool fit(struct fl_window *w, uint32_t format, unsigned width, unsigned height)
{
	if (w->texture && w->width == width && w->height == height && w->format == format)
		return true;
	if (w->texture)
		sdl.DestroyTexture(w->texture);
	w->width = width;
	w->height = height;
	w->format = format;
	w->texture =
	    sdl.CreateTexture(w->renderer, format, SDL_TEXTUREACCESS_STREAMING, (int)width, (int)height);
	sdl.SetWindowSize(w->window, (int)width, (int)height);
	sdl.RenderSetLogicalSize(w->renderer, (int)width, (int)height);
	return w->texture;
}

static bool as_input(const SDL_Event *e, struct fl_drm_input *i)
{
	*i = (struct fl_drm_input){.kind = FL_DRM_KEY};
	switch (e->type) {
	case SDL_KEYDOWN: /* SDL's scancodes are the usages of USB */
	case SDL_KEYUP:
		i->a = e->key.keysym.scancode;
		i->b = e->type == SDL_KEYUP ? 0 : e->key.repeat ? 2 : 1;
		return true;
	case SDL_MOUSEMOTION:
		*i = (struct fl_drm_input){.kind = FL_DRM_MOTION, .a = e->motion.x, .b = e->motion.y};
		return true;
	case SDL_MOUSEBUTTONDOWN:
	case SDL_MOUSEBUTTONUP:
		*i = (struct fl_drm_input){
		    .kind = FL_DRM_BUTTON, .a = e->button.button, .b = e->type == SDL_MOUSEBUTTONDOWN};
		return true;
	case SDL_MOUSEWHEEL:
		*i = (struct fl_drm_input){.kind = FL_DRM_WHEEL, .a = e->wheel.x, .b = e->wheel.y};
		return true;
	case SDL_TEXTINPUT:
		i->kind = FL_DRM_TEXT;
		return snprintf(i->text, sizeof i->text, "%s", e->text.text) < (int)sizeof i->text;
	default:
		return false;
	}
}

bool fl_window_input(struct fl_window *w, struct fl_drm_input *i)
{
	SDL_Event e;

	while (sdl.PollEvent(&e)) {
		w->closed |= e.type == SDL_QUIT;
		if (as_input(&e, i))
			return true;
	}
	return false;
}

bool fl_window_closed(const struct fl_window *w)
{
	return w->closed;
}

void fl_window_picture(struct fl_window *w, const uint8_t *rgba, unsigned width, unsigned height)
{
	if (!fit(w, SDL_PIXELFORMAT_RGBA32, width, height))
		return;
	sdl.SetTextureBlendMode(w->texture, SDL_BLENDMODE_NONE);
	sdl.UpdateTexture(w->texture, NULL, rgba, (int)width * 4);
	sdl.RenderClear(w->renderer);
	sdl.RenderCopy(w->renderer, w->texture, NULL, NULL);
	sdl.RenderPresent(w->renderer);
}

bool fl_window_show(struct fl_window *w, struct fl_model *m)
{
	struct fl_model_screen s;
	struct fl_drm_input unused;
	uint32_t now_ms = sdl.GetTicks();
	void *pixels;
	int pitch;

	if (now_ms - w->shown_ms < FL_WINDOW_MS)
		return true;
	w->shown_ms = now_ms;
	while (fl_window_input(w, &unused))
		;
	if (w->closed)
		return false;
	sdl.RenderClear(w->renderer);
	if (fl_model_screen(m, &s, NULL, 0) && fit(w, SDL_PIXELFORMAT_RGB24, s.width, s.height) &&
	    !sdl.LockTexture(w->texture, NULL, &pixels, &pitch)) {
		for (unsigned y = 0; y < s.height; y++)
			fl_model_screen_row(m, &s, y, (uint8_t *)pixels + (size_t)y * (size_t)pitch);
		sdl.UnlockTexture(w->texture);
		sdl.RenderCopy(w->renderer, w->texture, NULL, NULL);
	}
	sdl.RenderPresent(w->renderer);
	return true;
}

void fl_window_close(struct fl_window *w)
{
	if (!w)
		return;
	if (w->texture)
		sdl.DestroyTexture(w->texture);
	if (w->renderer)
		sdl.DestroyRenderer(w->renderer);
	if (w->window)
		sdl.DestroyWindow(w->window);
	sdl.QuitSubSystem(SDL_INIT_VIDEO);
	free(w);
}

#else

struct fl_window *fl_window_open(const char *title, struct fl_err *err)
{
	fl_fail(err, FL_FAILED,
		"no window: this was built without SDL2; install it (Debian: libsdl2-dev), and build again");
	return NULL;
}

bool fl_window_show(struct fl_window *w, struct fl_model *m)
{
	return false;
}

void fl_window_picture(struct fl_window *w, const uint8_t *rgba, unsigned width, unsigned height)
{
}

bool fl_window_input(struct fl_window *w, struct fl_drm_input *i)
{
	return false;
}

bool fl_window_closed(const struct fl_window *w)
{
	return true;
}

void fl_window_close(struct fl_window *w)
{
}

#endif
