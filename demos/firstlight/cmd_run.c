/* SPDX-License-Identifier: MIT
 *
 * firstlight run: a kernel out of a code object, on a model or a card.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/device.h"
#include "demos/firstlight/file.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/run_arg.h"
#include "lib/fl_compute_card.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_OBJECT_B = 64 << 20 };

struct run {
	const struct fl_args *a;
	struct fl_grid grid;
	struct fl_run_arg arg[FL_KERNEL_ARGS];
	uint32_t n;
	uint8_t *object;
	size_t object_B;
	char name[128]; /* of the kernel */
	double ms;
};

static enum fl_code read_object(struct run *r, struct fl_err *err)
{
	const char *path = r->a->operand[0];
	FILE *f = fl_file_open(path, err);

	if (!f)
		return err->code;
	r->object = malloc(MOST_OBJECT_B);
	r->object_B = r->object ? fread(r->object, 1, MOST_OBJECT_B, f) : 0;
	fl_file_done(f);
	return r->object_B ? FL_OK : fl_fail(err, FL_FAILED, "%s: nothing can be read of it", path);
}

/* Everything that was said, before a card is touched. */
static enum fl_code prepare(struct run *r, struct fl_err *err)
{
	const struct fl_args *a = r->a;
	enum fl_code code = FL_OK;

	if (!a->global)
		return fl_fail(err, FL_USAGE, "how many threads? --global N, NxN or NxNxN");
	code = fl_run_size(a->global, "global", r->grid.global, err);
	if (!code && a->local)
		code = fl_run_size(a->local, "local", r->grid.local, err);
	if (!code && a->n_given > FL_KERNEL_ARGS)
		code = fl_fail(err, FL_USAGE, "%d times --arg: %d at most", a->n_given, FL_KERNEL_ARGS);
	for (; !code && r->n < (uint32_t)a->n_given; r->n++)
		code = fl_run_arg_read(&r->arg[r->n], a->given[r->n], err);
	return code ? code : read_object(r, err);
}

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The kernel that is asked for, or the only one. */
static enum fl_code find(struct run *r, struct fl_kernel *k, const struct fl_code_object *o,
			 struct fl_err *err)
{
	enum fl_code code = fl_kernel_find(k, o, r->a->kernel, err);
	const char *name;
	size_t length = 0;

	if (code)
		return code;
	name = r->a->kernel ? r->a->kernel : fl_code_kernel(o, 0, &length);
	length = r->a->kernel ? strlen(name) : length;
	snprintf(r->name, sizeof(r->name), "%.*s",
		 (int)(length < sizeof(r->name) ? length : sizeof(r->name) - 1), name);
	k->name = r->name;
	return FL_OK;
}

static enum fl_code run(struct run *r, struct fl_compute *c, struct fl_err *err)
{
	struct fl_code_object object;
	struct fl_kernel k;
	struct fl_arg args[FL_KERNEL_ARGS];
	uint64_t local_B = 0;
	double start;
	enum fl_code code = fl_code_load(&object, c, r->object, r->object_B, err);

	if (!code)
		code = find(r, &k, &object, err);
	for (uint32_t i = 0; i < r->n && !code; i++) {
		code = fl_run_arg_place(&r->arg[i], c, err);
		args[i] = r->arg[i].arg;
		local_B += args[i].kind == FL_IS_LOCAL ? args[i].size_B : 0;
	}
	if (!code && k.no_signature)
		code = fl_kernel_signature(&k, args, r->n, err);
	if (!code)
		code = fl_kernel_grid(&k, &r->grid, local_B, err);
	start = now_s();
	if (!code)
		code = fl_compute_run(c, &k, &r->grid, args, r->n, err);
	if (!code)
		code = fl_compute_finish(c, err);
	r->ms = (now_s() - start) * 1e3;
	for (uint32_t i = 0; i < r->n && !code; i++)
		code = fl_run_arg_fetch(&r->arg[i], c, err);
	return code;
}

static void say(const struct run *r, const struct fl_device *d)
{
	const uint32_t *g = r->grid.global, *l = r->grid.local;

	if (r->a->json) {
		json_t *args = json_array();
		json_t *o;

		for (uint32_t i = 0; i < r->n; i++)
			json_array_append_new(args, fl_run_arg_json(&r->arg[i]));
		o = json_pack("{s:s,s:s,s:[I,I,I],s:[I,I,I],s:f,s:o}", "kernel", r->name, "device",
			      d->inner.name, "global", (json_int_t)g[0], (json_int_t)g[1], (json_int_t)g[2],
			      "local", (json_int_t)l[0], (json_int_t)l[1], (json_int_t)l[2], "ms", r->ms,
			      "args", args);
		json_dumpf(o, stdout, JSON_INDENT(1));
		putchar('\n');
		json_decref(o);
		return;
	}
	for (uint32_t i = 0; i < r->n; i++)
		fl_run_arg_print(&r->arg[i], stdout);
	if (!r->a->quiet)
		fl_complain(0, "%s: %u x %u x %u threads in groups of %u x %u x %u on %s, %.1f ms", r->name,
			    g[0], g[1], g[2], l[0], l[1], l[2], d->inner.name, r->ms);
}

static int on_device(struct run *r)
{
	static struct fl_device d; /* these two are large */
	static struct fl_compute_card card;
	struct fl_compute_options o = {0};
	struct fl_args a = *r->a;
	struct fl_err err = {0};
	enum fl_code code;

	if (!a.chip && !a.device)
		a.chip = "bonaire"; /* the default of drawing commands does not compute */
	code = fl_device_transport(&a, &o.transport, &err);
	if (!code)
		code = fl_device_open(&d, &a, &err);
	if (code)
		return fl_complain_err(&err);
	if (!fl_wake_first(d.family, &d.dev, &err))
		code = fl_device_firmware(&d, &a, &err);
	o.images = d.firmware.images;
	if (!code)
		code = fl_compute_open(&card, &d.dev, &o, &err);
	if (!code)
		code = run(r, &card.c, &err);
	if (code)
		fl_complain_err(&err);
	else
		say(r, &d);
	if (fl_device_reports(&d) && !code)
		code =
		    fl_complain(FL_FAILED, "the model objected: a card would perhaps compute something else");
	return fl_device_close(&d, code);
}

int fl_cmd_run(const struct fl_args *a)
{
	static struct run r;
	struct fl_err err = {0};
	int code;

	r = (struct run){.a = a};
	code = prepare(&r, &err) ? fl_complain_err(&err) : on_device(&r);
	for (uint32_t i = 0; i < FL_KERNEL_ARGS; i++)
		fl_run_arg_free(&r.arg[i]);
	free(r.object);
	return code;
}
