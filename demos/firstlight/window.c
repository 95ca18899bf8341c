/* SPDX-License-Identifier: MIT
 *
 * Windows through SDL2, where that was there at build time.
 */
#include "demos/firstlight/window.h"

#include <stddef.h>

#ifdef FL_SDL2
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

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

static bool fit(struct fl_window *w, uint32_t format, unsigned width, unsigned height)
{
	if (w->texture && w->width == width && w->height == height && w->format == format)
		return true;
	if (w->texture)
		SDL_DestroyTexture(w->texture);
	w->width = width;
	w->height = height;
	w->format = format;
	w->texture =
	    SDL_CreateTexture(w->renderer, format, SDL_TEXTUREACCESS_STREAMING, (int)width, (int)height);
	SDL_SetWindowSize(w->window, (int)width, (int)height);
	SDL_RenderSetLogicalSize(w->renderer, (int)width, (int)height);
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

	while (SDL_PollEvent(&e)) {
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
	SDL_SetTextureBlendMode(w->texture, SDL_BLENDMODE_NONE);
	SDL_UpdateTexture(w->texture, NULL, rgba, (int)width * 4);
	SDL_RenderClear(w->renderer);
	SDL_RenderCopy(w->renderer, w->texture, NULL, NULL);
	SDL_RenderPresent(w->renderer);
}

bool fl_window_show(struct fl_window *w, struct fl_model *m)
{
	struct fl_model_screen s;
	struct fl_drm_input unused;
	uint32_t now_ms = SDL_GetTicks();
	void *pixels;
	int pitch;

	if (now_ms - w->shown_ms < FL_WINDOW_MS)
		return true;
	w->shown_ms = now_ms;
	while (fl_window_input(w, &unused))
		;
	if (w->closed)
		return false;
	SDL_RenderClear(w->renderer);
	if (fl_model_screen(m, &s, NULL, 0) && fit(w, SDL_PIXELFORMAT_RGB24, s.width, s.height) &&
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
