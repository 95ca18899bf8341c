/* SPDX-License-Identifier: MIT
 *
 * Commands written to the command processor by hand ("primary PIO"): no ring, no fetch from memory. Slow, and
 * the first thing that answers on a card whose memory is in doubt. The microcode must be loaded, the ring
 * stopped.
 */
#ifndef HW_R500_PIO_H
#define HW_R500_PIO_H

#include "hw/fl_dev.h"

enum fl_code r500_pio_start(struct fl_dev *d, struct fl_err *err);
/* Write n dwords of packets, as room comes free in the queue. */
enum fl_code r500_pio_write(struct fl_dev *d, const uint32_t *dw, unsigned n, uint64_t timeout_us,
			    struct fl_err *err);
void r500_pio_stop(struct fl_dev *d);

#endif
