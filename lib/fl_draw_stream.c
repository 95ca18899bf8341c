/* SPDX-License-Identifier: MIT
 *
 * Drawing into video memory: vertices as a program puts them out.
 */
#include "lib/fl_buffer.h"
#include "lib/fl_draw_chip.h"

void fl_stream_out(struct fl_draw *d, uint64_t at_B, uint64_t size_B, uint32_t stride_B)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, !d->streaming, "fl_stream_out() inside fl_stream_out()");
	FL_CHECK(d, !(at_B & 255), "the place is no multiple of 256");
	FL_CHECK(d, stride_B && !(stride_B & 3) && !(size_B & 3), "a size that is no multiple of 4");
	if (!fl_draw_does(d, FL_DOES_STREAMS)) {
		if (!d->code)
			d->code = fl_fail(&d->err, FL_USAGE,
					  "fl_stream_out(): this chip does not know streams of vertices to "
					  "memory (FL_DOES_STREAMS)");
		return;
	}
	d->streaming = true;
	d->chip.backend->stream(d, d->chip.vram_addr + at_B, size_B, stride_B);
}

void fl_stream_end(struct fl_draw *d)
{
	FL_OUTSIDE(d);
	if (!d->streaming)
		return;
	d->streaming = false;
	d->chip.backend->stream(d, 0, 0, 0);
}
