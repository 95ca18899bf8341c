/* SPDX-License-Identifier: MIT
 *
 * The frame debugger over a recorded stream: its events, the picture after one, the state in force, the
 * history of a pixel. Of the command (`firstlight replay --events, --draw, --pixel`) and of the page, which
 * has the same functions as WebAssembly; both get the same JSON. Each call runs the trace from its beginning,
 * on a model of its own.
 *
 * events: everything that the command processor carries out up to the picture (enum fl_look_kind):
 *
 *     {"scene": "tri_flat", "chip": "RV770", "family": "r600", "width": 128, "height": 128,
 *      "target": "0x40010000",
 *      "events": [{"n": 0, "kind": "draw", "name": "DRAW_INDEX_AUTO", "where": "commands+0x2d1 dw, …",
 *                  "stream": 0, "dw": 721, "primitive": "triangles", "vertices": 3, "instances": 1,
 *                  "groups": null, "primitives": 1, "written": 4096,
 *                  "color": ["0x40010000"], "depth": null}, …],
 *      "error": null}
 *
 * "stream" and "dw" are the place: command buffers are counted from 0, dwords from its beginning.
 * "primitives" came to the rasterizer, "written" are samples. "error": what ended the trace before its
 * picture.
 *
 * draw: the state in force at event n. "state" has every register and word of memory that the stream has set
 * and that counts at the event; "changed" those that differ from the event before.
 *
 *     {"n": 5, "kind": "draw", "name": …,
 *      "changed": [{"name": "CB_BLEND0_CONTROL", "space": "register", "address": 164736, "value": 65537,
 *                   "was": 0, "fields": {"COLOR_SRCBLEND": "BLEND_ONE", …}}, …],
 *      "state": [the same, without "was", …],
 *      "textures": [{"number": 0, "unit": "resource 160", "kind": "2D", "format": "8 unorm, 8 unorm, …",
 *                    "address": "0x40020000", "size": 65536,
 *                    "levels": [{"width": 128, "height": 128, "layers": 1}, …]}, …],
 *      "reports": [{"severity": "warning", "block": "DB", "section": …, "where": …, "text": …,
 *                   "count": 1}]}
 *
 * "space" is "register", the name of a memory of the chip ("PVS"), or of an object in memory ("PS", "texture
 * 0"), in which "address" counts dwords; of registers it is the byte. "was" is null where nothing was set.
 * "number" is there where the word is a float or a fraction: its value as text. "reports" are those that came
 * since the event before.
 *
 * "textures" are those that the event's programs may look up; of Sea Islands, whose programs load what
 * describes an image, those that they did look up.
 *
 * texture: R, G, B, A of the texels of a layer of one of them, as a look-up gives them:
 *
 *     {"event": 5, "level": 0, "layer": 0, "number": 0, …, "width": 128, "height": 128,
 *      "texels": [[1, 0.5, 0, 1], …]}
 *
 * depths: what the depth buffer of a draw holds after it, row by row as the picture's rows are, the samples
 * of a pixel side by side. "stencil" is null where the format has none; "least" and "most" are those of
 * "depth".
 *
 *     {"event": 5, "target": "0x40020000", "format": "24 unorm, 8 stencil", "width": 128, "height": 128,
 *      "samples": 1, "has_stencil": true, "least": 0.25, "most": 1,
 *      "depth": [1, 1, 0.25, …], "stencil": [0, 0, 3, …]}
 *
 * costs: what events (first to last) took for each pixel of a target, row by row as the picture's rows are:
 * how often the pixel's program ran (overdraw), samples that were written, and instructions that those
 * programs came over. Of R6xx and R7xx a group of instructions counts as one; of Sea Islands a pixel has all
 * that its wave came over. A draw that needs no program, of depths alone, shades nothing.
 *
 *     {"first": 5, "last": 5, "target": "0x40010000", "width": 128, "height": 128,
 *      "shaded": {"total": 4096, "most": 1, "pixels": [0, 1, …]},
 *      "written": {the same}, "steps": {the same}}
 *
 * The target is the picture's; of one event that does not draw to it, the event's own, as far as the event
 * reaches, in squares of 64 pixels.
 *
 * vertices: of a draw, as they were fetched and as the vertex program left them, in the groups in which they
 * ran; and its primitives as they come to the rasterizer, after clipping.
 *
 *     {"event": 5, "n_vertices": 36, "n_primitives": 12,
 *      "waves": [{"instance": 0, "inputs": ["r1 of resource 160+0", …], "outputs": ["position", …],
 *                 "vertices": [{"index": 0, "in": [[-1, 1, 0], …], "out": [[-1, 1, 0, 1], …],
 *                               "window": [0, 128, 0.5, 1]}, …]}, …],
 *      "primitives": [{"n": 0, "corners": [[0, 128, 0.5, 1], …]}, …]}
 *
 * "index" is what the program sees. "window" and "corners" have x and y in pixels, in rows as memory has
 * them, depth, 1/w; of a rectangle three corners are there. What is no finite number is null. There may be
 * more vertices and primitives than were asked for: the numbers at the beginning count all.
 *
 * program: what the program of one vertex or pixel of a draw does, an instruction after the other. Where
 * several primitives cover the pixel, or a vertex comes again, there is more than one "run".
 *
 *     {"event": 5, "of": "pixel", "x": 64, "y": 20,
 *      "steps": [{"run": 0, "primitive": 3, "at": null, "text": "begins", "active": true, "words": [],
 *                 "written": [{"register": "t1.x", "bits": 1065353216, "float": 1}, …]},
 *                {"run": 0, "primitive": 3, "at": 0, "text": "MUL t0.xyz, t1, u0", …}, …]}
 *
 * "at" counts as the family does: instructions, or of R6xx those of control flow, whose clauses have several.
 * "text" is the disassembler's of the "words", or what there is to say where words are not kept. "written"
 * are registers that now hold another value than before; at the beginning, all that do not hold 0.
 *
 * diff: two traces of one family, event by event: the first event at which they differ, and what differs.
 *
 *     {"same": false, "event": 5, "events": [66, 66],
 *      "call": {"event": 8, "a": {as in events}, "b": {the same}},
 *      "state": {"event": 5, "cells": [{"name": "CB_TARGET_MASK", "a": 15, "b": 7}, …]},
 *      "color": {"event": 5, "differ": 121, "x": 2, "y": 2, "a": [255, 0, 0, 255], "b": […]},
 *      "depth": {"event": 6, "differ": 12, "x": 4, "y": 2, "a": {"depth": 0.5, "stencil": 0}, "b": {…}}}
 *
 * Each of the four has its own first event, or is null: what kind of event it is, with its counts of
 * vertices, primitives and samples written; the state in force, null where a place is not set; the picture's
 * target, in pixels; the draw's depth buffer, in samples. Of other color targets the samples written count
 * alone. Events are the same by their number. "event" is the least of all, or where one trace has no more
 * events; null: nothing differs.
 *
 * pixel: what happened to one pixel of the picture, in memory rows (row 0 is the first in memory).
 *
 *     {"x": 10, "y": 20, "target": "0x40010000",
 *      "history": [{"event": 5, "primitive": 3, "sample": 0, "fate": "written", "back": false,
 *                   "source": [1, 0.5, 0, 1], "depth": 0.5, "depth_stored": 1, "stencil_stored": 0,
 *                   "before": "0x00000000", "after": "0xffff8000"}, …]}
 *
 * "primitive": null: the event as a whole changed the pixel (a clear, a copy). "fate" is one of
 * fl_look_fate_name(). What is not known of a fragment is null. "before" and "after" are the bytes of the
 * target's pixel, as one number.
 */
