/* SPDX-License-Identifier: MIT
 *
 * The walk over a family's smoke checks; see fl_smoke.h.
 */
#include "hw/fl_smoke.h"
#include "hw/fl_fmt.h"
#include "hw/fl_wake.h"

#include <string.h>

/* NULL: the family has no smoke test. */
static const struct fl_check *checks_of(const struct fl_family *f)
{
	for (const struct fl_smoke_list *l = fl_smokes; l->family; l++)
		if (l->family == f)
			return l->checks;
	return NULL;
}

enum fl_code fl_smoke_refuses(const struct fl_family *f, const struct fl_dev *d, struct fl_err *err)
{
	char list[128] = "";
	size_t n = 0;

	if (checks_of(f))
		return FL_OK;
	for (const struct fl_smoke_list *l = fl_smokes; l->family && n < sizeof(list); l++)
		n += (size_t)fl_format(list + n, sizeof(list) - n, "%s%s", n ? ", " : "", l->family->chips);
	return fl_fail(err, FL_NO_DEVICE, "the smoke test is for %s, not for %s", list, d->name);
}

unsigned fl_smoke_planned(const struct fl_family *f)
{
	const struct fl_check *checks = checks_of(f);
	unsigned n = 0;

	while (checks && checks[n].name)
		n++;
	return n;
}

const char *fl_verdict_name(enum fl_verdict v)
{
	static const char *const names[FL_VERDICTS] = {"PASS", "FAIL", "SKIP", "UNPREP"};

	return names[v];
}

/* The first check that should have given what is missing. */
static const char *giver(const struct fl_check *checks, unsigned missing)
{
	for (const struct fl_check *k = checks; k->name; k++)
		if (k->gives & missing)
			return k->name;
	return "?";
}

static bool has_firmware(const struct fl_family *f, const struct fl_bringup *up)
{
	const char *name[FL_IMAGES];
	unsigned n = fl_family_firmware(f, up->dev, name);

	for (unsigned i = 0; i < n; i++)
		if (!up->images.of[i].data)
			return false;
	return true;
}

enum fl_code fl_smoke(const struct fl_family *f, struct fl_bringup *up, fl_on_check *on_check, void *arg,
		      struct fl_smoke_counts *counts, struct fl_err *err)
{
	const struct fl_check *checks = checks_of(f);
	struct fl_smoke_counts own;
	bool firmware = has_firmware(f, up);
	unsigned have = 0;
	enum fl_code first = FL_OK;
	struct fl_err e = {0};

	if (!counts)
		counts = &own;
	memset(counts, 0, sizeof(*counts));
	if (!checks)
		return fl_smoke_refuses(f, up->dev, err);
	up->dev->awake = true;
	for (const struct fl_check *k = checks; k->name && !fl_stopped(up->dev); k++) {
		struct fl_check_result r = {k->name, k->block, FL_PASS, up->did};
		unsigned missing = k->needs & ~have;

		memset(&e, 0, sizeof(e));
		up->did[0] = 0;
		if (k->firmware && !firmware) {
			r.verdict = FL_SKIP;
			r.text = "no microcode was given";
		} else if (missing) {
			r.verdict = FL_UNPREP;
			fl_did(up, "stands on \"%s\", which did not pass", giver(checks, missing));
		} else if (k->run(up, &e)) {
			r.verdict =
			    k->firmware == FL_CHECK_MAY_LACK && e.code == FL_NO_DEVICE ? FL_SKIP : FL_FAIL;
			r.text = e.text;
			if (!first && r.verdict == FL_FAIL)
				first = fl_fail(err, FL_FAILED, "%s: %s", k->name, e.text);
		} else {
			have |= k->gives;
		}
		counts->n[r.verdict]++;
		if (on_check)
			on_check(arg, &r);
	}
	if (fl_stopped(up->dev) && !first)
		first = fl_fail(err, FL_FAILED, "interrupted");
	if (fl_sleep(f, up->dev, &e) && !first)
		first = fl_fail(err, FL_FAILED, "going to sleep: %s", e.text);
	return first;
}

enum fl_code fl_smoke_transport(struct fl_bringup *up, enum fl_transport via, fl_transport_try *attempt,
				struct fl_err *err)
{
	enum fl_transport want = up->transport;
	enum fl_code code = attempt(up, via, err);

	up->transport = want;
	if (!code)
		fl_did(up, "48 dwords came through");
	return code;
}
