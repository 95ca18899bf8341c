/* SPDX-License-Identifier: MIT
 *
 * What a family of chips brings for its render node: what the kernel's driver answers about a chip, and how
 * it goes over a command stream before the chip gets it. Nothing in here takes memory or keeps state.
 */
#ifndef HW_DRM_FL_DRM_FAMILY_H
#define HW_DRM_FL_DRM_FAMILY_H

#include "hw/fl_families.h"
#include "hw/model/fl_model.h"

#include <stdbool.h>
#include <stdint.h>

enum {
	FL_DRM_NOTES = 5, /* runs of registers that a family wants noted, */
	FL_DRM_NOTED = 64 /* and registers in all of them */
};

/* A buffer that a stream names. */
struct fl_drm_reloc {
	uint64_t addr, size_B; /* as the chip sees it */
	uint32_t tiling;       /* RADEON_TILING_… of the buffer */
};

/* A submission on its way through the kernel. The dwords are a copy, which the checks change in place: where
 * a packet has an address, the program wrote an offset, and after the packet a type-3 NOP with the number of
 * a relocation. */
struct fl_drm_stream {
	uint32_t *dw;
	uint32_t n_dw, at; /* at: the next packet */
	const struct fl_drm_reloc *reloc;
	uint32_t n_relocs;
	bool keep_tiling;   /* the program wrote tiling modes itself (RADEON_CS_KEEP_TILING_FLAGS) */
	bool hyperz, cmask; /* this client was granted them */
	uint16_t device;    /* PCI */
	uint32_t noted;     /* the first of struct fl_drm_chip */
	uint32_t ring;      /* RADEON_CS_RING_…; of etnaviv, which pipe the stream begins with */
	/* etnaviv: the dwords in which the driver has put addresses, in order. */
	const uint32_t *placed;
	uint32_t n_placed;
	bool own;       /* the program has addresses of its own */
	uint32_t draws; /* counted on the way */
	char why[160];  /* it was refused; with the dword's place */
};

/* What the server knows of the card. */
struct fl_drm_chip {
	uint16_t device;              /* PCI */
	uint32_t noted[FL_DRM_NOTED]; /* the registers of struct fl_drm_family.note, as the card had them */
};

/* ---- address spaces of clients ------------------------------------------------------------------------- */
/* Where a family can give each client addresses of its own: what it does with page tables, contexts and
 * rings, all on the thread of the model. VRAM begins at the chip's address 0, and its first own_B bytes are
 * the family's: rings, fences, the stream that runs. Page tables lie behind them. */
struct fl_drm_card {
	struct fl_model *model;
	uint8_t *vram;
	struct fl_drm_space *room; /* of VRAM: fl_drm_room_take(), _give() */
	uint64_t dummy;            /* of a page of the machine's memory: where accesses that fault end */
	uint32_t fence;            /* the last number that the chip was to write */
	uint32_t written[4];       /* how far each ring is, in dwords, by RADEON_CS_RING_… */
};

struct fl_drm_mapping {
	uint64_t va, addr, size_B; /* whole pages */
	uint32_t flags;            /* RADEON_VM_PAGE_…; 0: nothing is there any more */
};

struct fl_drm_run {
	uint32_t ring;    /* RADEON_CS_RING_… */
	unsigned context; /* 1 to contexts - 1, and */
	uint64_t root;    /* whose page tables it has */
	bool stale;       /* they changed since this context was used last */
	uint32_t n_dw;    /* of the stream, which is at ib_B of VRAM */
};

struct fl_drm_vm {
	uint64_t first, end;  /* addresses that a client may map; below is the kernel's */
	uint64_t ib_va;       /* where a client's stream lies among its addresses, */
	uint32_t ib_dw;       /* dwords, at most, */
	uint64_t ib_B, own_B; /* and in VRAM */
	unsigned contexts;    /* page tables that the chip knows at a time; 0 is the kernel's */
	/* The chip was made, or reset: contexts and rings. */
	bool (*start)(struct fl_drm_card *k);
	/* Page tables for a client, in which its stream alone is; 0: no room. */
	uint64_t (*open)(struct fl_drm_card *k);
	/* False: no room for all of it. */
	bool (*map)(struct fl_drm_card *k, uint64_t root, const struct fl_drm_mapping *m);
	void (*close)(struct fl_drm_card *k, uint64_t root);
	/* To the end, with all caches written back. False: it hangs. */
	bool (*run)(struct fl_drm_card *k, const struct fl_drm_run *r);
};

