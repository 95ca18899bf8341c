/* SPDX-License-Identifier: MIT
 *
 * A look into a model: vertices as they were fetched, and as the vertex program left them. See
 * fl_model_look.h.
 */
#include "hw/model/look.h"
#include "hw/model/raster/vertex.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fl_look_note_input(struct fl_model *m, const uint32_t *const lanes[4], bool integers, const char *fmt,
			...)
{
	struct fl_look_wave *w = m->look->wave;
	struct fl_look_vector *to = &w->input[w->n_inputs];
	va_list ap;

	if (w->n_inputs == FL_LOOK_INPUTS)
		return;
	w->n_inputs++;
	to->n = 0;
	to->integers = integers;
	va_start(ap, fmt);
	vsnprintf(to->name, sizeof(to->name), fmt, ap);
	va_end(ap);
	for (unsigned c = 0; c < 4; c++)
		if (lanes[c])
			memcpy(to->v[to->n++], lanes[c], sizeof(to->v[0]));
}

/* A vector of floats of each vertex, at_B from its beginning. */
static struct fl_look_vector *output(struct fl_look_wave *w, const struct fl_look_exports *out, unsigned n,
				     size_t at_B)
{
	struct fl_look_vector *to = &w->output[w->n_outputs];

	if (w->n_outputs == FL_LOOK_OUTPUTS)
		return NULL;
	w->n_outputs++;
	to->n = 4;
	to->integers = false;
	for (unsigned l = 0; l < n; l++)
		for (unsigned c = 0; c < 4; c++)
			memcpy(&to->v[c][l], out->vtx + l * out->stride_B + at_B + c * sizeof(float),
			       sizeof(to->v[c][l]));
	return to;
}

void fl_look_wave_ended(struct fl_model *m, const uint32_t *index, unsigned n,
			const struct fl_look_exports *out)
{
	struct fl_look_state *l = m->look;
	struct fl_look_wave *w = l->wave;
	struct fl_look_vertices v = {.event = l->event.n,
				     .instance = l->event.instances ? l->event.instances - 1 : 0,
				     .n = n < FL_LOOK_LANES ? n : FL_LOOK_LANES,
				     .index = index,
				     .input = w->input,
				     .output = w->output,
				     .window = (const float(*)[4])w->window};
	struct fl_look_vector *to;

	w->open = false;
	w->n_outputs = 0;
	to = output(w, out, v.n, offsetof(struct fl_raster_vertex, clip));
	snprintf(to->name, sizeof(to->name), "position");
	for (unsigned i = 0; i < out->n; i++) {
		const unsigned at = out->at ? out->at[i] : 4 * i;

		to = output(w, out, v.n, offsetof(struct fl_raster_vertex, attr) + at * sizeof(float));
		if (to)
			snprintf(to->name, sizeof(to->name), "%s%u", out->what, out->number[i]);
	}
	for (unsigned k = 0; k < v.n; k++) {
		const struct fl_raster_vertex *from = (const void *)(out->vtx + k * out->stride_B);

		memcpy(w->window[k], (const float[4]){from->x, from->y, from->z, from->rhw},
		       sizeof(w->window[k]));
	}
	v.n_inputs = w->n_inputs;
	v.n_outputs = w->n_outputs;
	l->ask.vertices(l->ask.arg, m, &v);
}
