/* SPDX-License-Identifier: MIT
 *
 * firstlight smoke: the smoke test, in TAP (https://testanything.org, version 13).
 */
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"
#include "hw/fl_smoke.h"
#include "hw/fl_wake.h"

#include <jansson.h>

struct run {
	unsigned n;
	json_t *json;
};

static void on_check(void *arg, const struct fl_check_result *r)
{
	struct run *run = arg;
	bool ok = r->verdict == FL_PASS || r->verdict == FL_SKIP;
	enum fl_ink c = r->verdict == FL_PASS ? FL_GREEN : r->verdict == FL_SKIP ? FL_YELLOW : FL_RED;

	run->n++;
	if (run->json) {
		json_array_append_new(run->json,
				      json_pack("{s:s,s:s,s:s,s:s}", "check", r->name, "block", r->block,
						"verdict", fl_verdict_name(r->verdict), "text", r->text));
		return;
	}
	printf("%s%s%s %u - %s: %s%s\n", fl_ink(stdout, c), ok ? "ok" : "not ok", fl_ink(stdout, FL_PLAIN),
	       run->n, r->block, r->name, r->verdict == FL_SKIP ? " # SKIP" : "");
	if (*r->text)
		printf("  # %s%s\n", r->verdict == FL_UNPREP ? "not tried: " : "", r->text);
	fflush(stdout);
}

int fl_cmd_smoke(const struct fl_args *a)
{
	static struct fl_device d;
	struct run run = {.json = a->json ? json_array() : NULL};
	struct fl_smoke_counts counts = {0};
	union fl_card_state card;
	struct fl_err err = {0};
	enum fl_transport transport;
	int code = fl_device_transport(a, &transport, &err);

	if (!code)
		code = fl_device_open(&d, a, &err);
	if (code)
		return fl_complain_err(&err);
	if (fl_smoke_refuses(d.family, &d.dev, &err))
		code = fl_complain_err(&err);
	else if (!fl_wake_first(d.family, &d.dev, &err))
		code = fl_device_firmware_if_any(&d, a, "what needs microcode is skipped");
	if (code)
		return fl_device_close(&d, code);
	fl_family_init(d.family, &card.up, &d.dev);
	card.up.images = d.firmware.images;
	card.up.transport = transport;
	if (!run.json)
		printf("TAP version 13\n1..%u\n# %s\n", fl_smoke_planned(d.family), d.inner.name);
	code = fl_smoke(d.family, &card.up, on_check, &run, &counts, &err);
	if (run.json) {
		json_dumpf(run.json, stdout, JSON_INDENT(1));
		putchar('\n');
		json_decref(run.json);
	} else {
		printf("# %u passed, %u failed, %u skipped, %u not tried\n", counts.n[FL_PASS],
		       counts.n[FL_FAIL], counts.n[FL_SKIP], counts.n[FL_UNPREP]);
		if (code)
			printf("# first failure: %s\n", err.text);
	}
	fl_device_reports(&d);
	return fl_device_close(&d, code);
}
