/* SPDX-License-Identifier: MIT
 *
 * ZB: the depth and stencil registers, decoded once a draw. R5xx guide 11.12.
 */
#include "hw/model/r500/zb.h"

#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/model/r500/rb.h"
#include "hw/model/r500/surface.h"
#include "hw/model/r500/tile_addr.h"

/* ZFUNC and STENCILFUNC share their codes. */
static const uint8_t compares[8] = {
    [R500_ZB_ZSTENCILCNTL__ZFUNC__NEVER] = FL_PIXEL_IF_NEVER,
    [R500_ZB_ZSTENCILCNTL__ZFUNC__LESS] = FL_PIXEL_IF_LESS,
    [R500_ZB_ZSTENCILCNTL__ZFUNC__LESS_EQUAL] = FL_PIXEL_IF_LESS_EQUAL,
    [R500_ZB_ZSTENCILCNTL__ZFUNC__EQUAL] = FL_PIXEL_IF_EQUAL,
    [R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER_EQUAL] = FL_PIXEL_IF_GREATER_EQUAL,
    [R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER] = FL_PIXEL_IF_GREATER,
    [R500_ZB_ZSTENCILCNTL__ZFUNC__NOT_EQUAL] = FL_PIXEL_IF_NOT_EQUAL,
    [R500_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS] = FL_PIXEL_IF_ALWAYS,
};

/* STENCILFAIL, STENCILZPASS and STENCILZFAIL. */
static const uint8_t ops[8] = {
    [R500_ZB_ZSTENCILCNTL__STENCILFAIL__KEEP] = FL_PIXEL_STENCIL_KEEP,
    [R500_ZB_ZSTENCILCNTL__STENCILFAIL__ZERO] = FL_PIXEL_STENCIL_ZERO,
    [R500_ZB_ZSTENCILCNTL__STENCILFAIL__REPLACE] = FL_PIXEL_STENCIL_REPLACE,
    [R500_ZB_ZSTENCILCNTL__STENCILFAIL__INC_CLAMP] = FL_PIXEL_STENCIL_INC_CLAMP,
    [R500_ZB_ZSTENCILCNTL__STENCILFAIL__DEC_CLAMP] = FL_PIXEL_STENCIL_DEC_CLAMP,
    [R500_ZB_ZSTENCILCNTL__STENCILFAIL__INVERT] = FL_PIXEL_STENCIL_INVERT,
    [R500_ZB_ZSTENCILCNTL__STENCILFAIL__INC_WRAP] = FL_PIXEL_STENCIL_INC_WRAP,
    [R500_ZB_ZSTENCILCNTL__STENCILFAIL__DEC_WRAP] = FL_PIXEL_STENCIL_DEC_WRAP,
};

bool mr500_zb_writes(const struct fl_pixel_depth *zb)
{
	return zb->write || zb->stencil_writes || zb->path == FL_PIXEL_DEPTH_CLEAR ||
	       zb->path == FL_PIXEL_DEPTH_TOUCH;
}

static void decode_key(const struct mr500 *r, struct fl_pixel_depth *zb)
{
	uint32_t pitch = R500_REG(r, ZB_DEPTHPITCH), xy = R500_REG(r, ZB_DEPTHXY_OFFSET);
	struct fl_tile_key *k = &zb->key;
	uint32_t aa = R500_REG(r, GB_AA_CONFIG);
	static const uint8_t samples[4] = {2, 3, 4, 6};

	k->depth = 1;
	k->cpp = zb->format == FL_PIXEL_Z24S8 ? 4 : 2;
	k->base = R500_REG(r, ZB_DEPTHOFFSET) & R500_ZB_DEPTHOFFSET__DEPTHOFFSET__MASK;
	k->pitch_px = R500_ZB_DEPTHPITCH__DEPTHPITCH__GET(pitch) << 2;
	k->macro = R500_ZB_DEPTHPITCH__DEPTHMACROTILE__GET(pitch);
	k->micro = R500_ZB_DEPTHPITCH__DEPTHMICROTILE__GET(pitch);
	k->swap = mr500_surface_swap(R500_ZB_DEPTHPITCH__DEPTHENDIAN__GET(pitch));
	k->x_off = R500_ZB_DEPTHXY_OFFSET__DEPTHX_OFFSET__GET(xy) << 1 & ~31u;
	k->y_off = R500_ZB_DEPTHXY_OFFSET__DEPTHY_OFFSET__GET(xy) << 1 & ~31u;
	k->fast =
	    R500_ZB_BW_CNTL__FAST_FILL__GET(R500_REG(r, ZB_BW_CNTL)) && zb->path != FL_PIXEL_DEPTH_CLEAR;
	k->samples = 1;
	if (R500_GB_AA_CONFIG__AA_ENABLE__GET(aa))
		k->samples = samples[R500_GB_AA_CONFIG__NUM_AA_SUBSAMPLES__GET(aa)];
	if (k->samples > 1)
		k->micro = k->macro = 0;
	else
		k->pitch_px &= ~(mr500_tile_align_w(k->cpp, k->micro, k->macro) - 1);
	if (k->pitch_px == 0) /* nothing fits */
		memset(k, 0, sizeof(*k));
}

