/* SPDX-License-Identifier: MIT
 *
 * What a look into a model (fl_model_look.h) asks of the families, and what it keeps.
 *
 * A family says where an event begins and ends:
 *
 *     if (!fl_look_begin(&r->base, FL_LOOK_DRAW, NULL))
 *             return;
 *     mr600_vgt_draw(r, src);
 *     fl_look_end(&r->base);
 *
 * What a draw is made of, and what becomes of its pixels, the shared rasterizer notes (raster/look.h).
 */
#ifndef HW_MODEL_LOOK_H
#define HW_MODEL_LOOK_H

#include "hw/model/chip.h"
#include "hw/model/fl_model_look.h"
#include "hw/model/raster/look.h"
#include "hw/model/texture/texel.h"

enum { FL_LOOK_INPUTS = 48, FL_LOOK_OUTPUTS = 48 };

/* Of the vertices at hand. */
struct fl_look_wave {
	bool open; /* their program runs */
	unsigned n_inputs, n_outputs;
	struct fl_look_vector input[FL_LOOK_INPUTS], output[FL_LOOK_OUTPUTS];
	float window[FL_LOOK_LANES][4];
};

/* Registers of a program. */
struct fl_look_bank {
	const char *name;
	const void
	    *base; /* of 32 bits each: component c of register i at (i * components + c) * stride + lane */
	uint16_t n, stride;
	uint8_t components;
	bool uniform; /* lanes share them: the lane is not added */
	bool alone;   /* it is one register, and has no number */
};

enum { FL_LOOK_BANKS = 8, FL_LOOK_VALUES = 1280 };

/* The program at hand, if it is the one that is asked for. */
struct fl_look_program {
	int lane;    /* -1: it is not */
	bool counts; /* it is any pixel's: instructions are counted alone, of each lane */
	uint32_t count[FL_LOOK_LANES];
	uint32_t primitive, runs, n;
	unsigned n_banks;
	struct fl_look_bank bank[FL_LOOK_BANKS];
	uint32_t was[FL_LOOK_VALUES];
	struct fl_look_written written[FL_LOOK_VALUES];
};

struct fl_look_state {
	struct fl_look ask;
	uint32_t n;    /* events so far */
	uint32_t runs; /* streams so far */
	unsigned nest; /* of events that began and have not ended */
	bool aside;    /* fl_model_look_aside() */
	bool flushing; /* fl_model_flush() runs a stream of its own */
	bool at_hand;  /* somebody looks at the event at hand */
	struct fl_look_event event;
	/* textures of the event so far */
	struct fl_look_bound {
		struct fl_texel_image image;
		unsigned unit;
	} * bound;
	unsigned n_bound;
	struct fl_look_program *program; /* NULL: nobody asks for one */
	struct fl_look_wave *wave;       /* NULL: nobody asks for vertices */
	struct fl_raster_look raster;
};

/* look.c: of a model with a look. */
bool fl_look_began(struct fl_model *m, enum fl_look_kind kind, const char *name);
void fl_look_ended(struct fl_model *m);
void fl_look_free(struct fl_model *m);

/* An event is about to be carried out. name: of the register that starts it, NULL: of the packet. False: it
 * is not to be carried out, and fl_look_end() does not follow. */
static inline bool fl_look_begin(struct fl_model *m, enum fl_look_kind kind, const char *name)
{
	return !__builtin_expect(m->look != NULL, 0) || fl_look_began(m, kind, name);
}

static inline void fl_look_end(struct fl_model *m)
{
	if (__builtin_expect(m->look != NULL, 0))
		fl_look_ended(m);
}

/* Somebody looks at the event at hand, and wants to see it done before the next one. */
static inline bool fl_look_at_hand(const struct fl_model *m)
{
	return __builtin_expect(m->look != NULL, 0) && m->look->at_hand;
}

/* Of the event at hand, as soon as it is known: a draw's primitives, once an instance; a dispatch's groups.
 *  */
