/* SPDX-License-Identifier: MIT
 *
 * Ten windows: 500 blended bilinear quads and 3000 glyphs, 20 draws, no depth buffer.
 */
#include "tests/bench/gl/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOWS = 10, ICONS = 49, GLYPHS = 300, ATLAS_PX = 512, FONT_PX = 128 };

struct vertex {
	short x, y;
	float s, t;
	unsigned char color[4];
};

static struct vertex *v;
static int n;
static struct {
	int first, n;
	GLuint texture;
} batch[2 * WINDOWS];

static void quad(int x, int y, int w, int h, const float st[4], unsigned color)
{
	for (int i = 0; i < 4; i++, n++) {
		int right = i == 1 || i == 2, low = i >= 2;

		v[n] = (struct vertex){.x = (short)(x + right * w),
				       .y = (short)(y + low * h),
				       .s = st[right * 2],
				       .t = st[low * 2 + 1]};
		memcpy(v[n].color, &color, 4);
	}
}

/* 8x8 icons of 64 pixels: rounded, with a gradient and soft edges. */
static GLuint icons(void)
{
	static unsigned char a[ATLAS_PX * ATLAS_PX * 4];
	GLuint t;

	for (int i = 0; i < ATLAS_PX * ATLAS_PX; i++) {
		int x = i % ATLAS_PX, y = i / ATLAS_PX;
		float u = ((float)(x & 63) - 31.5f) / 31.5f, w = ((float)(y & 63) - 31.5f) / 31.5f;
		float d = powf(powf(fabsf(u), 6) + powf(fabsf(w), 6), 1 / 6.0f), alpha = (1 - d) * 8;

		alpha = alpha < 0 ? 0 : alpha > 1 ? 1 : alpha;
		a[4 * i] = (unsigned char)((float)(80 + (x >> 6) * 20) + 30 * w);
		a[4 * i + 1] = (unsigned char)((float)(90 + (y >> 6) * 18) + 25 * u);
		a[4 * i + 2] = (unsigned char)((float)(200 - (x >> 6) * 10) - 30 * w);
		a[4 * i + 3] = (unsigned char)(235 * alpha);
	}
	glGenTextures(1, &t);
	glBindTexture(GL_TEXTURE_2D, t);
	gl_wrap_and_filter(GL_LINEAR, GL_LINEAR, GL_CLAMP_TO_EDGE);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, ATLAS_PX, ATLAS_PX, 0, GL_RGBA, GL_UNSIGNED_BYTE, a);
	return t;
}

/* 16x8 glyphs of 8x16 pixels: random bits. */
static GLuint font(void)
{
	static unsigned char f[FONT_PX * FONT_PX * 4];
	GLuint t;

	for (int g = 0; g < 128; g++) {
		unsigned bits[16] = {0};

		for (int r = 2; r < 12; r++)
			bits[r] = gl_random() & 0x7e;
		for (int r = 0; r < 16; r++)
			for (int c = 0; c < 8; c++) {
				unsigned char *q = f + 4 * (((g >> 4) * 16 + r) * FONT_PX + (g & 15) * 8 + c);

				q[0] = q[1] = q[2] = 255;
				q[3] = bits[r] >> c & 1 ? 255 : 0;
			}
	}
	glGenTextures(1, &t);
	glBindTexture(GL_TEXTURE_2D, t);
	gl_wrap_and_filter(GL_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, FONT_PX, FONT_PX, 0, GL_RGBA, GL_UNSIGNED_BYTE, f);
	return t;
}

static void cell(float st[4], unsigned column, unsigned row, float columns)
{
	st[0] = (float)column / columns;
	st[1] = (float)row / 8;
	st[2] = (float)(column + 1) / columns;
	st[3] = (float)(row + 1) / 8;
}

static void window(int w, GLuint icon, GLuint letters)
{
	static const int size[3] = {48, 32, 24};
	const int x0 = 20 + (w % 3) * 320 + (w / 3) * 25, y0 = 20 + (w / 3) * 235 + (w % 3) * 12;
	float st[4];

	batch[2 * w].first = n;
	batch[2 * w].texture = icon;
	cell(st, (unsigned)w & 7, (unsigned)w >> 1 & 7, 8);
	quad(x0, y0, 360, 290, st, 0xe0ffffffu);
	for (int i = 0; i < ICONS; i++) {
		unsigned c = gl_random() & 63;

		cell(st, c & 7, c >> 3, 8);
		quad(x0 + 12 + (i % 7) * 49, y0 + 12 + (i / 7) * 38, size[i % 3], size[i % 3], st,
		     0xc0ffffffu - ((unsigned)i & 3) * 0x101010);
	}
	batch[2 * w].n = n - batch[2 * w].first;
	batch[2 * w + 1].first = n;
	batch[2 * w + 1].texture = letters;
	for (int i = 0; i < GLYPHS; i++) {
		unsigned g = gl_random() & 127;

		cell(st, g & 15, g >> 4, 16);
		quad(x0 + 20 + (i % 40) * 8, y0 + 20 + (i / 40) * 32, 8, 16, st,
		     i & 1 ? 0xff101010u : 0xfff0f0f0u);
	}
	batch[2 * w + 1].n = n - batch[2 * w + 1].first;
}

static void setup(int arg)
{
	GLuint letters = font(), icon = icons();

	v = malloc(sizeof *v * 4 * WINDOWS * (1 + ICONS + GLYPHS));
	if (!v)
		exit(1);
	n = 0;
	for (int w = 0; w < WINDOWS; w++)
		window(w, icon, letters);
	gl_buffer(GL_ARRAY_BUFFER, v, sizeof *v * (size_t)n);
	free(v);
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_COLOR_ARRAY);
	glEnableClientState(GL_TEXTURE_COORD_ARRAY);
	glVertexPointer(2, GL_SHORT, sizeof *v, NULL);
	glTexCoordPointer(2, GL_FLOAT, sizeof *v, (void *)offsetof(struct vertex, s));
	glColorPointer(4, GL_UNSIGNED_BYTE, sizeof *v, (void *)offsetof(struct vertex, color));
	glMatrixMode(GL_PROJECTION);
	glOrtho(0, GL_SIZE_PX, GL_SIZE_PX, 0, -1, 1);
	glMatrixMode(GL_MODELVIEW);
	glEnable(GL_TEXTURE_2D);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE);
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static void frame(void)
{
	glClearColor(0.2f, 0.25f, 0.3f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	for (int i = 0; i < 2 * WINDOWS; i++) {
		glBindTexture(GL_TEXTURE_2D, batch[i].texture);
		glDrawArrays(GL_QUADS, batch[i].first, batch[i].n);
	}
}

const struct gl_case gl_ui[] = {
    {"frame_ui", setup, frame, 0, GL_NO_DEPTH | GL_OWN_CLEAR},
    {0},
};