/* Bytes of VRAM, filled with zeros; size_B: a power of two from 4 KiB on, to which they are aligned. 0: no
 * room. */
uint64_t fl_drm_room_take(struct fl_drm_card *k, uint64_t size_B);
void fl_drm_room_give(struct fl_drm_card *k, uint64_t at, uint64_t size_B);

/* Whose ioctls the family's programs speak: Linux's radeon driver, or its etnaviv. */
enum fl_drm_driver_kind { FL_DRM_RADEON, FL_DRM_ETNAVIV };

struct fl_drm_family {
	/* Registers that info() wants to know; n 0: no more. */
	struct {
		uint32_t reg, n;
	} note[FL_DRM_NOTES];
	enum fl_drm_driver_kind driver;
	uint32_t rings; /* 1 << RADEON_CS_RING_… */
	/* Is this chip one of the family? By its PCI id; a core without PCI has 0 for both, and is known by
	 * its name, of the model's. */
	bool (*knows)(uint16_t vendor, uint16_t device);
	bool (*knows_name)(const char *chip); /* NULL: all have PCI ids */
	/* RADEON_INFO_…, what depends on the chip: 0 and *value, or an errno. */
	int (*info)(const struct fl_drm_chip *chip, uint32_t request, uint32_t *value);
	/* The same of what is answered by several dwords: those, and how many. NULL: not such a one. May be
	 * NULL itself. */
	const uint32_t *(*info_array)(const struct fl_drm_chip *chip, uint32_t request, unsigned *n_dw);
	/* What Mesa calls the chip in GL_RENDERER, where that is not the chip's name; NULL: it is. May be
	 * NULL itself. */
	const char *(*renderer)(const struct fl_drm_chip *chip);
	/* etnaviv: its ETNAVIV_PARAM_…: 0 and *value, or an errno. */
	int (*param)(const struct fl_drm_chip *chip, uint32_t param, uint64_t *value);
	/* etnaviv: from which address on a program says itself where buffers lie (softpin), among addresses
	 * of its own; 0: all programs share the core's. */
	uint64_t (*pinned)(const struct fl_drm_chip *chip);
	/* Put addresses in, and refuse what the kernel refuses: false, with s->why. */
	bool (*check)(struct fl_drm_stream *s);
	const struct fl_drm_vm *vm; /* NULL: all clients share the chip's addresses */
};

extern const struct fl_drm_family *const fl_drm_families[]; /* NULL-terminated */

/* ---- packets, for the families ------------------------------------------------------------------------- */
struct fl_drm_packet {
	uint32_t at;   /* of its header */
	uint32_t type; /* 0, 2 or 3 */
	uint32_t n;    /* dwords after the header */
	uint32_t head;
};

/* The next packet; s->at is behind it. False: it is none, or does not end in the stream. */
bool fl_drm_next_packet(struct fl_drm_stream *s, struct fl_drm_packet *p);
/* The relocation that the next packet names. NULL: it names none; what: of whom, for s->why. */
const struct fl_drm_reloc *fl_drm_next_reloc(struct fl_drm_stream *s, const char *what, uint32_t at);
/* Is there one at all? */
bool fl_drm_reloc_follows(const struct fl_drm_stream *s);
/* Are these bytes in the buffer? What needs them ("texture", and its number) is named in s->why if not. */
bool fl_drm_fits(struct fl_drm_stream *s, const struct fl_drm_reloc *b, uint64_t need_B, uint32_t at,
		 const char *what, unsigned i);
/* Returns false. */
bool fl_drm_refuse(struct fl_drm_stream *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
