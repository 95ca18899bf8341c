/* SPDX-License-Identifier: MIT
 *
 * PCI configuration spaces as a broken machine may show them, slots as people write them, microcode images.
 */
#include "hw/bus/pci.h"
#include "hw/r500/microcode.h"
#include "hw/regs/r500.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { SPACES = 8, SPACE_B = 64, BUSES = 2, LIMIT = 1 << 16 };

/* Headers of 64 bytes, functions apart; every second byte pair of masks says which bits are wired. */
struct machine {
	uint8_t space[SPACES][SPACE_B], wired[SPACES][SPACE_B];
	unsigned n;
	uint64_t accesses;
};

static uint8_t *header(struct machine *m, uint32_t bdf, uint8_t **wired)
{
	unsigned i = (bdf ^ bdf >> 3 ^ bdf >> 8) % 32;

	if (i >= m->n)
		return NULL;
	*wired = m->wired[i];
	return m->space[i];
}

static uint32_t cfg_read(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B)
{
	struct machine *m = p->priv;
	uint8_t *wired = NULL, *h = header(m, bdf, &wired);
	uint32_t v = 0;

	m->accesses++;
	if ((size_B != 1 && size_B != 2 && size_B != 4) || where_B % size_B)
		fuzz_fail("a configuration read of %u bytes at 0x%x", size_B, where_B);
	for (unsigned i = 0; i < size_B; i++)
		v |= (uint32_t)(h && where_B < SPACE_B ? h[where_B + i] : 0xff) << 8 * i;
	return v;
}

static void cfg_write(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B, uint32_t value)
{
	uint8_t *wired = NULL, *h = header(p->priv, bdf, &wired);

	if ((size_B != 1 && size_B != 2 && size_B != 4) || where_B % size_B)
		fuzz_fail("a configuration write of %u bytes at 0x%x", size_B, where_B);
	for (unsigned i = 0; h && where_B < SPACE_B && i < size_B; i++)
		h[where_B + i] =
		    (uint8_t)((h[where_B + i] & ~wired[where_B + i]) | (value >> 8 * i & wired[where_B + i]));
}

static void spaces(struct fuzz_in *in)
{
	struct machine m = {0};
	const struct fl_pci pci = {cfg_read, cfg_write, &m, BUSES - 1};
	struct fl_pci_function f;
	uint32_t bdf = 0, last = 0;

	while (m.n < SPACES && in->left_B) {
		size_t got;
		const uint8_t *p = fuzz_bytes(in, SPACE_B, &got);

		memcpy(m.space[m.n], p, got);
		p = fuzz_bytes(in, SPACE_B, &got);
		memcpy(m.wired[m.n++], p, got);
	}
	for (unsigned i = 0; fl_pci_next_display(&pci, &bdf, &f); i++) {
		uint8_t before[SPACE_B], *wired, *h = header(&m, f.bdf, &wired);
		struct fl_dev d = {0};

		if (i > LIMIT || (i && f.bdf <= last))
			fuzz_fail("the walk over the functions does not go on at 0x%x", f.bdf);
		last = f.bdf;
		if (!h)
			fuzz_fail("a function where there is none: 0x%x", f.bdf);
		memcpy(before, h, SPACE_B);
		fl_pci_size_bars(&pci, &f);
		for (unsigned b = 0; b < FL_PCI_BARS; b++)
			if (memcmp(before + FL_PCI_BAR0 + 4 * b, h + FL_PCI_BAR0 + 4 * b, 4))
				fuzz_fail("sizing changed BAR %u", b);
		if (memcmp(before + FL_PCI_COMMAND, h + FL_PCI_COMMAND, 2))
			fuzz_fail("sizing changed COMMAND");
		fl_pci_to_dev(&f, &d);
	}
	if (m.accesses > LIMIT)
		fuzz_fail("%llu accesses for two buses", (unsigned long long)m.accesses);
}

static void slots(struct fuzz_in *in)
{
	char text[64], back[32];
	size_t got;
	const uint8_t *p = fuzz_bytes(in, sizeof(text) - 1, &got);
	uint32_t bdf, again;

	memcpy(text, p, got);
	text[got] = 0;
	if (!fl_pci_parse_bdf(text, &bdf))
		return;
	fl_pci_format_bdf(back, sizeof(back), bdf);
	if (!fl_pci_parse_bdf(back, &again) || again != bdf)
		fuzz_fail("slot %s is written %s", text, back);
}

/* ---- microcode ----------------------------------------------------------------------------------------- */
struct ram {
	uint64_t word[256];
	uint32_t high;
	uint8_t addr, raddr;
};

static uint32_t ram_read32(struct fl_dev *d, uint32_t offset_B)
{
	struct ram *r = d->priv;

	if (offset_B == R500_CP_ME_RAM_DATAH)
		return (uint32_t)(r->word[r->raddr] >> 32);
	return offset_B == R500_CP_ME_RAM_DATAL ? (uint32_t)r->word[r->raddr++] : 0;
}

static void ram_write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	struct ram *r = d->priv;

	if (offset_B == R500_CP_ME_RAM_ADDR)
		r->addr = (uint8_t)value;
	else if (offset_B == R500_CP_ME_RAM_RADDR)
		r->raddr = (uint8_t)value;
	else if (offset_B == R500_CP_ME_RAM_DATAH)
		r->high = value;
	else if (offset_B == R500_CP_ME_RAM_DATAL)
		r->word[r->addr++] = (uint64_t)r->high << 32 | value;
}

static void microcode(struct fuzz_in *in)
{
	static const struct fl_bus bus = {.name = "fuzz", .read32 = ram_read32, .write32 = ram_write32};
	struct ram ram = {0};
	struct fl_dev d = {.bus = &bus, .priv = &ram};
	struct fl_err err = {0};
	size_t n = in->left_B;
	uint8_t *image = malloc(n ? n : 1);
	enum fl_code code;

	if (!image)
		return;
	memcpy(image, in->p, n);
	code = r500_microcode_check(image, n, &err);
	if (code && (code != FL_USAGE || !err.text[0]))
		fuzz_fail("a wrong image gives code %d, \"%s\"", code, err.text);
	if (!code) {
		r500_microcode_write(&d, image);
		if (r500_microcode_verify(&d, image, &err))
			fuzz_fail("a good image does not read back: %s", err.text);
	}
	free(image);
}

void fuzz_pci(const uint8_t *data, size_t size_B)
{
	struct fuzz_in in = {data, size_B};

	switch (fuzz_take(&in, 1) % 3) {
	case 0:
		spaces(&in);
		break;
	case 1:
		slots(&in);
		break;
	default:
		microcode(&in);
	}
}
