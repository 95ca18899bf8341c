/* SPDX-License-Identifier: MIT
 *
 * STRMOUT_BASE_UPDATE, STRMOUT_BUFFER_UPDATE. Mesa r600_streamout.c, Linux r600_cs.c.
 */
#include "hw/model/r600/cp.h"

static bool base_update(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	enum { STRIDE = 16 };

	if (n != 2 || dw[0] >= MR600_CP_SO)
		return false;
	if (dw[1] != r->reg[(R600_VGT_STRMOUT_BUFFER_BASE_0 + STRIDE * dw[0]) / 4])
		mr600_report(r, FL_WARN, "CP", "R6xx facts 1.1",
			     "STRMOUT_BASE_UPDATE says that buffer %u is at 0x%08x (times 256), "
			     "VGT_STRMOUT_BUFFER_BASE says 0x%08x",
			     dw[0], dw[1], r->reg[(R600_VGT_STRMOUT_BUFFER_BASE_0 + STRIDE * dw[0]) / 4]);
	r->cp->strmout_bases &= ~(1u << dw[0]);
	return true;
}

/* Where the buffer goes on: as the packet says, where it stands, or a dword of memory; or it stays. */
static void offset(struct mr600 *r, unsigned i, unsigned source, const uint32_t *src)
{
	enum { PACKET, FILLED, MEMORY, NONE };
	uint32_t value = src[0];

	switch (source) {
	case FILLED:
		value = mr600_strmout_filled(r, i);
		break;
	case MEMORY:
		if (!mr600_cp_read_mem(r, (src[0] & ~3u) | (uint64_t)(src[1] & 0xff) << 32, &value,
				       "filled size of a stream-out buffer"))
			return;
		break;
	case NONE:
		return;
	}
	mr600_strmout_set(r, i, value);
}

bool mr600_cp_strmout_packet(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	enum { DWORDS = 5, STORE = 1 };
	unsigned i;

	if (opcode == R600_PKT3_STRMOUT_BASE_UPDATE)
		return base_update(r, dw, n);
	if (n != DWORDS || dw[0] & ~0x307u)
		return false;
	i = dw[0] >> 8 & 3;
	if (!r->cp->strmout_flushed)
		mr600_report(r, FL_WARN, "CP", "R6xx facts 2.1",
			     "STRMOUT_BUFFER_UPDATE before what was drawn is out: the event "
			     "SO_VGTSTREAMOUT_FLUSH (31), and WAIT_REG_MEM for CP_STRMOUT_CNTL, come first");
	if (dw[0] & STORE &&
	    !mr600_cp_write_mem(r, (dw[1] & ~3u) | (uint64_t)(dw[2] & 0xff) << 32, mr600_strmout_filled(r, i),
				"place for the filled size of a stream-out buffer"))
		return true;
	offset(r, i, dw[0] >> 1 & 3, dw + 3);
	return true;
}
