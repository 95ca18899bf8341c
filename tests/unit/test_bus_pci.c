/* SPDX-License-Identifier: MIT
 *
 * PCI configuration space: a machine of tables, walked through the plain accessor, through ports and through
 * ECAM. BARs answer to sizing as PCI 3.0, 6.2.5.1 says.
 */
#include "hw/bus/bare.h"
#include "hw/bus/cf8.h"
#include "hw/bus/ecam.h"
#include "hw/bus/pci.h"
#include "hw/fl_family.h"
#include "hw/bus/record.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>

struct function {
	uint32_t bdf;
	uint8_t cfg[256];
	uint32_t bar_size[6], rom_size; /* 0: no BAR; 1: the upper half of a 64-bit one */
	unsigned decoded_while_sizing;
};

struct machine {
	struct function f[6];
	unsigned n;
	uint32_t address; /* port 0xcf8 */
};

static struct function *find(struct machine *m, uint32_t bdf)
{
	for (unsigned i = 0; i < m->n; i++)
		if (m->f[i].bdf == bdf)
			return &m->f[i];
	return NULL;
}

static uint32_t get(struct machine *m, uint32_t bdf, uint32_t where, unsigned size)
{
	struct function *f = find(m, bdf);
	uint32_t v = 0xffffffff;

	if (f)
		memcpy(&v, f->cfg + where, size);
	return size == 4 ? v : v & ((1u << 8 * size) - 1);
}

static void set(struct machine *m, uint32_t bdf, uint32_t where, unsigned size, uint32_t v)
{
	struct function *f = find(m, bdf);

	if (!f)
		return;
	if (size == 4 && where >= 0x10 && where < 0x28) {
		uint32_t bar_size = f->bar_size[(where - 0x10) / 4], old;

		memcpy(&old, f->cfg + where, 4);
		if (v == 0xffffffff && f->cfg[4] & 3)
			f->decoded_while_sizing++;
		if (!bar_size)
			return;
		if (bar_size != 1)
			v = (v & ~(bar_size - 1)) | (old & (old & 1 ? 3 : 15));
	}
	if (size == 4 && where == 0x30)
		v = f->rom_size ? v & ~(f->rom_size - 1) : 0;
	memcpy(f->cfg + where, &v, size);
}

static uint32_t plain_read(const struct fl_pci *p, uint32_t bdf, uint32_t where, unsigned size)
{
	return get(p->priv, bdf, where, size);
}

static void plain_write(const struct fl_pci *p, uint32_t bdf, uint32_t where, unsigned size, uint32_t v)
{
	set(p->priv, bdf, where, size, v);
}

static struct function *add(struct machine *m, uint32_t bdf, uint16_t vendor, uint16_t device,
			    uint32_t class_rev, uint8_t header)
{
	struct function *f = &m->f[m->n++];

	f->bdf = bdf;
	memcpy(f->cfg, &vendor, 2);
	memcpy(f->cfg + 2, &device, 2);
	memcpy(f->cfg + 8, &class_rev, 4);
	f->cfg[4] = 7;
	f->cfg[0xe] = header;
	return f;
}

static void bar(struct function *f, unsigned i, uint32_t value, uint32_t size)
{
	memcpy(f->cfg + 0x10 + 4 * i, &value, 4);
	f->bar_size[i] = size;
}

/* A host bridge; an RV530 with its second head at function 1; an RV100 with 32-bit BARs; a single-function
 * card that answers for all eight functions, as old ones do, is the host bridge here. */
static void build(struct machine *m)
{
	struct function *f;

	memset(m, 0, sizeof(*m));
	add(m, 0x0000, 0x8086, 0x2770, 0x06000002, 0x00);
	add(m, 0x0001, 0x8086, 0x2770, 0x03000002, 0x00); /* a ghost: function 0 is not multi-function */
	f = add(m, 0x0100, 0x1002, 0x71c1, 0x0300009e, 0x80);
	bar(f, 0, 0xd000000c, 0x10000000);
	bar(f, 1, 0x00000000, 1);
	bar(f, 2, 0xfe9f0004, 0x10000);
	bar(f, 3, 0x00000000, 1);
	bar(f, 4, 0x0000c001, 0x100);
	f->rom_size = 0x20000;
	memcpy(f->cfg + 0x30, &(uint32_t){0xfe9c0000}, 4);
	memcpy(f->cfg + 0x2c, &(uint32_t){0x0880174b}, 4);
	f = add(m, 0x0101, 0x1002, 0x71e1, 0x0380009e, 0x80);
	bar(f, 0, 0xfe9e0004, 0x10000);
	f = add(m, 0x0218, 0x1002, 0x5159, 0x03000000, 0x00);
	bar(f, 0, 0xe0000008, 0x1000000);
	bar(f, 1, 0x0000d001, 0x100);
	bar(f, 2, 0xfea00000, 0x4000);
}

