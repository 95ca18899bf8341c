/* SPDX-License-Identifier: MIT
 *
 * A card as code sees it: identity, a register aperture, a VRAM aperture, a bus.
 *
 * On hardware an access is one volatile load or store through the mapped BAR. Everywhere else (the model, the
 * recorder, a card behind an emulator's test port) the same inline accessor calls the bus. Buses stack: a bus
 * may keep another fl_dev in its priv and pass calls on.
 */
#ifndef HW_FL_DEV_H
#define HW_FL_DEV_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_dev;

/* How many words of a card a family can note before it changes them. */
enum { FL_BEFORE = 48 };

/* Memory that the processor and the card both reach: bus mastering. */
struct fl_dma {
	volatile void *cpu;
	uint64_t addr; /* the same on the card's bus */
	size_t size_B;
};

/* All offsets are byte offsets in the BAR. Functions may be NULL where the comment says so. */
struct fl_bus {
	const char *name; /* "sysfs", "devmem", "mmio", "vfio", "bare", "model", "qtest", "record" */
	uint32_t (*read32)(struct fl_dev *d, uint32_t offset_B);
	void (*write32)(struct fl_dev *d, uint32_t offset_B, uint32_t value);
	uint8_t (*read8)(struct fl_dev *d, uint32_t offset_B);
	void (*write8)(struct fl_dev *d, uint32_t offset_B, uint8_t value);
	/* VRAM through the aperture; offset counts from the start of the aperture. */
	void (*vram_read)(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B);
	void (*vram_write)(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B);
	/* PCI configuration space; size_B is 1, 2 or 4. Reads of an absent device give all ones. */
	uint32_t (*cfg_read)(struct fl_dev *d, uint32_t where_B, unsigned size_B);
	void (*cfg_write)(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value);
	/* A clock that only goes up, and a way to let time pass. The model's clock is virtual. */
	uint64_t (*now_us)(struct fl_dev *d);
	void (*delay_us)(struct fl_dev *d, uint64_t us);
	/* Memory that the card can reach: size_B bytes, in whole pages, zeroed, coherent but for dma_sync,
	 * below 4 GiB as the card sees it, kept until the device is closed. FL_FAILED: there is no more.
	 * NULL: this bus has none to give. */
	enum fl_code (*dma_alloc)(struct fl_dev *d, size_t size_B, struct fl_dma *m, struct fl_err *err);
	/* For fl_dma_sync(); NULL: what dma_alloc gives is coherent. */
	void (*dma_sync)(struct fl_dev *d, volatile void *at, size_t n_B);
	/* For fl_irq_wait(); NULL: this bus brings no interrupts. */
	enum fl_code (*irq_wait)(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err);
	void (*close)(struct fl_dev *d); /* NULL: nothing to undo */
};

struct fl_dev {
	const struct fl_bus *bus;
	void *priv; /* the bus's own */

	volatile uint32_t *regs; /* the register BAR, or NULL: every access goes through the bus */
	uint32_t regs_size_B;
	/* the VRAM aperture, or NULL. Write-combined: write in order, never read in a loop */
	volatile uint8_t *vram;
	uint64_t vram_size_B; /* size of the aperture; the card may have more memory behind it */
	/* Of a part of a system on a chip, whose memory is what the board reserves for it of the machine's:
	 * where that begins on its bus. Who opens the device fills it in. A card that has memory: 0. */
	uint64_t vram_addr;

	uint16_t vendor, device, subsys_vendor, subsys;
	uint8_t revision;
	uint32_t pci_class; /* 24 bits */
	uint32_t bdf;       /* domain << 16 | bus << 8 | device << 3 | function */
	const void *chip;   /* what the first step of the card's family found: its row in a table of chips */
	char name[64];      /* for messages: "01:00.0 RV530 [1002:71c1]", "model:r580" */

	/* Not NULL, and not 0 there: somebody wants an end (a signal handler, say). Waits fail then, and no
	 * step of waking is begun; what is begun already is brought to its end. */
	const volatile int *stop;
	struct fl_dma dma; /* what the card's family was given by dma_alloc, for the next waking too */
	/* Waking has written to the card, and fl_sleep() has not put it to sleep since (hw/fl_wake.h). What
	 * that puts back: the family's own, none before n_before is set. */
	bool awake;
	uint8_t n_before;
	uint32_t before[FL_BEFORE];
};

static inline bool fl_stopped(const struct fl_dev *d)
{
	return d->stop && *d->stop;
}

/* Where code is compiled for size these two are called: one copy of them is in fl_dev.c. */
inline uint32_t fl_read32(struct fl_dev *d, uint32_t offset_B)
{
	return d->regs ? d->regs[offset_B / 4] : d->bus->read32(d, offset_B);
}

inline void fl_write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	if (d->regs)
		d->regs[offset_B / 4] = value;
	else
		d->bus->write32(d, offset_B, value);
}

/* Byte accesses: the PLL index register of the Radeons is one. */
static inline uint8_t fl_read8(struct fl_dev *d, uint32_t offset_B)
{
	return d->regs ? ((volatile uint8_t *)d->regs)[offset_B] : d->bus->read8(d, offset_B);
}

static inline void fl_write8(struct fl_dev *d, uint32_t offset_B, uint8_t value)
{
	if (d->regs)
		((volatile uint8_t *)d->regs)[offset_B] = value;
	else
		d->bus->write8(d, offset_B, value);
}

