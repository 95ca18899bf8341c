/* SPDX-License-Identifier: MIT
 *
 * The bare-metal image: finds a card by PCI configuration cycles and does what its command line says.
 *
 *	monitor                                        a prompt at the serial port; also without any command
 *	demo NAME [size=WxH] [frames=N] [registers] [transport=pio|vram|system]
 *	                                               draw, on the first card that is known (or card=N)
 *	smoke                                          test the card, block by block
 *	list                                           what is there
 *	core[=N]                                       behind any of them: not a card, but a core of the
 *	                                               board's own chip, whose power and clocks are on
 *	power                                          behind core: switch them on first, by the kit's table;
 *	power=n                                        say what that would write, and end
 *	trap                                           raise an exception on purpose, to see the report
 *	exit                                           leave the emulator at the end (isa-debug-exit at 0xf4)
 *
 * The picture of a demo is copied to the frame buffer that the loader left, if that is another card's (GRUB:
 * VBE or GOP). What goes wrong is written there, or on the card's own display.
 *
 * The firmware of a real card comes as the loader's modules (of an R5xx `module2 /R520_cp.bin R520_cp.bin`),
 * or by -initrd of QEMU; without it what needs none is drawn, by registers.
 */
#include "boot/boot.h"
#include "demos/bare/images.h"
#include "demos/bare/machine.h"
#include "demos/bare/monitor.h"
#include "demos/bare/say.h"
#include "demos/bare/screen.h"
#include "demos/demo.h"
#include "hw/fl_smoke.h"
#include "hw/fl_str.h"
#include "lib/tool/fl_crc.h"

static struct fl_stage stage;
static struct fl_dev dev;

/* ---- the command line: words --------------------------------------------------------------------------- */
static bool next_word(const char **at, char *out, size_t size)
{
	size_t n = 0;

	while (**at == ' ')
		(*at)++;
	for (; **at && **at != ' '; (*at)++)
		if (n + 1 < size)
			out[n++] = **at;
	out[n] = 0;
	return n > 0;
}

static uint32_t number(const char *s, const char **end)
{
	uint32_t v = 0;

	if (*s < '0' || *s > '9') {
		*end = "?";
		return 0;
	}
	for (; *s >= '0' && *s <= '9' && v < 100000; s++)
		v = v * 10 + (uint32_t)(*s - '0');
	*end = s;
	return v;
}

struct options {
	char command[16], demo[16];
	uint32_t width, height, frames, card;
	bool registers, core, power, rehearse;
	enum fl_transport transport;
};

static bool parse(const char *line, struct options *o)
{
	char word[32] = "";

	*o = (struct options){.command = "monitor", .width = 640, .height = 480, .frames = 1};
	for (bool first = true; next_word(&line, word, sizeof word); first = false) {
		const char *end = "?";

		if (first)
			memcpy(o->command, word, sizeof o->command - 1);
		else if (fl_str_starts(word, "size="))
			o->width = number(word + 5, &end),
			o->height = *end == 'x' ? number(end + 1, &end) : 0;
		else if (fl_str_starts(word, "frames="))
			o->frames = number(word + 7, &end);
		else if (fl_str_starts(word, "card="))
			o->card = number(word + 5, &end);
		else if (fl_str_starts(word, "transport="))
			o->transport = fl_transport_find(word + 10),
			end = o->transport < FL_TRANSPORTS ? "" : "?";
		else if (fl_str_same(word, "registers"))
			o->registers = true, end = "";
		else if (fl_str_same(word, "core"))
			o->core = true, end = "";
		else if (fl_str_starts(word, "core="))
			o->core = true, o->card = number(word + 5, &end);
		else if (fl_str_same(word, "power"))
			o->power = true, end = "";
		else if (fl_str_same(word, "power=n"))
			o->power = o->rehearse = true, end = "";
		else if (fl_str_same(word, "exit"))
			end = "";
		else if (fl_str_same(o->command, "demo") && !o->demo[0])
			memcpy(o->demo, word, sizeof o->demo - 1), end = "";
		if (!first && *end) {
			fl_say("firstlight: '%s' is not understood\n", word);
			return false;
		}
	}
	return true;
}