static void check_machine(const struct fl_pci *p)
{
	struct fl_pci_function f;
	uint32_t bdf = 0;

	cr_assert(fl_pci_next_display(p, &bdf, &f));
	cr_assert_eq(f.bdf, 0x100);
	cr_assert_eq(f.device, 0x71c1);
	cr_assert_eq(f.revision, 0x9e);
	cr_assert_eq(f.class_code, 0x030000);
	cr_assert_eq(f.subsys_vendor, 0x174b);
	cr_assert_eq(f.subsys, 0x0880);
	cr_assert_eq(f.bar[0].addr, 0xd0000000);
	cr_assert(f.bar[0].is64 && f.bar[0].prefetch && !f.bar[0].io);
	cr_assert_eq(f.bar[2].addr, 0xfe9f0000);
	cr_assert(f.bar[2].is64 && !f.bar[2].prefetch);
	cr_assert(f.bar[4].io && f.bar[4].addr == 0xc000);
	cr_assert_eq(f.bar[0].size_B, 0, "reading must not size");
	fl_pci_size_bars(p, &f);
	cr_assert_eq(f.bar[0].size_B, 0x10000000);
	cr_assert_eq(f.bar[1].size_B, 0);
	cr_assert_eq(f.bar[2].size_B, 0x10000);
	cr_assert_eq(f.bar[4].size_B, 0x100);
	cr_assert_eq(f.bar[5].size_B, 0);
	cr_assert_eq(f.rom.size_B, 0x20000);
	cr_assert(fl_pci_next_display(p, &bdf, &f));
	cr_assert_eq(f.bdf, 0x101);
	cr_assert(fl_pci_next_display(p, &bdf, &f));
	cr_assert_eq(f.bdf, 0x218);
	cr_assert(f.bar[1].io && !f.bar[0].is64 && f.bar[2].addr == 0xfea00000);
	cr_assert_not(fl_pci_next_display(p, &bdf, &f));
	cr_assert_not(fl_pci_next_display(p, &bdf, &f));
}

Test(bus_pci, walk_and_size_leave_all_as_it_was)
{
	struct machine m, before;
	struct fl_pci p = {plain_read, plain_write, &m, 255};

	build(&m);
	before = m;
	check_machine(&p);
	for (unsigned i = 0; i < m.n; i++) {
		cr_assert_arr_eq(m.f[i].cfg, before.f[i].cfg, 256, "function %u was left changed", i);
		cr_assert_eq(m.f[i].decoded_while_sizing, 0, "a BAR of all ones was decoded");
	}
}

static uint32_t port_in(void *arg, uint16_t port, unsigned size)
{
	struct machine *m = arg;

	cr_assert(port >= 0xcfc && port + size <= 0xd00 && m->address >> 31);
	return get(m, m->address >> 8 & 0xffff, (m->address & 0xfc) + (port & 3), size);
}

static void port_out(void *arg, uint16_t port, unsigned size, uint32_t v)
{
	struct machine *m = arg;

	if (port == 0xcf8 && size == 4)
		m->address = v;
	else
		set(m, m->address >> 8 & 0xffff, (m->address & 0xfc) + (port & 3), size, v);
}

Test(bus_pci, ports)
{
	struct machine m;
	struct fl_ports ports = {port_in, port_out, &m};
	struct fl_pci p;

	build(&m);
	fl_cf8_init(&p, &ports);
	check_machine(&p);
	cr_assert_eq(p.read(&p, 0x100, 2, 2), 0x71c1);
	cr_assert_eq(p.read(&p, 0x100, 0xe, 1), 0x80);
	/* neither another domain nor extended space can be reached: all ones, and no port is touched */
	m.address = 0;
	cr_assert_eq(p.read(&p, 0x10100, 0, 4), 0xffffffff);
	cr_assert_eq(p.read(&p, 0x100, 0x100, 2), 0xffff);
	p.write(&p, 0x100, 0x100, 4, 0);
	cr_assert_eq(m.address, 0);
}

