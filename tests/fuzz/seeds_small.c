/* SPDX-License-Identifier: MIT
 *
 * Seeds that need no trace.
 */
#include "hw/model/fl_model.h"
#include "lib/fl_asm_isa.h"
#include "lib/r600/asm.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/program_text.h"
#include "tests/fuzz/seeds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A card of every kind is away, once early and once late. */
static void cards(const char *dir, struct seed *o)
{
	const char *const *chips = fl_model_chips();
	char name[40];

	for (unsigned c = 0; chips[c]; c++)
		for (unsigned i = 0; i < 16; i++) {
			seed_put_n(o, c, 1);
			seed_put_n(o, i % 8, 1);
			seed_put_n(o, 100u << i / 4, 2);
			seed_put_n(o, 1u << i, 2);
			snprintf(name, sizeof(name), "away-%s-%u", chips[c], i);
			seed_save(dir, "vanish", name, o);
		}
}

/* Choices that make programs of R6xx and R7xx, and these programs as text and as words. */
static void programs_of_choices(const char *dir, struct seed *o)
{
	enum { PROGRAMS = 24, MOST_B = 256, R600_ISA = 2 };
	static struct fl_r600_program p;
	static char text[PROGRAM_TEXT_B];
	uint8_t choices[MOST_B];
	uint32_t s = 1;
	char name[40];

	for (unsigned i = 0; i < PROGRAMS; i++) {
		const struct program_kind k = {
		    .stage = (enum program_stage)(i % 3), .r7xx = i & 1, .doubles = i & 1, .file = i & 2};
		struct fuzz_in in = {choices, MOST_B >> i % 4};

		for (unsigned b = 0; b < MOST_B; b++)
			choices[b] = (uint8_t)(fuzz_random(&s) >> 8);
		snprintf(name, sizeof(name), "choices%u", i);
		seed_put(o, choices, in.left_B);
		seed_save(dir, "program", name, o);
		program_text(text, &k, &in);
		for (unsigned words = 0; words < 2; words++) {
			seed_put_n(o, R600_ISA + k.r7xx, 1);
			seed_put_n(o, words, 1);
			if (!words)
				seed_put(o, text, strlen(text));
			else if (fl_r600_asm(&p, k.r7xx, text, strlen(text)))
				seed_put(o, p.words, p.n * sizeof(p.words[0]));
			snprintf(name, sizeof(name), "made%u", 2 * i + words);
			seed_save(dir, "asm", name, o);
		}
	}
}

/* The number by which fuzz_asm.c finds the instruction set that a text names */
static unsigned isa_of(const char *text)
{
	unsigned n = 0;

	for (const struct fl_asm_isa *const *f = fl_asm_isas; *f; f++)
		for (const struct fl_asm_isa *isa = *f; isa->name; isa++, n++)
			if (!strncmp(text + 2, isa->name, strlen(isa->name)) &&
			    text[2 + strlen(isa->name)] == '\n')
				return n;
	return 0;
}

/* The same for Vivante cores: how each is run, and choices */
static void programs_of_gc(const char *dir, struct seed *o)
{
	enum { PROGRAMS = 20, MOST_B = 384, OF_GC = 0x80 };
	uint8_t choices[MOST_B];
	uint32_t s = 7;
	char name[40];

	for (unsigned i = 0; i < PROGRAMS; i++) {
		for (unsigned b = 0; b < MOST_B; b++)
			choices[b] = (uint8_t)(fuzz_random(&s) >> 8);
		choices[0] = (uint8_t)(OF_GC | (i % 5) << 3 | (i / 5 & 1) << 2 | (i / 10 & 1) << 6);
		snprintf(name, sizeof(name), "gc%u", i);
		seed_put(o, choices, MOST_B >> i % 3);
		seed_save(dir, "program", name, o);
	}
}