#ifndef DEMOS_FIRSTLIGHT_LOOK_H
#define DEMOS_FIRSTLIGHT_LOOK_H

#include "hw/fl_err.h"
#include "hw/model/fl_model_look.h"

#include <stddef.h>
#include <stdint.h>

struct fl_look_trace {
	const uint8_t *data;
	size_t size_B;
	const char *name;              /* of the scene, if the trace has none */
	struct fl_model_config config; /* running, threads, … */
};

/* Which texture of an event, and what of it. */
struct fl_look_which {
	uint32_t event, number, level, layer;
};

/* Whose program: that of a vertex, as programs see its number; or of a pixel of the picture. */
struct fl_look_whose {
	uint32_t event;
	bool pixel;
	uint32_t index, instance;
	uint32_t x, y;
};

struct fl_look_picture {
	uint32_t width, height;
	uint8_t *rgba; /* R, G, B, A bytes, rows as they are in memory; free() it */
};

/* Depths and stencils after an event. The size is the picture's where the event draws to its target; else as
 * far as the scissors of draws have reached. */
struct fl_look_depths {
	struct fl_look_depth_buffer buffer;
	double *depth;
	uint8_t *stencil;
	double least, most;
};

enum fl_look_cost_of { FL_LOOK_SHADED, FL_LOOK_WROTE, FL_LOOK_STEPS, FL_LOOK_COSTS };

