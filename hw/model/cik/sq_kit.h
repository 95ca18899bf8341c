/* SPDX-License-Identifier: MIT
 *
 * The operations of the vector ALU, 64 lanes at a time: one list of them all, by the opcodes of VOP3, among
 * which those of the short forms have their places. Numeric rules: Sea Islands reference, chapter 4.3; what
 * the model decides where no source does:
 *   - a NaN that arithmetic makes is SQ_NAN, whatever NaN its operands were; moved and selected ones stay;
 *   - MIN, MAX and MED keep denormals, which are compared as MODE says;
 *   - v_exp, v_log, v_rsq, v_sin and v_cos round as hw/model/num/num.h does, whatever MODE says.
 */
#ifndef HW_MODEL_CIK_SQ_KIT_H
#define HW_MODEL_CIK_SQ_KIT_H

#include "hw/model/cik/sq.h"
#include "hw/regs/cik.h"

#define SQ_NAN   0x7fc00000u
#define SQ_NAN64 0x7ff8000000000000ull

enum { SQ_LANES = MCIK_LANES, SQ_VOP2_AT = 256, SQ_VOP1_AT = 384, SQ_VOPS = 512 };

/* Sources and results: a plane of low dwords, and what follows it */
struct sq_lanes {
	uint32_t *d[4];
	const uint32_t *a[2], *b[2], *c[4];
	uint64_t in, out; /* a bit a lane: carry, condition, result of a comparison */
	uint32_t mode;    /* of the wave */
};
typedef void sq_kernel(struct sq_lanes *x);

/* Where the addresses of all lanes lie, of whose 64 bits these are the lower and the upper half. */
struct sq_reach {
	uint32_t low, high; /* the first, and the last */
	bool together;      /* the upper halves are one */
	bool in_row;        /* each lane's is so many bytes after the one before it */
};

struct sq_kit {
	sq_kernel *op[SQ_VOPS];
	/* In haste: the first source, or the second, is one value for all lanes, and not a plane. NULL: there
	 * is no such kernel. */
	sq_kernel *one[SQ_VOPS][2];
	/* Operations whose result need not be SQ_NAN where it is a NaN, for nothing looks at it: with planes
	 * alone, and with one value for all lanes as above. */
	sq_kernel *raw[SQ_VOPS][3];
	void (*change)(uint32_t *to, const uint32_t *from, uint32_t keep, uint32_t flip);
	void (*scale)(uint32_t *d, float factor, bool clamp, uint32_t of_nan); /* output modifiers */
	void (*blend)(uint32_t *to, const uint32_t *from, uint64_t lanes);
	void (*fill)(uint32_t *to, uint32_t value);
	void (*quads)(uint32_t *to, const uint32_t value[SQ_LANES / 4]); /* each in four lanes */
	/* d = slope * ij + base, rounded once: interpolation */
	void (*interp)(uint32_t *d, const uint32_t *slope, const uint32_t *ij, const uint32_t *base);
	/* The same of values in memory, at[q] bytes from slope and base for quad q; base NULL: d. */
	void (*interp_quads)(uint32_t *d, const uint8_t *slope, const uint32_t *ij, const uint8_t *base,
			     const uint32_t at[SQ_LANES / 4]);
	/* The same of one primitive: P1 with both values, and P2, whose base is d. */
	void (*interp_first)(uint32_t *d, uint32_t slope, const uint32_t *ij, uint32_t base);
	void (*interp_second)(uint32_t *d, uint32_t slope, const uint32_t *ij);
	void (*reach)(const uint32_t *low, const uint32_t *high, uint32_t step_B, struct sq_reach *r);
	/* Dwords of lanes that lie in a row in memory, n of each: loaded, and stored. */
	void (*load_row)(mcik_plane *to, const uint8_t *from, unsigned n);
	void (*store_row)(uint8_t *to, const mcik_plane *from, unsigned n);
	/* The dword at from + at[l], for each lane. */
	void (*pick)(uint32_t *to, const uint8_t *from, const uint32_t *at);
	/* The least and the greatest. */
	void (*bounds)(const uint32_t *index, uint32_t *low, uint32_t *high);
	/* Rows by indices, from that of `low` on, stride_B apart: n dwords of each to n planes, of which
	 * one may be the indices. 16 bytes of each are read. */
	void (*rows)(mcik_plane *to, const uint8_t *from, const uint32_t *index, uint32_t low,
		     uint32_t stride_B, unsigned n);
	/* The first dword of each, and no more is read. */
	void (*words)(uint32_t *to, const uint8_t *from, const uint32_t *index, uint32_t low,
		      uint32_t stride_B);
	/* One of the halves of src as floats, shift 0 or 16; cut: what was cut off is put at its middle. */
	void (*from_half)(float *to, const uint32_t *src, unsigned shift, bool cut);
};
FL_SIMD_DECLARE(const struct sq_kit *, mcik_sq_kit, (void));

