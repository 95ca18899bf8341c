/* SPDX-License-Identifier: MIT
 *
 * The Sea Islands VM: contexts with a page directory, what stays in the translation buffer until it is
 * invalidated, faults by kind, and the machine's memory. Entries are those that Linux writes (radeon_vm.c).
 */
#include "hw/model/cik/vm.h"
#include "lib/cik/asm.h"
#include "tests/unit/cik/test_model_rig.h"

enum {
	PD_AT = 0x400000,
	PT_AT = 0x410000,
	VMID = 3,
	BLOCK_SIZE = 0, /* 9 bits: 2 MiB a directory entry */
	VALID = 1,
	SYSTEM = 2,
	READ = 0x20,
	WRITE = 0x40,
};
#define VA UINT64_C(0x100601000)

static void entry(struct cik_rig *g, uint64_t at, uint64_t value)
{
	vram_wr(g, at, (uint32_t)value);
	vram_wr(g, at + 4, (uint32_t)(value >> 32));
}

/* The page of VA leads to where, with these bits. */
static void page(struct cik_rig *g, uint64_t where, uint64_t bits)
{
	entry(g, PD_AT + 8 * (VA >> 21), PT_AT | VALID);
	entry(g, PT_AT + 8 * (VA >> 12 & 0x1ff), where | bits);
}

/* VMID 3: range to 8 GiB, one directory level. */
static struct cik_rig rig(void)
{
	struct cik_rig g = cik_rig_running("bonaire");

	wr(&g, CIK_VM_CONTEXT1_PAGE_TABLE_END_ADDR, 0x1fffff);
	wr(&g, CIK_VM_CONTEXT3_PAGE_TABLE_BASE_ADDR, PD_AT >> 12);
	wr(&g, CIK_VM_CONTEXT1_CNTL, 1 | 1 << 1 | BLOCK_SIZE << 24);
	return g;
}

/* An indirect buffer of that VMID writes to VA. */
static bool write_there(struct cik_rig *g, uint64_t va, uint32_t value)
{
	const uint32_t ib[] = {0xc0033700, 5 << 8, (uint32_t)va, (uint32_t)(va >> 32), value};
	const uint32_t call[] = {0xc0023f00, (uint32_t)VA, VA >> 32, 5 | 1 << 23 | VMID << 24};

	for (unsigned i = 0; i < 5; i++)
		vram_wr(g, CIK_IB_AT + 4 * i, ib[i]);
	return cik_rig_ring(g, call, 4);
}

Test(cik_vm, two_levels)
{
	struct cik_rig g = rig();

	page(&g, CIK_IB_AT, VALID | READ | WRITE);
	cr_assert(write_there(&g, VA + 0x800, 0x1234));
	cr_assert_eq(vram_rd(&g, CIK_IB_AT + 0x800), 0x1234);
	no_reports(&g);
	fl_model_delete(g.m);
}

static void sh(struct cik_rig *g, uint32_t offset, uint32_t value)
{
	enum { SH_SPACE = 0xb000 };

	CIK_SEND(g, CIK_PKT3_SET_SH_REG, (offset - SH_SPACE) / 4, value);
}