static const char *const lines[] = {
    "\x00\x04rRBBM_STATUS GB_TILE_CONFIG.PIPE_COUNT mc:*\nsCP_* RS_IP[3]\n",
    "\x00\x02wSCRATCH_REG0=0x1234 GB_SELECT.FOG_SELECT=1 0x15e0=3:0xff\npRBBM_STATUS.GUI_ACTIVE=0\n",
    "\x01\x0ewmc:MC_STATUS=1 pll:0x04=0b101\nqRS_IP RS_IP_3\ntVAP_VF_CNTL.PRIM_TYPE=TRIANGLES\n",
    "\x06\x01rCB_COLOR3_INFO SQ_*\nfCB_COLOR0_INFO.FORMAT\n",
    "\x08\x00rVIVS_* 0xzz 017 ff\n",
    "\x0b\x02rHI_CHIP_* FE_DMA_ADDRESS\nwPE_COLOR_FORMAT.FORMAT=3 HI_CLOCK_CONTROL=0x100:0x1fc\n",
};
/* The words of an instruction set are made of these, too. */
static const char *const programs[] = {
    "!!PVS\nin position\nin normal\nout pos : position\nout col : color0\n"
    "const k[2] = {1, 2, 3, 4}, {0.5, 1e3, -inf, 0x7fc00000}\ntemp t\n"
    "DP4 pos.x, k[0], position\nMAD t, normal, normal.xxyy, -k[a0.x + 1]\n(p) MOV.sat col, |t|\n"
    "MUL t, t, t & RCP alt0.x, r1.x\nLOOP 3, 1\nRSQ r0.w, r1.x\nENDLOOP\nPRED_SET_GT_PUSH r0, t, 0\n",
    "!!US\nin uv : texcoord0\nin base : color0\nout pixel : A\ntemp t\nLD t, uv, tex0\n"
    "MAD.sat t, t, base, -base.abgr\nIF b0\nCMP t.rgb, t, base, 1\nELSE\nKIL t.r\nENDIF\n"
    "MOV pixel, t\n",
    "!!US\nin uv : texcoord0\nout pixel : A\ntemp t\nconst k = {0.5, 1e3, -1, 2}\n"
    "DP3 t.rgb, uv, k & RCP t.a, uv.r\nLOOP i0\nMUL.x2 t, t, (1-r0)\nBRK cc\nENDLOOP\n"
    "MOV pixel, t.rrra\n",
    "!!R600\nALU KC0[CB0:0-15]\nMOVA_INT __.x, R0.x\nMULADD R[1+AR.x].y, -R2.x, KC0[1].x, 2.5\n"
    "0 x: MUL*2_sat R1.x, |R0.x|, 3\nt: SIN R2.x, R3.y SCL_122\nMEM_RING WRITE 0, R0.xyz_ ES:3\n"
    "VTX\nVFETCH R1.xyz1, R0.x, RID:160 MFC:15 UCF OFFSET:12\nEXPORT_DONE PARAM 0-1, R0-1.xyzw\n",
    "!!R700\na: LOOP_START_DX10 b\nALU_BREAK\nPRED_SETE __.x, R0.x, 1.0 UPDATE_EXEC_MASK\n"
    "(p) LSHL_INT R1.x, PS, 0x10 ^ 0:0x1\nTEX\nSAMPLE_L R0.xyzw, R1.xy01, RID:18 SID:0 CT:NNUU "
    "OX:-3\n"
    "READ_SCRATCH R1.xyzw, R0.x ES:3\nLOOP_END a\nb: EXPORT_DONE PIXEL 0, R0.xyzw\n"
    "data @40\nwords 1 0x2\n",
    "!!GC2000\nfragment\nin uv : texcoord0\nout pixel\nconst k = {0.5, 1e3, -1, 2}\ntemp t\n"
    "texld t, tex0.xyzw, uv.xyyy, void, void\nmad.sat t.xyz_, t, k.xxxx, -|t[a.x].yyyy|\n"
    "movar a.x___, void, void, t.xxxx\ntexkill.lt void, t.xxxx, k.zzzz, void\n"
    "branch.gt void, t.xxxx, k.yyyy, end\nselect.ge pixel, t, t.wwww, k\nend:\n",
    "!!GC7000L\nvertex\nin position\nout pos : position\nagain: dp4 pos.x___, position, u0, void\n"
    "add.s32 t2.x___, t2.x, void, -3:s20\nload.u32 t3.xyzw, u63.xxxx, 16:u20, void\n"
    "conv.s32.rtz t1.x___, t1.x, 2:u20, void\nbranch_any.ne void, t2.xxxx, t3.yyyy, again\n"
    "call void, void, void, 2\nstore.u32 mem.xy__, u63.xxxx, 0x10:u20, t1 ^ 2:5\n"
    "words 0x1801009 0x4 0 0x20290008\n",
};
static const char *const reports[] = {
    "firstlight contact 1\ntool 0.3\nfamily r500\ncard model:rv530\nbefore mmio 0x0040 0x00000001 "
    "GEN_INT_CNTL\ntry reads BIF PCI id and registers\npass 0 1 RV530\ntry scratch CP scratch "
    "registers\n"
    "fail 1 20 SCRATCH_REG0\nafter mmio 0x0040 0x00000000 GEN_INT_CNTL\nend failed scratch 10\n",
    "firstlight contact 1\nfamily r100\ncard 01:00.0\nbios 113-A67107-100\ntry picture E2 a picture\n"
    "picture blit 256x192 crc32 0x12345678\npass 0 1 blit\nfail 5 0 CP\nend failed picture 8\n",
    "firstlight contact 1\nfamily cik\ncard 02:00.0\nbefore mmio 0x8010 0x00003028 GRBM_STATUS\n"
    "try 3d SPI compute units\npass 0 900 a wave on each of 14 compute units\n"
    "try 3d DB render backends\nfail 1 40 render backend 1 of shader engine 0 wrote no counter\n"
    "after mmio 0x28350 0x16000012 PA_SC_RASTER_CONFIG\nend failed 3d 10\n",
    "firstlight contact 1\nfamily gc\ncard mmio:0x130000\nbefore mmio 0x0018 0x00000000 "
    "HI_CHIP_IDENTITY\ntry reads HI identity\npass 0 20 GC2000 revision 5108\ntry memory MC window\n"
    "pass 0 11 commands at 0x40000000\ntry ring FE ring\nfail 5 100 FE stands at 0x40000800\n"
    "after mmio 0x0664 0x40000808 FE_DMA_ADDRESS\nend failed ring 8\n",
};