#define SQ_V1(name)    (SQ_VOP1_AT + CIK_OP_VOP1__##name)
#define SQ_V2(name)    (SQ_VOP2_AT + CIK_OP_VOP2__##name)
#define SQ_V3(name)    CIK_OP_VOP3__##name

/* X(opcode, kernel, shape, arithmetic). Shape: the result, then the sources, then signs.
 *   i I Q   32, 64, 128 bits            f F   the same as floats: |x|, -x, and of results omod and clamp
 *   h       half a float, in 32 bits    =     a third source, which is the destination
 *   c       VCC is read, in the long form the third source's pair       >   and VCC or SDST is written
 * Arithmetic: n integers and exact operations; b the same, whose floats are taken as bits; s single;
 * d double; m single whose denormals are zeros, whatever MODE says. */
/* clang-format off */
#define SQ_VOP1_ROWS(X) \
	X(SQ_V1(V_MOV_B32), mov, "ii", n) X(SQ_V1(V_MOV_FED_B32), mov, "ii", n) \
	X(SQ_V1(V_CVT_I32_F64), cvt_i32_f64, "iF", n) X(SQ_V1(V_CVT_F64_I32), cvt_f64_i32, "Fi", n) \
	X(SQ_V1(V_CVT_F32_I32), cvt_f32_i32, "fi", n) X(SQ_V1(V_CVT_F32_U32), cvt_f32_u32, "fi", n) \
	X(SQ_V1(V_CVT_U32_F32), cvt_u32_f32, "if", n) X(SQ_V1(V_CVT_I32_F32), cvt_i32_f32, "if", n) \
	X(SQ_V1(V_CVT_F16_F32), cvt_f16_f32, "hf", n) X(SQ_V1(V_CVT_F32_F16), cvt_f32_f16, "fh", n) \
	X(SQ_V1(V_CVT_RPI_I32_F32), cvt_rpi, "if", n) X(SQ_V1(V_CVT_FLR_I32_F32), cvt_flr, "if", n) \
	X(SQ_V1(V_CVT_OFF_F32_I4), cvt_off, "fi", n) X(SQ_V1(V_CVT_F32_F64), cvt_f32_f64, "fF", s) \
	X(SQ_V1(V_CVT_F64_F32), cvt_f64_f32, "Ff", s) X(SQ_V1(V_CVT_F32_UBYTE0), ubyte0, "fi", n) \
	X(SQ_V1(V_CVT_F32_UBYTE1), ubyte1, "fi", n) X(SQ_V1(V_CVT_F32_UBYTE2), ubyte2, "fi", n) \
	X(SQ_V1(V_CVT_F32_UBYTE3), ubyte3, "fi", n) X(SQ_V1(V_CVT_U32_F64), cvt_u32_f64, "iF", n) \
	X(SQ_V1(V_CVT_F64_U32), cvt_f64_u32, "Fi", n) X(SQ_V1(V_TRUNC_F64), trunc64, "FF", n) \
	X(SQ_V1(V_CEIL_F64), ceil64, "FF", n) X(SQ_V1(V_RNDNE_F64), rndne64, "FF", n) \
	X(SQ_V1(V_FLOOR_F64), floor64, "FF", n) X(SQ_V1(V_FRACT_F32), fract, "ff", s) \
	X(SQ_V1(V_TRUNC_F32), trunc, "ff", n) X(SQ_V1(V_CEIL_F32), ceil, "ff", n) \
	X(SQ_V1(V_RNDNE_F32), rndne, "ff", n) X(SQ_V1(V_FLOOR_F32), floor, "ff", n) \
	X(SQ_V1(V_EXP_F32), exp, "ff", m) X(SQ_V1(V_LOG_CLAMP_F32), log_clamp, "ff", m) \
	X(SQ_V1(V_LOG_F32), log, "ff", m) X(SQ_V1(V_RCP_CLAMP_F32), rcp_clamp, "ff", m) \
	X(SQ_V1(V_RCP_LEGACY_F32), rcp_legacy, "ff", m) X(SQ_V1(V_RCP_F32), rcp, "ff", m) \
	X(SQ_V1(V_RCP_IFLAG_F32), rcp, "ff", m) X(SQ_V1(V_RSQ_CLAMP_F32), rsq_clamp, "ff", m) \
	X(SQ_V1(V_RSQ_LEGACY_F32), rsq_legacy, "ff", m) X(SQ_V1(V_RSQ_F32), rsq, "ff", m) \
	X(SQ_V1(V_RCP_F64), rcp64, "FF", d) X(SQ_V1(V_RCP_CLAMP_F64), rcp_clamp64, "FF", d) \
	X(SQ_V1(V_RSQ_F64), rsq64, "FF", d) X(SQ_V1(V_RSQ_CLAMP_F64), rsq_clamp64, "FF", d) \
	X(SQ_V1(V_SQRT_F32), sqrt, "ff", m) X(SQ_V1(V_SQRT_F64), sqrt64, "FF", d) \
	X(SQ_V1(V_SIN_F32), sin, "ff", m) X(SQ_V1(V_COS_F32), cos, "ff", m) \
	X(SQ_V1(V_NOT_B32), not, "ii", n) X(SQ_V1(V_BFREV_B32), bfrev, "ii", n) \
	X(SQ_V1(V_FFBH_U32), ffbh_u32, "ii", n) X(SQ_V1(V_FFBL_B32), ffbl, "ii", n) \
	X(SQ_V1(V_FFBH_I32), ffbh_i32, "ii", n) X(SQ_V1(V_FREXP_EXP_I32_F64), frexp_exp64, "iF", n) \
	X(SQ_V1(V_FREXP_MANT_F64), frexp_mant64, "FF", n) X(SQ_V1(V_FRACT_F64), fract64, "FF", d) \
	X(SQ_V1(V_FREXP_EXP_I32_F32), frexp_exp, "if", n) \
	X(SQ_V1(V_FREXP_MANT_F32), frexp_mant, "ff", n) X(SQ_V1(V_LOG_LEGACY_F32), log, "ff", m) \
	X(SQ_V1(V_EXP_LEGACY_F32), exp, "ff", m)

