/* SPDX-License-Identifier: MIT
 *
 * firstlight probe, reset, microcode, ring: a wake-up as far as asked for, a line a step.
 */
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"
#include "hw/fl_wake.h"

#include <jansson.h>

struct run {
	json_t *json;  /* with --json: an array of steps */
	json_t *facts; /* probe, with --json: the device */
};

static void on_step(void *arg, const struct fl_step *step, enum fl_code code, const struct fl_bringup *up,
		    const struct fl_err *err)
{
	const struct run *run = arg;
	const char *text = code ? err->text : up->did;

	if (run->json)
		json_array_append_new(run->json, json_pack("{s:s,s:b,s:i,s:s}", "step", step->name, "ok",
							   !code, "code", code, "text", text));
	else
		printf("%s%s%s %-14s %s\n", fl_ink(stdout, code ? FL_RED : FL_GREEN), code ? "FAIL" : "ok  ",
		       fl_ink(stdout, FL_PLAIN), step->name, text);
}

static void on_fact(void *arg, const struct fl_fact *f)
{
	const struct run *run = arg;

	if (!run->facts)
		printf("  %-13s %s\n", f->label, f->text);
	else if (f->key)
		json_object_set_new(run->facts, f->key, json_integer((json_int_t)f->value));
}

/* What can be seen of the card beside the steps; reads only. */
static void describe(struct run *run, const struct fl_family *family, struct fl_bringup *up)
{
	const struct fl_dev *d = up->dev;

	if (run->json) {
		run->facts = json_pack("{s:s,s:s,s:i,s:i,s:I,s:I}", "device", d->name, "chip", up->chip,
				       "pci_vendor", d->vendor, "pci_device", d->device, "vram_aperture",
				       (json_int_t)d->vram_size_B, "registers", (json_int_t)d->regs_size_B);
		json_array_append_new(run->json, run->facts);
	} else {
		printf("\n  device        %s, revision %02x, subsystem %04x:%04x\n", d->name, d->revision,
		       d->subsys_vendor, d->subsys);
		printf("  apertures     %u KiB of registers, %llu MiB of VRAM\n", d->regs_size_B >> 10,
		       (unsigned long long)(d->vram_size_B >> 20));
	}
	family->describe(up, on_fact, run);
}

static enum fl_code wake(struct run *run, struct fl_device *d, const struct fl_args *a, enum fl_goal goal)
{
	union fl_card_state card = {0};
	struct fl_err err = {0};
	enum fl_code code = FL_OK;

	if (d->family && goal == FL_GOAL_FIRMWARE && !fl_family_goes(d->family, goal))
		return fl_complain(FL_NO_DEVICE, "%s: cards of %s have no microcode; `ring` starts them",
				   d->dev.name, d->family->title);
	if (!d->family || !fl_family_goes(d->family, goal)) {
		char list[128];

		return fl_complain(FL_NO_DEVICE, "%s: [%04x:%04x] is not a card of %s", d->dev.name,
				   d->dev.vendor, d->dev.device,
				   fl_family_list(goal, FL_FAMILY_TITLE, list, sizeof(list)));
	}
	if (goal >= FL_GOAL_FIRMWARE && !(code = fl_wake_first(d->family, &d->dev, &err)))
		code = fl_device_firmware(d, a, &err);
	if (code)
		return fl_complain_err(&err);
	fl_family_init(d->family, &card.up, &d->dev);
	card.up.images = d->firmware.images;
	if (fl_device_transport(a, &card.up.transport, &err))
		return fl_complain_err(&err);
	code = fl_wake_goal(d->family, &card.up, goal, on_step, run, &err);
	if (goal == FL_GOAL_PROBE && card.up.chip)
		describe(run, d->family, &card.up);
	return code;
}

static int steps(const struct fl_args *a, enum fl_goal goal)
{
	struct run run = {.json = a->json ? json_array() : NULL};
	static struct fl_device d;
	struct fl_err err = {0};
	int code = fl_device_open(&d, a, &err);

	if (code)
		return fl_complain_err(&err);
	if (a->function)
		code = fl_card_reset(&d.inner, &err);
	code = code ? fl_complain_err(&err) : (int)wake(&run, &d, a, goal);
	if (run.json) {
		json_dumpf(run.json, stdout, JSON_INDENT(1));
		putchar('\n');
		json_decref(run.json);
	}
	fl_device_reports(&d);
	return fl_device_close(&d, code);
}

int fl_cmd_probe(const struct fl_args *a)
{
	return steps(a, FL_GOAL_PROBE);
}

int fl_cmd_reset(const struct fl_args *a)
{
	return steps(a, FL_GOAL_RESET);
}

int fl_cmd_microcode(const struct fl_args *a)
{
	return steps(a, FL_GOAL_FIRMWARE);
}

int fl_cmd_ring(const struct fl_args *a)
{
	return steps(a, FL_GOAL_RING);
}
