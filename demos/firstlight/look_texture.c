/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: a texture of an event, as the model decodes it. The form is that of look.h.
 */
#include "demos/firstlight/json_text.h"
#include "demos/firstlight/look_run.h"
#include "hw/fl_fmt.h"

#include <stdlib.h>

struct found {
	const struct fl_look_which *which;
	struct fl_look_texture texture;
	bool there, failed; /* failed: out of memory */
	unsigned n;         /* of the event */
	float *rgba;        /* NULL: there is no such level or layer */
};

static void texture(void *arg, struct fl_model *m, const struct fl_look_texture *t)
{
	struct found *f = arg;
	const struct fl_look_which *w = f->which;

	(void)m;
	if (t->event != w->event)
		return;
	f->n++;
	if (t->number != w->number)
		return;
	f->there = true;
	f->texture = *t;
	if (w->level >= t->n_levels || w->layer >= t->level[w->level].layers)
		return;
	f->rgba = calloc((size_t)t->level[w->level].width * t->level[w->level].height, 4 * sizeof(*f->rgba));
	f->failed = !f->rgba;
	if (f->rgba)
		fl_model_look_texels(t, w->level, w->layer, f->rgba);
}

static enum fl_code find(const struct fl_look_trace *t, struct found *f, struct fl_err *err)
{
	const struct fl_look_which *w = f->which;
	const struct fl_look look = {.stop = w->event + 1, .texture = texture, .arg = f};
	struct fl_replay_result res;
	enum fl_code code = fl_look_run(t, &look, NULL, &res, err);

	free(res.shot);
	if (code)
		return code;
	if (w->event >= res.events)
		return fl_look_no_event(w->event, res.scene, res.events, err);
	if (!f->there)
		return fl_fail(err, FL_USAGE, "event %u has no texture %u: it has %u, counted from 0",
			       w->event, w->number, f->n);
	if (f->failed)
		return fl_fail(err, FL_FAILED, "no memory for a texture");
	if (!f->rgba)
		return fl_fail(err, FL_USAGE, "texture %u of event %u has no level %u with a layer %u",
			       w->number, w->event, w->level, w->layer);
	return FL_OK;
}

void fl_look_put_texture(struct fl_json *j, const struct fl_look_texture *t)
{
	char address[24];

	fl_format(address, sizeof address, "0x%08llx", (unsigned long long)t->address);
	fl_json_uint(j, "number", t->number);
	fl_json_text(j, "unit", t->unit);
	fl_json_text(j, "kind", t->kind);
	fl_json_text(j, "format", t->format);
	fl_json_text(j, "address", address);
	fl_json_uint(j, "size", t->size_B);
	fl_json_open(j, "levels", '[');
	for (unsigned i = 0; i < t->n_levels; i++) {
		fl_json_open(j, NULL, '{');
		fl_json_uint(j, "width", t->level[i].width);
		fl_json_uint(j, "height", t->level[i].height);
		fl_json_uint(j, "layers", t->level[i].layers);
		fl_json_close(j, '}');
	}
	fl_json_close(j, ']');
}

char *fl_look_texture_json(const struct fl_look_trace *t, const struct fl_look_which *which,
			   struct fl_err *err)
{
	struct found f = {.which = which};
	struct fl_json j = {.s = NULL};
	uint32_t w, h;
	char *s;

	if (find(t, &f, err)) {
		free(f.rgba);
		return NULL;
	}
	w = f.texture.level[which->level].width;
	h = f.texture.level[which->level].height;
	fl_json_open(&j, NULL, '{');
	fl_json_uint(&j, "event", which->event);
	fl_json_uint(&j, "level", which->level);
	fl_json_uint(&j, "layer", which->layer);
	fl_look_put_texture(&j, &f.texture);
	fl_json_uint(&j, "width", w);
	fl_json_uint(&j, "height", h);
	fl_json_open(&j, "texels", '[');
	for (size_t i = 0; i < (size_t)w * h; i++) {
		fl_json_open(&j, NULL, '[');
		for (unsigned c = 0; c < 4; c++)
			fl_json_float(&j, NULL, (double)f.rgba[4 * i + c]);
		fl_json_close(&j, ']');
	}
	fl_json_close(&j, ']');
	fl_json_close(&j, '}');
	free(f.rgba);
	s = fl_json_take(&j);
	if (!s)
		fl_fail(err, FL_FAILED, "no memory for the answer");
	return s;
}

enum fl_code fl_look_texture(const struct fl_look_trace *t, const struct fl_look_which *which,
			     struct fl_look_picture *out, struct fl_err *err)
{
	struct found f = {.which = which};
	enum fl_code code = find(t, &f, err);
	size_t n;

	*out = (struct fl_look_picture){.rgba = NULL};
	if (code) {
		free(f.rgba);
		return code;
	}
	out->width = f.texture.level[which->level].width;
	out->height = f.texture.level[which->level].height;
	n = (size_t)out->width * out->height * 4;
	out->rgba = malloc(n);
	for (size_t i = 0; out->rgba && i < n; i++) {
		const float v = f.rgba[i];

		out->rgba[i] = v >= 1 ? 255 : v > 0 ? (uint8_t)(v * 255 + 0.5f) : 0; /* NaN: 0 */
	}
	free(f.rgba);
	return out->rgba ? FL_OK : fl_fail(err, FL_FAILED, "no memory for a picture");
}
