/* SPDX-License-Identifier: MIT
 *
 * A card through VFIO, between its files: the group (vfio_group.c), the device and its regions (vfio.c),
 * memory that the card reaches (vfio_dma.c), its interrupt (vfio_irq.c). The ABI is <linux/vfio.h>'s; what
 * the kernel answers is checked before it is used. All calls go through struct fl_system.
 */
#ifndef HW_BUS_HOSTED_VFIO_H
#define HW_BUS_HOSTED_VFIO_H

#include "hw/bus/hosted/internal.h"

/* A piece of the device's file: a BAR, or configuration space. */
struct fl_vfio_region {
	uint64_t size_B, offset_B;
	void *at; /* mapped; NULL: by pread() and pwrite() */
};

enum { FL_VFIO_DMA_MAX = 32 };

struct fl_vfio {
	const struct fl_open_options *o;
	int container, group, device; /* files; -1: not open */
	bool no_iommu;
	bool gone; /* the kernel refused an access: the card was taken away */
	bool can_reset;
	uint32_t n_regions, n_irqs;
	struct fl_vfio_region config, regs, vram;

	struct fl_dma dma[FL_VFIO_DMA_MAX];
	unsigned n_dma;

	int eventfd; /* -1: no interrupts yet */
	uint32_t irq_index;
	bool irq_masks; /* the kernel masks it when it comes: a level */
	bool irq_masked;
};

/* ---- vfio_group.c: may we, and by which file? ---- */
/* Is the card bound to vfio-pci, and in a group of its own? FL_PERMISSION: no; the text says what to do. */
enum fl_code fl_vfio_claim(const struct fl_open_options *o, uint32_t bdf, const char *card,
			   struct fl_err *err);
/* Open the container and the group, and join them. */
enum fl_code fl_vfio_join(struct fl_vfio *v, uint32_t bdf, const char *card, struct fl_err *err);

/* ---- vfio.c ---- */
enum fl_code fl_vfio_open(struct fl_vfio **v, const struct fl_open_options *o, uint32_t bdf, const char *card,
			  struct fl_err *err);
/* BAR i, mapped if the kernel lets it be. need_B: its least size; what: its name for messages. */
enum fl_code fl_vfio_bar(struct fl_vfio *v, unsigned i, uint64_t need_B, const char *what, const char *card,
			 struct fl_vfio_region *r, struct fl_err *err);
void fl_vfio_close(struct fl_vfio *v);
/* An access to a region; what does not arrive reads as ones, and leaves v->gone behind. */
void fl_vfio_read(struct fl_vfio *v, const struct fl_vfio_region *r, uint64_t offset_B, void *to, size_t n_B);
void fl_vfio_write(struct fl_vfio *v, const struct fl_vfio_region *r, uint64_t offset_B, const void *from,
		   size_t n_B);
bool fl_vfio_gone(const struct fl_vfio *v);
enum fl_code fl_vfio_reset(struct fl_vfio *v, const char *card, struct fl_err *err);

/* ---- vfio_bus.c: the bus over it; fl_dev.priv is a struct fl_hosted with a fl_hosted.vfio ---- */
extern const struct fl_bus fl_vfio_bus;
void fl_card_close(struct fl_dev *d); /* card.c */

/* ---- vfio_dma.c, vfio_irq.c ---- */
enum fl_code fl_vfio_dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *m, struct fl_err *err);
void fl_vfio_dma_free(struct fl_vfio *v);
enum fl_code fl_vfio_irq_wait(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err);
void fl_vfio_irq_off(struct fl_vfio *v);

#endif
