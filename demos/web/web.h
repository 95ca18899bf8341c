/* SPDX-License-Identifier: MIT
 *
 * What the module exports to its page, and takes from it.
 */
#ifndef DEMOS_WEB_WEB_H
#define DEMOS_WEB_WEB_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FL_WEB_EXPORT(name) __attribute__((export_name(#name))) name

/* What say() is handed; showroom.js counts likewise. */
enum fl_web_kind {
	FL_WEB_TEXT,   /* of the monitor */
	FL_WEB_ERROR,  /* why something was not done */
	FL_WEB_OFFER,  /* a completion: the word, a tab, a few words about it */
	FL_WEB_REPORT, /* of the model: severity, block, text, section, place, count, with tabs between */
	FL_WEB_RESULT, /* of a trace: scene, chip, "pass" or "fail", pixels compared, differing, largest */
	FL_WEB_JSON,   /* what a look gives */
};

__attribute__((import_module("firstlight"), import_name("say"))) void fl_web_say(enum fl_web_kind kind,
										 const char *text, size_t n);

/* Chips, faults and demos by number; NULL: no more. */
const char *FL_WEB_EXPORT(fl_web_chip)(unsigned i);
const char *FL_WEB_EXPORT(fl_web_chip_about)(unsigned i);
const char *FL_WEB_EXPORT(fl_web_fault)(unsigned i);
const char *FL_WEB_EXPORT(fl_web_demo)(unsigned i);
const char *FL_WEB_EXPORT(fl_web_demo_about)(unsigned i);

/* A card with this chip in place of the one before; fault -1: it is well. */
enum fl_code FL_WEB_EXPORT(fl_web_insert)(unsigned chip, int fault);

/* Wake the card for a demo, and draw its frame n. */
enum fl_code FL_WEB_EXPORT(fl_web_begin)(unsigned demo, uint32_t width, uint32_t height);
enum fl_code FL_WEB_EXPORT(fl_web_frame)(uint32_t n);
/* The last picture, R, G, B, A bytes; NULL: none yet. */
const uint32_t *FL_WEB_EXPORT(fl_web_pixels)(void);
uint32_t FL_WEB_EXPORT(fl_web_width)(void);
uint32_t FL_WEB_EXPORT(fl_web_height)(void);
/* Can another frame be drawn? A line of the monitor may have taken the card. */
bool FL_WEB_EXPORT(fl_web_on_stage)(void);

/* 4096 bytes for text that ends with a NUL: a line of the monitor to run, or to complete. */
char *FL_WEB_EXPORT(fl_web_in)(void);
enum fl_code FL_WEB_EXPORT(fl_web_line)(void);
uint32_t FL_WEB_EXPORT(fl_web_complete)(void);

/* Room for size_B bytes of a recorded command stream (GTRC), and its replay on a model of its own: say() has
 * one result, and the reports; the picture is expected, drawn and the difference, side by side. */
uint8_t *FL_WEB_EXPORT(fl_web_trace)(size_t size_B);
enum fl_code FL_WEB_EXPORT(fl_web_replay)(size_t size_B);

/* The frame debugger: looks into the trace of size_B bytes at fl_web_trace(). Say() has the JSON of
 * demos/firstlight/look.h: of all events, of the state at event n, of what became of a pixel; the picture
 * after event n is at fl_web_pixels(), with the alpha that it has. Of a new trace the events are asked for
 * first. */
enum fl_code FL_WEB_EXPORT(fl_web_look_events)(size_t size_B);
enum fl_code FL_WEB_EXPORT(fl_web_look_picture)(size_t size_B, uint32_t n);
/* Texture number of event n, a layer of a level of it: the picture is at fl_web_pixels(). */
enum fl_code FL_WEB_EXPORT(fl_web_look_texture)(size_t size_B, uint32_t n, uint32_t number, uint32_t level,
						uint32_t layer);
/* Depths after event n: say() has what there is to know of the buffer, fl_web_pixels() the picture, of depths
 * or of stencils; and the values are there until the next such question. */
enum fl_code FL_WEB_EXPORT(fl_web_look_depths)(size_t size_B, uint32_t n, bool stencil);
const double *FL_WEB_EXPORT(fl_web_depths)(void);
const uint8_t *FL_WEB_EXPORT(fl_web_stencils)(void);
/* What events first to last cost each pixel (enum fl_look_cost_of): say() has the sums, fl_web_pixels() the
 * picture; counts of each kind are there until the next such question. */
enum fl_code FL_WEB_EXPORT(fl_web_look_costs)(size_t size_B, uint32_t first, uint32_t last, uint32_t of);
const uint32_t *FL_WEB_EXPORT(fl_web_costs)(uint32_t of);
/* Vertices and primitives of event n, so many at most; and their wire frame over the picture. */
enum fl_code FL_WEB_EXPORT(fl_web_look_vertices)(size_t size_B, uint32_t n, uint32_t most);
enum fl_code FL_WEB_EXPORT(fl_web_look_wires)(size_t size_B, uint32_t n);
/* The program of a vertex (a: its index, b: its instance) or of a pixel (a, b: x, y) of event n, by steps. */
enum fl_code FL_WEB_EXPORT(fl_web_look_program)(size_t size_B, uint32_t n, bool pixel, uint32_t a,
						uint32_t b);
/* Room for another trace, of size_B bytes, until the next; and the first event at which the two differ. */
uint8_t *FL_WEB_EXPORT(fl_web_other)(size_t size_B);
enum fl_code FL_WEB_EXPORT(fl_web_look_diff)(size_t size_B, size_t other_B);
/* Is it kept since the events were asked for, and there at once? Else the trace is replayed up to it. */
bool FL_WEB_EXPORT(fl_web_look_filmed)(uint32_t n);
enum fl_code FL_WEB_EXPORT(fl_web_look_draw)(size_t size_B, uint32_t n);
enum fl_code FL_WEB_EXPORT(fl_web_look_pixel)(size_t size_B, uint32_t target_high, uint32_t target,
					      uint32_t x, uint32_t y);

/* All reports of the model, each to say(); how many. */
uint32_t FL_WEB_EXPORT(fl_web_reports)(void);
void FL_WEB_EXPORT(fl_web_reports_clear)(void);

#endif
