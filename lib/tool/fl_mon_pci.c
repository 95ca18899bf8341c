/* SPDX-License-Identifier: MIT
 *
 * The monitor's command for PCI configuration: of the whole machine where the program has it, else of the
 * card.
 */
#include "hw/fl_fmt.h"
#include "hw/fl_cards.h"
#include "lib/tool/fl_mon.h"
#include "hw/fl_str.h"

static uint32_t cfg_read(struct fl_mon *m, uint32_t bdf, uint32_t where, unsigned n)
{
	return m->pci ? m->pci->read(m->pci, bdf, where, n) : m->dev->bus->cfg_read(m->dev, where, n);
}

static const char *class_name(uint32_t class_code)
{
	/* PCI Code and ID Assignment Specification 1.11, 1: base classes. */
	const char *name = fl_str_nth("old\0mass storage\0network\0display\0multimedia\0memory\0bridge\0"
				      "communication\0system\0input\0docking\0processor\0serial bus\0",
				      class_code >> 16);

	return *name ? name : "other";
}

/* ---- pci ----------------------------------------------------------------------------------------------- */
static void line(struct fl_mon *m, const struct fl_pci_function *f)
{
	struct fl_card card;
	char slot[16];
	bool known = fl_card_find(f->vendor, f->device, &card);

	fl_pci_format_bdf(slot, sizeof slot, f->bdf);
	fl_mon_printf(m, "%s  %04x:%04x  class %06x %s%s%s%s%s\n", slot, f->vendor, f->device,
		      (unsigned)f->class_code, class_name(f->class_code), known ? ": " : "",
		      known ? card.chip : "", known ? " " : "", known ? card.product : "");
}

static enum fl_code list(struct fl_mon *m, struct fl_err *err)
{
	struct fl_pci_function f;
	unsigned n = 0;

	for (uint32_t bus = 0; m->pci && bus <= m->pci->last_bus; bus++)
		for (uint32_t dev = 0; dev < 32; dev++)
			for (uint32_t fn = 0; fn < 8; fn++) {
				if (!fl_pci_read_function(m->pci, bus << 8 | dev << 3 | fn, &f)) {
					if (!fn)
						break;
					continue;
				}
				line(m, &f);
				n++;
				if (!fn && !(f.header & FL_PCI_HEADER_MULTI))
					break;
			}
	if (!m->pci) {
		f = (struct fl_pci_function){.bdf = m->dev->bdf,
					     .vendor = m->dev->vendor,
					     .device = m->dev->device,
					     .class_code = m->dev->pci_class};
		line(m, &f);
		n++;
	}
	return n ? FL_OK : fl_fail(err, FL_NO_DEVICE, "no PCI function answers");
}

/* ---- pci show ------------------------------------------------------------------------------------------ */
/* PCI 3.0, 6.2.2 and 6.2.3 */
static void bits(struct fl_mon *m, const char *what, uint32_t v, const char *names)
{
	fl_mon_printf(m, "  %-10s 0x%04x ", what, (unsigned)v);
	for (unsigned i = 0; i < 16; i++)
		if (v >> i & 1 && *fl_str_nth(names, i) != '-')
			fl_mon_printf(m, " %s", fl_str_nth(names, i));
	fl_mon_printf(m, "\n");
}

static void capabilities(struct fl_mon *m, uint32_t bdf)
{
	/* Capability ids: PCI Code and ID Assignment Specification 1.11, 2. */
	static const uint8_t ids[] = {0x01, 0x02, 0x05, 0x09, 0x10, 0x11, 0x13};
	static const char names[] =
	    "power management\0AGP\0MSI\0vendor\0PCI Express\0MSI-X\0advanced features\0";
	uint32_t at = cfg_read(m, bdf, 0x34, 1) & 0xfc;

	/* A list in broken hardware can be a circle: there is room for 48. */
	for (unsigned n = 0; n < 48 && at >= 0x40; n++) {
		uint32_t head = cfg_read(m, bdf, at, 2);
		const char *name = "other";

		for (unsigned i = 0; i < sizeof ids; i++)
			if (ids[i] == (head & 0xff))
				name = fl_str_nth(names, i);
		fl_mon_printf(m, "  capability 0x%02x at 0x%02x: %s\n", (unsigned)head & 0xff, (unsigned)at,
			      name);
		at = head >> 8 & 0xfc;
	}
}

