/* SPDX-License-Identifier: MIT
 *
 * States with mask bits: a field whose bit is set keeps what it has (GC facts 2.5; etna_viv rnndb,
 * `masked`). What is stored has the bits clear.
 */
#include "hw/model/gc/fe.h"

struct pair {
	uint32_t bit, field;
};
#define PAIR(reg, mask, field)                                          \
	{                                                               \
		GC_##reg##__##mask##__MASK, GC_##reg##__##field##__MASK \
	}
#define END          \
	{            \
		0, 0 \
	}

static const struct pair pa_config[] = {
    PAIR(PA_CONFIG, POINT_SIZE_ENABLE_MASK, POINT_SIZE_ENABLE),
    PAIR(PA_CONFIG, POINT_SPRITE_ENABLE_MASK, POINT_SPRITE_ENABLE),
    PAIR(PA_CONFIG, CULL_FACE_MODE_MASK, CULL_FACE_MODE),
    PAIR(PA_CONFIG, FILL_MODE_MASK, FILL_MODE),
    PAIR(PA_CONFIG, SHADE_MODEL_MASK, SHADE_MODEL),
    PAIR(PA_CONFIG, UNK22_MASK, UNK22),
    END,
};
static const struct pair pe_depth_config[] = {
    PAIR(PE_DEPTH_CONFIG, DEPTH_MODE_MASK, DEPTH_MODE),
    PAIR(PE_DEPTH_CONFIG, DEPTH_FORMAT_MASK, DEPTH_FORMAT),
    PAIR(PE_DEPTH_CONFIG, DEPTH_FUNC_MASK, DEPTH_FUNC),
    PAIR(PE_DEPTH_CONFIG, WRITE_ENABLE_MASK, WRITE_ENABLE),
    PAIR(PE_DEPTH_CONFIG, EARLY_Z_MASK, EARLY_Z),
    PAIR(PE_DEPTH_CONFIG, ONLY_DEPTH_MASK, ONLY_DEPTH),
    PAIR(PE_DEPTH_CONFIG, DISABLE_ZS_MASK, DISABLE_ZS),
    PAIR(PE_DEPTH_CONFIG, SUPER_TILED_MASK, SUPER_TILED),
    END,
};
static const struct pair pe_stencil_op[] = {
    PAIR(PE_STENCIL_OP, FUNC_FRONT_MASK, FUNC_FRONT),
    PAIR(PE_STENCIL_OP, PASS_FRONT_MASK, PASS_FRONT),
    PAIR(PE_STENCIL_OP, FAIL_FRONT_MASK, FAIL_FRONT),
    PAIR(PE_STENCIL_OP, DEPTH_FAIL_FRONT_MASK, DEPTH_FAIL_FRONT),
    PAIR(PE_STENCIL_OP, FUNC_BACK_MASK, FUNC_BACK),
    PAIR(PE_STENCIL_OP, PASS_BACK_MASK, PASS_BACK),
    PAIR(PE_STENCIL_OP, FAIL_BACK_MASK, FAIL_BACK),
    PAIR(PE_STENCIL_OP, DEPTH_FAIL_BACK_MASK, DEPTH_FAIL_BACK),
    END,
};
static const struct pair pe_stencil_config[] = {
    PAIR(PE_STENCIL_CONFIG, MODE_MASK, MODE),
    PAIR(PE_STENCIL_CONFIG, REF_FRONT_MASK, REF_FRONT),
    PAIR(PE_STENCIL_CONFIG, MASK_FRONT_MASK, MASK_FRONT),
    PAIR(PE_STENCIL_CONFIG, WRITE_MASK_MASK, WRITE_MASK),
    END,
};
static const struct pair pe_alpha_op[] = {
    PAIR(PE_ALPHA_OP, ALPHA_TEST_MASK, ALPHA_TEST),
    PAIR(PE_ALPHA_OP, ALPHA_FUNC_MASK, ALPHA_FUNC),
    PAIR(PE_ALPHA_OP, ALPHA_REF_MASKFUNC_MASK, ALPHA_REF),
    END,
};
static const struct pair pe_alpha_config[] = {
    PAIR(PE_ALPHA_CONFIG, BLEND_ENABLE_COLOR_MASK, BLEND_ENABLE_COLOR),
    PAIR(PE_ALPHA_CONFIG, SRC_FUNC_COLOR_MASK, SRC_FUNC_COLOR),
    PAIR(PE_ALPHA_CONFIG, DST_FUNC_COLOR_MASK, DST_FUNC_COLOR),
    PAIR(PE_ALPHA_CONFIG, EQ_COLOR_MASK, EQ_COLOR),
    PAIR(PE_ALPHA_CONFIG, BLEND_SEPARATE_ALPHA_MASK, BLEND_SEPARATE_ALPHA),
    PAIR(PE_ALPHA_CONFIG, SRC_FUNC_ALPHA_MASK, SRC_FUNC_ALPHA),
    PAIR(PE_ALPHA_CONFIG, DST_FUNC_ALPHA_MASK, DST_FUNC_ALPHA),
    PAIR(PE_ALPHA_CONFIG, EQ_ALPHA_MASK, EQ_ALPHA),
    END,
};
static const struct pair pe_color_format[] = {
    PAIR(PE_COLOR_FORMAT, FORMAT_MASK, FORMAT),
    PAIR(PE_COLOR_FORMAT, COMPONENTS_MASK, COMPONENTS),
    PAIR(PE_COLOR_FORMAT, OVERWRITE_MASK, OVERWRITE),
    PAIR(PE_COLOR_FORMAT, SUPER_TILED_MASK, SUPER_TILED),
    END,
};
static const struct pair pe_stencil_config_ext[] = {
    PAIR(PE_STENCIL_CONFIG_EXT, REF_BACK_MASK, REF_BACK),
    PAIR(PE_STENCIL_CONFIG_EXT, UNK16_MASK, UNK16),
    END,
};
static const struct pair pe_logic_op[] = {
    PAIR(PE_LOGIC_OP, OP_MASK, OP),
    END,
};
static const struct pair gl_multi_sample_config[] = {
    PAIR(GL_MULTI_SAMPLE_CONFIG, MSAA_SAMPLES_MASK, MSAA_SAMPLES),
    PAIR(GL_MULTI_SAMPLE_CONFIG, MSAA_ENABLES_MASK, MSAA_ENABLES),
    PAIR(GL_MULTI_SAMPLE_CONFIG, UNK12_MASK, UNK12),
    PAIR(GL_MULTI_SAMPLE_CONFIG, UNK16_MASK, UNK16),
    END,
};