Test(bus_pci, ecam)
{
	static uint8_t space[3 << 20];
	struct fl_ecam e = {space, 0, 0, 2};
	struct fl_pci_function f;
	struct machine m;
	struct fl_pci p;
	uint32_t bdf = 0;

	build(&m);
	memset(space, 0xff, sizeof(space));
	for (unsigned i = 0; i < m.n; i++)
		memcpy(space + (m.f[i].bdf << 12), m.f[i].cfg, 256);
	fl_ecam_init(&p, &e);
	cr_assert(fl_pci_next_display(&p, &bdf, &f) && f.bdf == 0x100);
	cr_assert(fl_pci_next_display(&p, &bdf, &f) && f.bdf == 0x101);
	cr_assert(fl_pci_next_display(&p, &bdf, &f) && f.bdf == 0x218);
	cr_assert_not(fl_pci_next_display(&p, &bdf, &f));
	p.write(&p, 0x2ff, 0xffc, 4, 0x12345678); /* the last dword of the window */
	cr_assert_eq(p.read(&p, 0x2ff, 0xffe, 2), 0x1234);
	cr_assert_eq(p.read(&p, 0x2ff, 0xfff, 1), 0x12);
	cr_assert_eq(p.read(&p, 0x300, 0, 4), 0xffffffff);
	cr_assert_eq(p.read(&p, 0x10100, 0, 2), 0xffff);
	cr_assert_eq(p.read(&p, 0x100, 0xffe, 4), 0xffffffff); /* over the end of a function */
}

Test(bus_pci, sizes)
{
	cr_assert_eq(fl_pci_bar_size(0xff000008, 0xffffffff, false), 16 << 20);
	cr_assert_eq(fl_pci_bar_size(0xf000000c, 0xffffffff, false), 256 << 20);
	cr_assert_eq(fl_pci_bar_size(0xf000000c, 0, false), 256 << 20); /* upper half wired to 0 */
	cr_assert_eq(fl_pci_bar_size(0x0000000c, 0xffffffff, false), 1ull << 32);
	cr_assert_eq(fl_pci_bar_size(0x0000000c, 0xfffffff0, false), 1ull << 36);
	cr_assert_eq(fl_pci_bar_size(0xffffff01, 0xffffffff, true), 256);
	cr_assert_eq(fl_pci_bar_size(0x0000ff01, 0xffffffff, true), 256); /* 16 bits decoded */
	cr_assert_eq(fl_pci_bar_size(0, 0xffffffff, false), 0);
}

Test(bus_pci, slots)
{
	uint32_t bdf = 0;
	char text[16];

	cr_assert(fl_pci_parse_bdf("01:00.0", &bdf) && bdf == 0x100);
	cr_assert(fl_pci_parse_bdf("1:1f.7", &bdf) && bdf == 0x1ff);
	cr_assert(fl_pci_parse_bdf("0000:ff:02.3", &bdf) && bdf == 0xff13);
	cr_assert(fl_pci_parse_bdf("00Ab:00:00.0", &bdf) && bdf == 0xab0000);
	static const char *const bad[] = {
	    "",        "1",      "01:00",    "01:20.0",       "01:00.8",   "100:00.0", "01:00.0 ",
	    "x1:00.0", "01:00.", "01::00.0", "10000:01:00.0", "01:00.0.0", "-1:00.0",  ":00.0"};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		cr_assert_not(fl_pci_parse_bdf(bad[i], &bdf), "\"%s\" was taken for a slot", bad[i]);
	fl_pci_format_bdf(text, sizeof(text), 0x1ff);
	cr_assert_str_eq(text, "01:1f.7");
	fl_pci_format_bdf(text, sizeof(text), 0xab0000);
	cr_assert_str_eq(text, "00ab:00:00.0");
}

/* ---- a card on bare metal ------------------------------------------------------------------------------ */
static struct {
	uint64_t addr, size;
	bool wc;
} mapped[4];
static unsigned n_mapped;
static uint32_t aperture[0x10000 / 4];
static bool refuse_map;

static volatile void *map(void *arg, uint64_t addr, uint64_t size, bool wc)
{
	mapped[n_mapped].addr = addr;
	mapped[n_mapped].size = size;
	mapped[n_mapped++].wc = wc;
	return refuse_map ? NULL : aperture;
}

static uint64_t machine_now(void *arg)
{
	return 42;
}

static void machine_delay(void *arg, uint64_t us)
{
}

static _Alignas(4096) uint8_t page[4096];

static void *machine_pages(void *arg, size_t size_B, uint64_t *addr)
{
	*addr = 0x123000;
	return size_B <= sizeof page ? page : NULL;
}

