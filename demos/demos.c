/* SPDX-License-Identifier: MIT
 *
 * Finding a demo, and running it.
 */
#include "demos/demo.h"
#include "hw/fl_str.h"
#include "lib/fl_stage_family.h"

const struct fl_demo *fl_demo_find(const char *name)
{
	for (const struct fl_demo *const *d = fl_demos; *d; d++)
		if (fl_str_same((*d)->name, name))
			return *d;
	return NULL;
}

static bool fits(const struct fl_demo *demo, const struct fl_stage *s)
{
	return (s->has_3d || !(demo->needs & FL_NEEDS_3D)) &&
	       (!demo->family || fl_str_same(demo->family, s->family->family->name)) &&
	       fl_draw_does(&s->d, demo->does);
}

/* The names of the demos that need nothing but what there is. */
static enum fl_code does_not_fit(const struct fl_demo *demo, struct fl_stage *s, struct fl_err *err)
{
	char names[256];
	size_t n = 0;

	for (const struct fl_demo *const *d = fl_demos; *d; d++) {
		if (!fits(*d, s))
			continue;
		if (n + 1 < sizeof(names))
			names[n++] = ' ';
		for (const char *c = (*d)->name; *c && n + 1 < sizeof(names); c++)
			names[n++] = *c;
	}
	names[n] = 0;
	return fl_fail(err, FL_NO_DEVICE, "%s needs %s, and %s %s; these run on it:%s", demo->name,
		       s->has_3d ? demo->asks : "the 3D engine", s->chip_name,
		       s->has_3d ? "does not have that" : s->no_3d, names);
}

enum fl_code fl_demo_begin(const struct fl_demo *demo, struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code;

	if (!fits(demo, s))
		return does_not_fit(demo, s, err);
	code = fl_stage_reset(s, err);
	return code || !demo->begin ? code : demo->begin(s, err);
}

enum fl_code fl_demo_frame(const struct fl_demo *demo, struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	enum fl_code code = demo->frame(s, n, err);

	return code ? code : fl_stage_finish(s, err);
}
