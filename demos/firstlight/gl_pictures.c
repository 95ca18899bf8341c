/* SPDX-License-Identifier: MIT
 *
 * Rows of pictures on their way to files and to a window; see gl_pictures.h.
 */
#include "demos/firstlight/gl_pictures.h"
#include "demos/firstlight/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last row is the lowest, and comes first. */
static void to_window(struct fl_gl_pictures *p, uint32_t w, uint32_t h, uint32_t y, const uint8_t *row)
{
	uint8_t *to = fl_viewer_row(&p->viewer, w, h, y);

	if (y == h - 1)
		p->watched = to != NULL;
	if (!p->watched || !to)
		return;
	memcpy(to, row, 4ul * w);
	if (y == 0)
		fl_viewer_show(&p->viewer, w, h);
}

static enum fl_code finish_frame(struct fl_gl_pictures *p)
{
	char number[16];

	if (p->film)
		return fl_film_frame(p->film, p->rgb, 3 * p->w, &p->wrong);
	snprintf(number, sizeof number, "%u", p->next_frame);
	return fl_scribe_picture(&p->scribe, number, p->rgb, p->w, p->h, &p->wrong);
}

static bool has_room(struct fl_gl_pictures *p, uint32_t frame, uint32_t w, uint32_t h)
{
	if (p->rgb && p->w == w && p->h == h)
		return true;
	if (p->rgb && p->film) {
		fl_fail(&p->wrong, FL_FAILED, "frame %u has %u x %u pixels, those before %u x %u", frame, w,
			h, p->w, p->h);
		return false;
	}
	free(p->rgb);
	p->w = w;
	p->h = h;
	p->rgb = calloc(h, 3ul * w);
	if (!p->rgb)
		fl_fail(&p->wrong, FL_FAILED, "out of memory");
	return p->rgb && (!p->film || !fl_film_size(p->film, w, h, &p->wrong));
}

void fl_gl_pictures_row(struct fl_gl_pictures *p, uint32_t frame, uint32_t w, uint32_t h, uint32_t y,
			const uint8_t *row)
{
	to_window(p, w, h, y, row);
	if (!p->a->out || p->wrong.code || frame != p->next_frame || frame - p->a->first >= p->a->frames ||
	    !has_room(p, frame, w, h))
		return;
	for (uint32_t x = 0; x < w; x++)
		memcpy(p->rgb + 3ul * (w * y + x), row + 4ul * x, 3);
	if (y == 0 && !finish_frame(p))
		p->next_frame++;
}

static enum fl_code start_files(struct fl_gl_pictures *p, struct fl_err *err)
{
	enum { SHOWN_MS = 17 }; /* 60 frames a second, about */
	const struct fl_args *a = p->a;
	bool numbered = false;

	if (!a->out)
		return FL_OK;
	if (fl_film_numbered(a->out, &numbered, err) ||
	    fl_film_path(a->out, numbered ? 1 : a->frames, false, err))
		return err->code;
	if (numbered)
		return fl_scribe_start(&p->scribe, a->out, err);
	p->film = fl_film_create(a->out, a->frames, SHOWN_MS, err);
	return p->film ? FL_OK : err->code;
}

enum fl_code fl_gl_pictures_start(struct fl_gl_pictures *p, const struct fl_args *a, struct fl_drm_config *c,
				  const char *title, struct fl_err *err)
{
	enum fl_code code;

	*p = (struct fl_gl_pictures){.a = a, .scribe.fd = -1, .viewer.fd = -1, .next_frame = a->first};
	c->first = a->first;
	c->last = a->first + a->frames - 1;
	c->some = a->some_frames;
	code = start_files(p, err);
	if (!code && a->window)
		code = fl_viewer_start(&p->viewer, title, err);
	c->live_ms = a->window ? FL_WINDOW_MS : 0;
	return code;
}

void fl_gl_pictures_fds(const struct fl_gl_pictures *p, int fds[FL_GL_PICTURES_FDS])
{
	fds[0] = p->film ? fl_film_fd(p->film) : -1;
	fds[1] = p->scribe.fd;
	fds[2] = p->viewer.fd;
}

int fl_gl_pictures_stop(struct fl_gl_pictures *p, int code)
{
	struct fl_err err = {0};

	if (!code && !p->film && p->a && p->a->out && !p->wrong.code &&
	    p->next_frame < p->a->first + p->a->frames)
		fl_fail(&p->wrong, FL_FAILED, "%s: %u of %u frames drawn", p->a->out,
			p->next_frame - p->a->first, p->a->frames);
	if (p->wrong.code && !code)
		code = fl_complain_err(&p->wrong);
	if (p->film && fl_film_close(p->film, &err) && !code)
		code = fl_complain_err(&err);
	free(p->rgb);
	fl_scribe_stop(&p->scribe);
	fl_viewer_stop(&p->viewer);
	return code;
}
