/* SPDX-License-Identifier: MIT
 *
 * Sea Islands shaders in memory: what fl_stream_cik.c asks of fl_stream_cik_shader.c.
 */
#ifndef FL_STREAM_CIK_H
#define FL_STREAM_CIK_H

#include "lib/fl_stream.h"

/* Tell the words of the shader at a GPU address, up to its end, then the descriptors that it fetches by
 * addresses that its n user SGPRs and its own constants tell. */
void fl_stream_cik_shader(struct fl_stream *s, const struct fl_stream_event *draw, const char *stage,
			  uint64_t address, const uint32_t *user, uint32_t n);

#endif