#define SQ_VOP2_ROWS(X) \
	X(SQ_V2(V_CNDMASK_B32), cndmask, "iffc", b) X(SQ_V2(V_ADD_F32), add, "fff", s) \
	X(SQ_V2(V_SUB_F32), sub, "fff", s) X(SQ_V2(V_SUBREV_F32), subrev, "fff", s) \
	X(SQ_V2(V_MAC_LEGACY_F32), mad_legacy, "fff=", m) X(SQ_V2(V_MUL_LEGACY_F32), mul_legacy, "fff", s) \
	X(SQ_V2(V_MUL_F32), mul, "fff", s) X(SQ_V2(V_MUL_I32_I24), mul_i24, "iii", n) \
	X(SQ_V2(V_MUL_HI_I32_I24), mul_hi_i24, "iii", n) X(SQ_V2(V_MUL_U32_U24), mul_u24, "iii", n) \
	X(SQ_V2(V_MUL_HI_U32_U24), mul_hi_u24, "iii", n) X(SQ_V2(V_MIN_LEGACY_F32), min_legacy, "fff", s) \
	X(SQ_V2(V_MAX_LEGACY_F32), max_legacy, "fff", s) X(SQ_V2(V_MIN_F32), min, "fff", s) \
	X(SQ_V2(V_MAX_F32), max, "fff", s) X(SQ_V2(V_MIN_I32), min_i32, "iii", n) \
	X(SQ_V2(V_MAX_I32), max_i32, "iii", n) X(SQ_V2(V_MIN_U32), min_u32, "iii", n) \
	X(SQ_V2(V_MAX_U32), max_u32, "iii", n) X(SQ_V2(V_LSHR_B32), lshr, "iii", n) \
	X(SQ_V2(V_LSHRREV_B32), lshrrev, "iii", n) X(SQ_V2(V_ASHR_I32), ashr, "iii", n) \
	X(SQ_V2(V_ASHRREV_I32), ashrrev, "iii", n) X(SQ_V2(V_LSHL_B32), lshl, "iii", n) \
	X(SQ_V2(V_LSHLREV_B32), lshlrev, "iii", n) X(SQ_V2(V_AND_B32), and, "iii", n) \
	X(SQ_V2(V_OR_B32), or, "iii", n) X(SQ_V2(V_XOR_B32), xor, "iii", n) \
	X(SQ_V2(V_BFM_B32), bfm, "iii", n) \
	X(SQ_V2(V_MAC_F32), mad, "fff=", m) X(SQ_V2(V_MADMK_F32), mad, "ffff", m) \
	X(SQ_V2(V_MADAK_F32), mad, "ffff", m) X(SQ_V2(V_BCNT_U32_B32), bcnt, "iii", n) \
	X(SQ_V2(V_MBCNT_LO_U32_B32), mbcnt_lo, "iii", n) X(SQ_V2(V_MBCNT_HI_U32_B32), mbcnt_hi, "iii", n) \
	X(SQ_V2(V_ADD_I32), add_i32, "iii>", n) X(SQ_V2(V_SUB_I32), sub_i32, "iii>", n) \
	X(SQ_V2(V_SUBREV_I32), subrev_i32, "iii>", n) X(SQ_V2(V_ADDC_U32), addc, "iiic>", n) \
	X(SQ_V2(V_SUBB_U32), subb, "iiic>", n) X(SQ_V2(V_SUBBREV_U32), subbrev, "iiic>", n) \
	X(SQ_V2(V_LDEXP_F32), ldexp, "ffi", s) X(SQ_V2(V_CVT_PKACCUM_U8_F32), cvt_pk_u8, "ifi=", s) \
	X(SQ_V2(V_CVT_PKNORM_I16_F32), pknorm_i16, "iff", n) \
	X(SQ_V2(V_CVT_PKNORM_U16_F32), pknorm_u16, "iff", n) \
	X(SQ_V2(V_CVT_PKRTZ_F16_F32), pkrtz, "iff", b) X(SQ_V2(V_CVT_PK_U16_U32), pk_u16, "iii", n) \
	X(SQ_V2(V_CVT_PK_I16_I32), pk_i16, "iii", n)

