/* SPDX-License-Identifier: MIT
 *
 * Which way commands take to the command processor of this card (hw/fl_family.h: enum fl_transport), found
 * out by trying.
 */
#ifndef HW_R500_TRANSPORT_H
#define HW_R500_TRANSPORT_H

#include "hw/r500/card.h"

/* Start one of them, and try it: 48 dwords for scratch registers come through as they were sent, half of them
 * by indirect buffer where there is one. up.transport and c->ring say so then. On failure the command
 * processor is off, and has been reset where that is safe. FL_NO_DEVICE: this bus has no memory that the card
 * reaches. */
enum fl_code r500_transport_try(struct fl_bringup *up, enum fl_transport via, struct fl_err *err);

/* Reset the command processor alone: guide 5.8, between the upload of its microcode and its start. R3xx and
 * R4xx are left alone: there the pulse locks up the machine at times. */
void r500_cp_reset(struct r500_card *c);

#endif