/* What events cost: a count a pixel. */
struct fl_look_costs {
	uint32_t first, last;
	uint64_t target;
	uint32_t width, height;
	uint32_t *count[FL_LOOK_COSTS];
	uint64_t total[FL_LOOK_COSTS];
	uint32_t most[FL_LOOK_COSTS];
};

/* JSON, as above; free() it. NULL: *err says why. */
char *fl_look_events_json(const struct fl_look_trace *t, struct fl_err *err);
char *fl_look_draw_json(const struct fl_look_trace *t, uint32_t n, struct fl_err *err);
char *fl_look_texture_json(const struct fl_look_trace *t, const struct fl_look_which *which,
			   struct fl_err *err);
/* The same as a picture: what is below 0 or above 1 is clamped. */
enum fl_code fl_look_texture(const struct fl_look_trace *t, const struct fl_look_which *which,
			     struct fl_look_picture *out, struct fl_err *err);
char *fl_look_depths_json(const struct fl_look_trace *t, uint32_t n, struct fl_err *err);
/* fl_look_depths_free() it. */
enum fl_code fl_look_depths(const struct fl_look_trace *t, uint32_t n, struct fl_look_depths *out,
			    struct fl_err *err);
void fl_look_depths_free(struct fl_look_depths *d);
/* Of the first sample of each pixel: depths as gray, black the least and white the most; or stencils, a color
 * for each value, black for 0. */
enum fl_code fl_look_depth_picture(const struct fl_look_depths *d, bool stencil, struct fl_look_picture *out,
				   struct fl_err *err);
/* last FL_LOOK_TO_THE_END: all events from the first on. fl_look_costs_free() it. */
enum fl_code fl_look_costs(const struct fl_look_trace *t, uint32_t first, uint32_t last,
			   struct fl_look_costs *out, struct fl_err *err);
void fl_look_costs_free(struct fl_look_costs *c);
char *fl_look_costs_json(const struct fl_look_trace *t, uint32_t first, uint32_t last, struct fl_err *err);
/* As heat: black is 0, then blue, red, yellow, and white the most. */
enum fl_code fl_look_cost_picture(const struct fl_look_costs *c, enum fl_look_cost_of of,
				  struct fl_look_picture *out, struct fl_err *err);
/* "shaded", "written", "steps" */
const char *fl_look_cost_name(enum fl_look_cost_of of);
enum fl_look_diff_of {
	FL_LOOK_DIFF_CALL,
	FL_LOOK_DIFF_STATE,
	FL_LOOK_DIFF_COLOR,
	FL_LOOK_DIFF_DEPTH,
	FL_LOOK_DIFFS
};

struct fl_look_diff_cell {
	char name[80];
	bool set[2];
	uint32_t value[2];
};

struct fl_look_diff_pixels {
	uint32_t n; /* that differ */
	uint32_t x, y;
};

/* Two traces: [0] is of the first one. */
struct fl_look_diff {
	bool same;
	uint32_t event;                /* the first that differs in anything */
	uint32_t events[2];            /* how many there are */
	uint32_t first[FL_LOOK_DIFFS]; /* FL_LOOK_TO_THE_END: it does not differ */
	struct fl_look_event call[2];
	struct fl_look_diff_cell *cell;
	unsigned n_cells;
	struct fl_look_diff_pixels color, depth; /* depth: samples */
	uint8_t rgba[2][4];                      /* of that pixel */
	double z[2];
	uint8_t stencil[2];
};

/* fl_look_diff_free() it. */
enum fl_code fl_look_diff(const struct fl_look_trace *a, const struct fl_look_trace *b,
			  struct fl_look_diff *out, struct fl_err *err);
void fl_look_diff_free(struct fl_look_diff *d);
char *fl_look_diff_json(const struct fl_look_diff *d, struct fl_err *err);
/* most: so many vertices and primitives are listed. */
char *fl_look_vertices_json(const struct fl_look_trace *t, uint32_t n, uint32_t most, struct fl_err *err);
/* The picture after event n, and over it the edges of the event's primitives. */
enum fl_code fl_look_wires(const struct fl_look_trace *t, uint32_t n, struct fl_look_picture *out,
			   struct fl_err *err);
char *fl_look_program_json(const struct fl_look_trace *t, const struct fl_look_whose *whose,
			   struct fl_err *err);
/* target: the address of a color target; FL_LOOK_NONE: the one that the picture is of. */
char *fl_look_pixel_json(const struct fl_look_trace *t, uint64_t target, uint32_t x, uint32_t y,
			 struct fl_err *err);
/* The picture after event n. */
enum fl_code fl_look_picture(const struct fl_look_trace *t, uint32_t n, struct fl_look_picture *out,
			     struct fl_err *err);

#endif