#define SQ_VOP3_ROWS(X) \
	X(SQ_V3(V_MAD_LEGACY_F32), mad_legacy, "ffff", m) X(SQ_V3(V_MAD_F32), mad, "ffff", m) \
	X(SQ_V3(V_MAD_I32_I24), mad_i24, "iiii", n) X(SQ_V3(V_MAD_U32_U24), mad_u24, "iiii", n) \
	X(SQ_V3(V_CUBEID_F32), cubeid, "ffff", s) X(SQ_V3(V_CUBESC_F32), cubesc, "ffff", s) \
	X(SQ_V3(V_CUBETC_F32), cubetc, "ffff", s) X(SQ_V3(V_CUBEMA_F32), cubema, "ffff", s) \
	X(SQ_V3(V_BFE_U32), bfe_u32, "iiii", n) X(SQ_V3(V_BFE_I32), bfe_i32, "iiii", n) \
	X(SQ_V3(V_BFI_B32), bfi, "iiii", n) X(SQ_V3(V_FMA_F32), fma, "ffff", s) \
	X(SQ_V3(V_FMA_F64), fma64, "FFFF", d) X(SQ_V3(V_LERP_U8), lerp, "iiii", n) \
	X(SQ_V3(V_ALIGNBIT_B32), alignbit, "iiii", n) X(SQ_V3(V_ALIGNBYTE_B32), alignbyte, "iiii", n) \
	X(SQ_V3(V_MULLIT_F32), mullit, "ffff", s) X(SQ_V3(V_MIN3_F32), min3, "ffff", s) \
	X(SQ_V3(V_MIN3_I32), min3_i32, "iiii", n) X(SQ_V3(V_MIN3_U32), min3_u32, "iiii", n) \
	X(SQ_V3(V_MAX3_F32), max3, "ffff", s) X(SQ_V3(V_MAX3_I32), max3_i32, "iiii", n) \
	X(SQ_V3(V_MAX3_U32), max3_u32, "iiii", n) X(SQ_V3(V_MED3_F32), med3, "ffff", s) \
	X(SQ_V3(V_MED3_I32), med3_i32, "iiii", n) X(SQ_V3(V_MED3_U32), med3_u32, "iiii", n) \
	X(SQ_V3(V_SAD_U8), sad_u8, "iiii", n) X(SQ_V3(V_SAD_HI_U8), sad_hi_u8, "iiii", n) \
	X(SQ_V3(V_SAD_U16), sad_u16, "iiii", n) X(SQ_V3(V_SAD_U32), sad_u32, "iiii", n) \
	X(SQ_V3(V_CVT_PK_U8_F32), cvt_pk_u8, "ifii", s) X(SQ_V3(V_DIV_FIXUP_F32), div_fixup, "ffff", n) \
	X(SQ_V3(V_DIV_FIXUP_F64), div_fixup64, "FFFF", n) X(SQ_V3(V_LSHL_B64), lshl64, "IIi", n) \
	X(SQ_V3(V_LSHR_B64), lshr64, "IIi", n) X(SQ_V3(V_ASHR_I64), ashr64, "IIi", n) \
	X(SQ_V3(V_ADD_F64), add64, "FFF", d) X(SQ_V3(V_MUL_F64), mul64, "FFF", d) \
	X(SQ_V3(V_MIN_F64), min64, "FFF", d) X(SQ_V3(V_MAX_F64), max64, "FFF", d) \
	X(SQ_V3(V_LDEXP_F64), ldexp64, "FFi", d) X(SQ_V3(V_MUL_LO_U32), mul_lo, "iii", n) \
	X(SQ_V3(V_MUL_HI_U32), mul_hi_u32, "iii", n) X(SQ_V3(V_MUL_LO_I32), mul_lo, "iii", n) \
	X(SQ_V3(V_MUL_HI_I32), mul_hi_i32, "iii", n) X(SQ_V3(V_DIV_SCALE_F32), div_scale, "ffff>", n) \
	X(SQ_V3(V_DIV_SCALE_F64), div_scale64, "FFFF>", n) X(SQ_V3(V_DIV_FMAS_F32), div_fmas, "ffffc", s) \
	X(SQ_V3(V_DIV_FMAS_F64), div_fmas64, "FFFFc", d) X(SQ_V3(V_MSAD_U8), msad_u8, "iiii", n) \
	X(SQ_V3(V_QSAD_PK_U16_U8), qsad, "IIiI", n) X(SQ_V3(V_MQSAD_PK_U16_U8), mqsad, "IIiI", n) \
	X(SQ_V3(V_TRIG_PREOP_F64), trig_preop, "FFi", n) X(SQ_V3(V_MQSAD_U32_U8), mqsad_u32, "QIiQ", n) \
	X(SQ_V3(V_MAD_U64_U32), mad_u64_u32, "IiiI>", n) X(SQ_V3(V_MAD_I64_I32), mad_i64_i32, "IiiI>", n)
