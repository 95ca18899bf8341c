/* SPDX-License-Identifier: MIT
 *
 * What the demo blit shows, worked out pixel by pixel from what demos/blit.h says; shared by the tests on the
 * model and on QEMU's ati-vga.
 */
#ifndef TESTS_UNIT_TEST_LIB_BLIT_EXPECTED_H
#define TESTS_UNIT_TEST_LIB_BLIT_EXPECTED_H

#include <stdint.h>

/* Pixel (x, y), 0xAARRGGBB, of a picture of w x h. caps: FL_2D_ROPS if the engine has raster operations. */
uint32_t fl_blit_expected(unsigned x, unsigned y, unsigned w, unsigned h, uint32_t caps);

#endif