/* An instruction begins in the last dword of a page and goes on in the next one, which is elsewhere. */
Test(cik_vm, an_instruction_in_two_pages)
{
	enum {
		FROM = 0xf00,
		NOPS = (0x1000 - FROM) / 4 - 1,
		ELSEWHERE = 0x600000,
		OUT = 0xe00,
		VALUE = 0x1234
	};
	static struct fl_cik_program p;
	struct cik_rig g = rig();
	char text[1024] = "";
	const uint64_t out = VA + OUT;
	const uint32_t ib[] = {CIK_TYPE3(CIK_PKT3_DISPATCH_DIRECT, 4), 1, 1, 1, 1};
	const uint32_t call[] = {0xc0023f00, (uint32_t)VA, VA >> 32, 5 | 1 << 23 | VMID << 24};

	for (unsigned n = 0; n < NOPS; n++)
		strcat(text, "s_nop 0\n");
	strcat(text, "v_mov_b32 v3, 0x1234\n"
		     "v_mov_b32 v4, s0\n"
		     "v_mov_b32 v5, s1\n"
		     "s_mov_b32 m0, -1\n"
		     "flat_store_dword v[4:5], v3\n"
		     "s_endpgm\n");
	cr_assert(fl_cik_asm(&p, text, strlen(text)));
	page(&g, CIK_IB_AT, VALID | READ | WRITE);
	entry(&g, PT_AT + 8 * (VA >> 12 & 0x1ff) + 8, ELSEWHERE | VALID | READ | WRITE);
	for (uint32_t n = 0; n < p.n; n++)
		vram_wr(&g, n <= NOPS ? CIK_IB_AT + FROM + 4 * n : ELSEWHERE + 4 * (n - NOPS - 1),
			p.words[n]);
	for (unsigned n = 0; n < 5; n++)
		vram_wr(&g, CIK_IB_AT + 4 * n, ib[n]);
	sh(&g, CIK_COMPUTE_PGM_LO, (uint32_t)((VA + FROM) >> 8));
	sh(&g, CIK_COMPUTE_PGM_HI, (uint32_t)((VA + FROM) >> 40));
	sh(&g, CIK_COMPUTE_PGM_RSRC1, CIK_COMPUTE_PGM_RSRC1__VGPRS(7) | CIK_COMPUTE_PGM_RSRC1__SGPRS(3));
	sh(&g, CIK_COMPUTE_PGM_RSRC2, CIK_COMPUTE_PGM_RSRC2__USER_SGPR(2));
	sh(&g, CIK_COMPUTE_USER_DATA(0), (uint32_t)out);
	sh(&g, CIK_COMPUTE_USER_DATA(1), (uint32_t)(out >> 32));
	sh(&g, CIK_COMPUTE_NUM_THREAD_X, 1);
	sh(&g, CIK_COMPUTE_NUM_THREAD_Y, 1);
	sh(&g, CIK_COMPUTE_NUM_THREAD_Z, 1);
	cr_assert(cik_rig_ring(&g, call, 4));
	no_reports(&g);
	cr_assert_eq(vram_rd(&g, CIK_IB_AT + OUT), VALUE);
	fl_model_delete(g.m);
}

