/* SPDX-License-Identifier: MIT
 *
 * A look into a model: the textures of a draw, and their texels. See fl_model_look.h.
 */
#include "hw/model/look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a texture is --------------------------------------------------------------------------------- */
static const char *number_name(enum fl_texel_number number)
{
	static const char *const name[] = {
	    "unorm",   "unorm",   "snorm", "float", "float", "snorm", "unsigned less half",
	    "uscaled", "sscaled", "uint",  "sint"};

	return name[number];
}

static void format_name(const struct fl_texel_format *f, char *out, size_t size)
{
	static const char *const name[] = {
	    [FL_TEXEL_BITS_UP] = "bits, from bit 0 up",
	    [FL_TEXEL_BITS_DOWN] = "bits, from bit 7 down",
	    [FL_TEXEL_DXT1] = "DXT1",
	    [FL_TEXEL_DXT3] = "DXT3",
	    [FL_TEXEL_DXT5] = "DXT5",
	    [FL_TEXEL_ATI1N] = "ATI1N",
	    [FL_TEXEL_ATI2N] = "ATI2N",
	    [FL_TEXEL_AVYU] = "AVYU",
	    [FL_TEXEL_VYUY] = "VYUY",
	    [FL_TEXEL_YVYU] = "YVYU",
	    [FL_TEXEL_RGBG] = "RGBG",
	    [FL_TEXEL_GRGB] = "GRGB",
	    [FL_TEXEL_E5999] = "9 9 9 with an exponent of 5",
	    [FL_TEXEL_AYUV] = "AYUV",
	    [FL_TEXEL_ETC1] = "ETC1",
	    [FL_TEXEL_ETC2] = "ETC2",
	    [FL_TEXEL_ETC2_PUNCH] = "ETC2 with alpha of one bit",
	    [FL_TEXEL_ETC2_EAC] = "ETC2 with alpha",
	    [FL_TEXEL_EAC1] = "EAC, one component",
	    [FL_TEXEL_EAC2] = "EAC, two components",
	    [FL_TEXEL_BC6] = "BPTC, half floats",
	    [FL_TEXEL_BC7] = "BPTC",
	};
	size_t n = 0;

	if (f->coding == FL_TEXEL_ASTC) {
		snprintf(out, size, "ASTC %ux%u", f->block_w, f->block_h);
		return;
	}
	if (f->coding != FL_TEXEL_FIELDS) {
		snprintf(out, size, "%s", name[f->coding]);
		return;
	}
	*out = 0;
	for (unsigned i = 0; i < 4 && n < size; i++)
		if (f->width[i])
			n += (size_t)snprintf(out + n, size - n, "%s%u %s", n ? ", " : "", f->width[i],
					      number_name(f->number[i]));
}

static void describe(const struct fl_texel_unit *u, struct fl_look_texture *t)
{
	static const char *const kind[] = {"2D", "3D", "cube", "array"};

	format_name(&u->image.format, t->format, sizeof(t->format));
	t->kind = kind[u->image.kind];
	t->address = u->image.addr;
	t->size_B = u->size_B;
	t->n_levels = u->image.n_levels < FL_LOOK_LEVELS ? u->image.n_levels : FL_LOOK_LEVELS;
	for (unsigned i = 0; i < t->n_levels; i++) {
		t->level[i].width = u->level[i].width;
		t->level[i].height = u->level[i].height;
		t->level[i].layers = u->level[i].depth;
	}
	t->of = u;
}

/* Draws of an event may find one again. False: this one was there, or there is no memory. */
static bool is_new(struct fl_look_state *l, const struct fl_texel_unit *u, unsigned number)
{
	struct fl_look_bound *b;

	for (unsigned i = 0; i < l->n_bound; i++)
		if (l->bound[i].unit == number && !memcmp(&l->bound[i].image, &u->image, sizeof(u->image)))
			return false;
	b = realloc(l->bound, (l->n_bound + 1) * sizeof(*b));
	if (!b)
		return false;
	l->bound = b;
	b[l->n_bound].image = u->image;
	b[l->n_bound++].unit = number;
	return true;
}

void fl_look_noted_texture(struct fl_model *m, const struct fl_texel_unit *u, const char *what,
			   unsigned number)
{
	struct fl_look_state *l = m->look;
	struct fl_look_texture t = {.event = l->event.n, .number = l->n_bound};

	if (!is_new(l, u, number))
		return;
	snprintf(t.unit, sizeof(t.unit), "%s %u", what, number == FL_LOOK_NO_UNIT ? t.number : number);
	describe(u, &t);
	l->ask.texture(l->ask.arg, m, &t);
}

/* ---- its texels ---------------------------------------------------------------------------------------- */
bool fl_model_look_texels(const struct fl_look_texture *t, unsigned level, unsigned layer, float *rgba)
{
	const struct fl_texel_unit *u = t->of;
	const struct fl_texel_level *l = &u->level[level < FL_LOOK_LEVELS ? level : 0];

	if (level >= t->n_levels || layer >= l->depth)
		return false;
	for (uint32_t y = 0; y < l->height; y++)
		for (uint32_t x = 0; x < l->width; x++, rgba += 4) {
			const size_t at = (((size_t)layer * l->height + y) * l->width + x) * 4;

			if (u->store == FL_TEXEL_STORE_DIRECT)
				fl_texel_read(u, l, x, y, layer, rgba, NULL);
			else if (u->store == FL_TEXEL_STORE_F)
				memcpy(rgba, (const float *)l->texels + at, 4 * sizeof(*rgba));
			else
				for (unsigned c = 0; c < 4; c++)
					rgba[c] = u->fixed >> c & 1
						      ? 1.0f
						      : ((const uint8_t *)l->texels)[at + c] * u->to_float;
		}
	return true;
}
