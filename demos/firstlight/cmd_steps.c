/* SPDX-License-Identifier: MIT
 *
 * firstlight probe, reset, microcode, ring: a wake-up as far as asked for, a line a step.
 */
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"
#include "hw/r100/identify.h"
#include "hw/r500/wake.h"
#include "hw/regs/r500.h"

#include <jansson.h>
#include <string.h>

struct run {
	const struct fl_args *a;
	json_t *json; /* with --json: an array of steps */
};

static void say_step(struct run *run, const char *name, enum fl_code code, const char *text)
{
	if (run->json)
		json_array_append_new(run->json, json_pack("{s:s,s:b,s:i,s:s}", "step", name, "ok", !code,
							   "code", code, "text", text));
	else
		printf("%s%s%s %-14s %s\n", fl_ink(stdout, code ? FL_RED : FL_GREEN), code ? "FAIL" : "ok  ",
		       fl_ink(stdout, FL_PLAIN), name, text);
}

static void on_step(void *arg, const struct r500_step *step, enum fl_code code, const struct r500_card *c,
		    const struct fl_err *err)
{
	say_step(arg, step->name, code, code ? err->text : c->did);
}

static void describe_device(const struct fl_dev *d, uint64_t vram_B)
{
	printf("\n  device        %s, revision %02x, subsystem %04x:%04x\n", d->name, d->revision,
	       d->subsys_vendor, d->subsys);
	printf("  apertures     %u KiB of registers, %llu MiB of VRAM\n", d->regs_size_B >> 10,
	       (unsigned long long)(d->vram_size_B >> 20));
	printf("  memory        %llu MiB (CONFIG_MEMSIZE)\n", (unsigned long long)(vram_B >> 20));
}

/* What a look at the registers tells beside the steps; reads only. */
static void describe(struct run *run, struct r500_card *c)
{
	struct fl_dev *d = c->dev;
	uint32_t status = fl_read32(d, R500_RBBM_STATUS), memsize = fl_read32(d, R500_CONFIG_MEMSIZE);
	uint32_t select = fl_read32(d, R500_GB_PIPE_SELECT);
	unsigned pipes = R500_GB_PIPE_SELECT__MAX_PIPE__GET(select) + 1;

	if (run->json) {
		json_array_append_new(
		    run->json, json_pack("{s:s,s:s,s:i,s:i,s:I,s:I,s:I,s:i,s:I}", "device", d->name, "chip",
					 c->family ? c->family->name : "?", "pci_vendor", d->vendor,
					 "pci_device", d->device, "vram_aperture", (json_int_t)d->vram_size_B,
					 "registers", (json_int_t)d->regs_size_B, "vram", (json_int_t)memsize,
					 "pipes", (int)pipes, "RBBM_STATUS", (json_int_t)status));
		return;
	}
	describe_device(d, memsize);
	printf("  pipes         %u (GB_PIPE_SELECT 0x%08x)\n", pipes, select);
	printf("  RBBM_STATUS   0x%08x: %s, %u free entries in the command FIFO\n", status,
	       R500_RBBM_STATUS__GUI_ACTIVE__GET(status) ? "the engine is busy" : "idle",
	       R500_RBBM_STATUS__CMDFIFO_AVAIL__GET(status));
}

/* An RV100 has no more steps than to identify it. */
static enum fl_code probe_r100(struct run *run, struct fl_dev *d, struct fl_err *err)
{
	struct r100_card c;
	enum fl_code code = r100_identify(&c, d, err);

	say_step(run, "identify", code, code ? err->text : c.chip->product);
	if (code)
		return code;
	if (run->json) {
		json_array_append_new(
		    run->json, json_pack("{s:s,s:s,s:i,s:i,s:I,s:I,s:I}", "device", d->name, "chip",
					 c.chip->name, "pci_vendor", d->vendor, "pci_device", d->device,
					 "vram_aperture", (json_int_t)d->vram_size_B, "registers",
					 (json_int_t)d->regs_size_B, "vram", (json_int_t)c.vram_B));
	} else {
		describe_device(d, c.vram_B);
		printf("  engine        2D, by registers: there is nothing to wake\n");
	}
	return code;
}

static int steps(const struct fl_args *a, const char *last, bool look)
{
	struct run run = {.a = a, .json = a->json ? json_array() : NULL};
	static struct fl_device d;
	struct r500_card card;
	struct fl_err err = {0};
	enum fl_code code = fl_device_open(&d, a, &err);

	if (code)
		return fl_complain_err(&err);
	r500_card_init(&card, &d.dev);
	bool r100 = look && r100_chip_find(d.dev.vendor, d.dev.device);
	/* Which file it is depends on the chip: its first step is run to know. */
	if (strcmp(last, "posted") && strcmp(last, "reset") &&
	    !(code = r500_wake_to(&card, "identify", NULL, NULL, &err)))
		code = fl_device_microcode(&d, a, card.family->microcode, &err);
	if (r100) {
		code = probe_r100(&run, &d.dev, &err);
	} else if (!code) {
		card.microcode = d.microcode;
		card.microcode_B = d.microcode_B;
		card.force_reset = !strcmp(last, "reset");
		code = r500_wake_to(&card, last, on_step, &run, &err);
	} else {
		fl_complain_err(&err);
	}
	if (look && card.family)
		describe(&run, &card);
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
	return steps(a, "posted", true);
}

int fl_cmd_reset(const struct fl_args *a)
{
	return steps(a, "reset", false);
}

int fl_cmd_microcode(const struct fl_args *a)
{
	return steps(a, "microcode", false);
}

int fl_cmd_ring(const struct fl_args *a)
{
	return steps(a, "fence", false);
}
