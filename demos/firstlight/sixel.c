/* SPDX-License-Identifier: MIT
 *
 * A picture as sixels (DEC's VT330/VT340 programmer reference, chapter 14): colors of its own, up to 256,
 * found by cutting the picture's colors at the median; then bands of six rows, a color after the other.
 */
#include "demos/firstlight/preview.h"

#include <stdlib.h>
#include <string.h>

enum { COLORS = 256, SHADES = 1 << 15, BAND = 6 };

/* A color of 5 bits a channel that is in the picture. */
struct shade {
	uint8_t c[3];
	uint16_t key;
	uint32_t count;
};

struct box {
	unsigned first, n;
};

struct palette {
	unsigned n;
	uint8_t color[COLORS][3]; /* percent, as sixels count */
	uint8_t of[SHADES];
	uint32_t count[SHADES];
	struct shade shade[SHADES];
};

static unsigned key_of(const uint8_t *rgb)
{
	return (unsigned)rgb[0] >> 3 << 10 | (unsigned)rgb[1] >> 3 << 5 | rgb[2] >> 3;
}

#define BY(name, channel)                                                                             \
	static int name(const void *a, const void *b)                                                 \
	{                                                                                             \
		return ((const struct shade *)a)->c[channel] - ((const struct shade *)b)->c[channel]; \
	}
BY(by_red, 0)
BY(by_green, 1)
BY(by_blue, 2)

static unsigned widest(const struct palette *p, const struct box *b, unsigned *span)
{
	unsigned best = 0;

	*span = 0;
	for (unsigned c = 0; c < 3; c++) {
		unsigned low = 31, high = 0;

		for (unsigned i = b->first; i < b->first + b->n; i++) {
			low = p->shade[i].c[c] < low ? p->shade[i].c[c] : low;
			high = p->shade[i].c[c] > high ? p->shade[i].c[c] : high;
		}
		if (high >= low && high - low > *span)
			*span = high - low, best = c;
	}
	return best;
}

/* Cut a box where half of its pixels are on each side; the rest is the new one. */
static void cut(struct palette *p, struct box *b, struct box *rest, unsigned channel)
{
	static int (*const by[3])(const void *, const void *) = {by_red, by_green, by_blue};
	uint64_t all = 0, half = 0;
	unsigned at = 0;

	qsort(p->shade + b->first, b->n, sizeof *p->shade, by[channel]);
	for (unsigned i = 0; i < b->n; i++)
		all += p->shade[b->first + i].count;
	while (at + 1 < b->n && half * 2 < all)
		half += p->shade[b->first + at++].count;
	at = at ? at : 1;
	*rest = (struct box){b->first + at, b->n - at};
	b->n = at;
}

static void choose(struct palette *p, const struct fl_picture *pic)
{
	struct box box[COLORS] = {{0}};

	for (unsigned y = 0; y < pic->h; y++)
		for (unsigned x = 0; x < pic->w; x++)
			p->count[key_of(pic->rgb + (size_t)y * pic->stride_B + x * 3)]++;
	for (unsigned k = 0; k < SHADES; k++)
		if (p->count[k])
			p->shade[box[0].n++] = (struct shade){
			    {(uint8_t)(k >> 10), k >> 5 & 31, k & 31}, (uint16_t)k, p->count[k]};
	for (p->n = 1; p->n < COLORS; p->n++) {
		unsigned which = 0, most = 0, channel = 0;

		for (unsigned i = 0; i < p->n; i++) {
			unsigned span, c = widest(p, &box[i], &span);

			if (box[i].n > 1 && span > most)
				most = span, which = i, channel = c;
		}
		if (!most)
			break;
		cut(p, &box[which], &box[p->n], channel);
	}
	for (unsigned i = 0; i < p->n; i++) {
		uint64_t sum[3] = {0}, n = 0;

		for (unsigned s = box[i].first; s < box[i].first + box[i].n; s++) {
			p->of[p->shade[s].key] = (uint8_t)i;
			n += p->shade[s].count;
			for (unsigned c = 0; c < 3; c++)
				sum[c] += (uint64_t)p->shade[s].c[c] * p->shade[s].count;
		}
		for (unsigned c = 0; c < 3; c++)
			p->color[i][c] = (uint8_t)((sum[c] * 100 + n * 31 / 2) / (n * 31));
	}
}

/* n times the sixel of these bits: what is above three is counted. */
static void run(FILE *f, unsigned bits, unsigned n)
{
	if (n > 3) {
		fprintf(f, "!%u%c", n, (int)(63 + bits));
		return;
	}
	while (n--)
		putc((int)(63 + bits), f);
}

/* A color of a band: the rows' bits at each x; what is empty at the end is left out. */
static void color_of_band(FILE *f, const uint8_t *index, unsigned w, unsigned rows, unsigned color)
{
	unsigned last = 0, n = 0;

	fprintf(f, "#%u", color);
	for (unsigned x = 0; x < w; x++) {
		unsigned bits = 0;

		for (unsigned y = 0; y < rows; y++)
			bits |= (unsigned)(index[(size_t)y * w + x] == color) << y;
		if (bits != last) {
			run(f, last, n);
			last = bits;
			n = 0;
		}
		n++;
	}
	if (last)
		run(f, last, n);
}

bool fl_sixel(FILE *f, const struct fl_picture *pic)
{
	struct palette *p = calloc(1, sizeof *p);
	uint8_t *index = malloc((size_t)pic->w * BAND);

	if (!p || !index || !pic->w || !pic->h) {
		free(p);
		free(index);
		return false;
	}
	choose(p, pic);
	fprintf(f, "\033Pq\"1;1;%u;%u", pic->w, pic->h);
	for (unsigned i = 0; i < p->n; i++)
		fprintf(f, "#%u;2;%u;%u;%u", i, p->color[i][0], p->color[i][1], p->color[i][2]);
	for (unsigned y = 0; y < pic->h; y += BAND) {
		unsigned rows = pic->h - y < BAND ? pic->h - y : BAND, n = 0;
		bool there[COLORS] = {false};

		for (unsigned i = 0; i < rows; i++)
			for (unsigned x = 0; x < pic->w; x++) {
				unsigned k =
				    key_of(pic->rgb + (size_t)(y + i) * pic->stride_B + (size_t)x * 3);

				index[(size_t)i * pic->w + x] = p->of[k];
				there[p->of[k]] = true;
			}
		for (unsigned c = 0; c < p->n; c++) {
			if (!there[c])
				continue;
			if (n++)
				putc('$', f);
			color_of_band(f, index, pic->w, rows, c);
		}
		putc('-', f);
	}
	fputs("\033\\", f);
	free(p);
	free(index);
	return true;
}
