/* SPDX-License-Identifier: MIT
 *
 * State of the vertex end: elements, streams (GC facts 6), viewport.
 */
#include "lib/gc/draw_state.h"

enum { H2 = 2, H5 = 5, STRETCH_B = 256 };

/* Elements that touch are a stretch, whose last one has NONCONSECUTIVE, and END counts from its beginning. */
uint32_t *fl_gc_put_elements(const struct fl_draw *d, uint32_t *p, const struct fl_gc_element *e, uint32_t n)
{
	const bool h5 = fl_gc_info_of(d)->halti >= H5;
	uint32_t config[16], config1[16], scale[16], from = 0;

	for (uint32_t i = 0; i < n && i < 16; i++) {
		const uint32_t stop = e[i].start_B + e[i].size_B;
		const bool last = i + 1 == n || e[i + 1].stream != e[i].stream || e[i + 1].start_B != stop ||
				  stop + e[i + 1].size_B - from >= STRETCH_B;

		config[i] = GC_NFE_GENERIC_ATTRIB_CONFIG0__TYPE(e[i].type) |
			    GC_NFE_GENERIC_ATTRIB_CONFIG0__STREAM(e[i].stream) |
			    GC_NFE_GENERIC_ATTRIB_CONFIG0__NUM(e[i].size & 3u) |
			    GC_NFE_GENERIC_ATTRIB_CONFIG0__NORMALIZE(e[i].normalize) |
			    GC_NFE_GENERIC_ATTRIB_CONFIG0__START(e[i].start_B);
		if (h5)
			config1[i] = GC_NFE_GENERIC_ATTRIB_CONFIG1__END(stop - from) |
				     GC_NFE_GENERIC_ATTRIB_CONFIG1__NONCONSECUTIVE(last);
		else
			config[i] |= GC_FE_VERTEX_ELEMENT_CONFIG__END(stop - from) |
				     GC_FE_VERTEX_ELEMENT_CONFIG__NONCONSECUTIVE(last);
		scale[i] = e[i].integer ? 1 : fl_f32(1);
		if (last && i + 1 < n)
			from = e[i + 1].start_B;
	}
	if (h5) {
		p = fl_gc_load(p, GC_NFE_GENERIC_ATTRIB_CONFIG0(0), n, config);
		p = fl_gc_load(p, GC_NFE_GENERIC_ATTRIB_SCALE(0), n, scale);
		return fl_gc_load(p, GC_NFE_GENERIC_ATTRIB_CONFIG1(0), n, config1);
	}
	/* A core before HALTI0 waits for every element that is configured (GC facts 6). */
	if (fl_gc_info_of(d)->halti < 0)
		p = fl_gc_fill(p, GC_FE_VERTEX_ELEMENT_CONFIG(0), GC_FE_VERTEX_ELEMENT_CONFIG__COUNT, 0);
	p = fl_gc_load(p, GC_FE_VERTEX_ELEMENT_CONFIG(0), n, config);
	return fl_gc_info_of(d)->halti >= H2 ? fl_gc_load(p, GC_FE_GENERIC_ATTRIB_SCALE(0), n, scale) : p;
}

uint32_t *fl_gc_put_stream(const struct fl_draw *d, uint32_t *p, uint32_t i, uint32_t addr, uint32_t stride_B,
			   uint32_t divisor)
{
	if (fl_gc_info_of(d)->halti >= H2) {
		p = fl_gc_put(p, GC_NFE_VERTEX_STREAMS_BASE_ADDR(i), addr);
		p = fl_gc_put(p, GC_NFE_VERTEX_STREAMS_CONTROL(i), stride_B);
		return fl_gc_put(p, GC_NFE_VERTEX_STREAMS_VERTEX_DIVISOR(i), divisor);
	}
	p = fl_gc_put(p, GC_FE_VERTEX_STREAMS_BASE_ADDR(i), addr);
	return fl_gc_put(p, GC_FE_VERTEX_STREAMS_CONTROL(i), stride_B);
}

static struct fl_gc_element floats(uint32_t at_B, uint32_t n)
{
	return (struct fl_gc_element){.type = GC_FE_DATA_TYPE__FLOAT,
				      .size = (uint8_t)n,
				      .start_B = (uint16_t)at_B,
				      .size_B = (uint16_t)(4 * n)};
}

uint32_t *fl_gc_put_vertex(struct fl_draw *d, uint32_t *p, uint32_t reads, const uint8_t size[FL_TEXCOORDS])
{
	struct fl_gc_element e[FL_ATTRIBUTES];
	uint32_t n = 0, at_B = 16, flags = 0, key;

	if (reads & 1)
		e[n++] = floats(0, 3);
	if (reads & 2)
		e[n++] = (struct fl_gc_element){.type = GC_FE_DATA_TYPE__UNSIGNED_BYTE,
						.size = 4,
						.normalize = 1,
						.start_B = 12,
						.size_B = 4};
	if (reads & 4) {
		flags |= FL_V_NORMAL;
		e[n++] = floats(at_B, 3);
		at_B += 12;
	}
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		if (!(reads >> (3 + u) & 1))
			continue;
		flags |= FL_V_MORE | FL_V_AT(size[u], u);
		e[n++] = floats(at_B, size[u]);
		at_B += 4u * size[u];
	}
	key = flags | (reads & 3) << 3; /* bits that flags do not have */
	if (fl_gc_its(d)->format == key)
		return p;
	fl_draw_vertex_format(d, flags);
	fl_gc_of(d)->format = key;
	return fl_gc_put_elements(d, p, e, n);
}

/* ---- viewport ------------------------------------------------------------------------------------------ */
static int32_t fixed(float v)
{
	return (int32_t)(v * 65536);
}

/* y of clip space points up, rows count down. The unit makes (z + 1) / 2 * SCALE + OFFSET (GC facts 7). */
uint32_t *fl_gc_draw_viewport(struct fl_draw *d, uint32_t *p)
{
	const float w2 = (float)d->viewport[2] * 0.5f, h2 = (float)d->viewport[3] * 0.5f;

	p = fl_gc_put_fixed(p, GC_PA_VIEWPORT_SCALE_X, fixed(w2));
	p = fl_gc_put_fixed(p, GC_PA_VIEWPORT_SCALE_Y, fixed(-h2));
	p = fl_gc_put_float(p, GC_PA_VIEWPORT_SCALE_Z, d->depth_far - d->depth_near);
	p = fl_gc_put_fixed(p, GC_PA_VIEWPORT_OFFSET_X, fixed((float)d->viewport[0] + w2));
	p = fl_gc_put_fixed(p, GC_PA_VIEWPORT_OFFSET_Y, fixed((float)d->viewport[1] + h2));
	return fl_gc_put_float(p, GC_PA_VIEWPORT_OFFSET_Z, d->depth_near);
}
