/* SPDX-License-Identifier: MIT
 *
 * The toy in software: what its two files share. The chip is in tests/toy/README.md.
 */
#ifndef HW_MODEL_TOY_CHIP_H
#define HW_MODEL_TOY_CHIP_H

#include "hw/model/chip.h"
#include "hw/regs/toy.h"

enum { MTOY_PACKET_DW = 14 }; /* the longest packet, with its header */

struct mtoy {
	struct fl_model base;
	uint32_t ring, written, done, screen; /* the registers; written and done are 16 bits each */
	bool stuck;       /* after a packet that it does not know, until RING is written */
	bool fault_stuck; /* fault on purpose: it never begins */
};

void mtoy_report(struct mtoy *t, enum fl_severity severity, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* How many dwords the packet with this header has, header included; 0: there is no such packet. */
uint32_t mtoy_packet_dw(uint32_t header);
/* Carry out a whole packet. False: refused, and reported. */
bool mtoy_packet(struct mtoy *t, const uint32_t *dw);

#endif
