/* SPDX-License-Identifier: MIT
 *
 * A compute queue: the first of the first compute microengine (MEC), with a descriptor in registers (HQD)
 * and in memory (MQD), and a ring in the area that the graphics ring is in (area.h). The caller keeps the
 * struct. Packets are those of hw/cik/pm4.h.
 *
 *	cik_compute_start(&q, &card, &err);
 *	cik_compute_submit(&q, dw, n_dw, &err);          // DISPATCH_DIRECT and what it needs, say
 *	cik_compute_sync(&q, 1000000, &err);             // it is done, and the host sees it
 *	cik_compute_stop(&q);
 *
 * The chip hears how far the ring is written by a register, CP_HQD_PQ_WPTR; doorbells, which spare the host
 * the selection of the queue, stay off.
 */
#ifndef HW_CIK_COMPUTE_H
#define HW_CIK_COMPUTE_H

#include "hw/cik/card.h"

struct cik_compute {
	struct fl_ring ring;
	uint32_t number; /* of the last fence */
};

enum { CIK_COMPUTE_TIMEOUT_US = 1000000 };

/* card has a graphics ring already. FL_FAILED: the registers do not hold what is written. */
enum fl_code cik_compute_start(struct cik_compute *q, struct cik_card *c, struct fl_err *err);
/* Give the queue back: what is under way is carried out. */
void cik_compute_stop(struct cik_compute *q);
/* FL_USAGE: it does not fit. FL_TIMEOUT: the chip does not read on. */
enum fl_code cik_compute_submit(struct cik_compute *q, const uint32_t *dw, uint32_t n_dw, struct fl_err *err);
/* A fence behind all of it, waited for. */
enum fl_code cik_compute_sync(struct cik_compute *q, uint64_t timeout_us, struct fl_err *err);

#endif