void seeds_small(const char *dir)
{
	struct seed o = {0};
	char name[16];

	for (unsigned i = 0; i < 2 * sizeof(programs) / sizeof(programs[0]); i++) {
		const char *text = programs[i / 2];

		seed_put_n(&o, isa_of(text), 1);
		seed_put_n(&o, i % 2 ? 3 : 0, 1); /* as it is, and as words */
		seed_put(&o, text, strlen(text));
		snprintf(name, sizeof(name), "program%u", i);
		seed_save(dir, "asm", name, &o);
	}
	cards(dir, &o);
	programs_of_choices(dir, &o);
	programs_of_gc(dir, &o);
	for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		seed_put(&o, lines[i], 2 + strlen(lines[i] + 2));
		snprintf(name, sizeof(name), "lines%u", i);
		seed_save(dir, "regtool", name, &o);
	}
	for (unsigned i = 0; i < sizeof(reports) / sizeof(reports[0]); i++) {
		seed_put(&o, reports[i], strlen(reports[i]));
		snprintf(name, sizeof(name), "report%u", i);
		seed_save(dir, "contact", name, &o);
	}
	seed_put(&o,
		 "\x01"
		 "0001:01:00.0",
		 13);
	seed_save(dir, "pci", "slot", &o);
	seed_put_n(&o, 2, 1);
	for (unsigned i = 0; i < 256; i++) {
		seed_put_n(&o, 0, 3);
		seed_put_n(&o, i, 5);
	}
	seed_save(dir, "pci", "microcode", &o);
	seed_put_n(&o, 0, 1);
	for (unsigned i = 0; i < 3; i++) { /* a card with two memory BARs and one of I/O, and what is wired */
		static const uint32_t head[16] = {0x72491002, 7, 0x03000000, 0, 0xc000000c, 0, 0xfe000004, 0,
						  0xe001,     0, 0,          0, 0,          0, 0,          0};
		static const uint32_t wired[16] = {0,   7,      0, 0, 0xf0000000, ~0u,       0xffff0000,
						   ~0u, 0xff00, 0, 0, 0,          0xfffe0001};

		seed_put(&o, head, sizeof(head));
		seed_put(&o, wired, sizeof(wired));
	}
	seed_save(dir, "pci", "card", &o);
	free(o.p);
}
