/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: programs of the caller's own, whatever their family. See fl_program.h.
 */
#include "lib/fl_program.h"
#include "lib/fl_draw_chip.h"

static struct fl_program_head *head(struct fl_program *p)
{
	return (struct fl_program_head *)(void *)p;
}

/* Something that the next draw with p must send. */
static void touch(struct fl_program *p, uint32_t dirty)
{
	if (head(p)->draw && head(p)->draw->program == p)
		head(p)->draw->dirty |= dirty;
}

/* NULL: it was not made, or has no such stage. */
static const struct fl_program_kind *kind_of(struct fl_program *p, enum fl_stage_of stage)
{
	const struct fl_program_kind *kind = head(p)->kind;

	return kind && (stage != FL_GEOMETRY || kind->make_geometry) ? kind : NULL;
}

int32_t fl_program_const(struct fl_program *p, enum fl_stage_of stage, const char *name)
{
	const struct fl_program_kind *kind = kind_of(p, stage);

	return kind ? kind->place(p, stage, name) : -1;
}

void fl_program_set(struct fl_program *p, enum fl_stage_of stage, int32_t at, uint32_t n, const float (*v)[4])
{
	const struct fl_program_kind *kind = kind_of(p, stage);
	bool fits = kind && at >= 0 && n <= kind->constants && (uint32_t)at + n <= kind->constants;

	if (head(p)->draw)
		FL_CHECK(head(p)->draw, fits, "constants are 0 to 255");
	if (!fits || !n)
		return;
	kind->set(p, stage, (uint32_t)at, n, v);
	touch(p, FL_D_PROGRAM);
}

void fl_program_bool(struct fl_program *p, enum fl_stage_of stage, uint32_t i, bool on)
{
	if (head(p)->kind)
		head(p)->kind->boolean(p, stage, i, on);
	/* They are registers beside the programs. */
	touch(p, FL_D_VERTEX);
}

void fl_program_int(struct fl_program *p, uint32_t i, uint8_t count, uint8_t first, int8_t step)
{
	if (head(p)->kind)
		head(p)->kind->integer(p, i, count, first, step);
	touch(p, FL_D_VERTEX);
}

static bool is_of_chip(const struct fl_program_kind *kind, const struct fl_draw_backend *chip)
{
	return kind->backend == chip || kind->backend == chip->variant_of;
}

void fl_program(struct fl_draw *d, struct fl_program *p)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, !p || head(p)->kind, "a program that fl_program_make() did not make");
	FL_CHECK(d, !p || !head(p)->kind || is_of_chip(head(p)->kind, d->chip.backend),
		 "a program of another family than the chip's");
	if (p ? !head(p)->kind || !is_of_chip(head(p)->kind, d->chip.backend) : !d->program)
		return;
	if (p) {
		struct fl_err err;
		enum fl_code code = head(p)->kind->fits(d, p, &err);

		if (code) {
			if (!d->code) {
				d->code = code;
				d->err = err;
			}
			return;
		}
		head(p)->draw = d;
	}
	d->program = p;
	d->dirty |=
	    FL_D_VERTEX | FL_D_FRAGMENT | FL_D_PROGRAM | FL_D_DEPTH | FL_D_POINT | FL_D_BLEND | FL_D_TARGET;
	/* The memory of constants holds those of a program. */
	if (!p)
		d->dirty |= FL_D_MVP | FL_D_TEXMAT | FL_D_NORMAL | FL_D_LIGHT | FL_D_FOG | FL_D_MATERIAL |
			    FL_D_TEXGEN | FL_D_ENV;
}