Test(bus_pci, bare_card)
{
	struct machine m;
	struct fl_pci p = {plain_read, plain_write, &m, 255};
	struct fl_machine machine = {&p, map, machine_now, machine_delay, machine_pages, NULL};
	struct fl_card card;
	struct fl_dma dma;
	struct fl_err err;
	struct fl_dev d;

	build(&m);
	m.f[2].cfg[4] = 0; /* decoding off: nobody else would switch it on */
	cr_assert_eq(fl_bare_open(&d, &machine, 0, &card, &err), FL_OK, "%s", err.text);
	cr_assert_str_eq(card.family->name, "r500");
	cr_assert_str_eq(d.name, "01:00.0 RV530 [1002:71c1]");
	cr_assert_eq(mapped[0].addr, 0xfe9f0000);
	cr_assert_eq(mapped[0].size, 0x10000);
	cr_assert_not(mapped[0].wc);
	cr_assert_eq(mapped[1].addr, 0xd0000000);
	cr_assert(mapped[1].wc);
	cr_assert_eq(d.vram_size_B, 0x10000000);
	cr_assert_eq(d.regs_size_B, 0x10000);
	cr_assert_eq(m.f[2].cfg[4], FL_PCI_COMMAND_MEMORY);
	cr_assert_eq(fl_now_us(&d), 42);
	fl_write32(&d, 0x10, 5);
	cr_assert_eq(aperture[4], 5);
	cr_assert_eq(fl_dma_alloc(&d, 4096, &dma, &err), FL_OK);
	cr_assert(dma.cpu == page && dma.addr == 0x123000 && dma.size_B == 4096);
	cr_assert_eq(fl_dma_alloc(&d, 8192, &dma, &err), FL_FAILED);
	cr_assert_str_eq(err.text, "no 8 KiB of memory left");

	/* The second known card; the second head of the first is none. */
	n_mapped = 0;
	cr_assert_eq(fl_bare_open(&d, &machine, 1, &card, &err), FL_OK);
	cr_assert_str_eq(card.family->name, "r100");
	cr_assert_eq(mapped[0].addr, 0xfea00000);
	cr_assert_eq(fl_bare_open(&d, &machine, 2, &card, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "3 display controllers"));

	refuse_map = true;
	n_mapped = 0;
	cr_assert_eq(fl_bare_open(&d, &machine, 0, &card, &err), FL_FAILED);
	cr_assert(strstr(err.text, "cannot be mapped"));
	memset(m.f[2].cfg + 0x18, 0, 4);
	m.f[2].cfg[0x18] = 4;
	cr_assert_eq(fl_bare_open(&d, &machine, 0, &card, &err), FL_FAILED);
	cr_assert(strstr(err.text, "no address"));
	m.f[2].bar_size[2] = 0x1000;
	cr_assert_eq(fl_bare_open(&d, &machine, 0, &card, &err), FL_FAILED);
	cr_assert(strstr(err.text, "4096 bytes, the registers need 65536"));
}

/* ---- the recorder -------------------------------------------------------------------------------------- */
static struct fl_access seen[16];
static unsigned n_seen;

static void remember(void *arg, const struct fl_access *a)
{
	seen[n_seen++] = *a;
}

Test(bus_pci, recorder_passes_on_and_tells)
{
	struct rig *r = rig_new(0x7249);
	struct fl_record rec = {&r->dev, remember, NULL};
	struct fl_dev d;
	uint32_t v = 0x01020304;

	fl_record_open(&d, &rec);
	fl_write32(&d, 0x40, 7);
	cr_assert_eq(r->reg[0x10], 7);
	cr_assert_eq(fl_read32(&d, 0x40), 7);
	fl_write8(&d, 0x41, 2);
	cr_assert_eq(fl_read8(&d, 0x41), 2);
	fl_vram_write(&d, 0x100, &v, 4);
	v = 0;
	fl_vram_read(&d, 0x100, &v, 4);
	cr_assert_eq(v, 0x01020304);
	d.bus->cfg_write(&d, 4, 2, 6);
	cr_assert_eq(d.bus->cfg_read(&d, 4, 2), 6);
	fl_delay_us(&d, 1000);
	static const struct fl_access want[] = {
	    {FL_ACCESS_WRITE32, 0x40, 7, 4, 1},
	    {FL_ACCESS_READ32, 0x40, 7, 4, 2},
	    {FL_ACCESS_WRITE8, 0x41, 2, 1, 3},
	    {FL_ACCESS_READ8, 0x41, 2, 1, 4},
	    {FL_ACCESS_VRAM_WRITE, 0x100, 0x01020304, 4, 4},
	    {FL_ACCESS_VRAM_READ, 0x100, 0x01020304, 4, 4},
	    {FL_ACCESS_CFG_WRITE, 4, 6, 2, 4},
	    {FL_ACCESS_CFG_READ, 4, 6, 2, 4},
	    {FL_ACCESS_DELAY, 0, 1000, 0, 1004},
	};

	cr_assert_eq(n_seen, 9);
	for (unsigned i = 0; i < 9; i++)
		cr_assert(seen[i].kind == want[i].kind && seen[i].offset_B == want[i].offset_B &&
			      seen[i].value == want[i].value && seen[i].size_B == want[i].size_B &&
			      seen[i].time_us == want[i].time_us,
			  "access %u", i);
	free(r);
}