static enum fl_code pci_show(struct fl_mon *m, uint32_t bdf)
{
	/* A dash stands for a bit without a name. */
	static const char command[] =
	    "io\0memory\0master\0special\0mwi\0snoop\0parity\0-\0serr\0fast-b2b\0no-intx\0"
	    "-\0-\0-\0-\0-\0";
	static const char status[] = "-\0-\0-\0intx\0capabilities\00066MHz\0-\0fast-b2b\0PARITY\0-\0-\0"
				     "TARGET-ABORT-SENT\0TARGET-ABORT\0MASTER-ABORT\0SERR\0PARITY-DETECTED\0";
	uint32_t id = cfg_read(m, bdf, FL_PCI_VENDOR, 4), class_rev = cfg_read(m, bdf, FL_PCI_REVISION, 4);
	uint32_t sub = cfg_read(m, bdf, FL_PCI_SUBSYS_VENDOR, 4), dw[FL_PCI_BARS], rom;
	struct fl_pci_bar bar[FL_PCI_BARS];
	char slot[16];

	fl_pci_format_bdf(slot, sizeof slot, bdf);
	fl_mon_printf(m, "%s  %04x:%04x revision %02x, class %06x %s, subsystem %04x:%04x\n", slot,
		      (unsigned)id & 0xffff, (unsigned)(id >> 16), (unsigned)class_rev & 0xff,
		      (unsigned)(class_rev >> 8), class_name(class_rev >> 8), (unsigned)sub & 0xffff,
		      (unsigned)(sub >> 16));
	bits(m, "command", cfg_read(m, bdf, FL_PCI_COMMAND, 2), command);
	bits(m, "status", cfg_read(m, bdf, 0x06, 2), status);
	if ((cfg_read(m, bdf, FL_PCI_HEADER, 1) & 0x7f) == 0) {
		for (unsigned i = 0; i < FL_PCI_BARS; i++)
			dw[i] = cfg_read(m, bdf, FL_PCI_BAR0 + 4 * i, 4);
		fl_pci_decode_bars(dw, bar);
		for (unsigned i = 0; i < FL_PCI_BARS; i++)
			if (bar[i].addr)
				fl_mon_printf(
				    m, "  BAR %u      0x%llx%s%s%s\n", i, (unsigned long long)bar[i].addr,
				    bar[i].io ? ", I/O" : ", memory", bar[i].is64 ? ", 64 bits" : "",
				    bar[i].prefetch ? ", prefetchable" : "");
		rom = cfg_read(m, bdf, FL_PCI_ROM, 4);
		if (rom)
			fl_mon_printf(m, "  ROM        0x%x%s\n", (unsigned)(rom & ~0x7ffu),
				      rom & 1 ? "" : ", off");
	}
	if (cfg_read(m, bdf, 0x06, 2) & 0x10)
		capabilities(m, bdf);
	return FL_OK;
}

static enum fl_code pci_dump(struct fl_mon *m, uint32_t bdf)
{
	for (uint32_t at = 0; at < 256; at += 16)
		fl_mon_printf(m, "%02x:  %08x %08x %08x %08x\n", (unsigned)at,
			      (unsigned)cfg_read(m, bdf, at, 4), (unsigned)cfg_read(m, bdf, at + 4, 4),
			      (unsigned)cfg_read(m, bdf, at + 8, 4), (unsigned)cfg_read(m, bdf, at + 12, 4));
	return FL_OK;
}

/* ---- pci read, pci write ------------------------------------------------------------------------------- */
static enum fl_code pci_read(struct fl_mon *m, uint32_t bdf, uint32_t where, unsigned n)
{
	fl_mon_printf(m, "0x%02x: 0x%0*x\n", (unsigned)where, 2 * (int)n,
		      (unsigned)cfg_read(m, bdf, where, n));
	return FL_OK;
}

static enum fl_code pci_write(struct fl_mon *m, uint32_t bdf, uint32_t where, unsigned n, uint32_t value)
{
	uint32_t old = cfg_read(m, bdf, where, n);

	if (m->pci)
		m->pci->write(m->pci, bdf, where, n, value);
	else
		m->dev->bus->cfg_write(m->dev, where, n, value);
	fl_mon_printf(m, "0x%02x: 0x%0*x -> 0x%0*x, reads 0x%0*x\n", (unsigned)where, 2 * (int)n,
		      (unsigned)old, 2 * (int)n, (unsigned)value, 2 * (int)n,
		      (unsigned)cfg_read(m, bdf, where, n));
	return FL_OK;
}

