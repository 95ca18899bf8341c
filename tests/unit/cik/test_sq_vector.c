/* SPDX-License-Identifier: MIT
 *
 * Vector instructions of Sea Islands' waves: every opcode on numbers whose result is known, modifiers, MODE,
 * EXEC, and the scalar path beside the vectors on random operands.
 */
#include "tests/unit/cik/sq_rig.h"

#include <math.h>

TestSuite(cik_sq_vector, .timeout = 60);

#define F(x)     (rig_bits(x))
#define NAN_BITS 0x7fc00000u
#define INF      0x7f800000u
#define MAX_F    0x7f7fffffu

/* a in v[4:5], b in v[6:7], c in v[8:9], d (v10) is 77 before; v10 afterwards */
static const struct row {
	const char *text;
	uint32_t a, b, c, want;
} rows[] = {
    {"v_mov_b32 v10, v4", 5, 0, 0, 5},
    {"v_nop", 5, 0, 0, 77},
    {"v_clrexcp", 5, 0, 0, 77},
    {"v_cvt_f32_i32 v10, v4", 0xfffffffd, 0, 0, 0xc0400000},
    {"v_cvt_f32_u32 v10, v4", 0xffffffff, 0, 0, 0x4f800000},
    {"v_cvt_u32_f32 v10, v4", 0xc0400000, 0, 0, 0},
    {"v_cvt_u32_f32 v10, v4", 0x4f7fffff, 0, 0, 0xffffff00},
    {"v_cvt_u32_f32 v10, v4", INF, 0, 0, 0xffffffff},
    {"v_cvt_i32_f32 v10, v4", 0xc0700000, 0, 0, 0xfffffffd},
    {"v_cvt_i32_f32 v10, v4", NAN_BITS, 0, 0, 0},
    {"v_cvt_i32_f32 v10, v4", 0xff800000, 0, 0, 0x80000000},
    {"v_cvt_f16_f32 v10, v4", 0x3f800000, 0, 0, 0x3c00},
    {"v_cvt_f16_f32 v10, v4", 0x33800000, 0, 0, 1},
    {"v_cvt_f16_f32 v10, v4", 0x47800000, 0, 0, 0x7c00},
    {"v_cvt_f32_f16 v10, v4", 0xc000, 0, 0, 0xc0000000},
    {"v_cvt_f32_f16 v10, v4", 1, 0, 0, 0x33800000},
    {"v_cvt_rpi_i32_f32 v10, v4", 0xc0200000, 0, 0, 0xfffffffe},
    {"v_cvt_flr_i32_f32 v10, v4", 0xc0200000, 0, 0, 0xfffffffd},
    {"v_cvt_off_f32_i4 v10, v4", 9, 0, 0, 0xbee00000},
    {"v_cvt_f32_ubyte0 v10, v4", 0x04030201, 0, 0, 0x3f800000},
    {"v_cvt_f32_ubyte1 v10, v4", 0x04030201, 0, 0, 0x40000000},
    {"v_cvt_f32_ubyte2 v10, v4", 0x04030201, 0, 0, 0x40400000},
    {"v_cvt_f32_ubyte3 v10, v4", 0x04030201, 0, 0, 0x40800000},
    {"v_fract_f32 v10, v4", 0xbfa00000, 0, 0, 0x3f400000},
    {"v_fract_f32 v10, v4", INF, 0, 0, NAN_BITS},
    {"v_trunc_f32 v10, v4", 0xbfe00000, 0, 0, 0xbf800000},
    {"v_ceil_f32 v10, v4", 0xbf000000, 0, 0, 0x80000000},
    {"v_rndne_f32 v10, v4", 0x40200000, 0, 0, 0x40000000},
    {"v_floor_f32 v10, v4", 0xbf000000, 0, 0, 0xbf800000},
    {"v_exp_f32 v10, v4", 0x40400000, 0, 0, 0x41000000},
    {"v_exp_f32 v10, v4", 0xc3480000, 0, 0, 0},
    {"v_exp_legacy_f32 v10, v4", 0xbf800000, 0, 0, 0x3f000000},
    {"v_log_f32 v10, v4", 0x41000000, 0, 0, 0x40400000},
    {"v_log_f32 v10, v4", 0, 0, 0, 0xff800000},
    {"v_log_f32 v10, v4", 0xbf800000, 0, 0, NAN_BITS},
    {"v_log_legacy_f32 v10, v4", 0x40000000, 0, 0, 0x3f800000},
    {"v_log_clamp_f32 v10, v4", 0, 0, 0, 0xff7fffff},
    {"v_rcp_f32 v10, v4", 0x80000000, 0, 0, 0xff800000},
    {"v_rcp_f32 v10, v4", 0x40800000, 0, 0, 0x3e800000},
    {"v_rcp_iflag_f32 v10, v4", 0xc0000000, 0, 0, 0xbf000000},
    {"v_rcp_clamp_f32 v10, v4", 0x80000000, 0, 0, 0xff7fffff},
    {"v_rcp_legacy_f32 v10, v4", 0x80000000, 0, 0, 0x80000000},
    {"v_rsq_f32 v10, v4", 0x40800000, 0, 0, 0x3f000000},
    {"v_rsq_f32 v10, v4", 0, 0, 0, INF},
    {"v_rsq_clamp_f32 v10, v4", 0, 0, 0, MAX_F},
    {"v_rsq_legacy_f32 v10, v4", 0, 0, 0, 0},
    {"v_sqrt_f32 v10, v4", 0x40800000, 0, 0, 0x40000000},
    {"v_sqrt_f32 v10, v4", 0xbf800000, 0, 0, NAN_BITS},
    {"v_sin_f32 v10, v4", 0x3e800000, 0, 0, 0x3f800000},
    {"v_sin_f32 v10, v4", 0x43c80000, 0, 0, 0},
    {"v_cos_f32 v10, v4", 0x3f000000, 0, 0, 0xbf800000},
    {"v_cos_f32 v10, v4", INF, 0, 0, NAN_BITS},
    {"v_not_b32 v10, v4", 0xff, 0, 0, 0xffffff00},
    {"v_bfrev_b32 v10, v4", 0x12345678, 0, 0, 0x1e6a2c48},
    {"v_ffbh_u32 v10, v4", 0x00010000, 0, 0, 15},
    {"v_ffbh_u32 v10, v4", 0, 0, 0, 0xffffffff},
    {"v_ffbl_b32 v10, v4", 0x00010000, 0, 0, 16},
    {"v_ffbh_i32 v10, v4", 0xffff0000, 0, 0, 16},
    {"v_frexp_exp_i32_f32 v10, v4", 0x41000000, 0, 0, 4},
    {"v_frexp_exp_i32_f32 v10, v4", 1, 0, 0, 0xffffff6c},
    {"v_frexp_mant_f32 v10, v4", 0xc1000000, 0, 0, 0xbf000000},
    {"v_frexp_mant_f32 v10, v4", 3, 0, 0, 0x3f400000},
    {"s_mov_b64 vcc, -1\nv_cndmask_b32 v10, v4, v6, vcc", 5, 6, 0, 6},
    {"s_mov_b64 s[20:21], 0\nv_cndmask_b32_e64 v10, v4, v6, s[20:21]", 5, 6, 0, 5},
    {"v_add_f32 v10, v4, v6", 0x3f800000, 0x40000000, 0, 0x40400000},
    {"v_add_f32 v10, v4, v6", INF, 0xff800000, 0, NAN_BITS},
    {"v_sub_f32 v10, v4, v6", 0x3f800000, 0x40000000, 0, 0xbf800000},
    {"v_subrev_f32 v10, v4, v6", 0x3f800000, 0x40000000, 0, 0x3f800000},
    {"v_mov_b32 v10, v8\nv_mac_legacy_f32 v10, v4, v6", 0, INF, 0x3f800000, 0x3f800000},
    {"v_mul_legacy_f32 v10, v4, v6", 0x80000000, INF, 0, 0},
    {"v_mul_f32 v10, v4, v6", 0x40000000, 0x40400000, 0, 0x40c00000},
    {"v_mul_i32_i24 v10, v4, v6", 0xffffff, 3, 0, 0xfffffffd},
    {"v_mul_hi_i32_i24 v10, v4, v6", 0x800000, 0x7fffff, 0, 0xffffc000},
    {"v_mul_u32_u24 v10, v4, v6", 0xff000003, 5, 0, 15},
    {"v_mul_hi_u32_u24 v10, v4, v6", 0xffffff, 0xffffff, 0, 0xffff},
    {"v_min_legacy_f32 v10, v4, v6", NAN_BITS, 0x3f800000, 0, 0x3f800000},
    {"v_min_legacy_f32 v10, v4, v6", 0x3f800000, NAN_BITS, 0, NAN_BITS},
    {"v_max_legacy_f32 v10, v4, v6", 0x40000000, 0x3f800000, 0, 0x40000000},
    {"v_min_f32 v10, v4, v6", NAN_BITS, 0x3f800000, 0, 0x3f800000},
    {"v_min_f32 v10, v4, v6", 0, 0x80000000, 0, 0x80000000},
    {"v_max_f32 v10, v4, v6", 0x3f800000, NAN_BITS, 0, 0x3f800000},
    {"v_min_i32 v10, v4, v6", 0xffffffff, 1, 0, 0xffffffff},
    {"v_max_i32 v10, v4, v6", 0xffffffff, 1, 0, 1},
    {"v_min_u32 v10, v4, v6", 0xffffffff, 1, 0, 1},
    {"v_max_u32 v10, v4, v6", 0xffffffff, 1, 0, 0xffffffff},
    {"v_lshr_b32 v10, v4, v6", 0x80000000, 35, 0, 0x10000000},
    {"v_lshrrev_b32 v10, v4, v6", 4, 0x80000000, 0, 0x08000000},
    {"v_ashr_i32 v10, v4, v6", 0x80000000, 4, 0, 0xf8000000},
    {"v_ashrrev_i32 v10, v4, v6", 4, 0x80000000, 0, 0xf8000000},
    {"v_lshl_b32 v10, v4, v6", 3, 4, 0, 0x30},
    {"v_lshlrev_b32 v10, v4, v6", 4, 3, 0, 0x30},
    {"v_and_b32 v10, v4, v6", 0xf0, 0x3c, 0, 0x30},
    {"v_or_b32 v10, v4, v6", 0xf0, 0x3c, 0, 0xfc},
    {"v_xor_b32 v10, v4, v6", 0xf0, 0x3c, 0, 0xcc},
    {"v_bfm_b32 v10, v4, v6", 4, 8, 0, 0xf00},
    {"v_mov_b32 v10, v8\nv_mac_f32 v10, v4, v6", 0x40000000, 0x40400000, 0x3f800000, 0x40e00000},
    {"v_madmk_f32 v10, v4, 0x40a00000, v6", 0x40000000, 0x3f800000, 0, 0x41300000},
    {"v_madak_f32 v10, v4, v6, 0x40a00000", 0x40000000, 0x3f800000, 0, 0x40e00000},
    {"v_bcnt_u32_b32 v10, v4, v6", 0xff, 10, 0, 18},
    {"v_add_i32 v10, vcc, v4, v6", 5, 6, 0, 11},
    {"v_sub_i32 v10, vcc, v4, v6", 5, 6, 0, 0xffffffff},
    {"v_subrev_i32 v10, vcc, v4, v6", 5, 6, 0, 1},
    {"s_mov_b64 vcc, -1\nv_addc_u32 v10, vcc, v4, v6, vcc", 5, 6, 0, 12},
    {"s_mov_b64 vcc, -1\nv_subb_u32 v10, vcc, v4, v6, vcc", 5, 6, 0, 0xfffffffe},
    {"s_mov_b64 vcc, -1\nv_subbrev_u32 v10, vcc, v4, v6, vcc", 5, 6, 0, 0},
    {"v_ldexp_f32 v10, v4, v6", 0x3f800000, 0xfffffffe, 0, 0x3e800000},
    {"v_ldexp_f32 v10, v4, v6", 0x3f800000, 500, 0, INF},
    {"v_mov_b32 v10, v8\nv_cvt_pkaccum_u8_f32 v10, v4, v6", 0x43480000, 2, 0x11111111, 0x11c81111},
    {"v_cvt_pknorm_i16_f32 v10, v4, v6", 0x3f800000, 0xbf000000, 0, 0xc0007fff},
    {"v_cvt_pknorm_u16_f32 v10, v4, v6", 0x40000000, 0x3f000000, 0, 0x8000ffff},
    {"v_cvt_pkrtz_f16_f32 v10, v4, v6", 0x477fffff, 0xbf800fff, 0, 0xbc007bff},
    {"v_cvt_pk_u16_u32 v10, v4, v6", 0x12345, 7, 0, 0x7ffff},
    {"v_cvt_pk_i16_i32 v10, v4, v6", 0xffff0000, 40000, 0, 0x7fff8000},
    {"v_mad_legacy_f32 v10, v4, v6, v8", INF, 0, 0x40000000, 0x40000000},
    {"v_mad_f32 v10, v4, v6, v8", 0x40000000, 0x40400000, 0x3f800000, 0x40e00000},
    {"v_mad_i32_i24 v10, v4, v6, v8", 0xffffff, 3, 10, 7},
    {"v_mad_u32_u24 v10, v4, v6, v8", 0xff000003, 5, 1, 16},
    {"v_cubeid_f32 v10, v4, v6, v8", 0x3f800000, 0x40000000, 0xc0400000, 0x40a00000},
    {"v_cubeid_f32 v10, v4, v6, v8", 0xbf800000, 0, 0, 0x3f800000},
    {"v_cubesc_f32 v10, v4, v6, v8", 0x3f800000, 0x40000000, 0xc0400000, 0xbf800000},
    {"v_cubetc_f32 v10, v4, v6, v8", 0x3f800000, 0x40000000, 0xc0400000, 0xc0000000},
    {"v_cubema_f32 v10, v4, v6, v8", 0x3f800000, 0x40000000, 0xc0400000, 0xc0c00000},
    {"v_bfe_u32 v10, v4, v6, v8", 0xabcd1234, 16, 8, 0xcd},
    {"v_bfe_i32 v10, v4, v6, v8", 0xabcd1234, 16, 8, 0xffffffcd},
    {"v_bfe_i32 v10, v4, v6, v8", 0xabcd1234, 28, 8, 0xfffffffa},
    {"v_bfi_b32 v10, v4, v6, v8", 0xff00, 0x1234, 0xabcd, 0x12cd},
    {"v_fma_f32 v10, v4, v6, v8", 0x3f800001, 0x3f800001, 0xbf800002, 0x28800000},
    {"v_lerp_u8 v10, v4, v6, v8", 0x01020304, 0x02030405, 0x00000101, 0x01020405},
    {"v_alignbit_b32 v10, v4, v6, v8", 0x12345678, 0x9abcdef0, 8, 0x789abcde},
    {"v_alignbyte_b32 v10, v4, v6, v8", 0x12345678, 0x9abcdef0, 3, 0x3456789a},
    {"v_mullit_f32 v10, v4, v6, v8", 0x40000000, 0x40400000, 0x3f800000, 0x40c00000},
    {"v_mullit_f32 v10, v4, v6, v8", 0x40000000, 0x40400000, 0, 0xff7fffff},
    {"v_min3_f32 v10, v4, v6, v8", 0x40000000, 0x3f800000, 0x40400000, 0x3f800000},
    {"v_max3_f32 v10, v4, v6, v8", 0x40000000, 0x3f800000, 0x40400000, 0x40400000},
    {"v_med3_f32 v10, v4, v6, v8", 0x40000000, 0x3f800000, 0x40400000, 0x40000000},
    {"v_med3_f32 v10, v4, v6, v8", NAN_BITS, 0x3f800000, 0x40400000, 0x3f800000},
    {"v_min3_i32 v10, v4, v6, v8", 3, 0xffffffff, 2, 0xffffffff},
    {"v_max3_i32 v10, v4, v6, v8", 3, 0xffffffff, 2, 3},
    {"v_med3_i32 v10, v4, v6, v8", 3, 0xffffffff, 2, 2},
    {"v_min3_u32 v10, v4, v6, v8", 3, 0xffffffff, 2, 2},
    {"v_max3_u32 v10, v4, v6, v8", 3, 0xffffffff, 2, 0xffffffff},
    {"v_med3_u32 v10, v4, v6, v8", 3, 0xffffffff, 2, 3},
    {"v_sad_u8 v10, v4, v6, v8", 0x10203040, 0x11223344, 100, 110},
    {"v_sad_hi_u8 v10, v4, v6, v8", 0x10203040, 0x11223344, 100, 0xa0064},
    {"v_sad_u16 v10, v4, v6, v8", 0x00100020, 0x00200010, 1, 33},
    {"v_sad_u32 v10, v4, v6, v8", 5, 9, 1, 5},
    {"v_msad_u8 v10, v4, v6, v8", 0x10203040, 0x11003344, 100, 108},
    {"v_cvt_pk_u8_f32 v10, v4, v6, v8", 0x43960000, 1, 0x11111111, 0x1111ff11},
    {"v_div_fixup_f32 v10, v4, v6, v8", 0x3f800000, 0, 0xc0000000, 0xff800000},
    {"v_div_fixup_f32 v10, v4, v6, v8", 0x3f800000, 0, 0, NAN_BITS},
    {"v_div_fixup_f32 v10, v4, v6, v8", 0x3f800000, 0xc0000000, 0x40000000, 0xbf800000},
    {"v_mul_lo_u32 v10, v4, v6", 0x10001, 0x10001, 0, 0x20001},
    {"v_mul_hi_u32 v10, v4, v6", 0xffffffff, 0xffffffff, 0, 0xfffffffe},
    {"v_mul_lo_i32 v10, v4, v6", 0xffffffff, 7, 0, 0xfffffff9},
    {"v_mul_hi_i32 v10, v4, v6", 0xffffffff, 7, 0, 0xffffffff},
    {"v_div_scale_f32 v10, vcc, v4, v4, v6", 0x7f000000, 0x40800000, 0, 0x5f000000},
    {"v_div_scale_f32 v10, vcc, v4, v4, v6", 0x7f000000, 0x3f800000, 0, 0x5f000000},
    {"v_div_scale_f32 v10, vcc, v6, v4, v6", 0x7f000000, 0x3f800000, 0, 0x3f800000},
    {"v_div_scale_f32 v10, vcc, v4, v4, v6", 0x0f000000, 0x7f000000, 0, 0x2f000000},
    {"v_div_scale_f32 v10, vcc, v4, v4, v6", 0x00000001, 0x3f800000, 0, 0x15000000},
    {"v_div_scale_f32 v10, vcc, v6, v4, v6", 0x41000000, 0x00800000, 0, 0x20800000},
    {"v_div_scale_f32 v10, vcc, v6, v4, v6", 0x3f800000, 0x05000000, 0, 0x25000000},
    {"v_div_scale_f32 v10, vcc, v4, v4, v6", 0x3f800000, 0, 0, NAN_BITS},
    {"s_mov_b64 vcc, 0\ns_nop 3\nv_div_fmas_f32 v10, v4, v6, v8", 0x40000000, 0x40400000, 0x3f800000,
     0x40e00000},
    {"s_mov_b64 vcc, -1\ns_nop 3\nv_div_fmas_f32 v10, v4, v6, v8", 0x40000000, 0x40400000, 0x40000000,
     0x61000000},
    /* modifiers: |x|, -x, clamp, factors; -0 times a factor */
    {"v_add_f32_e64 v10, |v4|, -v6", 0xbf800000, 0x40000000, 0, 0xbf800000},
    {"v_add_f32_e64 v10, -|v4|, v6 mul:2", 0xbf800000, 0x40000000, 0, 0x40000000},
    {"v_add_f32_e64 v10, v4, v6 mul:4", 0x3f800000, 0x40000000, 0, 0x41400000},
    {"v_add_f32_e64 v10, v4, v6 div:2", 0x3f800000, 0x40000000, 0, 0x3fc00000},
    {"v_mul_f32_e64 v10, v4, v6 mul:2", 0x80000000, 0x40000000, 0, 0},
    {"v_add_f32_e64 v10, v4, v6 clamp", 0x3f800000, 0x40000000, 0, 0x3f800000},
    {"v_add_f32_e64 v10, v4, v6 clamp", INF, 0xff800000, 0, 0},
    {"v_cvt_f32_f16_e64 v10, -v4", 0x3c00, 0, 0, 0xbf800000},
    /* denormals of single precision are zeros by MODE at the start, and those of mad always */
    {"v_add_f32 v10, v4, v6", 1, 1, 0, 0},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3\nv_add_f32 v10, v4, v6", 1, 1, 0, 2},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3\nv_mad_f32 v10, v4, v6, v8", 1, 0x3f800000, 1, 0},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3\nv_add_f32_e64 v10, v4, v6 mul:2", 0x3f800000, 0, 0,
     0x3f800000},
    /* rounding: up, down, to zero */
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1\nv_add_f32 v10, v4, v6", 0x3f800000, 0x30000000, 0,
     0x3f800001},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 2\nv_sub_f32 v10, v4, v6", 0x3f800000, 0x30000000, 0,
     0x3f7fffff},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3\nv_add_f32 v10, v4, v6", 0xbf800000, 0xb0000000, 0,
     0xbf800000},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1\nv_cvt_f16_f32 v10, v4", 0x3f800001, 0, 0, 0x3c01},
    /* constants and scalars */
    {"s_mov_b32 s20, 9\nv_add_i32 v10, vcc, s20, v4", 5, 0, 0, 14},
    {"v_add_f32 v10, 4.0, v4", 0x3f800000, 0, 0, 0x40a00000},
    {"v_add_i32 v10, vcc, 0x12345678, v4", 1, 0, 0, 0x12345679},
    {"s_mov_b32 m0, 0x20000\nv_mov_b32 v10, src_lds_direct", 0, 0, 0, 0x04030201},
    /* relative registers: v4 + 2, v8 + 2 */
    {"s_mov_b32 m0, 2\nv_movrels_b32 v10, v4", 5, 6, 0, 6},
    {"s_mov_b32 m0, 2\nv_movreld_b32 v8, v4", 5, 6, 0, 5},
    {"s_mov_b32 m0, 2\nv_movrelsd_b32 v8, v4", 5, 6, 0, 6},
};

