/* SPDX-License-Identifier: MIT
 *
 * Command streams of Sea Islands: registers by range, shaders in memory, and the descriptors that the shaders
 * fetch. Linux radeon cikd.h; Sea Islands 3D/Compute registers, chapters 4 (instructions) and 5 to 8
 * (descriptors).
 */
#include "lib/cik/stream.h"
#include "hw/regs/cik.h"

#define SH_START 0xb000u
#define SH_END   0xc000u

struct kept {
	uint32_t sh[(SH_END - SH_START) / 4]; /* SH registers */
	uint32_t stages;
};
FL_STREAM_KEPT_FITS(struct kept);

static struct kept *kept(struct fl_stream *s)
{
	return (struct kept *)s->kept;
}

static uint32_t sh(struct fl_stream *s, uint32_t offset)
{
	return kept(s)->sh[(offset - SH_START) / 4];
}

static void write(struct fl_stream *s, struct fl_stream_event *e, struct fl_reg *word)
{
	if (e->offset >= SH_START && e->offset < SH_END)
		kept(s)->sh[(e->offset - SH_START) / 4] = e->value;
	if (e->offset == CIK_VGT_SHADER_STAGES_EN)
		kept(s)->stages = e->value;
}

static void stage(struct fl_stream *s, struct fl_stream_event *e, const char *name, uint32_t pgm_lo,
		  uint32_t rsrc2, uint32_t user_data)
{
	/* The program's address is in units of 256 bytes. USER_SGPR has the same place in every RSRC2. */
	uint64_t address = (uint64_t)sh(s, pgm_lo) << 8 | (uint64_t)(sh(s, pgm_lo + 4) & 0xff) << 40;
	uint32_t n = CIK_SPI_SHADER_PGM_RSRC2_PS__USER_SGPR__GET(sh(s, rsrc2));

	if (address)
		fl_cik_stream_shader(s, e, name, address, &kept(s)->sh[(user_data - SH_START) / 4],
				     n < 16 ? n : 16);
}

#define STAGE(s, e, name)                                                                 \
	stage(s, e, #name, CIK_SPI_SHADER_PGM_LO_##name, CIK_SPI_SHADER_PGM_RSRC2_##name, \
	      CIK_SPI_SHADER_USER_DATA_##name(0))

static void draw(struct fl_stream *s, struct fl_stream_event *e)
{
	uint32_t stages = kept(s)->stages;

	if (e->opcode == CIK_PKT3_DISPATCH_DIRECT || e->opcode == CIK_PKT3_DISPATCH_INDIRECT) {
		stage(s, e, "CS", CIK_COMPUTE_PGM_LO, CIK_COMPUTE_PGM_RSRC2, CIK_COMPUTE_USER_DATA(0));
		return;
	}
	if (CIK_VGT_SHADER_STAGES_EN__LS_EN__GET(stages) == CIK_VGT_SHADER_STAGES_EN__LS_EN__LS_STAGE_ON)
		STAGE(s, e, LS);
	if (CIK_VGT_SHADER_STAGES_EN__HS_EN__GET(stages))
		STAGE(s, e, HS);
	if (CIK_VGT_SHADER_STAGES_EN__ES_EN__GET(stages))
		STAGE(s, e, ES);
	if (CIK_VGT_SHADER_STAGES_EN__GS_EN__GET(stages))
		STAGE(s, e, GS);
	STAGE(s, e, VS);
	STAGE(s, e, PS);
}

static const struct fl_stream_set sets[] = {
    {CIK_PKT3_SET_CONFIG_REG, 0x8000, 0xb000},
    {CIK_PKT3_SET_CONTEXT_REG, 0x28000, 0x29000},
    {CIK_PKT3_SET_SH_REG, SH_START, SH_END},
    {CIK_PKT3_SET_UCONFIG_REG, 0x30000, 0x31000},
    {0, 0, 0},
};

static const uint8_t draws[] = {CIK_PKT3_DISPATCH_DIRECT,
				CIK_PKT3_DISPATCH_INDIRECT,
				CIK_PKT3_DRAW_INDIRECT,
				CIK_PKT3_DRAW_INDEX_INDIRECT,
				CIK_PKT3_DRAW_INDEX_2,
				CIK_PKT3_DRAW_INDIRECT_MULTI,
				CIK_PKT3_DRAW_INDEX_AUTO,
				CIK_PKT3_DRAW_INDEX_MULTI_AUTO,
				CIK_PKT3_DRAW_INDEX_OFFSET_2,
				CIK_PKT3_DRAW_INDEX_INDIRECT_MULTI,
				0};

static const struct fl_stream_bit bits[] = {
    {1, "CIK_PKT3__PREDICATE(1)"},
    {2, "CIK_PKT3__SHADER_TYPE(CIK_PKT3__SHADER_TYPE__COMPUTE)"},
    {0, NULL},
};

const struct fl_stream_family fl_stream_cik = {
    .name = "cik",
    .regs = fl_regs_cik,
    .trace = 3,
    .set = sets,
    .draws = draws,
    .type0_end = 0x40000,
    .short_nop = true,
    .write = write,
    .draw = draw,
    .c_bits = bits,
};