static const char *const verbs[] = {"show", "dump", "read", "write", NULL};
enum verb { SHOW, DUMP, READ, WRITE };

static enum fl_code run_pci(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	uint32_t bdf = m->dev ? m->dev->bdf : 0;
	uint64_t where = 0, value = 0;
	unsigned width = l->width_B ? l->width_B : 4;
	enum fl_code code = FL_OK;
	int at = 1, want, v = 0;

	if (!m->dev && !m->pci)
		return fl_fail(err, FL_NO_DEVICE,
			       "there is no card, and no way to the machine's configuration space");
	if (!l->n)
		return list(m, err);
	while (verbs[v] && !fl_str_same(verbs[v], l->word[0]))
		v++;
	/* An offset alone is read, with a value behind it written. */
	if (!verbs[v] && l->word[0][0] >= '0' && l->word[0][0] <= '9' && l->n < 3) {
		v = l->n == 1 ? READ : WRITE;
		at = 0;
	}
	if (!verbs[v])
		return fl_fail(err, FL_USAGE, "pci %.20s: it is show, dump, read, write", l->word[0]);
	if (at && l->n > 1 && (fl_str_find(l->word[1], ':') || fl_str_find(l->word[1], '.'))) {
		if (!fl_pci_parse_bdf(l->word[1], &bdf))
			return fl_fail(err, FL_USAGE, "'%.40s' is not a slot: 01:00.0", l->word[1]);
		at++;
	} else if (!m->dev) {
		return fl_fail(err, FL_NO_DEVICE, "there is no card: which slot? `pci` lists them");
	}
	if (!m->pci && bdf != m->dev->bdf)
		return fl_fail(err, FL_NO_DEVICE,
			       "only the card's own configuration space is reached from here");
	want = at + (v == READ) + 2 * (v == WRITE);
	if (l->n != want)
		return fl_fail(err, FL_USAGE, "pci %s [SLOT]%s", verbs[v],
			       v == READ    ? " OFFSET"
			       : v == WRITE ? " OFFSET VALUE"
					    : "");
	if (v >= READ)
		code = fl_mon_number(l->word[at], 4095, l->word[at], &where, err);
	if (!code && where % width)
		code = fl_fail(err, FL_USAGE, "offset 0x%x is not a multiple of %u: pci.b, pci.w, pci.l",
			       (unsigned)where, width);
	if (!code && v == WRITE)
		code = fl_mon_number(l->word[at + 1], width == 4 ? UINT32_MAX : (1u << 8 * width) - 1,
				     l->word[at + 1], &value, err);
	if (!code && v == WRITE && !(m->tool.force & FL_REG_BUS))
		code = fl_fail(err, FL_USAGE,
			       "writing configuration space can take the machine down; if that is accepted: "
			       "--force=bus");
	if (!code && cfg_read(m, bdf, FL_PCI_VENDOR, 2) == 0xffff)
		code = fl_fail(err, FL_NO_DEVICE, "no function answers in that slot");
	if (code)
		return code;
	switch ((enum verb)v) {
	case SHOW:
		return pci_show(m, bdf);
	case DUMP:
		return pci_dump(m, bdf);
	case READ:
		return pci_read(m, bdf, (uint32_t)where, width);
	case WRITE:
		return pci_write(m, bdf, (uint32_t)where, width, (uint32_t)value);
	}
	return FL_OK;
}

static const char *pci_word(struct fl_mon *m, unsigned operand, unsigned i)
{
	return operand || i >= 4 ? NULL : verbs[i];
}

const struct fl_mon_cmd fl_mon_pci_cmds[] = {
    {"pci", "[show | dump | read | write] [SLOT] [OFFSET [VALUE]]", 0, 4, FL_MON_OWN, false,
     "PCI configuration space",
     "Without a slot it is the card's.\n"
     "  pci                 # what there is\n"
     "  pci show 00:02.0    # bare metal: the header, in words\n"
     "  pci.w 4             # the command register\n"
     "  pci.w 4 7 --force=bus\n",
     "width force", run_pci, pci_word},
    {NULL, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL},
};
