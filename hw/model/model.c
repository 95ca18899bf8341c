/* SPDX-License-Identifier: MIT
 *
 * The public interface of the models, over whichever family made the card. What holds for every card is here:
 * windows that are closed, time, faults that have nothing to do with the chip.
 */
#include "hw/model/chip.h"
#include "hw/model/look.h"
#include <stdio.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 64 };

const char *const *fl_model_chips(void)
{
	static const char *names[MAX_NAMES + 1];
	unsigned n = 0;

	for (unsigned f = 0; fl_model_families[f]; f++) {
		const char *name;

		for (unsigned i = 0; n < MAX_NAMES && (name = fl_model_families[f]->name(i)); i++)
			names[n++] = name;
	}
	return names;
}

const char *fl_model_describe(const char *chip)
{
	const char *text = NULL;

	for (unsigned f = 0; chip && !text && fl_model_families[f]; f++)
		text = fl_model_families[f]->describe(chip);
	return text;
}

const char *fl_model_family(unsigned i)
{
	for (unsigned f = 0; f <= i; f++)
		if (!fl_model_families[f])
			return NULL;
	return fl_model_families[i]->family;
}

size_t fl_model_firmware(const char *chip, unsigned i, uint8_t *out, size_t max_B)
{
	for (unsigned f = 0; fl_model_families[f]; f++)
		if (fl_model_families[f]->describe(chip))
			return fl_model_families[f]->firmware
				   ? fl_model_families[f]->firmware(chip, i, out, max_B)
				   : 0;
	return 0;
}

struct fl_model *fl_model_new(const char *chip, const struct fl_model_config *cfg, char *why, size_t why_size)
{
	static const struct fl_model_config defaults;
	char unused[1];

	if (!why || !why_size) {
		why = unused;
		why_size = sizeof(unused);
	}
	why[0] = 0;
	if (!cfg)
		cfg = &defaults;
	if (cfg->vram_B &&
	    ((cfg->vram_B & (cfg->vram_B - 1)) || cfg->vram_B < 16u << 20 || cfg->vram_B > 1u << 30)) {
		snprintf(why, why_size, "VRAM of %llu bytes: give a power of two from 16 MiB to 1 GiB",
			 (unsigned long long)cfg->vram_B);
		return NULL;
	}
	if (cfg->vram && !cfg->vram_B) {
		snprintf(why, why_size, "memory for VRAM is given, but not its size");
		return NULL;
	}
	if (cfg->bar_B && ((cfg->bar_B & (cfg->bar_B - 1)) || cfg->bar_B < 1u << 20 ||
			   (cfg->vram_B && cfg->bar_B > cfg->vram_B))) {
		snprintf(why, why_size,
			 "a VRAM BAR of %llu bytes: give a power of two from 1 MiB to the size of VRAM",
			 (unsigned long long)cfg->bar_B);
		return NULL;
	}
	for (unsigned f = 0; chip && fl_model_families[f]; f++)
		if (fl_model_families[f]->describe(chip))
			return fl_model_families[f]->make(chip, cfg, why, why_size);
	snprintf(why, why_size, "no model of a chip \"%s\"; there are:", chip ? chip : "");
	for (const char *const *name = fl_model_chips(); *name; name++) {
		size_t n = strlen(why);

		snprintf(why + n, why_size - n, " %s", *name);
	}
	return NULL;
}

void fl_model_delete(struct fl_model *m)
{
	if (m)
		m->ops->free(m);
}

void fl_model_reset(struct fl_model *m)
{
	m->ops->reset(m);
	fl_pci_unassign(m);
}

bool fl_model_init(struct fl_model *m, const struct fl_model_ops *ops, const char *chip,
		   const struct fl_model_config *cfg, uint64_t vram_B, uint64_t addr_limit_B)
{
	m->ops = ops;
	m->chip = chip;
	m->cfg = *cfg;
	if (!fl_jit_when(cfg->jit, &m->jit) || cfg->scalar)
		m->jit = FL_JIT_OFF;
	m->pool = fl_pool_new(cfg->threads);
	return m->pool && fl_mem_init(&m->mem, cfg->vram, vram_B, addr_limit_B);
}

void fl_model_fini(struct fl_model *m)
{
	fl_look_free(m);
	fl_pool_free(m->pool);
	fl_mem_free(&m->mem);
	free(m->reports);
	free(m->report_key);
}

/* ---- the windows --------------------------------------------------------------------------------------- */
uint32_t fl_model_regs_size_B(const struct fl_model *m)
{
	return m->regs_B;
}

uint64_t fl_model_vram_bar_B(const struct fl_model *m)
{
	return m->vram_bar_B;
}

uint64_t fl_model_vram_addr(const struct fl_model *m)
{
	return m->on_chip ? m->mem.vram_addr : 0;
}

