/* SPDX-License-Identifier: MIT
 *
 * Step: pipes. Which of the chip's pipes, SIMDs and render backends are alive (the others were fused off),
 * and how memory is tiled over pipes and banks: GB_TILING_CONFIG, from the straps of the memory. Linux
 * r600_gpu_init(), rv770_gpu_init(), r6xx_remap_render_backend().
 */
#include "hw/r600/card.h"
#include "hw/regs/r600.h"

enum { LARGE_ROWS = 3, BANK_SWAP_256 = 1, MAP_BITS = 2 };

static unsigned ones(uint32_t bits)
{
	unsigned n = 0;

	for (; bits; bits &= bits - 1)
		n++;
	return n;
}

/* Of `whole` units, those that no bit of `off` takes away. A chip that has none left does not say the
 * truth. */
static uint32_t alive(unsigned whole, uint32_t off)
{
	uint32_t all = (1u << whole) - 1;

	return all & ~off ? all & ~off : all;
}

/* Which backend draws what each memory pipe holds, 2 bits a pipe, the last pipe first: from the highest
 * backend to the lowest, each as many pipes in a row, and the first ones of them one more if there is a rest.
 */
static uint32_t backend_map(const struct r600_family_info *f, uint32_t backends)
{
	unsigned n = ones(backends), pipes = 1u << f->tile_pipes, each, rest;
	uint32_t map = 0;

	if (!n)
		return 0;
	each = pipes / n;
	rest = pipes % n;
	for (unsigned i = f->backends; i-- > 0;) {
		if (!(backends >> i & 1))
			continue;
		for (unsigned k = each + !!rest; k; k--)
			map = map << MAP_BITS | i;
		rest -= !!rest;
	}
	return map;
}

uint32_t r600_tiling_config(const struct r600_family_info *f, uint32_t ram, uint32_t backend_disable)
{
	uint32_t off = R600_CC_RB_BACKEND_DISABLE__BACKEND_DISABLE__GET(backend_disable);
	uint32_t banks =
	    f->r7xx ? R700_MC_ARB_RAMCFG__NOOFBANK__GET(ram) != 0 : R600_RAMCFG__NOOFBANK__GET(ram);
	uint32_t rows = f->r7xx ? R700_MC_ARB_RAMCFG__NOOFROWS__GET(ram) : R600_RAMCFG__NOOFROWS__GET(ram);
	uint32_t group =
	    f->r7xx ? R700_MC_ARB_RAMCFG__BURSTLENGTH__GET(ram) : R600_RAMCFG__BURSTLENGTH__GET(ram);

	if (f == r600_family_at(R600_FAMILY_RV770))
		banks = 1; /* eight of them, whatever the straps say */
	rows = rows < LARGE_ROWS ? rows : LARGE_ROWS;
	return R600_GB_TILING_CONFIG__PIPE_TILING(f->tile_pipes) | R600_GB_TILING_CONFIG__BANK_TILING(banks) |
	       R600_GB_TILING_CONFIG__GROUP_SIZE(group) | R600_GB_TILING_CONFIG__ROW_TILING(rows) |
	       R600_GB_TILING_CONFIG__SAMPLE_SPLIT(rows) | R600_GB_TILING_CONFIG__BANK_SWAPS(BANK_SWAP_256) |
	       R600_GB_TILING_CONFIG__BACKEND_MAP(backend_map(f, alive(f->backends, off)));
}

void r600_count_units(struct r600_card *c)
{
	const struct r600_family_info *f = c->family;
	uint32_t shaders = fl_read32(c->up.dev, R600_CC_GC_SHADER_PIPE_CONFIG);
	uint32_t disable = fl_read32(c->up.dev, R600_CC_RB_BACKEND_DISABLE);

	c->pipes = ones(alive(f->pipes, R600_CC_GC_SHADER_PIPE_CONFIG__INACTIVE_QD_PIPES__GET(shaders)));
	c->simds = ones(alive(f->simds, R600_CC_GC_SHADER_PIPE_CONFIG__INACTIVE_SIMDS__GET(shaders)));
	c->backends = ones(alive(f->backends, R600_CC_RB_BACKEND_DISABLE__BACKEND_DISABLE__GET(disable)));
}

enum fl_code r600_pipes(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	const struct r600_family_info *f = c->family;
	struct fl_dev *d = up->dev;
	uint32_t disable = fl_read32(d, R600_CC_RB_BACKEND_DISABLE), got, low;

	r600_count_units(c);
	c->tiling = r600_tiling_config(f, fl_read32(d, f->r7xx ? R700_MC_ARB_RAMCFG : R600_RAMCFG), disable);
	low = c->tiling & 0xffff;
	fl_write32(d, R600_GB_TILING_CONFIG, c->tiling);
	fl_write32(d, R600_DCP_TILING_CONFIG, low);
	fl_write32(d, R600_HDP_TILING_CONFIG, low);
	fl_write32(d, f->r7xx ? R700_DMA_TILING_CONFIG : R600_DMA_TILING_CONFIG, low);
	if (f->r7xx)
		fl_write32(d, R700_DMA_TILING_CONFIG2, low);
	got = fl_read32(d, R600_GB_TILING_CONFIG);
	if (got != c->tiling)
		return fl_fail(err, FL_FAILED, "GB_TILING_CONFIG reads 0x%08x after 0x%08x was written", got,
			       c->tiling);
	fl_did(
	    up, "%u of %u pipes, %u of %u SIMDs, %u of %u backends; %u memory pipes, GB_TILING_CONFIG 0x%08x",
	    c->pipes, f->pipes, c->simds, f->simds, c->backends, f->backends, 1u << f->tile_pipes, c->tiling);
	return FL_OK;
}