static uint64_t pair(unsigned reg, unsigned lane)
{
	return rig.w->v[reg][lane] | (uint64_t)rig.w->v[reg + 1][lane] << 32;
}

Test(cik_sq_vector, results)
{
	rig_open(1);
	memcpy(rig.lds, (uint8_t[]){1, 2, 3, 4}, 4);
	for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
		const struct row *r = &rows[k];

		mcik_wave_reset(rig.w);
		rig_set(4, r->a);
		rig_set(6, r->b);
		rig_set(8, r->c);
		rig_set(10, 77);
		rig.w->v[10][63] = 77;
		rig_set_pair(MCIK_EXEC, ~0ull >> 1);
		cr_assert(rig_run(r->text), "%s: %s", r->text, rig.said);
		for (unsigned l = 0; l < 63; l += 31)
			cr_expect_eq(rig.w->v[10][l], r->want, "%s (row %u, lane %u): %08x, not %08x",
				     r->text, k, l, rig.w->v[10][l], r->want);
		cr_expect_eq(rig.w->v[10][63], 77u, "%s: an inactive lane is %x", r->text, rig.w->v[10][63]);
	}
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

/* ---- 64 bits: sources in v[4:5], v[6:7], v[8:9], the result in v[10:11] -------------------------------- */
Test(cik_sq_vector, results_of_64_bits)
{
	const struct {
		const char *text;
		uint64_t a, b, c, want;
	} wide[] = {
	    {"v_cvt_i32_f64 v10, v[4:5]", rig_double(-3.7), 0, 0, (uint32_t)-3},
	    {"v_cvt_f64_i32 v[10:11], v4", (uint32_t)-3, 0, 0, rig_double(-3)},
	    {"v_cvt_f32_f64 v10, v[4:5]", rig_double(0.1), 0, 0, 0x3dcccccd},
	    /* denormals are zeros here; half a unit below the smallest normal number is that number */
	    {"v_cvt_f32_f64 v10, v[4:5]", rig_double(0x1p-126 - 0x1p-150), 0, 0, 0x00800000},
	    {"v_cvt_f32_f64 v10, v[4:5]", rig_double(0x1p-150 - 0x1p-126), 0, 0, 0x80800000},
	    {"v_cvt_f32_f64 v10, v[4:5]", rig_double(0x1p-126 - 0x1p-149), 0, 0, 0},
	    {"v_cvt_f32_f64 v10, v[4:5]", rig_double(-0x1p-127), 0, 0, 0x80000000},
	    {"v_cvt_f64_f32 v[10:11], v4", 0x3fc00000, 0, 0, rig_double(1.5)},
	    {"v_cvt_u32_f64 v10, v[4:5]", rig_double(5e9), 0, 0, 0xffffffff},
	    {"v_cvt_f64_u32 v[10:11], v4", 0xffffffff, 0, 0, rig_double(4294967295.0)},
	    {"v_trunc_f64 v[10:11], v[4:5]", rig_double(-2.5), 0, 0, rig_double(-2)},
	    {"v_ceil_f64 v[10:11], v[4:5]", rig_double(2.25), 0, 0, rig_double(3)},
	    {"v_rndne_f64 v[10:11], v[4:5]", rig_double(2.5), 0, 0, rig_double(2)},
	    {"v_floor_f64 v[10:11], v[4:5]", rig_double(-2.25), 0, 0, rig_double(-3)},
	    {"v_rcp_f64 v[10:11], v[4:5]", rig_double(4), 0, 0, rig_double(0.25)},
	    {"v_rcp_clamp_f64 v[10:11], v[4:5]", rig_double(-0.0), 0, 0, rig_double(-0x1.fffffffffffffp1023)},
	    {"v_rsq_f64 v[10:11], v[4:5]", rig_double(16), 0, 0, rig_double(0.25)},
	    {"v_rsq_clamp_f64 v[10:11], v[4:5]", rig_double(0), 0, 0, rig_double(0x1.fffffffffffffp1023)},
	    {"v_sqrt_f64 v[10:11], v[4:5]", rig_double(2.25), 0, 0, rig_double(1.5)},
	    {"v_frexp_exp_i32_f64 v10, v[4:5]", rig_double(8), 0, 0, 4},
	    {"v_frexp_exp_i32_f64 v10, v[4:5]", 1, 0, 0, (uint32_t)-1073},
	    {"v_frexp_mant_f64 v[10:11], v[4:5]", rig_double(-12), 0, 0, rig_double(-0.75)},
	    {"v_frexp_mant_f64 v[10:11], v[4:5]", 3, 0, 0, rig_double(0.75)},
	    {"v_fract_f64 v[10:11], v[4:5]", rig_double(-0.25), 0, 0, rig_double(0.75)},
	    {"v_fma_f64 v[10:11], v[4:5], v[6:7], v[8:9]", rig_double(1 + 0x1p-52), rig_double(1 + 0x1p-52),
	     rig_double(-1 - 0x1p-51), rig_double(0x1p-104)},
	    {"v_div_fixup_f64 v[10:11], v[4:5], v[6:7], v[8:9]", rig_double(1), rig_double(-0.0),
	     rig_double(3), rig_double(-INFINITY)},
	    {"v_lshl_b64 v[10:11], v[4:5], v6", 3, 36, 0, 3ull << 36},
	    {"v_lshr_b64 v[10:11], v[4:5], v6", 1ull << 63, 63, 0, 1},
	    {"v_ashr_i64 v[10:11], v[4:5], v6", 1ull << 63, 62, 0, ~1ull},
	    {"v_add_f64 v[10:11], v[4:5], v[6:7]", rig_double(0.1), rig_double(0.2), 0,
	     rig_double(0.1 + 0.2)},
	    {"v_add_f64 v[10:11], |v[4:5]|, -v[6:7]", rig_double(-3), rig_double(1), 0, rig_double(2)},
	    {"v_add_f64 v[10:11], v[4:5], v[6:7] clamp", rig_double(3), rig_double(1), 0, rig_double(1)},
	    {"v_add_f64 v[10:11], v[4:5], 0.5", rig_double(3), 0, 0, rig_double(3.5)},
	    {"v_mul_f64 v[10:11], v[4:5], v[6:7]", rig_double(0.1), rig_double(0.2), 0,
	     rig_double(0.1 * 0.2)},
	    {"v_min_f64 v[10:11], v[4:5], v[6:7]", rig_double(NAN), rig_double(2), 0, rig_double(2)},
	    {"v_max_f64 v[10:11], v[4:5], v[6:7]", rig_double(-0.0), rig_double(0.0), 0, rig_double(0.0)},
	    {"v_ldexp_f64 v[10:11], v[4:5], v6", rig_double(1.5), (uint32_t)-1070, 0,
	     rig_double(0x1.8p-1070)},
	    {"v_ldexp_f64 v[10:11], v[4:5], v6", rig_double(1.5), 3000, 0, rig_double(INFINITY)},
	    {"v_div_scale_f64 v[10:11], vcc, v[4:5], v[4:5], v[6:7]", rig_double(0x1p1023), rig_double(4), 0,
	     rig_double(0x1p895)},
	    {"s_mov_b64 vcc, -1\ns_nop 3\nv_div_fmas_f64 v[10:11], v[4:5], v[6:7], v[8:9]", rig_double(2),
	     rig_double(3), rig_double(1), rig_double(7 * 0x1p-128)},
	    {"v_qsad_pk_u16_u8 v[10:11], v[4:5], v6, v[8:9]", 0x0807060504030201, 0x01010101,
	     0x0004000300020001, 22ull << 48 | 17ull << 32 | 12ull << 16 | 7},
	    {"v_mqsad_pk_u16_u8 v[10:11], v[4:5], v6, v[8:9]", 0x0807060504030201, 0x00000100,
	     0xffff000000000001, 0xffffull << 48 | 3ull << 32 | 2ull << 16 | 2},
	    {"v_trig_preop_f64 v[10:11], v[4:5], 0", rig_double(1), 0, 0, rig_double(0x1.45f306dc9c882p-1)},
	    {"v_mad_u64_u32 v[10:11], vcc, v4, v6, v[8:9]", 0xffffffff, 0xffffffff, 5, 0xfffffffe00000006},
	    {"v_mad_i64_i32 v[10:11], vcc, v4, v6, v[8:9]", 0xffffffff, 7, 5, ~1ull},
	};

	rig_open(1);
	for (unsigned k = 0; k < sizeof wide / sizeof *wide; k++) {
		const bool narrow = !strstr(wide[k].text, "v[10:11]");

		mcik_wave_reset(rig.w);
		rig_set(4, wide[k].a);
		rig_set(6, wide[k].b);
		rig_set(8, wide[k].c);
		cr_assert(rig_run(wide[k].text), "%s: %s", wide[k].text, rig.said);
		const uint64_t got = narrow ? rig.w->v[10][40] : pair(10, 40);

		cr_expect_eq(got, wide[k].want, "%s (row %u): %llx, not %llx", wide[k].text, k,
			     (unsigned long long)got, (unsigned long long)wide[k].want);
	}
	rig_set(4, 0x0807060504030201);
	rig_set(6, 0x01010101);
	for (unsigned k = 0; k < 4; k++)
		rig_set(20 + k, k == 3 ? 0xffffffff : 100 * k);
	rig_run("v_mqsad_u32_u8 v[24:27], v[4:5], v6, v[20:23]");
	cr_expect_eq(rig.w->v[24][0], 6u);
	cr_expect_eq(rig.w->v[25][0], 110u);
	cr_expect_eq(rig.w->v[26][0], 214u);
	cr_expect_eq(rig.w->v[27][0], 0xffffffffu);
	rig_close();
}

