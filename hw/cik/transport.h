/* SPDX-License-Identifier: MIT
 *
 * Which way commands take to the command processor of this card (hw/fl_family.h: enum fl_transport), found
 * out by trying. There is no queue that is written by hand as older chips have it: FL_TRANSPORT_PIO is
 * refused.
 */
#ifndef HW_CIK_TRANSPORT_H
#define HW_CIK_TRANSPORT_H

#include "hw/cik/card.h"

/* Start one of them, and try it: 48 dwords for scratch registers come through as they were sent, half of them
 * by indirect buffer. up.transport and c->ring say so then. On failure the command processor is off, and was
 * reset. FL_NO_DEVICE: this bus has no memory that the card reaches, or the chip has no such way. */
enum fl_code cik_transport_try(struct fl_bringup *up, enum fl_transport via, struct fl_err *err);

#endif