void fl_look_note_draw(struct fl_model *m, enum fl_raster_type type, uint32_t vertices);
/* A texture of the event at hand has its texels: fl_texel_cache_get(). what: "unit", of that number. */
#define FL_LOOK_NO_UNIT UINT32_MAX /* it has none: they are counted as they come */
void fl_look_noted_texture(struct fl_model *m, const struct fl_texel_unit *u, const char *what,
			   unsigned number);
static inline void fl_look_note_texture(struct fl_model *m, const struct fl_texel_unit *u, const char *what,
					unsigned number)
{
	if (fl_look_at_hand(m) && m->look->ask.texture)
		fl_look_noted_texture(m, u, what, number);
}

/* look_step.c: the lane of the program at hand whose steps are asked for, which then runs by the plain path;
 * -1: there is none. */
static inline int fl_look_lane(const struct fl_model *m)
{
	return __builtin_expect(m->look != NULL, 0) && m->look->program ? m->look->program->lane : -1;
}
static inline void fl_look_lane_end(struct fl_model *m)
{
	if (__builtin_expect(m->look != NULL, 0) && m->look->program)
		m->look->program->lane = -1;
}
void fl_look_vertex_lane(struct fl_model *m, const uint32_t *index, unsigned n);
/* Those vertices' program is about to run, and comes before fl_look_wave_begin()'s. */
static inline void fl_look_lane_begin(struct fl_model *m, const uint32_t *index, unsigned n)
{
	if (fl_look_at_hand(m) && m->look->program)
		fl_look_vertex_lane(m, index, n);
}
void fl_look_pixel_lane(struct fl_model *m, unsigned lane, uint32_t primitive);
/* Instructions of the wave's programs are counted until fl_look_lane_end(); those lanes came over so many. */
void fl_look_count_begin(struct fl_model *m);
void fl_look_counted(struct fl_model *m, uint32_t n, uint64_t lanes);
static inline bool fl_look_counts(const struct fl_model *m)
{
	return fl_look_lane(m) >= 0 && m->look->program->counts;
}
/* With such a lane: the program begins; it has come over an instruction, with those lanes. */
void fl_look_program_begin(struct fl_model *m, const struct fl_look_bank *bank, unsigned n);
void fl_look_stepped(struct fl_model *m, uint32_t at, const uint32_t *word, unsigned n_words,
		     const char *text, uint64_t lanes);

/* look_vertex.c: vertices on their way, from the time before they are fetched to the one when their outputs
 * are vertices of the rasterizer. */
static inline void fl_look_wave_begin(struct fl_model *m, const uint32_t *index, unsigned n)
{
	if (!fl_look_at_hand(m))
		return;
	if (m->look->program)
		fl_look_vertex_lane(m, index, n);
	if (!m->look->wave)
		return;
	m->look->wave->open = true;
	m->look->wave->n_inputs = 0;
}

static inline bool fl_look_wave_open(const struct fl_model *m)
{
	return __builtin_expect(m->look != NULL, 0) && m->look->wave && m->look->wave->open;
}

/* An input of them has come, n components, NULL those that were not fetched. While it is open. */
void fl_look_note_input(struct fl_model *m, const uint32_t *const lanes[4], bool integers, const char *fmt,
			...) __attribute__((format(printf, 4, 5)));

/* What their program left: vertices stride_B apart, and of their attributes n vectors, attr[at[i]] on (NULL:
 * attr[4 * i]), which is what + number[i]. */
struct fl_look_exports {
	const uint8_t *vtx;
	size_t stride_B;
	unsigned n;
	const uint8_t *at, *number;
	const char *what;
};
void fl_look_wave_ended(struct fl_model *m, const uint32_t *index, unsigned n,
			const struct fl_look_exports *out);
static inline void fl_look_wave_end(struct fl_model *m, const uint32_t *index, unsigned n,
				    const struct fl_look_exports *out)
{
	if (fl_look_wave_open(m))
		fl_look_wave_ended(m, index, n, out);
}

void fl_look_note_groups(struct fl_model *m, const uint32_t groups[3]);

#endif
