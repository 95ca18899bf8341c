/* SPDX-License-Identifier: MIT
 *
 * Commands written to the command processor's queue by hand ("primary PIO", the guide's push model): no ring,
 * no fetch from memory. Slow, and the first thing that answers on a card whose memory is in doubt.
 *
 * R5xx guide 5.1: pushed commands write single dwords only, so data ports that take vectors
 * (VAP_PVS_VECTOR_DATA_REG_128, 3D_DRAW_128) are not for them. There are no indirect buffers by PIO; but
 * INDX_BUFFER's indices can be fetched, because each stream has a mode of its own (5.11).
 *
 * Nothing says whether a dword has come through. If a card that is off the bus for a moment does not get a
 * packet's header, it takes what follows for packets, and they write to any register. Most often it hangs
 * then, and whoever waits hears of it; rarely it finds the next header again, and sleeping puts back no more
 * than it has noted.
 */
#ifndef HW_R500_PIO_H
#define HW_R500_PIO_H

#include "hw/r500/ring.h"

/* Nothing but the queue: the microcode must be loaded, the ring stopped. at_B: a dword of VRAM that nobody
 * else uses. */
enum fl_code r500_pio_start(struct r500_ring *ring, struct fl_dev *d, uint64_t at_B, struct fl_err *err);
/* Let indices of vertices be fetched from memory as well. */
void r500_pio_with_indices(struct r500_ring *ring);
/* How many dwords the queue takes now. */
uint32_t r500_pio_room(struct fl_dev *d);

#endif
