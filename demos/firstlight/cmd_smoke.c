/* SPDX-License-Identifier: MIT
 *
 * firstlight smoke: the smoke test, in TAP (https://testanything.org, version 13).
 */
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"
#include "hw/r500/smoke.h"

#include <jansson.h>

struct run {
	const struct fl_args *a;
	unsigned n;
	json_t *json;
};

static void on_check(void *arg, const struct r500_check_result *r)
{
	struct run *run = arg;
	bool ok = r->verdict == R500_PASS || r->verdict == R500_SKIP;
	enum fl_ink c = r->verdict == R500_PASS ? FL_GREEN : r->verdict == R500_SKIP ? FL_YELLOW : FL_RED;

	run->n++;
	if (run->json) {
		json_array_append_new(run->json,
				      json_pack("{s:s,s:s,s:s,s:s}", "check", r->name, "block", r->block,
						"verdict", r500_verdict_name(r->verdict), "text", r->text));
		return;
	}
	printf("%s%s%s %u - %s: %s%s\n", fl_ink(stdout, c), ok ? "ok" : "not ok", fl_ink(stdout, FL_PLAIN),
	       run->n, r->block, r->name, r->verdict == R500_SKIP ? " # SKIP" : "");
	if (*r->text)
		printf("  # %s%s\n", r->verdict == R500_UNPREP ? "not tried: " : "", r->text);
	fflush(stdout);
}

int fl_cmd_smoke(const struct fl_args *a)
{
	static struct fl_device d;
	struct run run = {.a = a, .json = a->json ? json_array() : NULL};
	struct r500_smoke_counts counts = {0};
	struct r500_card card;
	struct fl_err err = {0}, why = {0};
	enum fl_code code = fl_device_open(&d, a, &err);

	if (code)
		return fl_complain_err(&err);
	if (!r500_chip_find(d.dev.vendor, d.dev.device)) {
		code =
		    fl_complain(FL_NO_DEVICE, "the smoke test is for R3xx to R5xx, not for %s", d.dev.name);
		return fl_device_close(&d, code);
	}
	r500_card_init(&card, &d.dev);
	if (!r500_identify(&card, &why) && fl_device_microcode(&d, a, card.family->microcode, &why)) {
		if (a->microcode) {
			code = fl_complain_err(&why);
			return fl_device_close(&d, code);
		}
		fl_complain(0, "%s; what needs microcode is skipped", why.text);
	}
	card.microcode = d.microcode_B ? d.microcode : NULL;
	card.microcode_B = d.microcode_B;
	if (!run.json)
		printf("TAP version 13\n1..%u\n# %s\n", r500_smoke_planned(), d.inner.name);
	code = r500_smoke(&card, on_check, &run, &counts, &err);
	if (run.json) {
		json_dumpf(run.json, stdout, JSON_INDENT(1));
		putchar('\n');
		json_decref(run.json);
	} else {
		printf("# %u passed, %u failed, %u skipped, %u not tried\n", counts.n[R500_PASS],
		       counts.n[R500_FAIL], counts.n[R500_SKIP], counts.n[R500_UNPREP]);
		if (code)
			printf("# first failure: %s\n", err.text);
	}
	fl_device_reports(&d);
	return fl_device_close(&d, code);
}