/* ---- the commands -------------------------------------------------------------------------------------- */
/* At the serial port, and where it can be seen: on the loader's screen, or on one that the card draws by
 * registers, which takes no microcode. */
static int complain(const struct fl_err *err)
{
	const struct fl_stage_options so = {.width = 640, .height = 480, .show = true, .by_registers = true};

	if (dev.bus && !fl_screen_stage(NULL) && !fl_stage_open(&stage, &dev, &so, NULL)) {
		fl_screen_stage(&stage);
		fl_stage_close(&stage, NULL);
	}
	fl_say_on_screen();
	fl_say("firstlight: %s\n", err->text);
	return err->code;
}

static int list(const struct fl_pci *pci, const struct fl_boot *boot)
{
	struct fl_soc_part core[FL_SOC_PARTS];
	unsigned cores = fl_bare_cores(boot, core);
	struct fl_pci_function f;
	struct fl_card card;
	uint32_t at = 0;
	unsigned n = 0;

	while (fl_pci_next_display(pci, &at, &f)) {
		char slot[16];

		fl_pci_format_bdf(slot, sizeof slot, f.bdf);
		bool known = fl_card_find(f.vendor, f.device, &card);
		fl_say("%s  %04x:%04x  %s %s\n", slot, f.vendor, f.device,
		       known ? card.chip : "not a card that the kit knows", known ? card.product : "");
		n++;
	}
	for (unsigned i = 0; i < cores; i++)
		fl_say("core=%u at 0x%llx, by the device tree%s%s%s%s; not touched\n", i,
		       (unsigned long long)core[i].addr, core[i].core ? ": " : "",
		       core[i].core ? core[i].core->core : "", core[i].core ? " of an " : "",
		       core[i].core ? core[i].core->soc : "");
	if (!n)
		fl_say("no display controller\n");
	return n || cores ? FL_OK : FL_NO_DEVICE;
}

static void on_step(void *arg, const struct fl_step *step, enum fl_code code, const struct fl_bringup *up,
		    const struct fl_err *err)
{
	fl_say("%s %s: %s\n", code ? "FAIL" : "ok  ", step->name, code ? err->text : up->did);
}

/* Of a card without a display this is what there is to compare: R, G and B of each pixel. */
static uint32_t picture_crc(struct fl_stage *s)
{
	static uint32_t row[FL_STAGE_MAX_WIDTH];
	uint32_t crc = 0;

	for (uint32_t y = 0; y < s->height; y++) {
		fl_stage_row(s, y, row);
		for (uint32_t x = 0; x < s->width; x++) {
			const uint8_t rgb[3] = {(uint8_t)(row[x] >> 16), (uint8_t)(row[x] >> 8),
						(uint8_t)row[x]};

			crc = fl_crc32(crc, rgb, sizeof(rgb));
		}
	}
	return crc;
}

static int demo(const struct options *o, const struct fl_boot *boot)
{
	const struct fl_demo *d = fl_demo_find(o->demo);
	struct fl_stage_options so = {
	    .width = o->width, .height = o->height, .show = fl_stage_shows(&dev), .progress = on_step};
	struct fl_err err = {0}, missing;
	enum fl_code code, late, lacks;
	uint32_t crc = 0;

	if (!d) {
		fl_say("firstlight: there is no demo '%s' in this image (gallery.elf has all); there are:",
		       o->demo);
		for (const struct fl_demo *const *i = fl_demos; *i; i++)
			fl_say(" %s", (*i)->name);
		fl_say("\n");
		return FL_USAGE;
	}
	lacks = fl_bare_images(boot, &dev, &so.images, &missing);
	so.by_registers = o->registers || lacks;
	so.transport = o->transport;
	code = fl_stage_open(&stage, &dev, &so, &err);
	if (!code && so.show)
		fl_screen_stage(&stage);
	if (!code)
		code = fl_demo_begin(d, &stage, &err);
	for (uint32_t n = 0; !code && n < o->frames; n++)
		code = fl_demo_frame(d, &stage, n, &err);
	if (!code)
		fl_screen_picture(&stage);
	if (!code && !so.show)
		crc = picture_crc(&stage);
	late = fl_stage_close(&stage, code ? NULL : &err);
	if (code || late)
		complain(&err);
	if (lacks)
		fl_say("firstlight: %s\n", missing.text);
	if (code || late)
		return err.code;
	fl_say("%s: done, %u frame%s of %u x %u on %s\n", d->name, (unsigned)o->frames,
	       o->frames == 1 ? "" : "s", (unsigned)stage.width, (unsigned)stage.height, stage.chip_name);
	if (!so.show)
		fl_say("crc32 0x%08x\n", (unsigned)crc);
	return FL_OK;
}

