/* SPDX-License-Identifier: MIT
 *
 * The displays of R3xx and R4xx: the CRTCs that Radeons had before R5xx, 32 bits a pixel (ARGB8888). As on
 * R5xx (hw/avivo/crtc.h), which connector is lit and the pixel clock are as the video BIOS left them, and a
 * graphics mode is kept. Only the first display is looked at. Not tried on a card.
 */
#ifndef HW_R500_CRTC_R300_H
#define HW_R500_CRTC_R300_H

#include "hw/r500/crtc.h"

/* VGA's output register, a byte: bit 1 says whether VGA's memory is VRAM. Linux reads the address that it
 * writes; that is VGA's Input Status 0, and what was written is read at another one (IBM VGA: 3C2, 3CC). */
uint8_t r500_genmo_read(struct fl_dev *d);
void r500_genmo_write(struct fl_dev *d, uint8_t value);
/* VGA keeps off the memory: what a console writes goes nowhere (Linux r100_vga_render_disable). False: it
 * does not. */
bool r500_vga_r300_off(struct fl_dev *d);

/* Both CRTCs, the overlay and VGA off the memory (Linux r100_mc_stop). */
void r500_crtc_r300_stop(struct fl_dev *d);

/* r500_crtc_set() for them, which has looked at the picture. */
enum fl_code r500_crtc_r300_set(struct r500_card *c, const struct fl_crtc_picture *p, struct fl_err *err);

#endif
