/* SPDX-License-Identifier: MIT
 *
 * Finding a demo, and running it.
 */
#include "demos/demo.h"

const struct fl_demo *fl_demo_find(const char *name)
{
	for (const struct fl_demo *const *d = fl_demos; *d; d++) {
		const char *a = (*d)->name, *b = name;

		while (*a && *a == *b)
			a++, b++;
		if (*a == *b)
			return *d;
	}
	return NULL;
}

/* The names of the demos that need nothing but what there is. */
static enum fl_code lacks_3d(struct fl_stage *s, const struct fl_demo *demo, struct fl_err *err)
{
	char names[128];
	size_t n = 0;

	for (const struct fl_demo *const *d = fl_demos; *d; d++) {
		if ((*d)->needs & FL_NEEDS_3D)
			continue;
		if (n + 1 < sizeof(names))
			names[n++] = ' ';
		for (const char *c = (*d)->name; *c && n + 1 < sizeof(names); c++)
			names[n++] = *c;
	}
	names[n] = 0;
	return fl_fail(err, FL_NO_DEVICE, "%s needs the 3D engine, and %s %s; these run on the 2D engine:%s",
		       demo->name, s->chip_name,
		       s->is_r500 ? "was woken for drawing by registers only" : "is driven without one",
		       names);
}

enum fl_code fl_demo_begin(const struct fl_demo *demo, struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code;

	if ((demo->needs & FL_NEEDS_3D) && !s->has_3d)
		return lacks_3d(s, demo, err);
	code = fl_stage_reset(s, err);
	return code || !demo->begin ? code : demo->begin(s, err);
}

enum fl_code fl_demo_frame(const struct fl_demo *demo, struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	enum fl_code code = demo->frame(s, n, err);

	return code ? code : fl_stage_finish(s, err);
}
