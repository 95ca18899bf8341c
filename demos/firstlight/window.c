/* SPDX-License-Identifier: MIT
 *
 * A window on a model's display, through SDL2 where that was there at build time.
 */
#include "demos/firstlight/window.h"

#include <stddef.h>

#ifdef FL_SDL2
#include <SDL.h>
#include <stdlib.h>

struct fl_window {
	SDL_Window *window;
	SDL_Renderer *renderer;
	SDL_Texture *texture;
	unsigned width, height; /* of the texture */
	uint32_t shown_ms;
};

struct fl_window *fl_window_open(const char *title, struct fl_err *err)
{
	struct fl_window *w = calloc(1, sizeof *w);

	SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* C-c is for the machine */
	if (w && !SDL_InitSubSystem(SDL_INIT_VIDEO)) {
		w->window = SDL_CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, 640,
					     480, SDL_WINDOW_RESIZABLE);
		w->renderer = w->window ? SDL_CreateRenderer(w->window, -1, 0) : NULL;
	}
	if (w && w->renderer)
		return w;
	fl_fail(err, FL_FAILED, "no window: %s", w ? SDL_GetError() : "out of memory");
	fl_window_close(w);
	return NULL;
}

static bool closed(void)
{
	SDL_Event e;
	bool quit = false;

	while (SDL_PollEvent(&e))
		quit |= e.type == SDL_QUIT;
	return quit;
}

static bool fit(struct fl_window *w, const struct fl_model_screen *s)
{
	if (w->texture && w->width == s->width && w->height == s->height)
		return true;
	if (w->texture)
		SDL_DestroyTexture(w->texture);
	w->width = s->width;
	w->height = s->height;
	w->texture = SDL_CreateTexture(w->renderer, SDL_PIXELFORMAT_RGB24, SDL_TEXTUREACCESS_STREAMING,
				       (int)s->width, (int)s->height);
	SDL_SetWindowSize(w->window, (int)s->width, (int)s->height);
	SDL_RenderSetLogicalSize(w->renderer, (int)s->width, (int)s->height);
	return w->texture;
}

bool fl_window_show(struct fl_window *w, struct fl_model *m)
{
	struct fl_model_screen s;
	uint32_t now_ms = SDL_GetTicks();
	void *pixels;
	int pitch;

	if (now_ms - w->shown_ms < FL_WINDOW_MS)
		return true;
	w->shown_ms = now_ms;
	if (closed())
		return false;
	SDL_RenderClear(w->renderer);
	if (fl_model_screen(m, &s, NULL, 0) && fit(w, &s) &&
	    !SDL_LockTexture(w->texture, NULL, &pixels, &pitch)) {
		for (unsigned y = 0; y < s.height; y++)
			fl_model_screen_row(m, &s, y, (uint8_t *)pixels + (size_t)y * (size_t)pitch);
		SDL_UnlockTexture(w->texture);
		SDL_RenderCopy(w->renderer, w->texture, NULL, NULL);
	}
	SDL_RenderPresent(w->renderer);
	return true;
}

void fl_window_close(struct fl_window *w)
{
	if (!w)
		return;
	if (w->texture)
		SDL_DestroyTexture(w->texture);
	if (w->renderer)
		SDL_DestroyRenderer(w->renderer);
	if (w->window)
		SDL_DestroyWindow(w->window);
	SDL_QuitSubSystem(SDL_INIT_VIDEO);
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

void fl_window_close(struct fl_window *w)
{
}

#endif
