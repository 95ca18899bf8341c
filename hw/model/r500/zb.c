/* SPDX-License-Identifier: MIT
 *
 * ZB: the depth and stencil registers, decoded once a draw. R5xx guide 11.12.
 */
#include "hw/model/pixel/zb.h"

#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/regs/r500.h"
#include "hw/model/r500/tile_addr.h"

bool mr500_zb_writes(const struct fl_pixel_depth *zb)
{
	return zb->write || zb->stencil_writes || zb->path == MR500_ZB_CLEAR || zb->path == MR500_ZB_TOUCH;
}

static void decode_key(const struct mr500 *r, struct fl_pixel_depth *zb)
{
	uint32_t pitch = R500_REG(r, ZB_DEPTHPITCH), xy = R500_REG(r, ZB_DEPTHXY_OFFSET);
	struct fl_tile_key *k = &zb->key;
	uint32_t aa = R500_REG(r, GB_AA_CONFIG);
	static const uint8_t samples[4] = {2, 3, 4, 6};

	k->depth = 1;
	k->cpp = zb->format == MR500_ZB_Z24S8 ? 4 : 2;
	k->base = R500_REG(r, ZB_DEPTHOFFSET) & R500_ZB_DEPTHOFFSET__DEPTHOFFSET__MASK;
	k->pitch_px = R500_ZB_DEPTHPITCH__DEPTHPITCH__GET(pitch) << 2;
	k->macro = R500_ZB_DEPTHPITCH__DEPTHMACROTILE__GET(pitch);
	k->micro = R500_ZB_DEPTHPITCH__DEPTHMICROTILE__GET(pitch);
	k->endian = R500_ZB_DEPTHPITCH__DEPTHENDIAN__GET(pitch);
	k->x_off = R500_ZB_DEPTHXY_OFFSET__DEPTHX_OFFSET__GET(xy) << 1 & ~31u;
	k->y_off = R500_ZB_DEPTHXY_OFFSET__DEPTHY_OFFSET__GET(xy) << 1 & ~31u;
	k->fast = R500_ZB_BW_CNTL__FAST_FILL__GET(R500_REG(r, ZB_BW_CNTL)) && zb->path != MR500_ZB_CLEAR;
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

static struct mr500_zb_stencil front(uint32_t cntl, uint32_t refmask)
{
	return (struct mr500_zb_stencil){
	    .func = R500_ZB_ZSTENCILCNTL__STENCILFUNC__GET(cntl),
	    .fail = R500_ZB_ZSTENCILCNTL__STENCILFAIL__GET(cntl),
	    .zpass = R500_ZB_ZSTENCILCNTL__STENCILZPASS__GET(cntl),
	    .zfail = R500_ZB_ZSTENCILCNTL__STENCILZFAIL__GET(cntl),
	    .ref = R500_ZB_STENCILREFMASK__STENCILREF__GET(refmask),
	    .mask = R500_ZB_STENCILREFMASK__STENCILMASK__GET(refmask),
	    .write_mask = R500_ZB_STENCILREFMASK__STENCILWRITEMASK__GET(refmask),
	};
}

static bool face_writes(const struct mr500_zb_stencil *s)
{
	return s->write_mask && (s->fail || s->zpass || s->zfail);
}

const struct fl_pixel_depth *mr500_zb_decode(struct mr500 *r, struct fl_arena *a)
{
	uint32_t cntl = R500_REG(r, ZB_CNTL), zs = R500_REG(r, ZB_ZSTENCILCNTL), bw = R500_REG(r, ZB_BW_CNTL);
	uint32_t format = R500_ZB_FORMAT__DEPTHFORMAT__GET(R500_REG(r, ZB_FORMAT));
	struct fl_pixel_depth *zb = fl_arena_alloc(a, sizeof(*zb), _Alignof(struct fl_pixel_depth));
	bool is_r5xx = r->variant->kind == MR500_KIND_R5XX;

	if (!zb)
		return NULL;
	memset(zb, 0, sizeof(*zb));
	zb->pipes = (uint8_t)mr500_rb_z_pipes(r);
	zb->func = R500_ZB_ZSTENCILCNTL__ZFUNC__GET(zs);
	zb->zero_mask = is_r5xx && R500_ZB_ZSTENCILCNTL__ZERO_OUTPUT_MASK__GET(zs);
	zb->depth_on = R500_ZB_CNTL__Z_ENABLE__GET(cntl);
	zb->write = zb->depth_on && R500_ZB_CNTL__ZWRITEENABLE__GET(cntl);
	zb->stencil_on = R500_ZB_CNTL__STENCIL_ENABLE__GET(cntl);
	zb->is_signed = R500_ZB_CNTL__ZSIGNED_COMPARE__GET(cntl);
	zb->magnitude = is_r5xx && R500_ZB_CNTL__ZSIGNED_MAGNITUDE__GET(cntl);
	zb->count_ones =
	    R500_ZB_FORMAT__INVERT__GET(R500_REG(r, ZB_FORMAT)) == R500_ZB_FORMAT__INVERT__COUNT_LEADING_1S;
	zb->clear = R500_REG(r, ZB_DEPTHCLEARVALUE);

	zb->face[0] = zb->face[1] = front(zs, R500_REG(r, ZB_STENCILREFMASK));
	if (R500_ZB_CNTL__STENCIL_FRONT_BACK__GET(cntl)) {
		zb->face[1].func = R500_ZB_ZSTENCILCNTL__STENCILFUNC_BF__GET(zs);
		zb->face[1].fail = R500_ZB_ZSTENCILCNTL__STENCILFAIL_BF__GET(zs);
		zb->face[1].zpass = R500_ZB_ZSTENCILCNTL__STENCILZPASS_BF__GET(zs);
		zb->face[1].zfail = R500_ZB_ZSTENCILCNTL__STENCILZFAIL_BF__GET(zs);
	}
	if (is_r5xx && R500_ZB_CNTL__STENCIL_REFMASK_FRONT_BACK__GET(cntl)) {
		uint32_t bf = R500_REG(r, ZB_STENCILREFMASK_BF);

		zb->face[1].ref = R500_ZB_STENCILREFMASK_BF__STENCILREF__GET(bf);
		zb->face[1].mask = R500_ZB_STENCILREFMASK_BF__STENCILMASK__GET(bf);
		zb->face[1].write_mask = R500_ZB_STENCILREFMASK_BF__STENCILWRITEMASK__GET(bf);
	}

	if (R500_ZB_BW_CNTL__ZB_CB_CLEAR__GET(bw))
		zb->path = MR500_ZB_CLEAR;
	else if (zb->depth_on || zb->stencil_on)
		zb->path = MR500_ZB_FULL;
	else if (R500_ZB_CNTL__ZWRITEENABLE__GET(cntl) && R500_ZB_BW_CNTL__FAST_FILL__GET(bw))
		zb->path = MR500_ZB_TOUCH;
	else
		zb->path = MR500_ZB_PASS;

	if (format > R500_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8) {
		if (zb->path != MR500_ZB_PASS) {
			mr500_report(r, FL_REFUSE, "ZB", "R5xx guide 11.12",
				     "ZB_FORMAT.DEPTHFORMAT %u is reserved", format);
			return NULL;
		}
		format = MR500_ZB_Z24S8;
	}
	zb->format = (uint8_t)format;
	if (zb->format != MR500_ZB_Z24S8)
		zb->stencil_on = false; /* there are no bits for it */
	zb->stencil_writes = zb->stencil_on && (face_writes(&zb->face[0]) || face_writes(&zb->face[1]));
	if (zb->path == MR500_ZB_FULL && !zb->depth_on && !zb->stencil_on)
		zb->path = MR500_ZB_PASS;

	decode_key(r, zb);
	if (zb->path == MR500_ZB_FULL && zb->depth_on && !zb->stencil_on && zb->format == MR500_ZB_Z24S8 &&
	    !zb->is_signed && zb->key.samples == 1)
		zb->path = MR500_ZB_DEPTH;

	mr500_hiz_decode(r, zb);

	/* R5xx guide 10.4.4: fast fill, read and write compression go together in four ways only. */
	if (zb->path != MR500_ZB_PASS && zb->path != MR500_ZB_CLEAR) {
		unsigned mode = R500_ZB_BW_CNTL__FAST_FILL__GET(bw) << 2 |
				R500_ZB_BW_CNTL__RD_COMP_ENABLE__GET(bw) << 1 |
				R500_ZB_BW_CNTL__WR_COMP_ENABLE__GET(bw);

		if (!((1u << 0 | 1u << 4 | 1u << 6 | 1u << 7) >> mode & 1))
			mr500_report(r, FL_WARN, "ZB", "R5xx guide 10.4.4",
				     "ZB_BW_CNTL 0x%08x: FAST_FILL %u, RD_COMP_ENABLE %u, WR_COMP_ENABLE %u "
				     "is invalid",
				     bw, mode >> 2, mode >> 1 & 1, mode & 1);
		if (zb->key.fast && zb->key.samples == 1 && zb->key.micro == MR500_MICRO_LINEAR)
			mr500_report(
			    r, FL_WARN, "ZB", "R5xx guide 10.4.4",
			    "FAST_FILL on a depth buffer that is not micro-tiled: the chip locks up");
	}
	return zb;
}

bool mr500_zb_block_hidden(const struct fl_raster_thread *t, const struct fl_raster_draw *d, unsigned bx,
			   unsigned by, uint32_t z_min, uint32_t z_max)
{
	const struct fl_pixel_depth *zb = d->depth;
	const struct fl_tile_buf *b = t->tile.depth;
	unsigned i = by / 8 * 8 + bx / 8;

	if (zb->path != MR500_ZB_DEPTH || !b || !(b->z_known >> i & 1))
		return false;
	switch (zb->func) {
	case R500_ZB_ZSTENCILCNTL__ZFUNC__NEVER:
		return true;
	case R500_ZB_ZSTENCILCNTL__ZFUNC__LESS:
		return z_min >= b->z_max[i];
	case R500_ZB_ZSTENCILCNTL__ZFUNC__LESS_EQUAL:
		return z_min > b->z_max[i];
	case R500_ZB_ZSTENCILCNTL__ZFUNC__EQUAL:
		return z_min > b->z_max[i] || z_max < b->z_min[i];
	case R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER_EQUAL:
		return z_max < b->z_min[i];
	case R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER:
		return z_max <= b->z_min[i];
	}
	return false;
}
