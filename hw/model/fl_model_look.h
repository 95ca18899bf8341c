/* SPDX-License-Identifier: MIT
 *
 * Looking into a model while it draws: what it does one after the other, how far it shall go, and what
 * becomes of one pixel. For debuggers of frames; a model that nobody looks into draws as fast as without
 * this.
 *
 * The model counts *events* of the streams that it is given, from 0, in the order in which its command
 * processor carries them out: draws, clears, copies, resolves, dispatches, transfers by DMA. Registers that
 * are set, waits, fences and flushes are none.
 *
 *     static void event(void *arg, struct fl_model *m, const struct fl_look_event *e)
 *     {
 *             printf("%u %s %s: %s, %u vertices\n", e->n, fl_look_kind_name(e->kind), e->name, e->where,
 *                    e->vertices);
 *     }
 *
 *     // What there is.
 *     fl_model_look(m, &(struct fl_look){.stop = FL_LOOK_TO_THE_END, .event = event});
 *     fl_model_run(m, dw, n);
 *
 *     // The picture after event 5: what comes after it is read, and has no effect.
 *     fl_model_look(m, &(struct fl_look){.stop = 6});
 *     fl_model_run(m, dw, n);
 *     fl_model_flush(m);
 *
 *     // What became of pixel (10, 20) of the color target at 0x40000000.
 *     fl_model_look(m, &(struct fl_look){.stop = FL_LOOK_TO_THE_END, .fragment = fragment, .watched = true,
 *                                        .target = 0x40000000, .x = 10, .y = 20});
 *     fl_model_run(m, dw, n);
 *
 * Bits of what is drawn are the same with and without a look, on all paths.
 */
#ifndef HW_MODEL_FL_MODEL_LOOK_H
#define HW_MODEL_FL_MODEL_LOOK_H

#include "hw/model/fl_model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fl_look_kind {
	FL_LOOK_DRAW,
	FL_LOOK_CLEAR,   /* without a shader: by an engine, or of what stands for a cleared surface */
	FL_LOOK_COPY,    /* pixels, by an engine */
	FL_LOOK_RESOLVE, /* samples to pixels, or a surface made whole in memory */
	FL_LOOK_DISPATCH,
	FL_LOOK_DMA, /* bytes */
};
const char *fl_look_kind_name(enum fl_look_kind kind); /* "draw", "clear", "copy", "resolve", … */

enum { FL_LOOK_TARGETS = 8 };
/* In place of an address: there is none. Surfaces may well be at address 0. */
#define FL_LOOK_NONE UINT64_MAX

struct fl_look_event {
	uint32_t n; /* from 0 */
	enum fl_look_kind kind;
	char name[48];         /* of the packet, or of the register that starts it: "DRAW_INDEX_AUTO" */
	char where[96];        /* place in the stream, as reports have it */
	uint32_t at_dw;        /* the same in dwords, from the beginning of its stream */
	uint32_t run;          /* which stream: fl_model_run() and fl_model_run_ib() are counted from 0 */
	const char *primitive; /* of draws: "triangles"; else NULL */
	uint32_t vertices;     /* or indices */
	uint32_t instances;
	uint32_t groups[3]; /* of dispatches */
	/* Of what came to the rasterizer, after clipping: primitives; and samples that it wrote, to colors
	 * or, where there are none, to depths. */
	uint64_t primitives, written;
	/* Color targets of a draw, and its depth buffer: GPU addresses, or FL_LOOK_NONE. */
	uint64_t color[FL_LOOK_TARGETS], depth;
};

/* What became of a sample that a primitive covers. */
enum fl_look_fate {
	FL_LOOK_WRITTEN,     /* it went to the target, whether or not that changed its value */
	FL_LOOK_SCISSOR,     /* outside of the scissors */
	FL_LOOK_CLIP_RECT,   /* left out by the rule of the clip rectangles */
	FL_LOOK_SAMPLE_MASK, /* by the screen door: the mask of samples */
	FL_LOOK_STIPPLE,     /* by the pattern of the line */
	FL_LOOK_HIER_DEPTH,  /* by the chip's hierarchical depth */
	FL_LOOK_SHADER,      /* by its program: killed, or left out of the samples that the program exports */
	FL_LOOK_ALPHA,       /* by the alpha test, or by alpha to coverage */
	FL_LOOK_BOUNDS,      /* the stored depth is outside of the depth bounds */
	FL_LOOK_STENCIL,
	FL_LOOK_DEPTH,
	FL_LOOK_DISCARD,  /* by its color, in the blender */
	FL_LOOK_MASKED,   /* all channels of the target are masked */
	FL_LOOK_NO_COLOR, /* it passed, and the draw has no such color target */
	FL_LOOK_FATES
};
const char *fl_look_fate_name(enum fl_look_fate fate); /* "written", "scissor", … */

