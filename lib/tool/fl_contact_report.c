/* SPDX-License-Identifier: MIT
 *
 * Writing the report of a first contact; see fl_contact_report.h.
 */
#include "lib/tool/fl_contact_report.h"
#include "hw/bus/pci.h"
#include "hw/fl_fmt.h"

#include <string.h>

/* Strings of a video BIOS, those with a digit or a blank (instructions look like words, too): so long at
 * least, so many at most, from its start on, where version, date and part number are. */
enum { BIOS_SHORT = 10, BIOS_MANY = 24, BIOS_LONG = 100, BIOS_PART_B = 64 << 10 };

static void line(struct fl_contact_report *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void line(struct fl_contact_report *r, const char *fmt, ...)
{
	char text[FL_CONTACT_LINE_MAX];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = fl_vformat(text, sizeof(text) - 1, fmt, ap);
	va_end(ap);
	if (n < 0 || n > (int)sizeof(text) - 2)
		n = sizeof(text) - 2;
	for (int i = 0; i < n; i++)
		if ((uint8_t)text[i] < ' ')
			text[i] = ' ';
	text[n] = '\n';
	r->put(r->arg, text, (size_t)n + 1);
	r->lines++;
}

static bool printable(uint8_t c)
{
	return c >= ' ' && c < 0x7f;
}

static void bios(struct fl_contact_report *r, const struct fl_dev *d)
{
	size_t n = r->rom_B < BIOS_PART_B ? r->rom_B : BIOS_PART_B;
	unsigned found = 0;

	if (!fl_pci_rom_of(d, r->rom, r->rom_B))
		return;
	for (size_t i = 0; i < n && found < BIOS_MANY; i++) {
		char text[BIOS_LONG + 1];
		size_t length = 0;
		bool words = false;

		while (i + length < n && length < BIOS_LONG && printable(r->rom[i + length])) {
			text[length] = (char)r->rom[i + length];
			words |= text[length] == ' ' || (text[length] >= '0' && text[length] <= '9');
			length++;
		}
		text[length] = 0;
		if (length >= BIOS_SHORT && words) {
			line(r, "bios %s", text);
			found++;
		}
		i += length;
	}
}

struct snapshot {
	struct fl_contact_report *r;
	const char *when;
};

static void one_register(void *arg, const struct fl_regtool_said *s)
{
	const struct snapshot *shot = arg;

	if (s->kind == FL_REGTOOL_VALUE && s->value)
		line(shot->r, "%s %s 0x%04x 0x%08x %s", shot->when, s->place->space, s->place->offset,
		     s->value, s->name);
}

/* Of the register BAR: what is behind index registers cannot be read without writing those. */
static void snapshot(struct fl_contact_report *r, struct fl_dev *d, const char *when)
{
	static const char *const all[] = {"mmio:*"};
	struct snapshot shot = {r, when};
	struct fl_regtool t = {.said = one_register, .arg = &shot};
	struct fl_regtool_op op;
	struct fl_err err;

	if (!fl_regtool_for(&t, d, &err) && !fl_regtool_parse_all(&t, FL_REGTOOL_SAFE, 1, all, &op, &err))
		fl_regtool_read(&t, &op, 1, &err);
}

struct both {
	struct fl_contact_report *r;
	struct fl_contact *c;
};

static bool ask(void *arg, enum fl_contact_stage s)
{
	const struct both *b = arg;

	return b->c->ask(b->c->arg, s);
}

static void on_try(void *arg, const struct fl_contact_result *r)
{
	const struct both *b = arg;

	line(b->r, "try %s %s %s", fl_contact_about[r->stage].name, r->block, r->name);
	if (b->c->on_try)
		b->c->on_try(b->c->arg, r);
}

static void on_result(void *arg, const struct fl_contact_result *r)
{
	const struct both *b = arg;
	static const char *const verdict[FL_VERDICTS] = {"pass", "fail", "skip", "skip"};

	line(b->r, "%s %d %llu %s", verdict[r->verdict], (int)r->code, (unsigned long long)r->us, r->text);
	if (b->c->on_result)
		b->c->on_result(b->c->arg, r);
}

static enum fl_code draw(void *arg, enum fl_contact_stage s, bool packets, struct fl_bringup *up,
			 struct fl_err *err)
{
	const struct both *b = arg;

	return b->c->draw(b->c->arg, s, packets, up, err);
}

enum fl_code fl_contact_report(struct fl_contact_report *r, const struct fl_family *f, struct fl_bringup *up,
			       struct fl_contact *c, struct fl_err *err)
{
	struct both b = {r, c};
	struct fl_contact inner = {.ask = ask, .on_try = on_try, .on_result = on_result, .arg = &b};
	struct fl_dev *d = up->dev;
	enum fl_code code;

	if (!fl_contact_list(f))
		return fl_contact(f, up, &inner, err);
	if (c->draw)
		inner.draw = draw;
	r->lines = 0;
	line(r, "firstlight contact %d", FL_CONTACT_REPORT_VERSION);
	line(r, "tool %s", r->tool);
	if (r->time)
		line(r, "time %s", r->time);
	line(r, "family %s", f->name);
	line(r, "card %s", d->name);
	line(r, "pci %04x:%04x revision %02x subsystem %04x:%04x", d->vendor, d->device, d->revision,
	     d->subsys_vendor, d->subsys);
	line(r, "via %s", d->bus->name);
	if (r->rom)
		bios(r, d);
	snapshot(r, d, "before");
	code = fl_contact(f, up, &inner, err);
	snapshot(r, d, "after");
	c->end = inner.end;
	c->stage = inner.stage;
	line(r, "end %s %s %u", fl_contact_ends[c->end], fl_contact_about[c->stage].name, r->lines);
	return code;
}

void fl_contact_report_picture(struct fl_contact_report *r, const char *name, unsigned width, unsigned height,
			       uint32_t crc)
{
	line(r, "picture %s %ux%u crc32 0x%08x", name, width, height, crc);
}
