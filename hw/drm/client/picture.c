/* SPDX-License-Identifier: MIT
 *
 * What a frame shows: read back when it ends, with the program's own context, whose state is as it was
 * afterwards.
 */
#include "hw/drm/client/client.h"

#include <stdlib.h>
#include <string.h>

enum {
	EGL_HEIGHT = 0x3056,
	EGL_WIDTH = 0x3057,
	GL_VIEWPORT = 0x0ba2,
	GL_PACK_ROW_LENGTH = 0x0d02,
	GL_PACK_SKIP_ROWS,
	GL_PACK_SKIP_PIXELS,
	GL_PACK_ALIGNMENT,
	GL_UNSIGNED_BYTE = 0x1401,
	GL_RGBA = 0x1908,
	GL_VERSION = 0x1f02,
	GL_PIXEL_PACK_BUFFER = 0x88eb,
	GL_PIXEL_PACK_BUFFER_BINDING = 0x88ed,
	GL_FRAMEBUFFER_BINDING = 0x8ca6,
	GL_READ_FRAMEBUFFER = 0x8ca8,
	GL_READ_FRAMEBUFFER_BINDING = 0x8caa,
	GL_FRAMEBUFFER = 0x8d40,
	PIECE_B = FL_DRM_MESSAGE_MAX_B / 2,
};

/* What is asked of OpenGL. */
struct gl {
	void (*get)(unsigned what, int *to);
	const unsigned char *(*string)(unsigned what);
	void (*bind)(unsigned where, unsigned framebuffer);
	void (*bind_buffer)(unsigned where, unsigned buffer);
	void (*store)(unsigned what, int to);
	void (*read)(int x, int y, int w, int h, unsigned format, unsigned type, void *px);
	bool small; /* OpenGL ES 2: one framebuffer for both ways, and no state of packing but alignment */
};

static bool find(struct gl *g)
{
	const unsigned char *version;

	*g = (struct gl){
	    .get = (void (*)(unsigned, int *))fl_egl_proc("glGetIntegerv"),
	    .string = (const unsigned char *(*)(unsigned))fl_egl_proc("glGetString"),
	    .bind = (void (*)(unsigned, unsigned))fl_egl_proc("glBindFramebuffer"),
	    .bind_buffer = (void (*)(unsigned, unsigned))fl_egl_proc("glBindBuffer"),
	    .store = (void (*)(unsigned, int))fl_egl_proc("glPixelStorei"),
	    .read = (void (*)(int, int, int, int, unsigned, unsigned, void *))fl_egl_proc("glReadPixels"),
	};
	if (!g->get || !g->string || !g->bind || !g->bind_buffer || !g->store || !g->read)
		return false;
	version = g->string(GL_VERSION);
	g->small = version && !strncmp((const char *)version, "OpenGL ES 2", 11);
	return version;
}

static void send_rows(int fd, const char *name, uint32_t frame, const uint8_t *px, uint32_t w, uint32_t h)
{
	const uint32_t most = PIECE_B / (w * 4);

	for (uint32_t y = 0; y < h; y += most) {
		struct fl_drm_rows r = {.frame = frame, .w = w, .h = h, .y = y};
		struct iovec v[2] = {{&r, sizeof r}, {(void *)(uintptr_t)(px + 4ull * w * y), 0}};

		r.n = h - y < most ? h - y : most;
		v[1].iov_len = 4ull * w * r.n;
		if (fl_node_ask(fd, name, FL_DRM_ROWS, v, 2, NULL, 0, NULL, NULL))
			return;
	}
}

/* Rows as they are packed without anybody's wishes. at: x, y, w, h. */
static void read_pixels(const struct gl *g, bool surface, const int at[4], uint8_t *px)
{
	static const struct {
		unsigned what;
		int plain;
	} pack[] = {{GL_PACK_ALIGNMENT, 4},
		    {GL_PACK_ROW_LENGTH, 0},
		    {GL_PACK_SKIP_ROWS, 0},
		    {GL_PACK_SKIP_PIXELS, 0}};
	const unsigned n = g->small ? 1 : sizeof pack / sizeof *pack;
	const unsigned target = g->small ? GL_FRAMEBUFFER : GL_READ_FRAMEBUFFER;
	int bound = 0, buffer = 0, was[sizeof pack / sizeof *pack];

	g->get(g->small ? GL_FRAMEBUFFER_BINDING : GL_READ_FRAMEBUFFER_BINDING, &bound);
	if (!g->small)
		g->get(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
	if (surface && bound)
		g->bind(target, 0);
	if (buffer)
		g->bind_buffer(GL_PIXEL_PACK_BUFFER, 0);
	for (unsigned i = 0; i < n; i++) {
		g->get(pack[i].what, &was[i]);
		g->store(pack[i].what, pack[i].plain);
	}
	g->read(at[0], at[1], at[2], at[3], GL_RGBA, GL_UNSIGNED_BYTE, px);
	for (unsigned i = 0; i < n; i++)
		g->store(pack[i].what, was[i]);
	if (buffer)
		g->bind_buffer(GL_PIXEL_PACK_BUFFER, (unsigned)buffer);
	if (surface && bound)
		g->bind(target, (unsigned)bound);
}

void fl_picture(int fd, const char *name, uint32_t frame, egl_handle display, egl_handle surface)
{
	unsigned (*query)(egl_handle, egl_handle, int, int *) =
	    (unsigned (*)(egl_handle, egl_handle, int, int *))fl_egl_proc("eglQuerySurface");
	int at[4] = {0};
	struct gl g;
	uint8_t *px;

	if (!query || !find(&g) ||
	    (surface &&
	     (!query(display, surface, EGL_WIDTH, &at[2]) || !query(display, surface, EGL_HEIGHT, &at[3]))))
		return;
	if (!surface)
		g.get(GL_VIEWPORT, at);
	if (at[2] <= 0 || at[3] <= 0 || at[2] > FL_DRM_PICTURE_PX || at[3] > FL_DRM_PICTURE_PX)
		return;
	px = calloc((size_t)at[2] * (size_t)at[3], 4); /* what lies outside of a buffer is not written */
	if (!px)
		return;
	read_pixels(&g, surface != NULL, at, px);
	send_rows(fd, name, frame, px, (uint32_t)at[2], (uint32_t)at[3]);
	free(px);
}