/* clang-format on */

/* X(opcode, kernel): those that programs give constants and scalars; then again, under other opcodes. */
/* clang-format off */
#define SQ_ONE_KERNELS(X) \
	X(SQ_V1(V_MOV_B32), mov) X(SQ_V2(V_ADD_F32), add) X(SQ_V2(V_SUB_F32), sub) \
	X(SQ_V2(V_SUBREV_F32), subrev) X(SQ_V2(V_MUL_F32), mul) X(SQ_V2(V_MIN_F32), min) \
	X(SQ_V2(V_MAX_F32), max) X(SQ_V2(V_LSHRREV_B32), lshrrev) X(SQ_V2(V_ASHRREV_I32), ashrrev) \
	X(SQ_V2(V_LSHLREV_B32), lshlrev) X(SQ_V2(V_AND_B32), and) X(SQ_V2(V_OR_B32), or) \
	X(SQ_V2(V_XOR_B32), xor) X(SQ_V2(V_MAC_F32), mad) X(SQ_V3(V_FMA_F32), fma) \
	X(SQ_V3(V_ALIGNBIT_B32), alignbit) X(SQ_V3(V_BFI_B32), bfi)
#define SQ_ONE_AGAIN(X) \
	X(SQ_V2(V_MADMK_F32), mad) X(SQ_V2(V_MADAK_F32), mad) X(SQ_V3(V_MAD_F32), mad)
#define SQ_RAW_KERNELS(X) \
	X(SQ_V2(V_ADD_F32), add) X(SQ_V2(V_SUB_F32), sub) X(SQ_V2(V_SUBREV_F32), subrev) \
	X(SQ_V2(V_MUL_F32), mul) X(SQ_V2(V_MAC_F32), mad) X(SQ_V2(V_MADMK_F32), mad) \
	X(SQ_V2(V_MADAK_F32), mad) X(SQ_V3(V_MAD_F32), mad)
/* clang-format on */

#define SQ_VOP_ROWS(X) SQ_VOP1_ROWS(X) SQ_VOP2_ROWS(X) SQ_VOP3_ROWS(X)

#endif
