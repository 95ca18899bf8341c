/* SPDX-License-Identifier: MIT
 *
 * Exports of pixel programs: colors, depth, stencil, a mask of samples, and which pixels stay (facts 4.5).
 *
 * Chosen, for nothing decides it: a channel that an export does not give is 0. Drivers cut colors off to half
 * floats (v_cvt_pkrtz_f16_f32), also those for buffers of normalized numbers, and 0.1 would become 25 of 255:
 * such a number counts as the middle of what it was cut off from, which makes it 26, as with singles.
 */
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_kit.h"

enum { NULL_TARGET = CIK_EXP_WORD0__TGT__EXP_NULL, Z_TARGET = CIK_EXP_WORD0__TGT__EXP_MRTZ };

#define FORMAT(name) CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_##name

/* One of two halves as the export's format has it, as a float, but for half floats; integers are bits. */
static float unpacked(unsigned format, uint32_t half)
{
	const int32_t with_sign = (int32_t)(half << 16) >> 16;

	switch (format) {
	case FORMAT(UNORM16_ABGR):
		return (float)half / 65535.0f;
	case FORMAT(SNORM16_ABGR):
		return with_sign < -32767 ? -1.0f : (float)with_sign / 32767.0f;
	case FORMAT(SINT16_ABGR):
		return num_float(with_sign);
	default:
		return num_float((int32_t)half);
	}
}

static bool is_packed(unsigned format)
{
	return format >= FORMAT(FP16_ABGR) && format <= FORMAT(SINT16_ABGR);
}

/* AR keeps its places on this generation (Mesa's "exp mrt0 v0, off, off, v3"). */
unsigned mcik_ps_source(unsigned format, unsigned k)
{
	enum { NO = MCIK_NO_SOURCE };
	static const uint8_t of_r[4] = {0, NO, NO, NO}, of_gr[4] = {0, 1, NO, NO}, of_ar[4] = {0, NO, NO, 3};

	return format == FORMAT(32_R)    ? of_r[k]
	       : format == FORMAT(32_GR) ? of_gr[k]
	       : format == FORMAT(32_AR) ? of_ar[k]
					 : k;
}

/* What the lanes of the export get; the others keep what they have. */
static void merge(const struct mcik_wave *w, float *to, const void *from, uint64_t lanes)
{
	if (~lanes)
		w->kit->blend((uint32_t *)(void *)to, from, lanes);
	else
		memcpy(to, from, sizeof(mcik_plane));
}

static const mcik_plane zeros;

static void wide_channel(const struct mcik_wave *w, float *to, const struct mcik_export *e, unsigned from)
{
	const bool is_there = from < 4 && e->en >> from & 1;

	merge(w, to, is_there ? e->src[from] : zeros, e->lanes);
}

static void packed_channel(const struct mcik_wave *w, float *to, const struct mcik_export *e, unsigned format,
			   bool norm, unsigned k)
{
	const uint32_t *src = e->src[k / 2];
	const unsigned shift = 16 * (k % 2);
	_Alignas(64) float own[MCIK_LANES];

	if (!(e->en >> k & 1)) {
		merge(w, to, zeros, e->lanes);
		return;
	}
	if (format == FORMAT(FP16_ABGR) && !~e->lanes) {
		w->kit->from_half(to, src, shift, norm);
		return;
	}
	if (format == FORMAT(FP16_ABGR))
		w->kit->from_half(own, src, shift, norm);
	else
		for (unsigned l = 0; l < MCIK_LANES; l++)
			own[l] = unpacked(format, src[l] >> shift & 0xffff);
	merge(w, to, own, e->lanes);
}

static void color(struct mcik_wave *w, struct mcik_px *px, const struct mcik_export *e)
{
	const unsigned format = px->ps->format[e->target], to = px->ps->to[e->target];

	if (to >= MCIK_MRTS)
		return;
	if (is_packed(format) != e->compr)
		mcik_sq_report(w, FL_WARN, "CIK facts 4.5",
			       "an export to MRT %u %s COMPR, and SPI_SHADER_COL_FORMAT.COL%u_EXPORT_FORMAT "
			       "is %u: taken as the instruction has it",
			       e->target, e->compr ? "with" : "without", e->target, format);
	for (unsigned k = 0; k < 4; k++)
		if (e->compr)
			packed_channel(w, px->out[to][k], e, format, px->ps->norm >> e->target & 1, k);
		else
			wide_channel(w, px->out[to][k], e, is_packed(format) ? k : mcik_ps_source(format, k));
	px->has_out |= 1u << to;
}

/* X is the depth, Y the stencil, Z the mask; packed, without a depth: the upper half of X, and Y. */
static void depth(struct mcik_px *px, const struct mcik_export *e)
{
	for (uint64_t m = e->lanes; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(m);

		if (e->compr) {
			px->stencil[l] = e->src[0][l] >> 16 & 0xff;
			px->mask[l] = e->src[1][l] & 0xffff;
			continue;
		}
		if (e->en & 1)
			px->z[l] = e->src[0][l];
		if (e->en & 2)
			px->stencil[l] = e->src[1][l] & 0xff;
		if (e->en & 4)
			px->mask[l] = e->src[2][l];
	}
	px->has_out |= 1u << MCIK_MRTZ;
}

void mcik_ps_export(void *arg, struct mcik_wave *w, const struct mcik_export *e)
{
	struct mcik_px *px = w->owner;

	(void)arg;
	if (px->done)
		mcik_sq_report(w, FL_WARN, "CIK facts 4.5",
			       "an export to target %u after the last one, which "
			       "has DONE",
			       e->target);
	if (e->target < MCIK_MRTS)
		color(w, px, e);
	else if (e->target == Z_TARGET)
		depth(px, e);
	else if (e->target != NULL_TARGET)
		mcik_sq_report(w, FL_WARN, "Sea Islands 4.9",
			       "a pixel program exports to target %u: there are MRT 0 to 7, MRTZ (8) and "
			       "NULL (9)",
			       e->target);
	if (e->vm)
		px->keep = e->lanes;
	px->done |= e->done;
}