/* What was found stays until VM_INVALIDATE_REQUEST names the VMID. */
Test(cik_vm, translations_stay)
{
	struct cik_rig g = rig();

	page(&g, CIK_IB_AT, VALID | READ | WRITE);
	cr_assert(write_there(&g, VA + 0x800, 1));
	page(&g, CIK_IB_AT + 0x1000, VALID | READ | WRITE);
	cr_assert(write_there(&g, VA + 0x800, 2));
	cr_assert_eq(vram_rd(&g, CIK_IB_AT + 0x800), 2);
	wr(&g, CIK_VM_INVALIDATE_REQUEST, 1 << 1);
	cr_assert(write_there(&g, VA + 0x800, 3));
	cr_assert_eq(vram_rd(&g, CIK_IB_AT + 0x800), 3);
	wr(&g, CIK_VM_INVALIDATE_REQUEST, 1 << VMID);
	cr_assert_eq(rd(&g, CIK_VM_INVALIDATE_RESPONSE), 1 << VMID);
	for (unsigned i = 0; i < 5; i++)
		vram_wr(&g, CIK_IB_AT + 0x1000 + 4 * i, vram_rd(&g, CIK_IB_AT + 4 * i));
	cr_assert(write_there(&g, VA + 0x800, 4));
	cr_assert_eq(vram_rd(&g, CIK_IB_AT + 0x1800), 3);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* PROTECTIONS: 0 range, 1 directory, 2 valid, 3 read, 4 write; bit 24 a write, [28:25] the VMID. */
Test(cik_vm, faults)
{
	static const struct {
		uint64_t va;
		uint32_t bits;
		uint32_t status;
	} kind[] = {{UINT64_C(0x200000000), VALID | READ | WRITE, 0x01},
		    {0x5000, VALID | READ | WRITE, 0x02},
		    {VA + 0x1000, VALID | READ | WRITE, 0x04},
		    {VA + 0x800, VALID | READ, 0x10}};

	for (unsigned i = 0; i < 4; i++) {
		struct cik_rig g = rig();

		page(&g, CIK_IB_AT, kind[i].bits);
		cr_assert(write_there(&g, kind[i].va, 1), "the packet goes on");
		cr_assert(reported(&g, FL_WARN, "of VMID 3"));
		cr_assert_eq(rd(&g, CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS) & 0x1f0000ff,
			     kind[i].status | 1 << 24 | VMID << 25, "%u", i);
		cr_assert_eq(rd(&g, CIK_VM_CONTEXT1_PROTECTION_FAULT_ADDR), kind[i].va >> 12);
		cr_assert_eq(rd(&g, CIK_VM_CONTEXT1_PROTECTION_FAULT_MCCLIENT) >> 8, 0x435047); /* "CPG" */
		fl_model_delete(g.m);
	}
	/* reading, and that the first fault is kept until CNTL2 clears it */
	struct cik_rig g = rig();
	page(&g, CIK_IB_AT, VALID | WRITE);
	cr_assert_not(write_there(&g, VA + 0x800, 1), "the buffer cannot be fetched");
	cr_assert_eq(rd(&g, CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS) & 0x1f0000ff, 0x08 | VMID << 25);
	fl_model_delete(g.m);
}

/* The machine's memory: by entries with SYSTEM, while the card masters the bus; context 0 by a flat table. */
Test(cik_vm, memory_of_the_machine)
{
	struct cik_rig g = cik_rig_posted("bonaire");
	uint64_t at;
	uint32_t *ram = fl_model_own_ram(g.m, 8192, &at);

	cr_assert_not_null(ram);
	wr(&g, CIK_MC_VM_SYSTEM_APERTURE_HIGH_ADDR, 0xfff);
	wr(&g, CIK_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR, PT_AT >> 12);
	wr(&g, CIK_VM_CONTEXT0_PAGE_TABLE_START_ADDR, 0x10000);
	wr(&g, CIK_VM_CONTEXT0_PAGE_TABLE_END_ADDR, 0x10001);
	wr(&g, CIK_VM_CONTEXT0_CNTL, 1);
	entry(&g, PT_AT, at | VALID | SYSTEM | READ | WRITE);
	entry(&g, PT_AT + 8, (at + 4096) | VALID | SYSTEM | READ | WRITE);
	fl_model_cfg_write(g.m, 4, 2, 7);
	cik_rig_rlc(&g);
	wr(&g, CIK_CP_ME_CNTL, 0x15000000);
	wr(&g, CIK_CP_PFP_UCODE_ADDR, 0);
	wr(&g, CIK_CP_ME_RAM_WADDR, 0);
	for (unsigned i = 0; i < 2144; i++) {
		wr(&g, CIK_CP_PFP_UCODE_DATA, i);
		wr(&g, CIK_CP_ME_RAM_DATA, i);
	}
	wr(&g, CIK_CP_ME_CNTL, 0);
	/* across the page's end, whose next page is elsewhere */
	cr_assert(CIK_SEND(&g, CIK_PKT3_WRITE_DATA, 5 << 8, 0x10000ffc, 0, 0x11, 0x22));
	cr_assert_eq(ram[1023], 0x11);
	cr_assert_eq(ram[1024], 0x22);
	no_reports(&g);
	cr_assert(CIK_SEND(&g, CIK_PKT3_WRITE_DATA, 5 << 8, 0x10002000, 0, 0x33));
	cr_assert(reported(&g, FL_WARN, "outside of the context's range"));
	cr_assert_eq(rd(&g, CIK_VM_CONTEXT0_PROTECTION_FAULT_STATUS) & 0xff, 1);
	fl_model_delete(g.m);
}

/* What streams of clients draw with is theirs to write; the rest is the kernel's, by whatever packet. */
Test(cik_vm, registers_of_the_kernel)
{
	static const struct {
		uint32_t reg, ok;
	} cases[] = {{CIK_SCRATCH_REG0, 1}, /* user config */
		     {CIK_COMPUTE_PGM_LO, 1},        {CIK_CB_TARGET_MASK, 1},
		     {CIK_VM_INVALIDATE_REQUEST, 0}, {CIK_VM_CONTEXT3_PAGE_TABLE_BASE_ADDR, 0},
		     {CIK_CP_RB0_BASE, 0},           {CIK_SH_MEM_BASES, 0},
		     {CIK_GRBM_SOFT_RESET, 0}};

	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cik_rig g = rig();
		const uint32_t was = rd(&g, cases[i].reg), now = cases[i].ok ? 0x55 : was;
		const uint32_t ib[] = {0xc0033700, 0, cases[i].reg / 4, 0, 0x55};
		const uint32_t call[] = {0xc0023f00, (uint32_t)VA, VA >> 32, 5 | 1 << 23 | VMID << 24};

		page(&g, CIK_IB_AT, VALID | READ);
		for (unsigned k = 0; k < 5; k++)
			vram_wr(&g, CIK_IB_AT + 4 * k, ib[k]);
		cr_expect_eq(cik_rig_ring(&g, call, 4), cases[i].ok, "register 0x%05x", cases[i].reg);
		cr_expect_eq(rd(&g, cases[i].reg), now, "register 0x%05x", cases[i].reg);
		cr_expect_eq(reported(&g, FL_REFUSE, "which is the kernel's"), !cases[i].ok);
		cr_expect(cik_rig_ring(&g, ib, 5) || !cases[i].ok); /* and the kernel may */
		fl_model_delete(g.m);
	}
}