static struct fl_pixel_stencil front(uint32_t cntl, uint32_t refmask)
{
	return (struct fl_pixel_stencil){
	    .func = compares[R500_ZB_ZSTENCILCNTL__STENCILFUNC__GET(cntl)],
	    .fail = ops[R500_ZB_ZSTENCILCNTL__STENCILFAIL__GET(cntl)],
	    .zpass = ops[R500_ZB_ZSTENCILCNTL__STENCILZPASS__GET(cntl)],
	    .zfail = ops[R500_ZB_ZSTENCILCNTL__STENCILZFAIL__GET(cntl)],
	    .ref = R500_ZB_STENCILREFMASK__STENCILREF__GET(refmask),
	    .mask = R500_ZB_STENCILREFMASK__STENCILMASK__GET(refmask),
	    .write_mask = R500_ZB_STENCILREFMASK__STENCILWRITEMASK__GET(refmask),
	};
}

static struct fl_pixel_stencil back(const struct mr500 *r, const struct fl_pixel_stencil *front_face)
{
	uint32_t cntl = R500_REG(r, ZB_CNTL), zs = R500_REG(r, ZB_ZSTENCILCNTL),
		 bf = R500_REG(r, ZB_STENCILREFMASK_BF);
	struct fl_pixel_stencil s = *front_face;

	if (R500_ZB_CNTL__STENCIL_FRONT_BACK__GET(cntl)) {
		s.func = compares[R500_ZB_ZSTENCILCNTL__STENCILFUNC_BF__GET(zs)];
		s.fail = ops[R500_ZB_ZSTENCILCNTL__STENCILFAIL_BF__GET(zs)];
		s.zpass = ops[R500_ZB_ZSTENCILCNTL__STENCILZPASS_BF__GET(zs)];
		s.zfail = ops[R500_ZB_ZSTENCILCNTL__STENCILZFAIL_BF__GET(zs)];
	}
	if (r->variant->kind == MR500_KIND_R5XX && R500_ZB_CNTL__STENCIL_REFMASK_FRONT_BACK__GET(cntl)) {
		s.ref = R500_ZB_STENCILREFMASK_BF__STENCILREF__GET(bf);
		s.mask = R500_ZB_STENCILREFMASK_BF__STENCILMASK__GET(bf);
		s.write_mask = R500_ZB_STENCILREFMASK_BF__STENCILWRITEMASK__GET(bf);
	}
	return s;
}

static bool face_writes(const struct fl_pixel_stencil *s)
{
	return s->write_mask && (s->fail || s->zpass || s->zfail);
}

static uint8_t path_of(const struct mr500 *r, const struct fl_pixel_depth *zb)
{
	uint32_t bw = R500_REG(r, ZB_BW_CNTL);

	if (R500_ZB_BW_CNTL__ZB_CB_CLEAR__GET(bw))
		return FL_PIXEL_DEPTH_CLEAR;
	if (zb->depth_on || zb->stencil_on)
		return FL_PIXEL_DEPTH_FULL;
	/* Decompression: R5xx guide 10.4.4. */
	return R500_ZB_CNTL__ZWRITEENABLE__GET(R500_REG(r, ZB_CNTL)) && R500_ZB_BW_CNTL__FAST_FILL__GET(bw)
		   ? FL_PIXEL_DEPTH_TOUCH
		   : FL_PIXEL_DEPTH_PASS;
}

/* R5xx guide 10.4.4: fast fill, read and write compression go together in four ways only. */
static void check(struct mr500 *r, const struct fl_pixel_depth *zb)
{
	uint32_t bw = R500_REG(r, ZB_BW_CNTL);
	unsigned mode = R500_ZB_BW_CNTL__FAST_FILL__GET(bw) << 2 |
			R500_ZB_BW_CNTL__RD_COMP_ENABLE__GET(bw) << 1 |
			R500_ZB_BW_CNTL__WR_COMP_ENABLE__GET(bw);

	if (zb->path == FL_PIXEL_DEPTH_PASS || zb->path == FL_PIXEL_DEPTH_CLEAR)
		return;
	if (!((1u << 0 | 1u << 4 | 1u << 6 | 1u << 7) >> mode & 1))
		mr500_report(r, FL_WARN, "ZB", "R5xx guide 10.4.4",
			     "ZB_BW_CNTL 0x%08x: FAST_FILL %u, RD_COMP_ENABLE %u, WR_COMP_ENABLE %u "
			     "is invalid",
			     bw, mode >> 2, mode >> 1 & 1, mode & 1);
	if (zb->key.fast && zb->key.samples == 1 && zb->key.micro == MR500_MICRO_LINEAR)
		mr500_report(r, FL_WARN, "ZB", "R5xx guide 10.4.4",
			     "FAST_FILL on a depth buffer that is not micro-tiled: the chip locks up");
}

