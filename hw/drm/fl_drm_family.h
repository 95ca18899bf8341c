/* SPDX-License-Identifier: MIT
 *
 * What a family of chips brings for its render node: what the kernel's driver answers about a chip, and how
 * it goes over a command stream before the chip gets it. Nothing in here takes memory or keeps state.
 */
#ifndef HW_DRM_FL_DRM_FAMILY_H
#define HW_DRM_FL_DRM_FAMILY_H

#include "hw/fl_families.h"

#include <stdbool.h>
#include <stdint.h>

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
	uint32_t noted;     /* as in struct fl_drm_chip */
	uint32_t draws;     /* counted on the way */
	char why[160];      /* it was refused; with the dword's place */
};

/* What the server knows of the card. */
struct fl_drm_chip {
	uint16_t device; /* PCI */
	uint32_t noted;  /* the register of struct fl_drm_family.note, as the card had it */
};

struct fl_drm_family {
	uint32_t note; /* a register that info() wants to know; 0: none */
	/* Is this chip one of the family? */
	bool (*knows)(uint16_t vendor, uint16_t device);
	/* RADEON_INFO_…, what depends on the chip: 0 and *value, or an errno. */
	int (*info)(const struct fl_drm_chip *chip, uint32_t request, uint32_t *value);
	/* Put addresses in, and refuse what the kernel refuses: false, with s->why. */
	bool (*check)(struct fl_drm_stream *s);
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