enum { FL_LOOK_PIXEL_B = 16, FL_LOOK_NO_PRIMITIVE = UINT32_MAX };

struct fl_look_fragment {
	uint32_t event;
	/* Of the event, as primitives leave assembly and clipping: from 0. FL_LOOK_NO_PRIMITIVE: the event as
	 * a whole changed the pixel. */
	uint32_t primitive;
	uint32_t sample;
	enum fl_look_fate fate;
	bool back;                             /* of a back face */
	bool has_source, has_depth, has_value; /* the fields that follow hold something */
	float source[4];                       /* what left the shader for this target: R, G, B, A */
	double depth;                          /* 0 to 1 */
	double depth_stored;                   /* what was in the depth buffer before, if has_depth */
	uint8_t stencil_stored;
	uint8_t size_B; /* of the pixel in the target, as its bytes are in memory: */
	uint8_t before[FL_LOOK_PIXEL_B], after[FL_LOOK_PIXEL_B];
};

/* The depth buffer of a draw. */
struct fl_look_depth_buffer {
	uint64_t address;
	const char *format;
	uint32_t width, height; /* as far as the draws' scissors have reached */
	uint32_t samples;
	bool has_stencil;
};

enum { FL_LOOK_LEVELS = 15 };

/* A texture that the programs of a draw may look up, as it is when the draw finds it. */
struct fl_look_texture {
	uint32_t event, number; /* number: of the event's, from 0, in the order in which they are found */
	char unit[32];          /* "unit 3", "resource 160" */
	char format[64];        /* bits and kinds of components, or the coding of blocks */
	const char *kind;       /* "2D", "3D", "cube", "array" */
	uint64_t address, size_B;
	unsigned n_levels;
	struct {
		uint32_t width, height, layers; /* layers: slices, or the six faces */
	} level[FL_LOOK_LEVELS];
	const void *of; /* for fl_model_look_texels() */
};

enum { FL_LOOK_LANES = 64 };

/* Four components of so many vertices; of inputs those that were fetched. */
struct fl_look_vector {
	char name[48]; /* "t1", "input 3", "r1 of resource 160", "position", "parameter 0" */
	uint8_t n;     /* components */
	bool integers; /* else floats */
	uint32_t v[4][FL_LOOK_LANES];
};

/* Vertices that have been through the vertex program together. */
struct fl_look_vertices {
	uint32_t event, instance, n;
	const uint32_t *index; /* as the program sees it: with what is added to it */
	/* As they were fetched, in that order; as the program left them, the position first. */
	unsigned n_inputs, n_outputs;
	const struct fl_look_vector *input, *output;
	/* The position after the viewport: x and y in pixels of the window, depth, 1/w. */
	const float (*window)[4];
};

/* A primitive as it comes to the rasterizer, after clipping. */
struct fl_look_primitive {
	uint32_t event, number; /* number: of the event's, from 0, as in fragments */
	unsigned n;             /* corners: of points 1, lines 2, triangles 3, and 3 of the 4 of rectangles */
	bool rectangle;
	float corner[3][4]; /* x and y in pixels of the targets, depth, 1/w */
};

/* A register of the program's lane that an instruction has changed. */
struct fl_look_written {
	const char *bank; /* "t", "v", "vcc_lo": what the family's registers are called */
	uint16_t index;
	uint8_t component; /* x, y, z, w */
	bool has_components;
	bool alone; /* the bank is this one register, and index no part of its name */
	uint32_t bits;
};

enum { FL_LOOK_BEGINS = UINT32_MAX };

/* An instruction that the program of the chosen vertex or pixel has come over. */
struct fl_look_step {
	uint32_t event;
	bool pixel;
	uint32_t primitive; /* of pixels, as in fragments */
	uint32_t run, n;    /* how often the program has run before, and instructions before this one */
	uint32_t at; /* where it stands, as the family counts; FL_LOOK_BEGINS: what there is before it */
	const uint32_t *word;
	unsigned n_words; /* 0: they are not kept */
	const char *text; /* what it is, where the words do not say; else NULL */
	bool active;      /* the lane takes part */
	/* What the lane's registers hold now that is another value than before; at the beginning all that is
	 * not 0, which may be left over from others. */
	unsigned n_written;
	const struct fl_look_written *written;
};

/* What a wave took for one pixel of the watched target. Fields but the first three are 0 or a part of what
 * the event takes for the pixel: they are to be added up. */
struct fl_look_cost {
	uint32_t event, x, y;
	uint32_t shaded;  /* the program ran for it, which may be once a sample */
	uint32_t written; /* samples, as fl_look_event.written has them */
	/* Instructions that the program came over with the pixel; of R6xx groups of them count as one. Of Sea
	 * Islands all that the wave came over, be the pixel's lane on or off. */
	uint32_t steps;
};

