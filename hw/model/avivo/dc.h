/* SPDX-License-Identifier: MIT
 *
 * DC, the display controllers that R5xx, R6xx and R7xx have (AVIVO), and in other places, but with the same
 * in them, their successors as far as DCE 8: what the first display shows, by its CRTC, its surface (GRPH)
 * and its viewport, and when that changes. The family keeps the registers, says where they are, and where
 * pixels stand in memory.
 */
#ifndef HW_MODEL_AVIVO_DC_H
#define HW_MODEL_AVIVO_DC_H

#include "hw/model/tiles/surface.h"

enum { FL_DC_DISPLAYS = 6 };

/* Where a family has its registers, by offset: of the first display; those of others are so far behind. */
struct fl_dc_places {
	const char *d;    /* what the names of the first display's begin with, for people; */
	const char *view; /* and the rest of that of the viewport's size */
	uint8_t displays;
	uint32_t behind[FL_DC_DISPLAYS];
	uint16_t first, end; /* all of a display's lie in [first, end) */
	uint16_t below;      /* bits of a surface's address that are not there */
	uint16_t vga_control;
	uint16_t crtc_control, frame_count, double_buffer;
	uint16_t enable, control, primary, pitch, offset_x, offset_y, x_start, y_start, x_end, y_end, update,
	    flip;
	uint16_t view_start, view_size;
};
extern const struct fl_dc_places fl_dc_avivo;

struct fl_dc {
	const struct fl_dc_places *at;
	struct fl_model *m;
	uint32_t *reg;       /* the family's register file: by offset / 4 */
	uint64_t console_us; /* when a kernel's console wrote its last character: vga.c */
	struct fl_dc_display {
		uint32_t shown; /* where its surface is read from */
		bool pending;   /* another was written, */
		uint64_t since; /* in this frame */
	} display[FL_DC_DISPLAYS];
};

/* Power-on. */
void fl_dc_reset(struct fl_dc *dc);
/* As a video BIOS leaves it: text mode on the first display, VGA's memory where VRAM begins. */
void fl_dc_post(struct fl_dc *dc, uint32_t vram);

/* After a register of a display was written (the family's rules call this for those of CRTC and GRPH, at
 * least); and what one reads. */
void fl_dc_write(struct fl_dc *dc, uint32_t offset);
uint32_t fl_dc_read(struct fl_dc *dc, uint32_t offset);

/* fl_model_screen.code[]: the format as GRPH_CONTROL has it, and what is added to a pixel's place. */
enum { FL_DC_CONTROL, FL_DC_X_SHIFT, FL_DC_Y_SHIFT };

/* fl_model_ops.screen. */
bool fl_dc_screen(struct fl_dc *dc, struct fl_model_screen *s, char *why, size_t why_size);
/* Nothing is shown: false, and the reason. */
bool fl_dc_off(char *why, size_t size, const char *text);

/* Of what is shown: how it stands in memory. */
struct fl_dc_surface {
	struct fl_tile_key key;
	bool linear; /* rows of pixels side by side */
	uint64_t (*addr)(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned sample);
	uint32_t x_end, y_end; /* where it ends */
};
/* All but tiling: key has address, pitch and bytes a pixel, and the ends are GRPH's. */
void fl_dc_surface(const struct fl_dc *dc, const struct fl_model_screen *s, struct fl_dc_surface *out);
/* A row of it, for fl_model_ops.screen_row. */
void fl_dc_row(const struct fl_dc *dc, const struct fl_model_screen *s, const struct fl_dc_surface *f,
	       unsigned y, uint8_t *rgb);

#endif
