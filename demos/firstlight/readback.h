/* SPDX-License-Identifier: MIT
 *
 * What some recordings of R6xx and R7xx lack: the pixel program with which the driver copies the finished
 * picture to where it is judged. Its memory appears in them, and nothing is ever written to it; the recorder
 * missed it in 52 of 70 scenes of R600, 57 of 76 of RV710 and one of RV770. In all other scenes of these sets
 * that program is the same, word for word, but for the places of fields in which R600's instructions differ.
 */
#ifndef FIRSTLIGHT_READBACK_H
#define FIRSTLIGHT_READBACK_H

#include <stdbool.h>
#include <stdint.h>

enum { FL_READBACK_DW = 20 };

/* The program of a chip by its name; NULL: its recordings are whole. */
const uint32_t *fl_readback_program(const char *chip);
/* Where the stream says that its last pixel program is: 0, nowhere. */
uint64_t fl_readback_place(const uint32_t *dw, uint32_t size_dw);

#endif