/* Change the bits of mask to those of value; returns the value read before. */
static inline uint32_t fl_mask32(struct fl_dev *d, uint32_t offset_B, uint32_t mask, uint32_t value)
{
	uint32_t old = fl_read32(d, offset_B);

	fl_write32(d, offset_B, (old & ~mask) | (value & mask));
	return old;
}

/* Write it until the bits of mask read as written, a few times at most: a card that is off the bus for a
 * moment does not hear. False: they do not. */
bool fl_put32(struct fl_dev *d, uint32_t offset_B, uint32_t value, uint32_t mask);

static inline void fl_vram_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B)
{
	d->bus->vram_read(d, offset_B, to, n_B);
}

static inline void fl_vram_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B)
{
	d->bus->vram_write(d, offset_B, from, n_B);
}

static inline uint64_t fl_now_us(struct fl_dev *d)
{
	return d->bus->now_us(d);
}

static inline void fl_delay_us(struct fl_dev *d, uint64_t us)
{
	d->bus->delay_us(d, us);
}

/* These bits are 1 for so long, and the register is read after each write: the card has them. */
static inline void fl_pulse32(struct fl_dev *d, uint32_t offset_B, uint32_t bits, uint64_t us)
{
	if (!bits)
		return;
	fl_mask32(d, offset_B, bits, bits);
	fl_read32(d, offset_B);
	fl_delay_us(d, us);
	fl_mask32(d, offset_B, bits, 0);
	fl_read32(d, offset_B);
}

/* The one poll: read reg until (value & mask) == want, for at most timeout_us. Reads at least twice, so that
 * a late scheduler is not a time-out. On time-out returns FL_TIMEOUT, and *err holds reg, want, mask, got,
 * and a text that names what: "GUI idle: RBBM_STATUS is 0x84000140, want 0 under 0x80000000, after 500 ms".
 * A wait that is interrupted (fl_stopped()) is a time-out too; the text says so.
 * what:     what is waited for, for the message
 * reg_name: the register's name, or NULL */
enum fl_code fl_poll32(struct fl_dev *d, uint32_t reg, uint32_t mask, uint32_t want, uint64_t timeout_us,
		       const char *what, const char *reg_name, struct fl_err *err);

/* The same, until (value & mask) >= least: free slots of a queue. */
enum fl_code fl_poll32_least(struct fl_dev *d, uint32_t reg, uint32_t mask, uint32_t least,
			     uint64_t timeout_us, const char *what, const char *reg_name, struct fl_err *err);
/* The same, until the counter in reg has reached want; it may be past it, and may have wrapped around. */
enum fl_code fl_poll32_reached(struct fl_dev *d, uint32_t reg, uint32_t want, uint64_t timeout_us,
			       const char *what, const char *reg_name, struct fl_err *err);

/* Everything written so far, write-combined memory included, goes out before what is written next. */
static inline void fl_write_barrier(void)
{
#if defined(__x86_64__)
	__asm__ volatile("sfence" ::: "memory");
#elif defined(__aarch64__)
	__asm__ volatile("dsb st" ::: "memory");
#else
	__sync_synchronize();
#endif
}

/* What the processor wrote to VRAM is there after this, a read at at_B. It may wait in the card's host path,
 * which no store fence reaches, and the chip would read what was there before; rings and fl_image_write() see
 * to it themselves. Linux drains the path of an R7xx by a read of the frame buffer (r600.c). */
void fl_vram_settle(struct fl_dev *d, uint64_t at_B);

/* The accessors of a bus whose d->regs is a mapping, for those that stack. Past the end of the BAR, reads
 * give all ones and writes do nothing. */
uint32_t fl_mapped_read32(struct fl_dev *d, uint32_t offset_B);
void fl_mapped_write32(struct fl_dev *d, uint32_t offset_B, uint32_t value);
uint8_t fl_mapped_read8(struct fl_dev *d, uint32_t offset_B);
void fl_mapped_write8(struct fl_dev *d, uint32_t offset_B, uint8_t value);
/* vram_read and vram_write of a bus whose d->vram is a mapping: whole dwords where they are aligned, in
 * order. Past the end of the aperture, reads give all ones and writes do nothing. */
void fl_mapped_vram_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B);
void fl_mapped_vram_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B);

/* dma_alloc of the bus. FL_NO_DEVICE: it has no memory to give. */
enum fl_code fl_dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *m, struct fl_err *err);

/* Between the processor and a core on its chip that does not look into its caches, of such memory: all that
 * was written to it so far is where the core reads, before what is written next; and what the processor reads
 * next is what the core wrote. For others it is fl_write_barrier(). */
static inline void fl_dma_sync(struct fl_dev *d, volatile void *at, size_t n_B)
{
	if (d->bus->dma_sync)
		d->bus->dma_sync(d, at, n_B);
	fl_write_barrier();
}

/* Wait until the card's interrupt comes, or has come since the last call; the first call switches interrupts
 * on. A line that the card still pulls comes again at once: what it pulls it for is the caller's to clear
 * before. FL_TIMEOUT: none came in that time, or the wait was interrupted (fl_stopped()). FL_NO_DEVICE: this
 * bus, or this card, brings no interrupts. */
static inline enum fl_code fl_irq_wait(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err)
{
	return d->bus->irq_wait ? d->bus->irq_wait(d, timeout_us, err)
				: fl_fail(err, FL_NO_DEVICE, "%s: no interrupts here", d->name);
}

/* Undo what opening did, and leave *d empty. */
void fl_dev_close(struct fl_dev *d);

#ifdef __cplusplus
}
#endif

#endif
