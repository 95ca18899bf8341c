/* SPDX-License-Identifier: MIT
 *
 * Drawing in a first contact, and `contact` at the monitor's prompt; see contact.h.
 */
#include "demos/contact.h"
#include "demos/rgb.h"
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"
#include "lib/tool/fl_crc.h"

/* ---- drawing ------------------------------------------------------------------------------------------- */
static const struct {
	int32_t x, y, w, h;
	uint32_t color;
} rects[] = {
    {0, 0, FL_CONTACT_WIDTH, FL_CONTACT_HEIGHT, 0xff203040},
    {5, 9, 37, 21, 0xff8badf0},
    {30, 20, 1, 100, 0xffffffff},
    {201, 150, 55, 42, 0xff00c0ee},
    {100, 0, 64, 1, 0xffff0000},
};
enum { RECTS = sizeof(rects) / sizeof(*rects) };

static uint32_t want(int32_t x, int32_t y)
{
	uint32_t color = 0;

	for (unsigned i = 0; i < RECTS; i++)
		if (x >= rects[i].x && x < rects[i].x + rects[i].w && y >= rects[i].y &&
		    y < rects[i].y + rects[i].h)
			color = rects[i].color;
	return color;
}

static enum fl_code fill(struct fl_stage *s, struct fl_bringup *up, struct fl_err *err)
{
	uint32_t row[FL_CONTACT_WIDTH], wrong = 0;
	enum fl_code code;

	for (unsigned i = 0; i < RECTS; i++)
		fl_fill_rect(&s->g, rects[i].x, rects[i].y, rects[i].w, rects[i].h, rects[i].color);
	code = fl_stage_finish(s, err);
	for (int32_t y = 0; !code && y < FL_CONTACT_HEIGHT; y++) {
		fl_stage_row(s, (uint32_t)y, row);
		for (int32_t x = 0; x < FL_CONTACT_WIDTH; x++)
			if (row[x] != want(x, y) && !wrong++)
				fl_fail(err, FL_FAILED, "pixel (%d,%d) is 0x%08x instead of 0x%08x", (int)x,
					(int)y, row[x], want(x, y));
	}
	fl_did(up, "%d rectangles, each pixel as it should be", (int)RECTS);
	return wrong ? fl_fail_more(err, FL_FAILED, ", and %u in all are wrong", wrong) : code;
}

static uint32_t checksum(struct fl_stage *s)
{
	uint32_t row[FL_CONTACT_WIDTH], crc = 0;
	uint8_t rgb[3 * FL_CONTACT_WIDTH];

	for (uint32_t y = 0; y < FL_CONTACT_HEIGHT; y++) {
		fl_stage_row(s, y, row);
		fl_rgb_row(row, FL_CONTACT_WIDTH, rgb);
		crc = fl_crc32(crc, rgb, sizeof(rgb));
	}
	return crc;
}

static enum fl_code picture(struct fl_contact_report *r, struct fl_stage *s, struct fl_bringup *up,
			    struct fl_err *err)
{
	const struct fl_demo *d = fl_demo_find(s->has_3d ? "cube" : "blit");
	enum fl_code code =
	    d ? fl_demo_begin(d, s, err) : fl_fail(err, FL_NO_DEVICE, "this program has no demo to draw");
	uint32_t crc;

	if (!code)
		code = fl_demo_frame(d, s, 0, err);
	if (code)
		return code;
	crc = checksum(s);
	fl_contact_report_picture(r, d->name, s->width, s->height, crc);
	fl_did(up, "%s, %u x %u, CRC-32 0x%08x", d->name, (unsigned)s->width, (unsigned)s->height, crc);
	return FL_OK;
}

enum fl_code fl_contact_draw(struct fl_contact_report *r, struct fl_stage *stage, enum fl_contact_stage s,
			     bool packets, struct fl_bringup *up, struct fl_err *err)
{
	const struct fl_stage_options o = {.width = FL_CONTACT_WIDTH,
					   .height = FL_CONTACT_HEIGHT,
					   .images = up->images,
					   .by_registers = s == FL_CONTACT_2D || !packets};
	enum fl_code code = fl_stage_open(stage, up->dev, &o, err);

	if (code)
		return code;
	return s == FL_CONTACT_2D ? fill(stage, up, err) : picture(r, stage, up, err);
}

/* ---- at the prompt ------------------------------------------------------------------------------------- */
static struct fl_stage stage; /* large */

struct contact {
	struct fl_mon *m;
	struct fl_contact_report report;
	enum fl_contact_stage last; /* that was asked for */
};

static bool ask(void *arg, enum fl_contact_stage s)
{
	const struct contact *c = arg;

	if (s > c->last)
		fl_mon_printf(c->m, "# next: `contact %s`: %s\n", fl_contact_about[s].name,
			      fl_contact_about[s].does);
	return s <= c->last && !fl_mon_interrupted(c->m);
}

static void put(void *arg, const char *line, size_t n)
{
	const struct contact *c = arg;

	fl_mon_printf(c->m, "%.*s", (int)n, line);
}

static enum fl_code draw(void *arg, enum fl_contact_stage s, bool packets, struct fl_bringup *up,
			 struct fl_err *err)
{
	struct contact *c = arg;

	return fl_contact_draw(&c->report, &stage, s, packets, up, err);
}

static const char *stage_name(struct fl_mon *m, unsigned operand, unsigned i)
{
	return operand || i >= FL_CONTACT_STAGES ? NULL : fl_contact_about[i].name;
}

static enum fl_code run_contact(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	const struct fl_family *f = fl_family_of(m->dev);
	struct contact me = {.m = m, .last = FL_CONTACT_READS};
	struct fl_contact c = {.ask = ask, .draw = draw, .arg = &me};
	union fl_card_state card;

	if (l->n)
		me.last = fl_contact_find(l->word[0], fl_str_length(l->word[0]));
	if (me.last == FL_CONTACT_STAGES)
		return fl_fail(err, FL_USAGE, "no stage is called '%.40s'", l->word[0]);
	me.report = (struct fl_contact_report){.put = put, .arg = &me, .tool = "at the monitor"};
	if (m->map) { /* where the machine's BIOS has copied the one of its first display */
		me.report.rom =
		    (const uint8_t *)(uintptr_t)m->map(m->arg, FL_CONTACT_ROM_AT, FL_CONTACT_ROM_B);
		me.report.rom_B = me.report.rom ? FL_CONTACT_ROM_B : 0;
	}
	if (!f)
		return fl_fail(err, FL_NO_DEVICE, "%s: the kit does not know this card", m->dev->name);
	fl_family_init(f, &card.up, m->dev);
	card.up.images = m->images;
	return fl_contact_report(&me.report, f, &card.up, &c, err);
}

const struct fl_mon_cmd fl_monitor_contact_cmds[] = {
    {"contact", "[STAGE]", 0, 1, FL_MON_OWN, true,
     "the first run on an unknown card, up to a stage; prints a report",
     "From harmless to bold: reads, scratch, memory, 2d, microcode, pio, ring, 3d,\n"
     "picture. Without a stage it only reads. What is printed is a report, for\n"
     "`firstlight contact --read` on another machine.\n"
     "  contact\n"
     "  contact memory           # all stages up to this one\n",
     "", run_contact, stage_name},
    {NULL, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL},
};
