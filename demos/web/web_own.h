/* SPDX-License-Identifier: MIT
 *
 * What the files of the module share.
 */
#ifndef DEMOS_WEB_WEB_OWN_H
#define DEMOS_WEB_WEB_OWN_H

#include <stdint.h>

/* Room for a picture at fl_web_pixels(), as a canvas has it; NULL: no memory. */
uint32_t *fl_web_canvas(uint32_t width, uint32_t height);
/* The bytes of fl_web_trace(). */
const uint8_t *fl_web_traced(void);

#endif