static bool inside_window(uint32_t offset_B, unsigned size_B, uint32_t window_B)
{
	return (size_B == 1 || size_B == 2 || size_B == 4) && offset_B % size_B == 0 && offset_B < window_B;
}

static bool decoded(const struct fl_model *m, uint32_t offset_B, unsigned size_B)
{
	return inside_window(offset_B, size_B, m->regs_B) && fl_pci_memory_on(m) && !m->dead_bar;
}

static bool decoded_io(const struct fl_model *m, uint32_t offset_B, unsigned size_B)
{
	return inside_window(offset_B, size_B, m->io_B) && fl_pci_io_on(m) && !m->dead_bar;
}

static void report(struct fl_model *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void report(struct fl_model *m, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fl_model_vreport(m, FL_WARN, "BUS", "PCI 2.3, 3.2.2", fmt, ap);
	va_end(ap);
}

/* A register is written whole, or a part of it that begins at a multiple of its size: of other writes a card
 * takes byte lanes that nobody meant, or none. */
static void report_misaligned(struct fl_model *m, uint32_t offset_B, unsigned size_B, uint32_t value)
{
	if (size_B && offset_B % size_B)
		report(m, "%u bytes (0x%x) written to register 0x%04x, which is no multiple of %u: dropped",
		       size_B, value, offset_B, size_B);
}

/* What the bus gives when nobody answers. */
static uint32_t ones(unsigned size_B)
{
	return size_B >= 4 ? UINT32_MAX : (1u << (8 * size_B)) - 1;
}

uint32_t fl_model_read(struct fl_model *m, uint32_t offset_B, unsigned size_B)
{
	m->now_us++;
	return decoded(m, offset_B, size_B) ? m->ops->read(m, offset_B, size_B) : ones(size_B);
}

void fl_model_write(struct fl_model *m, uint32_t offset_B, unsigned size_B, uint32_t value)
{
	m->now_us++;
	if (decoded(m, offset_B, size_B))
		m->ops->write(m, offset_B, size_B, value & ones(size_B));
	else if (decoded(m, offset_B, 1))
		report_misaligned(m, offset_B, size_B, value);
}

uint32_t fl_model_io_read(struct fl_model *m, uint32_t offset_B, unsigned size_B)
{
	m->now_us++;
	return decoded_io(m, offset_B, size_B) ? m->ops->read(m, offset_B, size_B) : ones(size_B);
}

void fl_model_io_write(struct fl_model *m, uint32_t offset_B, unsigned size_B, uint32_t value)
{
	m->now_us++;
	if (decoded_io(m, offset_B, size_B))
		m->ops->write(m, offset_B, size_B, value & ones(size_B));
	else if (decoded_io(m, offset_B, 1))
		report_misaligned(m, offset_B, size_B, value);
}

void fl_model_doorbell(struct fl_model *m, uint32_t offset_B, uint32_t value)
{
	m->now_us++;
	if (m->ops->doorbell && offset_B % 4 == 0 && fl_pci_memory_on(m))
		m->ops->doorbell(m, offset_B, value);
}

void fl_model_settle(struct fl_model *m)
{
	if (m->bad_bit)
		m->mem.vram[m->bad_bit_addr] |= (uint8_t)(1u << m->bad_bit_no);
}

/* The part of n_B bytes at offset_B that is inside the BAR. */
static size_t inside(const struct fl_model *m, uint64_t offset_B, size_t n_B)
{
	if (!fl_pci_memory_on(m) || offset_B >= m->vram_bar_B)
		return 0;
	return n_B < m->vram_bar_B - offset_B ? n_B : (size_t)(m->vram_bar_B - offset_B);
}

void fl_model_vram_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B)
{
	size_t in_B = inside(m, offset_B, n_B);

	fl_model_settle(m);
	if (in_B)
		m->ops->vram_read(m, offset_B, to, in_B);
	memset((uint8_t *)to + in_B, 0xff, n_B - in_B);
}

void fl_model_vram_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B)
{
	size_t in_B = inside(m, offset_B, n_B);

	if (in_B)
		m->ops->vram_write(m, offset_B, from, in_B);
	fl_model_settle(m);
}

void *fl_model_vram(struct fl_model *m, uint64_t *size_B)
{
	if (size_B)
		*size_B = m->mem.vram_B;
	return m->mem.vram;
}

bool fl_model_vram_plain(const struct fl_model *m)
{
	return fl_pci_memory_on(m) && !m->bad_bit && m->ops->vram_plain(m);
}

bool fl_model_vram_late(const struct fl_model *m)
{
	return m->ops->vram_late && m->ops->vram_late(m);
}

bool fl_model_irq(const struct fl_model *m)
{
	return m->ops->irq(m) && !fl_pci_intx_off(m);
}

