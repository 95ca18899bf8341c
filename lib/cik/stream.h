/* SPDX-License-Identifier: MIT
 *
 * Sea Islands shaders in memory: what stream.c asks of stream_shader.c.
 */
#ifndef LIB_CIK_STREAM_H
#define LIB_CIK_STREAM_H

#include "lib/stream/fl_stream.h"

/* Report the words of the shader at a GPU address, up to its end, then the descriptors that it fetches by
 * addresses that its n user SGPRs and its own constants give. */
void fl_cik_stream_shader(struct fl_stream *s, const struct fl_stream_event *draw, const char *stage,
			  uint64_t address, const uint32_t *user, uint32_t n);

#endif