enum { FL_LOOK_TO_THE_END = UINT32_MAX };

/* How a color target lies in memory: nothing for the caller, but to be given to the next look. */
struct fl_look_form {
	bool known;
	uint64_t is[104];
};

struct fl_look {
	/* So many events are carried out. Those after them are read over: nothing is drawn, copied or
	 * dispatched, while registers are set, fences written, waits over. */
	uint32_t stop;
	/* After each event. NULL: they are counted alone. */
	void (*event)(void *arg, struct fl_model *m, const struct fl_look_event *e);
	/* After each event, before event(): what became of samples of the watched pixel, in their order. */
	void (*fragment)(void *arg, struct fl_model *m, const struct fl_look_fragment *f);
	/* For each texture of an event, before event(): by the threads that draw, so the model should have
	 * one. The record is good until it returns. */
	void (*texture)(void *arg, struct fl_model *m, const struct fl_look_texture *t);
	/* Vertices and primitives of an event, before event(). */
	void (*vertices)(void *arg, struct fl_model *m, const struct fl_look_vertices *v);
	void (*primitive)(void *arg, struct fl_model *m, const struct fl_look_primitive *p);
	/* The program of one vertex (step_index, as programs see it, of an instance), or of the watched
	 * pixel, of that event, by the model's plain path and by the threads that draw, so the model should
	 * have one. */
	void (*step)(void *arg, struct fl_model *m, const struct fl_look_step *s);
	bool step_pixel;
	uint32_t step_event, step_index, step_instance;
	/* For pixels of the watched target (the watched one is no matter), from that event on, by the threads
	 * that draw, so the model should have one; programs run by the model's plain path. Draws of depths
	 * alone count where they go to that depth buffer. Not together with step(). */
	void (*cost)(void *arg, struct fl_model *m, const struct fl_look_cost *c);
	uint32_t cost_from;
	uint64_t cost_depth; /* or FL_LOOK_NONE */
	void *arg;
	/* The watched pixel: of the color target whose pixel (0, 0) is at that GPU address, in rows as memory
	 * has them. Other events count where they change the pixel's bytes, as far as it is known how the
	 * target lies: form is where that is kept, and what was found in a look before counts from the
	 * beginning. NULL: from the first draw to the target on. */
	bool watched;
	struct fl_look_form *form;
	uint64_t target;
	uint32_t x, y;
};

/* Look, from now on; events count from 0 again. NULL: no more. False: out of memory, and nobody looks. The
 * functions are called from within fl_model_run() and its like, on the caller's thread. They may read reports
 * (fl_model_report()) and pixels (fl_model_look_pixel()), and call nothing else of the model's. */
bool fl_model_look(struct fl_model *m, const struct fl_look *look);
/* Events so far, with those that were read over. */
uint32_t fl_model_look_events(const struct fl_model *m);
/* What runs now is no part of what is looked at: it is carried out, and counts as no event. */
void fl_model_look_aside(struct fl_model *m, bool aside);
/* What pixel (x, y) of a target holds now, whether it is in a cache or in memory: its bytes; returns how
 * many, 0: it is no color target that was drawn to since fl_model_look(), or not that large. */
unsigned fl_model_look_pixel(struct fl_model *m, uint64_t target, uint32_t x, uint32_t y,
			     uint8_t out[FL_LOOK_PIXEL_B]);
/* The same of a rectangle, row by row into out, of the watched target; targets of one sample a pixel. */
unsigned fl_model_look_rect(struct fl_model *m, uint64_t target, uint32_t x, uint32_t y, uint32_t w,
			    uint32_t h, uint8_t *out);
/* In event(): may the event have changed these pixels of the watched target? True where that is not known. */
bool fl_model_look_touched(const struct fl_model *m, uint32_t x, uint32_t y, uint32_t w, uint32_t h);
/* In event(): is it certain that the watched target holds what is found there? After a clear that writes a
 * mark in place of pixels the next draw to the target says what they are. */
bool fl_model_look_certain(const struct fl_model *m);
/* In event(): the depth buffer of the draw. False: it has none, or the event is no draw. */
bool fl_model_look_depth_buffer(const struct fl_model *m, struct fl_look_depth_buffer *out);
/* In event(): what it holds now, be it in a cache or in memory, of a rectangle of it, row by row, the samples
 * of a pixel side by side: depths from 0 to 1, stencils (0, if there are none). False: there is no memory for
 * it, or no such rectangle. */
bool fl_model_look_depths(const struct fl_model *m, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
			  double *depth, uint8_t *stencil);
/* In texture(): R, G, B, A of all texels of a layer, row by row, as a look-up would give them. False: there
 * is no such level or layer. */
bool fl_model_look_texels(const struct fl_look_texture *t, unsigned level, unsigned layer, float *rgba);

#ifdef __cplusplus
}
#endif

#endif
