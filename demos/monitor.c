/* SPDX-License-Identifier: MIT
 *
 * `demo NAME` at the monitor's prompt.
 */
#include "demos/monitor.h"
#include "hw/fl_mode.h"

static struct fl_stage stage; /* large */

void (*fl_monitor_picture)(struct fl_mon *m, struct fl_stage *s);

static void on_step(void *arg, const struct fl_step *step, enum fl_code code, const struct fl_bringup *up,
		    const struct fl_err *err)
{
	if (code)
		fl_mon_printf(arg, "%s %-14s %s\n", step->run ? "FAIL" : "none", step->name, err->text);
	else if (!step->run)
		fl_mon_printf(arg, "ok   %-14s %s\n", step->name, up->did);
}

static const char *demo_name(struct fl_mon *m, unsigned operand, unsigned i)
{
	unsigned n = 0;

	while (fl_demos[n])
		n++;
	return operand || i >= n ? NULL : fl_demos[i]->name;
}

static enum fl_code draw(struct fl_mon *m, const struct fl_demo *d, const struct fl_mon_line *l,
			 struct fl_err *err)
{
	struct fl_stage_options o = {.width = l->width ? l->width : 640,
				     .height = l->height ? l->height : 480,
				     .images = m->images,
				     .by_registers = l->registers,
				     .progress = on_step,
				     .progress_arg = m};
	struct fl_err late = {0};
	enum fl_code code;
	uint32_t n = 0;

	o.show = fl_stage_shows(m->dev) && fl_mode_find(o.width, o.height);
	code = fl_stage_open(&stage, m->dev, &o, err);
	if (code == FL_USAGE && o.show) { /* the display does not take it: drawn without it */
		o.show = false;
		code = fl_stage_open(&stage, m->dev, &o, err);
	}
	if (code)
		return code;
	code = fl_demo_begin(d, &stage, err);
	for (; !code && n < l->frames; n++) {
		code = fl_demo_frame(d, &stage, n, err);
		if (!code && fl_mon_interrupted(m))
			code = fl_fail(err, FL_FAILED, "demo: interrupted after frame %u", (unsigned)n + 1);
	}
	if (!code) {
		fl_mon_printf(m, "%s: done, %u frame%s of %u x %u on %s%s\n", d->name, (unsigned)n,
			      n == 1 ? "" : "s", (unsigned)stage.width, (unsigned)stage.height,
			      stage.chip_name, o.show ? "" : "; not shown");
		if (fl_monitor_picture)
			fl_monitor_picture(m, &stage);
	}
	if (fl_stage_close(&stage, &late) && !code) {
		*err = late;
		code = late.code;
	}
	return code;
}

static enum fl_code run_demo(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	const struct fl_demo *d;

	if (!l->n) {
		for (const struct fl_demo *const *i = fl_demos; *i; i++)
			fl_mon_printf(m, "  %-10s %s  %s\n", (*i)->name,
				      (*i)->needs & FL_NEEDS_3D ? "3D" : "2D", (*i)->what);
		return FL_OK;
	}
	d = fl_demo_find(l->word[0]);
	if (!d)
		return fl_fail(err, FL_USAGE, "there is no demo '%.40s': `demo` names them", l->word[0]);
	return draw(m, d, l, err);
}

const struct fl_mon_cmd fl_monitor_demo_cmds[] = {
    {"demo", "[NAME]", 0, 1, FL_MON_OWN, true, "draw a picture; without a name, what there is",
     "Wakes the card and draws. Its registers can be looked at afterwards.\n"
     "  demo blit\n"
     "  demo text --size 1024x768 --frames 9\n",
     "size frames registers", run_demo, demo_name},
    {NULL, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL},
};