/* ---- lanes --------------------------------------------------------------------------------------------- */
Test(cik_sq_vector, lanes)
{
	rig_open(1);
	for (unsigned l = 0; l < MCIK_LANES; l++)
		rig.w->v[4][l] = 100 + l;
	rig_set_pair(MCIK_EXEC, 0xff00);
	rig_run("v_readfirstlane_b32 s8, v4\nv_readlane_b32 s9, v4, 3\ns_mov_b32 m0, 70\nv_readlane_b32 s10, "
		"v4, m0\n"
		"s_mov_b32 s11, 55\nv_writelane_b32 v5, s11, 2");
	cr_expect_eq(rig.w->s[8], 108u);
	cr_expect_eq(rig.w->s[9], 103u);
	cr_expect_eq(rig.w->s[10], 106u);
	cr_expect_eq(rig.w->v[5][2], 55u);
	rig_set_pair(MCIK_EXEC, 0);
	rig_run("v_readfirstlane_b32 s8, v4");
	cr_expect_eq(rig.w->s[8], 100u, "without lanes it is the first");
	rig_set_pair(MCIK_EXEC, ~0ull);
	rig_run("v_mbcnt_lo_u32_b32 v6, -1, 0\nv_mbcnt_hi_u32_b32 v6, -1, v6");
	for (unsigned l = 0; l < MCIK_LANES; l++)
		cr_expect_eq(rig.w->v[6][l], l, "lane %u", l);
	rig_run("v_add_i32 v7, s[20:21], v6, -16\nv_addc_u32 v8, vcc, 0, 0, s[20:21]");
	cr_expect_eq(rig_pair(20), ~0ull << 16);
	cr_expect_eq(rig.w->v[8][15], 0u);
	cr_expect_eq(rig.w->v[8][16], 1u);
	cr_expect_eq(rig_pair(MCIK_VCC), 0u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

/* ---- attributes: P0 1, P10 2, P20 3 (and 10 more for the second primitive, from quad 4 on) ------------- */
Test(cik_sq_vector, interpolation)
{
	rig_open(1);
	for (unsigned prim = 0; prim < 2; prim++) {
		const float at[12] = {1 + 10.0f * (float)prim, 2, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0};

		memcpy(rig.lds + 1024 + 48 * (2 + prim), at, sizeof at); /* attribute 1 of two primitives */
	}
	rig_set(4, F(0.5f));
	rig_set(5, F(0.25f));
	rig.w->s[MCIK_M0] = 1024 | 8u << 16;
	rig_run("v_interp_p1_f32 v10, v4, attr1.x\nv_interp_p2_f32 v10, v5, attr1.x\nv_interp_mov_f32 v11, "
		"p0, attr1.x\n"
		"v_interp_mov_f32 v12, p10, attr1.x\nv_interp_mov_f32 v13, p20, attr1.x");
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		const float p0 = l < 16 ? 1 : 11;

		cr_expect_eq(rig.w->v[10][l], F(p0 + 1.0f + 0.75f), "lane %u", l);
		cr_expect_eq(rig.w->v[11][l], F(p0), "lane %u", l);
		cr_expect_eq(rig.w->v[12][l], F(2), "lane %u", l);
		cr_expect_eq(rig.w->v[13][l], F(3), "lane %u", l);
	}
	rig_close();
}

/* ---- the paths agree, bit for bit, in every opcode ----------------------------------------------------- */
static uint64_t seed = 88172645463325252ull;

static uint32_t random32(void)
{
	static const uint32_t odd[8] = {0, 0x80000000, INF, 0xff800000, NAN_BITS, 1, 0x3f800000, 0xffffffff};

	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed >> 60 ? (uint32_t)(seed >> 16) : odd[seed >> 20 & 7];
}

Test(cik_sq_vector, paths_agree)
{
	static uint32_t before[MCIK_VGPRS][MCIK_LANES], after[MCIK_VGPRS][MCIK_LANES];
	uint32_t s[MCIK_SCALARS];
	unsigned known = 0;

	rig_open(1);
	const enum fl_isa isa = rig.env.isa;

	for (unsigned r = 0; r < 16; r++)
		for (unsigned l = 0; l < MCIK_LANES; l++)
			before[r][l] = random32();
	for (uint32_t op = 0; op < 512; op++) {
		/* v[10:13] out of v[0:1], v[4:5], v[6:9], and s[20:21] where there are two results */
		const uint32_t words[3] = {0xd0000000 | op << 17 | (op < 256 ? 20u : 10u),
					   256u | (256u + 4) << 9 | (256u + 6) << 18, 0xbf810000};

		memcpy(rig.mem + RIG_CODE, words, sizeof words);
		for (unsigned path = 0; path < 2; path++) {
			rig.env.isa = path ? isa : FL_ISA_SCALAR;
			mcik_wave_reset(rig.w);
			mcik_code_invalidate(rig.code);
			memcpy(rig.w->v, before, 16 * sizeof *before);
			rig.w->pc = RIG_BASE + RIG_CODE;
			rig.w->s[MCIK_VCC] = 0x12345678;
			mcik_wave_run(rig.w);
			if (path && rig.w->state == MCIK_ENDED) {
				known++;
				cr_expect(!memcmp(after, rig.w->v, sizeof after), "opcode 0x%x: VGPRs differ",
					  op);
				cr_expect(!memcmp(s, rig.w->s, sizeof s), "opcode 0x%x: SGPRs differ", op);
			}
			memcpy(after, rig.w->v, sizeof after);
			memcpy(s, rig.w->s, sizeof s);
		}
	}
	cr_expect_gt(known, 360u, "%u opcodes", known);
	rig_close();
}
