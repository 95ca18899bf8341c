/* SPDX-License-Identifier: MIT
 *
 * A toy that is being woken, its ring, and its packets. The chip is in tests/toy/README.md.
 */
#ifndef HW_TOY_CARD_H
#define HW_TOY_CARD_H

#include "hw/fl_family.h"
#include "hw/regs/toy.h"

struct toy_card {
	struct fl_bringup up;
	uint64_t ring_B;  /* where the bring-up's own ring lies in VRAM */
	uint32_t written; /* dwords in it */
};
FL_CARD_FITS(struct toy_card);

extern const struct fl_family toy_family;

static inline struct toy_card *toy_card(struct fl_bringup *up)
{
	return (struct toy_card *)up;
}

/* ---- packets: the header of one with n dwords in all --------------------------------------------------- */
#define TOY_PACKET(name, n) \
	(TOY_PKT3__TYPE(TOY_PKT3) | TOY_PKT3__IT_OPCODE(TOY_PKT3_##name) | TOY_PKT3__COUNT((uint32_t)((n)-2)))
enum { TOY_TRIANGLE_DW = 14, TOY_COPY_DW = 5 };

/* ---- running packets (ring.c) -------------------------------------------------------------------------- */
enum { TOY_RING_LOG2_DW = 14, TOY_TIMEOUT_US = 1000000 };

/* Start a ring at at_B, of 2^TOY_RING_LOG2_DW dwords. What the one before it still had to do is lost. */
enum fl_code toy_ring_start(struct fl_dev *d, uint64_t at_B, struct fl_err *err);
/* The ring holds `written` dwords now: carry them out. */
void toy_ring_go(struct fl_dev *d, uint32_t written);
/* Wait until all are. */
enum fl_code toy_ring_wait(struct fl_dev *d, struct fl_err *err);
/* Put a packet in the bring-up's own ring, which the "ring" step started, and wait until it is carried
 * out. */
enum fl_code toy_ring_send(struct toy_card *c, const uint32_t *dw, uint32_t n, struct fl_err *err);

/* ---- steps and checks (wake.c, smoke.c) ---------------------------------------------------------------- */
enum fl_code toy_identify(struct fl_bringup *up, struct fl_err *err);
enum fl_code toy_reset(struct fl_bringup *up, struct fl_err *err);
enum fl_code toy_ring(struct fl_bringup *up, struct fl_err *err);
enum fl_code toy_fence(struct fl_bringup *up, struct fl_err *err);
enum fl_code toy_check_copy(struct fl_bringup *up, struct fl_err *err);
enum fl_code toy_check_triangle(struct fl_bringup *up, struct fl_err *err);

/* Show a picture (wake.c): 32 bits a pixel, rows of whole 64 pixels. FL_USAGE: there is no such mode. */
enum fl_code toy_show(struct fl_dev *d, unsigned width, unsigned height, uint64_t at_B, struct fl_err *err);

#endif