/* False: reserved, and it matters. */
static bool decode_format(struct mr500 *r, struct fl_pixel_depth *zb)
{
	static const uint8_t known[] = {[R500_ZB_FORMAT__DEPTHFORMAT__Z16_INT] = FL_PIXEL_Z16,
					[R500_ZB_FORMAT__DEPTHFORMAT__Z16_13E3] = FL_PIXEL_Z13E3,
					[R500_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8] = FL_PIXEL_Z24S8};
	uint32_t format = R500_ZB_FORMAT__DEPTHFORMAT__GET(R500_REG(r, ZB_FORMAT));

	zb->format = FL_PIXEL_Z24S8;
	if (format < sizeof(known)) {
		zb->format = known[format];
	} else if (zb->path != FL_PIXEL_DEPTH_PASS) {
		mr500_report(r, FL_REFUSE, "ZB", "R5xx guide 11.12", "ZB_FORMAT.DEPTHFORMAT %u is reserved",
			     format);
		return false;
	}
	if (zb->format != FL_PIXEL_Z24S8)
		zb->stencil_on = false; /* there are no bits for it */
	return true;
}

const struct fl_pixel_depth *mr500_zb_decode(struct mr500 *r, struct fl_arena *a)
{
	uint32_t cntl = R500_REG(r, ZB_CNTL), zs = R500_REG(r, ZB_ZSTENCILCNTL);
	struct mr500_zb *z = fl_arena_alloc(a, sizeof(*z), _Alignof(struct mr500_zb));
	struct fl_pixel_depth *zb = &z->base;
	bool is_r5xx = r->variant->kind == MR500_KIND_R5XX;

	if (!z)
		return NULL;
	memset(z, 0, sizeof(*z));
	zb->pipes = (uint8_t)mr500_rb_z_pipes(r);
	zb->pipe_of = mr500_rb_pipe;
	zb->func = compares[R500_ZB_ZSTENCILCNTL__ZFUNC__GET(zs)];
	zb->stop = is_r5xx && R500_ZB_ZSTENCILCNTL__ZERO_OUTPUT_MASK__GET(zs);
	zb->depth_on = R500_ZB_CNTL__Z_ENABLE__GET(cntl);
	zb->write = zb->depth_on && R500_ZB_CNTL__ZWRITEENABLE__GET(cntl);
	zb->stencil_on = R500_ZB_CNTL__STENCIL_ENABLE__GET(cntl);
	zb->is_signed = R500_ZB_CNTL__ZSIGNED_COMPARE__GET(cntl);
	zb->magnitude = is_r5xx && R500_ZB_CNTL__ZSIGNED_MAGNITUDE__GET(cntl);
	zb->count_ones =
	    R500_ZB_FORMAT__INVERT__GET(R500_REG(r, ZB_FORMAT)) == R500_ZB_FORMAT__INVERT__COUNT_LEADING_1S;
	zb->clear = R500_REG(r, ZB_DEPTHCLEARVALUE);
	zb->face[0] = front(zs, R500_REG(r, ZB_STENCILREFMASK));
	zb->face[1] = back(r, &zb->face[0]);

	zb->path = path_of(r, zb);
	if (!decode_format(r, zb))
		return NULL;
	zb->stencil_writes = zb->stencil_on && (face_writes(&zb->face[0]) || face_writes(&zb->face[1]));
	if (zb->path == FL_PIXEL_DEPTH_FULL && !zb->depth_on && !zb->stencil_on)
		zb->path = FL_PIXEL_DEPTH_PASS;

	decode_key(r, zb);
	/* A clear stores whole micro-tiles: R5xx guide 10.8.4, 11.12. */
	zb->clear_w = (uint8_t)(1u << mr500_micro_log2_w(zb->key.cpp, zb->key.micro));
	zb->clear_h = (uint8_t)(1u << mr500_micro_log2_h(zb->key.cpp, zb->key.micro));
	if (zb->path == FL_PIXEL_DEPTH_FULL && zb->depth_on && !zb->stencil_on &&
	    zb->format == FL_PIXEL_Z24S8 && !zb->is_signed && zb->key.samples == 1)
		zb->path = FL_PIXEL_DEPTH_ALONE;
	mr500_hiz_decode(r, z);
	check(r, zb);
	return zb;
}