/* Pages in a row: by what the chip remembers of each, and of the others by what it would fetch. */
Test(cik_vm, pages_in_a_row)
{
	enum { PAGE_B = 4096, FROM = 0x500000, PAGES = 4, OFF = 0x10 };
	struct cik_rig g = rig();
	struct mcik *c = (struct mcik *)g.m;
	uint64_t left_B;
	uint8_t *p;

	page(&g, FROM, VALID | READ | WRITE);
	for (unsigned i = 1; i < PAGES; i++)
		entry(&g, PT_AT + 8 * ((VA >> 12 & 0x1ff) + i), (FROM + PAGE_B * i) | VALID | READ | WRITE);
	entry(&g, PT_AT + 8 * ((VA >> 12 & 0x1ff) + PAGES), FROM | VALID | READ | WRITE);
	p = mcik_vm_look(c, VMID, VA + OFF, &left_B);
	cr_assert_not_null(p);
	cr_expect_eq(left_B, (uint64_t)PAGES * PAGE_B - OFF);
	/* the third page goes elsewhere, which the chip does not know as long as it remembers it */
	cr_expect_eq(mcik_vm_look(c, VMID, VA + 2 * PAGE_B, &left_B), p - OFF + 2 * PAGE_B);
	entry(&g, PT_AT + 8 * ((VA >> 12 & 0x1ff) + 2), 0x600000 | VALID | READ | WRITE);
	cr_expect_eq(mcik_vm_look(c, VMID, VA, &left_B), p - OFF);
	cr_expect_eq(left_B, (uint64_t)PAGES * PAGE_B);
	wr(&g, CIK_VM_INVALIDATE_REQUEST, 1 << VMID);
	cr_expect_eq(mcik_vm_look(c, VMID, VA, &left_B), p - OFF);
	cr_expect_eq(left_B, 2ull * PAGE_B);
	/* no mapping, and no fault */
	cr_expect_null(mcik_vm_look(c, VMID, VA + (PAGES + 1) * PAGE_B, &left_B));
	no_reports(&g);
	fl_model_delete(g.m);
}
