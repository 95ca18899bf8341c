/* SPDX-License-Identifier: MIT
 *
 * MC: memory controller, HDP (the host's path to memory), RLC's microcode port.
 */
#ifndef HW_MODEL_R600_MC_H
#define HW_MODEL_R600_MC_H

#include "hw/model/r600/r600.h"

enum { MR600_RLC_R6XX = 768, MR600_RLC_R7XX = 1024 }; /* dwords: Linux r600.c */

/* What the host has written and memory does not have yet (hdp_combine.c). */
enum { MR600_HDP_LINE_B = 64, MR600_HDP_LINES = 16 };
struct mr600_hdp_line {
	uint64_t at;  /* offset in VRAM */
	uint64_t has; /* a bit a byte */
	uint8_t data[MR600_HDP_LINE_B];
};

struct mr600_mc {
	bool never_idle;   /* fault */
	bool late;         /* the host path is as a video BIOS leaves it: what is written waits for a flush */
	bool read_flushes; /* R7xx: HDP_DEBUG1 was written, the next read flushes */
	uint8_t response;  /* of VM_CONTEXT0_REQUEST_RESPONSE: 1 done, 2 failed */
	unsigned n_lines;
	struct mr600_hdp_line line[MR600_HDP_LINES];
	uint32_t rlc[MR600_RLC_R7XX];
	uint32_t rlc_at;
	unsigned rlc_written;
};

/* The state that a video BIOS leaves: memory at start (in bytes), and its size in the registers. */
void mr600_mc_post(struct mr600 *r, uint64_t start);
void mr600_rlc_reset(struct mr600 *r);
/* The offset of MC_VM_FB_LOCATION, which is not the same on R6xx and R7xx. */
uint32_t mr600_mc_fb_location(const struct mr600 *r);

/* gart.c: forgets what was read of the page table, and reads it. False: it cannot be. */
bool mr600_gart_load(struct mr600 *r);

/* hdp.c: the VRAM BAR and MM_DATA */
void mr600_hdp_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B);
void mr600_hdp_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B);
bool mr600_hdp_plain(const struct fl_model *m);
void mr600_hdp_flush(struct mr600 *r, uint32_t offset); /* the register that was written for it */
/* hdp_combine.c: all that waits goes to memory; this waits from now on; and is seen by the host over what
 * memory has. Offsets in VRAM. */
void mr600_hdp_drain(struct mr600 *r);
void mr600_hdp_keep(struct mr600 *r, uint64_t at, const uint8_t *from, size_t n_B);
void mr600_hdp_overlay(const struct mr600 *r, uint64_t at, uint8_t *to, size_t n_B);

#endif
