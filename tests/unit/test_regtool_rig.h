/* SPDX-License-Identifier: MIT
 *
 * The register tool on a model behind a recorder, and what it said.
 */
#ifndef TESTS_UNIT_TEST_REGTOOL_RIG_H
#define TESTS_UNIT_TEST_REGTOOL_RIG_H

#include "hw/bus/hosted/hosted.h"
#include "hw/bus/record.h"
#include "hw/r500/spaces.h"
#include "lib/tool/fl_regtool_text.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { RIG_ACCESSES = 64, RIG_SAID = 64 };

struct toolrig {
	struct fl_model *model;
	struct fl_dev inner, dev;
	struct fl_record record;
	struct fl_access access[RIG_ACCESSES]; /* the first ones */
	unsigned n, reads, writes;
	void (*told)(void *arg, const struct fl_access *a); /* called for every access, if set */
	void *told_arg;
	struct fl_regtool_said said[RIG_SAID];
	struct fl_regtool_place place[RIG_SAID];
	unsigned n_said;
	struct fl_regtool t;
	struct fl_err err;
};

static inline void toolrig_told(void *arg, const struct fl_access *a)
{
	struct toolrig *r = arg;

	r->reads += a->kind == FL_ACCESS_READ32 || a->kind == FL_ACCESS_READ8;
	r->writes += a->kind == FL_ACCESS_WRITE32 || a->kind == FL_ACCESS_WRITE8;
	if (r->n < RIG_ACCESSES && a->kind <= FL_ACCESS_WRITE8)
		r->access[r->n++] = *a;
	if (r->told)
		r->told(r->told_arg, a);
}

static inline void toolrig_said(void *arg, const struct fl_regtool_said *s)
{
	struct toolrig *r = arg;

	if (r->n_said >= RIG_SAID)
		return;
	r->said[r->n_said] = *s;
	r->place[r->n_said] = *s->place;
	r->said[r->n_said].place = &r->place[r->n_said];
	r->n_said++;
}

/* The tool over any device that is already there. */
static inline void toolrig_over(struct toolrig *r, const char *chip)
{
	const struct fl_regs *db = fl_regs_r500();

	r->record = (struct fl_record){.inner = &r->inner, .told = toolrig_told, .arg = r};
	fl_record_open(&r->dev, &r->record);
	cr_assert(fl_regtool_chip(&r->t, &db, 1, chip));
	r->t.dev = &r->dev;
	r->t.spaces = r500_spaces(&r->dev, &r->t.n_spaces);
	r->t.said = toolrig_said;
	r->t.arg = r;
}

static inline void toolrig_open(struct toolrig *r, const char *chip)
{
	struct fl_model_config cfg = {.posted = true, .threads = 1};
	char why[200] = "";

	memset(r, 0, sizeof(*r));
	r->model = fl_model_new(chip, &cfg, why, sizeof(why));
	cr_assert(r->model, "%s", why);
	cr_assert_eq(fl_open_model(&r->inner, r->model, chip, &r->err), FL_OK);
	toolrig_over(r, chip);
}

static inline void toolrig_close(struct toolrig *r)
{
	fl_model_delete(r->model);
}

static inline void toolrig_forget(struct toolrig *r)
{
	r->n = r->reads = r->writes = r->n_said = 0;
	r->err = (struct fl_err){0};
}

/* Parse one word and do it. */
static inline enum fl_code toolrig_do(struct toolrig *r, enum fl_regtool_verb verb, const char *word)
{
	struct fl_regtool_op op;
	enum fl_code code;

	toolrig_forget(r);
	code = fl_regtool_parse(&r->t, verb, word, &op, &r->err);
	cr_assert_eq(r->n, 0, "parsing '%s' touched a register", word);
	if (code)
		return code;
	switch (verb) {
	case FL_REGTOOL_WRITE:
		return fl_regtool_write(&r->t, &op, 1, &r->err);
	case FL_REGTOOL_POLL:
		return fl_regtool_poll(&r->t, &op, 5000, &r->err);
	default:
		return fl_regtool_read(&r->t, &op, 1, &r->err);
	}
}

#endif