static void on_check(void *arg, const struct fl_check_result *r)
{
	unsigned *n = arg;
	bool ok = r->verdict == FL_PASS || r->verdict == FL_SKIP;

	fl_say("%s %u - %s: %s%s\n  # %s\n", ok ? "ok" : "not ok", ++*n, r->block, r->name,
	       r->verdict == FL_SKIP ? " # SKIP" : "", r->text);
}

static int smoke(const struct fl_boot *boot)
{
	const struct fl_family *f = fl_family_of(&dev);
	union fl_card_state card;
	struct fl_err err = {0}, missing;
	enum fl_code code, lacks;
	unsigned n = 0;

	if (fl_smoke_refuses(f, &dev, &err))
		return complain(&err);
	fl_family_init(f, &card.up, &dev);
	lacks = fl_bare_images(boot, &dev, &card.up.images, &missing);
	fl_say("1..%u\n", fl_smoke_planned(f));
	code = fl_smoke(f, &card.up, on_check, &n, NULL, &err);
	if (code)
		complain(&err);
	if (lacks)
		complain(&missing);
	return code;
}

static enum fl_code open_card(const struct fl_machine *machine, struct fl_boot *boot, const struct options *o,
			      struct fl_err *err)
{
	struct fl_soc_part core[FL_SOC_PARTS];
	struct fl_card card;
	enum fl_code code = FL_OK;

	if (!o->core)
		return fl_bare_card(&dev, machine, boot, o->card, &card, err);
	if (o->card >= fl_bare_cores(boot, core))
		return fl_fail(err, FL_NO_DEVICE, "the device tree has no core %u", (unsigned)o->card);
	if (o->power)
		code = fl_bare_core_power(machine, &core[o->card], o->rehearse, err);
	return code || o->rehearse ? code : fl_bare_core_open(&dev, machine, &core[o->card], &card, err);
}

int fl_main(const struct fl_boot *left)
{
	struct fl_boot boot = *left;
	struct fl_pci pci;
	struct fl_machine machine = fl_bare_machine(&pci, &boot);
	struct options o;
	struct fl_err err = {0};

	fl_say("firstlight: started by %s\n", boot.loader);
	if (boot.screen.addr)
		fl_say("screen: %u x %u, %u bytes a pixel, at 0x%llx\n", (unsigned)boot.screen.width,
		       (unsigned)boot.screen.height, boot.screen.bytes_px,
		       (unsigned long long)boot.screen.addr);
	if (!parse(boot.cmdline, &o))
		return FL_USAGE;
	if (o.power && !o.core) {
		fl_say("firstlight: 'power' is about a core of the board: the word 'core' is missing\n");
		return FL_USAGE;
	}
	if (fl_str_same(o.command, "list"))
		return list(&pci, &boot);
	if (fl_str_same(o.command, "trap"))
		__builtin_trap();
	if (open_card(&machine, &boot, &o, &err)) {
		fl_screen_use(&boot.screen, NULL);
		dev.bus = NULL;
		complain(&err);
		/* Configuration space and memory can still be looked at. */
		return fl_str_same(o.command, "monitor") ? fl_bare_monitor(NULL, &pci, &boot) : (int)err.code;
	}
	if (o.rehearse)
		return FL_OK;
	fl_say("card: %s\n", dev.name);
	fl_screen_use(&boot.screen, &dev);
	if (fl_str_same(o.command, "monitor"))
		return fl_bare_monitor(&dev, &pci, &boot);
	if (fl_str_same(o.command, "demo"))
		return demo(&o, &boot);
	if (fl_str_same(o.command, "smoke"))
		return smoke(&boot);
	fl_say("firstlight: '%s' is not a command: monitor, demo NAME, smoke, list\n", o.command);
	return FL_USAGE;
}