static const struct pair *pairs(uint32_t offset)
{
	switch (offset) {
	case GC_PA_CONFIG:
		return pa_config;
	case GC_PE_DEPTH_CONFIG:
		return pe_depth_config;
	case GC_PE_STENCIL_OP:
		return pe_stencil_op;
	case GC_PE_STENCIL_CONFIG:
		return pe_stencil_config;
	case GC_PE_ALPHA_OP:
		return pe_alpha_op;
	case GC_PE_ALPHA_CONFIG:
		return pe_alpha_config;
	case GC_PE_COLOR_FORMAT:
		return pe_color_format;
	case GC_PE_STENCIL_CONFIG_EXT:
		return pe_stencil_config_ext;
	case GC_PE_LOGIC_OP:
		return pe_logic_op;
	case GC_GL_MULTI_SAMPLE_CONFIG:
		return gl_multi_sample_config;
	}
	/* of further targets, the same bits as of the first */
	if (offset >= GC_PE_HALTI5_RT_ALPHA_CONFIG(0) &&
	    offset <= GC_PE_HALTI5_RT_ALPHA_CONFIG(GC_PE_HALTI5_RT_ALPHA_CONFIG__COUNT - 1))
		return pe_alpha_config;
	return NULL;
}

uint32_t mgc_state_merge(uint32_t offset, uint32_t old, uint32_t value)
{
	const struct pair *p = pairs(offset);

	for (; p && p->bit; p++)
		if (value & p->bit)
			value = (value & ~(p->bit | p->field)) | (old & p->field);
	return value;
}