bool fl_model_busy(const struct fl_model *m)
{
	return m->ops->busy(m);
}

/* The chip may have gathered draws that read textures where they are. */
static void let_go(struct fl_model *m)
{
	if (m->ops->let_go)
		m->ops->let_go(m);
}

bool fl_model_set_ram(struct fl_model *m, const struct fl_model_ram *ram, unsigned n)
{
	let_go(m);
	return fl_mem_set_ram(&m->mem, ram, n);
}

void *fl_model_own_ram(struct fl_model *m, uint64_t size_B, uint64_t *addr)
{
	let_go(m);
	return fl_mem_own_ram(&m->mem, size_B, addr);
}

/* ---- the display --------------------------------------------------------------------------------------- */
bool fl_model_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size)
{
	char unused[1];

	return m->ops->screen(m, s, why_size ? why : unused, why_size ? why_size : sizeof(unused));
}

void fl_model_screen_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb)
{
	m->ops->screen_row(m, s, y, rgb);
}

/* ---- time ---------------------------------------------------------------------------------------------- */
uint64_t fl_model_now_us(const struct fl_model *m)
{
	return m->now_us;
}

void fl_model_tick(struct fl_model *m, uint64_t us)
{
	m->now_us += us;
	m->ops->work(m, us);
	fl_model_settle(m);
}

bool fl_model_wait(struct fl_model *m)
{
	bool idle = m->ops->wait(m);

	fl_model_settle(m);
	return idle;
}

bool fl_model_flush(struct fl_model *m)
{
	bool done;

	if (m->look)
		m->look->flushing = true;
	done = m->ops->flush(m);
	if (m->look)
		m->look->flushing = false;
	return done;
}

/* ---- memory and streams of the caller ------------------------------------------------------------------ */
bool fl_model_map(struct fl_model *m, uint64_t gpu_addr, void *host, uint64_t size_B)
{
	return fl_mem_map(&m->mem, gpu_addr, host, size_B);
}

bool fl_model_unmap(struct fl_model *m, uint64_t gpu_addr, uint64_t size_B)
{
	let_go(m);
	return fl_mem_unmap(&m->mem, gpu_addr, size_B);
}

static void count_run(struct fl_model *m)
{
	if (m->look && !m->look->flushing && !m->look->aside)
		m->look->runs++;
}

bool fl_model_run_ib(struct fl_model *m, uint64_t gpu_addr, uint32_t size_dw)
{
	count_run(m);
	return m->ops->run(m, NULL, gpu_addr, size_dw);
}

bool fl_model_run(struct fl_model *m, const uint32_t *dw, uint32_t size_dw)
{
	count_run(m);
	return m->ops->run(m, dw, 0, size_dw);
}

bool fl_model_submit(struct fl_model *m, const uint32_t *dw, uint32_t size_dw)
{
	bool done;

	m->flush_follows = true;
	done = fl_model_run(m, dw, size_dw) && fl_model_flush(m);
	m->flush_follows = false;
	return done;
}

/* ---- faults -------------------------------------------------------------------------------------------- */
static const char *const common_faults[] = {"dead-bar", "vram-bit:ADDR:BIT", NULL};

/* Families have faults of the same names. */
static unsigned add_name(const char *names[MAX_NAMES + 1], unsigned n, const char *name)
{
	for (unsigned i = 0; i < n; i++)
		if (!strcmp(names[i], name))
			return n;
	if (n < MAX_NAMES)
		names[n++] = name;
	names[n] = NULL;
	return n;
}

const char *const *fl_model_faults(void)
{
	static const char *names[MAX_NAMES + 1];
	unsigned n = 0;

	for (unsigned i = 0; common_faults[i]; i++)
		n = add_name(names, n, common_faults[i]);
	for (unsigned f = 0; fl_model_families[f]; f++)
		for (unsigned i = 0; fl_model_families[f]->faults[i]; i++)
			n = add_name(names, n, fl_model_families[f]->faults[i]);
	return names;
}

static bool break_bit(struct fl_model *m, const char *fault)
{
	unsigned long long addr;
	unsigned bit;
	char end;

	if (sscanf(fault, "vram-bit:%lli:%u%c", (long long *)&addr, &bit, &end) != 2 ||
	    addr >= m->mem.vram_B || bit > 7)
		return false;
	m->bad_bit = true;
	m->bad_bit_addr = addr;
	m->bad_bit_no = bit;
	fl_model_settle(m);
	return true;
}

bool fl_model_break(struct fl_model *m, const char *fault)
{
	if (!strcmp(fault, "dead-bar")) {
		m->dead_bar = true;
		return true;
	}
	if (!strncmp(fault, "vram-bit:", 9))
		return break_bit(m, fault);
	return m->ops->fault(m, fault);
}
