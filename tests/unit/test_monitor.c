/* SPDX-License-Identifier: MIT
 *
 * The monitor's lines, over a card that is a table: what they do to it, what they say, and that a line with a
 * mistake in it touches nothing.
 */
#include "lib/tool/fl_mon.h"

#include <criterion/criterion.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGS_B = 0x4000, VRAM_B = 0x10000 };

static struct {
	uint32_t regs[REGS_B / 4];
	uint8_t vram[VRAM_B], cfg[256], ram[4096];
	uint64_t now;
	unsigned accesses;        /* to the card, but for the clock */
	unsigned interrupt_after; /* 0: never */
	uint32_t dead;            /* reading this register raises an exception */
} c;
static struct fl_dev dev;
static struct fl_mon m;
static char said[400000];
static size_t said_n;
static jmp_buf *landing;

static uint32_t read32(struct fl_dev *d, uint32_t at)
{
	c.accesses++;
	if (c.dead && at == c.dead) {
		cr_assert(landing, "an exception that nobody is there for");
		longjmp(*landing, 1);
	}
	return c.regs[at / 4];
}

static void write32(struct fl_dev *d, uint32_t at, uint32_t v)
{
	c.accesses++;
	c.regs[at / 4] = v;
}

static uint8_t read8(struct fl_dev *d, uint32_t at)
{
	c.accesses++;
	return ((uint8_t *)c.regs)[at];
}

static void write8(struct fl_dev *d, uint32_t at, uint8_t v)
{
	c.accesses++;
	((uint8_t *)c.regs)[at] = v;
}

static void vram_read(struct fl_dev *d, uint64_t at, void *to, size_t n)
{
	c.accesses++;
	cr_assert(at + n <= VRAM_B);
	memcpy(to, c.vram + at, n);
}

static void vram_write(struct fl_dev *d, uint64_t at, const void *from, size_t n)
{
	c.accesses++;
	cr_assert(at + n <= VRAM_B);
	memcpy(c.vram + at, from, n);
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t at, unsigned n)
{
	uint32_t v = 0;

	c.accesses++;
	cr_assert(at % n == 0);
	memcpy(&v, c.cfg + at % 256, n);
	return v;
}

static void cfg_write(struct fl_dev *d, uint32_t at, unsigned n, uint32_t v)
{
	c.accesses++;
	memcpy(c.cfg + at % 256, &v, n);
}

static uint64_t now_us(struct fl_dev *d)
{
	return c.now += 10;
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	c.now += us;
}

static const struct fl_bus bus = {
    .name = "table",
    .read32 = read32,
    .write32 = write32,
    .read8 = read8,
    .write8 = write8,
    .vram_read = vram_read,
    .vram_write = vram_write,
    .cfg_read = cfg_read,
    .cfg_write = cfg_write,
    .now_us = now_us,
    .delay_us = delay_us,
};

static void put(void *arg, const char *s, size_t n)
{
	cr_assert_lt(said_n + n, sizeof said);
	memcpy(said + said_n, s, n);
	said_n += n;
	said[said_n] = 0;
}

static bool interrupted(void *arg)
{
	return c.interrupt_after && !--c.interrupt_after;
}

static bool guard(void *arg, void (*run)(void *), void *run_arg)
{
	jmp_buf here, *outer = landing;

	if (setjmp(here)) {
		landing = outer;
		return false;
	}
	landing = &here;
	run(run_arg);
	landing = outer;
	return true;
}

static volatile void *map(void *arg, uint64_t addr, uint64_t n)
{
	return addr >= 0x100000 && addr + n <= 0x100000 + sizeof c.ram ? c.ram + (addr - 0x100000) : NULL;
}

static void begin(void)
{
	const struct fl_regs *db = fl_regs_r100();

	memset(&c, 0, sizeof c);
	for (unsigned i = 0; i < VRAM_B; i++)
		c.vram[i] = (uint8_t)(i * 7 + (i >> 8));
	c.cfg[0] = 0x02, c.cfg[1] = 0x10, c.cfg[2] = 0x59, c.cfg[3] = 0x51, c.cfg[4] = 0x03;
	c.cfg[0x13] = 0xe0, c.cfg[0x10] = 0x08; /* BAR 0: 0xe0000000, prefetchable */
	c.regs[0xf8 / 4] = 16 << 20;
	dev = (struct fl_dev){.bus = &bus,
			      .regs_size_B = REGS_B,
			      .vram_size_B = VRAM_B,
			      .vendor = 0x1002,
			      .device = 0x5159,
			      .bdf = 1 << 8,
			      .name = "table"};
	memset(&m, 0, sizeof m);
	m.put = put;
	m.interrupted = interrupted;
	m.guard = guard;
	m.map = map;
	m.more[0] = fl_mon_step_cmds;
	m.more[1] = fl_mon_smoke_cmds;
	m.dev = m.tool.dev = &dev;
	cr_assert(fl_regtool_chip(&m.tool, &db, 1, "RV100"));
}

static int line(const char *text)
{
	char copy[FL_EDIT_MAX];

	snprintf(copy, sizeof copy, "%s", text);
	said_n = 0;
	said[0] = 0;
	return fl_mon_line(&m, copy);
}

#define SAYS(text, what)                                                  \
	do {                                                              \
		cr_expect_eq(line(text), FL_OK, "%s: %s", text, said);    \
		cr_expect(strstr(said, what), "%s said: %s", text, said); \
	} while (0)
#define FAILS(text, code, what)                                           \
	do {                                                              \
		cr_expect_eq(line(text), code, "%s: %s", text, said);     \
		cr_expect(strstr(said, what), "%s said: %s", text, said); \
	} while (0)

Test(monitor, registers)
{
	begin();
	SAYS("read CONFIG_MEMSIZE", "0x01000000");
	SAYS("write BIOS_SCRATCH[3]=0xcafe", "0x00000000 -> 0x0000cafe");
	cr_expect_eq(c.regs[0x1c / 4], 0xcafeu);
	SAYS("write -n BIOS_SCRATCH[3]=1", "rehearsed");
	cr_expect_eq(c.regs[0x1c / 4], 0xcafeu);
	FAILS("write CRTC_GEN_CNTL.CRTC_EN=1", FL_USAGE, "--force=display");
	SAYS("write --force=display CRTC_GEN_CNTL.CRTC_EN=1", "CRTC_EN");
	cr_expect_eq(c.regs[0x50 / 4], 1u << 25);
	SAYS("poll BIOS_SCRATCH[3]=0xcafe", "0x0000cafe");
	FAILS("poll BIOS_SCRATCH[3]=5 --timeout 20", FL_TIMEOUT, "0x0000cafe");
	cr_expect_lt(c.now, 1000000u, "the time-out is 20 ms, not the default");
	SAYS("decode DP_GUI_MASTER_CNTL 0x50f036da", "GMC_BRUSH_DATATYPE");
	SAYS("names *STATUS*", "RBBM_STATUS");
	SAYS("help RBBM_STATUS", "RBBM_ACTIVE");
	/* A register alone is read, and with a value written, by the rules of these commands. */
	SAYS("CONFIG_MEMSIZE", "0x01000000");
	SAYS("0x1c --brief BIOS_SCRATCH[2]", "BIOS_SCRATCH[3]               0x0000cafe");
	SAYS("bios_scratch[3]=0xbeef; bios_scratch[3]", "0x0000cafe -> 0x0000beef");
	cr_expect_eq(c.regs[0x1c / 4], 0xbeefu);
	SAYS("BIOS_SCRATCH[3]=1 -n", "rehearsed");
	FAILS("CRTC_GEN_CNTL.CRTC_EN=0", FL_USAGE, "--force=display");
	cr_expect_eq(c.regs[0x1c / 4], 0xbeefu);
	SAYS("read BIOS_SCRATCH[0] # a comment; not a command", "BIOS_SCRATCH[0]");
}

Test(monitor, sweeps)
{
	begin();
	SAYS("dump CRTC_*", "CRTC_H_TOTAL_DISP");
	SAYS("snap BIOS_SCRATCH", "8 registers kept");
	SAYS("diff", "0 of 8 registers differ");
	SAYS("write BIOS_SCRATCH[7]=9; diff", "1 of 8 registers differ");
	FAILS("diff reset", FL_FAILED, "documented"); /* no document gives the RV100's */
	/* A hole is marked, and the sweep goes on behind it. */
	c.dead = 0x50;
	SAYS("dump CRTC_*", "raised an exception");
	cr_expect(strstr(said, "CRTC_PITCH"), "%s", said);
	FAILS("read CRTC_GEN_CNTL", FL_FAILED, "ended by an exception");
	SAYS("read BIOS_SCRATCH[7]", "0x00000009");
	c.dead = 0;
	/* A card that has gone away. */
	memset(c.regs, 0xff, sizeof c.regs);
	FAILS("dump", FL_FAILED, "does not answer");
	c.interrupt_after = 5;
	FAILS("dump", FL_FAILED, "interrupted");
}

Test(monitor, memory)
{
	uint32_t v;

	begin();
	c.vram[0x1000] = 'F', c.vram[0x1001] = 'L', c.vram[0x1002] = 1, c.vram[0x1003] = 2;
	SAYS("md vram:0x1000 1", "vram:0x00001000  02014c46");
	cr_expect(strstr(said, "FL.."), "%s", said);
	SAYS("md.b vram:0x1000 3", "46 4c 01 ");
	SAYS("md.w vram:0x1002 1", " 0201 ");
	SAYS("md", "vram:0x00001004"); /* goes on */
	SAYS("mw vram:0x2000 0x11223344 3", "");
	for (unsigned i = 0; i < 3; i++) {
		memcpy(&v, c.vram + 0x2000 + 4 * i, 4);
		cr_expect_eq(v, 0x11223344u);
	}
	cr_expect_eq(c.vram[0x200c], (uint8_t)(0x200c * 7 + 0x20), "one too far");
	SAYS("mw.b vram:0x3001 0xaa", "");
	cr_expect_eq(c.vram[0x3001], 0xaa);
	cr_expect_eq(c.vram[0x3000], (uint8_t)(0x3000 * 7 + 0x30));
	SAYS("md vram:0xfffc", "vram:0x0000fffc"); /* no further than the end */
	SAYS("md regs:0xf8 2", "01000000");
	SAYS("md regs:0x200 4", "regs:0x00000200");
	SAYS("md regs:0x34 1", "--------"); /* nothing is known there */
	cr_expect_eq(line("mw regs:0x10 7"), FL_OK);
	cr_expect_eq(c.regs[4], 7u);
	memcpy(c.ram + 16, "\x78\x56\x34\x12", 4);
	SAYS("md mem:0x100010 1", "12345678");
	SAYS("mw.w --force=unknown mem:0x100020 0xbeef 2", "");
	cr_expect_eq(memcmp(c.ram + 32, "\xef\xbe\xef\xbe\0", 5), 0);
}

Test(monitor, pci)
{
	begin();
	SAYS("pci", "01:00.0  1002:5159");
	SAYS("pci show", "BAR 0      0xe0000000, memory, prefetchable");
	SAYS("pci.w read 0x02", "0x02: 0x5159");
	SAYS("pci read 0x00", "0x51591002");
	SAYS("pci 0", "0x00: 0x51591002");
	SAYS("pci.w 2", "0x02: 0x5159");
	FAILS("pci.w write 4 7", FL_USAGE, "--force=bus");
	FAILS("pci.w 4 7", FL_USAGE, "--force=bus");
	FAILS("pci.w 4 7 0", FL_USAGE, "pci 4");
	cr_expect_eq(c.cfg[4], 3);
	SAYS("pci.b 4 2 --force=bus", "0x03 -> 0x02, reads 0x02");
	SAYS("pci.b 4 3 --force=bus", "0x02 -> 0x03, reads 0x03");
	SAYS("pci.w write --force=bus 4 7", "0x0003 -> 0x0007, reads 0x0007");
	cr_expect_eq(c.cfg[4], 7);
	SAYS("pci dump", "00:  51591002");
	FAILS("pci read 02:00.0 0", FL_NO_DEVICE, "the card's own");
	/* A list of capabilities that is a circle comes to an end. */
	c.cfg[6] = 0x10, c.cfg[0x34] = 0x40, c.cfg[0x40] = 1, c.cfg[0x41] = 0x40;
	SAYS("pci show", "power management");
}

Test(monitor, repeat_and_exit)
{
	begin();
	SAYS("repeat 3 echo tick", "tick\ntick\ntick\n");
	FAILS("repeat 3 read NOTHING", FL_USAGE, "round 1 of 3");
	FAILS("repeat 2 repeat 2 repeat 2 echo x", FL_USAGE, "enough");
	c.interrupt_after = 4;
	FAILS("repeat 1000000 echo x", FL_FAILED, "interrupted after round 4");
	SAYS("wait 250", "");
	cr_expect_geq(c.now, 250000u);
	cr_expect_eq(line("exit 3; echo more"), FL_OK);
	cr_expect(m.leave && m.leave_code == 3 && !strstr(said, "more"));
	/* As other prompts call it. */
	for (unsigned i = 0; i < 2; i++) {
		m.leave = false;
		m.leave_code = 0;
		cr_expect_eq(line(i ? "q" : "quit 4"), FL_OK);
		cr_expect(m.leave && m.leave_code == (i ? 0 : 4));
	}
	m.leave = false;
	FAILS("qu", FL_USAGE, "there is no command 'qu'");
}

/* Mistakes: each is named, has the code of a usage error, and touches nothing. The monitor takes the next
 * line. */
Test(monitor, mistakes_touch_nothing)
{
	static const char *const wrong[] = {
	    "reed X",
	    "CONFIG_MEMSIZ",
	    "CONFIG_MEMSIZE=1",
	    "BIOS_SCRATCH[8]=1",
	    "BIOS_SCRATCH[0]=cafe",
	    "=1",
	    "BIOS_SCRATCH[0].b",
	    "read",
	    "read CONFIG_MEMSIZ",
	    "read CONFIG_MEMSIZE NOPE",
	    "write CONFIG_MEMSIZE=1",
	    "write BIOS_SCRATCH[0]",
	    "write BIOS_SCRATCH[8]=1",
	    "write BIOS_SCRATCH[0]=cafe",
	    "write BIOS_SCRATCH[0]=0x1ffffffff",
	    "write --force=luck DST_X=1",
	    "write --force DST_X=1",
	    "poll BIOS_SCRATCH[0]",
	    "poll DST_X=1 --timeout x",
	    "poll DST_X=1 --timeout",
	    "read --timeout 5 DST_X",
	    "md 0x1000",
	    "md vram",
	    "md vram:0x10000",
	    "md vram:1",
	    "md vram:0xfff0 5",
	    "md.q vram:0",
	    "md vram:0x 1",
	    "md vram:0 1 1",
	    "md vram:zz",
	    "mw vram:0",
	    "mw.b vram:0 256",
	    "mw.w vram:1 0",
	    "mw vram:0xfffc 0 2",
	    "mw regs:0x50 1",
	    "mw.b regs:0x10 1",
	    "mw regs:0x34 1",
	    "mw mem:0x100000 1",
	    "read.w DST_X",
	    "pci frob",
	    "pci read",
	    "pci read 4096",
	    "pci read 1",
	    "pci.b write --force=bus 4 256",
	    "pci show zz:00.0",
	    "echo --loud",
	    "help nothing",
	    "wait",
	    "wait 99999999",
	    "repeat x echo",
	    "repeat 3",
	    "exit maybe",
	    "decode NOTHING",
	    "decode DST_X 0xfffffffff",
	    "diff yesterday",
	    "diff",
	    "names",
	    "snap NOTHING*",
	    "probe it",
	    "read a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i",
	};

	begin();
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		unsigned before = c.accesses;

		if (!strcmp(wrong[i], "names")) /* this one is right */
			continue;
		int code = line(wrong[i]);
		cr_expect(code == FL_USAGE || code == FL_NO_DEVICE, "%s: code %d, %s", wrong[i], code, said);
		cr_expect(!strncmp(said, "error: ", 7) && strlen(said) > 20, "%s said: %s", wrong[i], said);
		cr_expect_eq(c.accesses, before, "%s touched the card", wrong[i]);
	}
	SAYS("read CONFIG_MEMSIZE", "0x01000000");
}

/* Any bytes at all: no crash, no write out of bounds (the sanitizers' build watches), an end. */
Test(monitor, random_lines, .timeout = 60)
{
	static const char *const bits[] = {"read",
					   "write",
					   "md",
					   "mw",
					   "pci",
					   "dump",
					   "help",
					   "repeat",
					   "2",
					   "0x",
					   "vram:",
					   "regs:",
					   "mem:0x100000",
					   " ",
					   " ",
					   " ",
					   "=",
					   ".",
					   ";",
					   "#",
					   "--",
					   "-n",
					   "--force=",
					   "CRTC_*",
					   "BIOS_SCRATCH[",
					   "]",
					   ":",
					   "4",
					   "snap",
					   "diff",
					   "\t",
					   "*",
					   "DST_X",
					   "show",
					   "names"};
	unsigned seed = 7;

	begin();
	for (int i = 0; i < 3000; i++) {
		char text[400] = "";

		for (int k = 0; k < 9; k++) {
			seed = seed * 1103515245u + 12345u;
			unsigned r = seed >> 16;
			if (r % 11)
				strcat(text, bits[r % (sizeof bits / sizeof *bits)]);
			else
				strcat(text, (char[]){(char)(r % 255 + 1), 0});
		}
		line(text);
		m.leave = false;
	}
}

static struct {
	char word[64][80];
	unsigned n;
} offers;

static void collect(void *to, const char *word, char then, const char *what)
{
	if (offers.n < 64)
		snprintf(offers.word[offers.n], 80, "%s%c", word, then ? then : '.');
	offers.n++;
}

static bool offered(const char *text, const char *want)
{
	offers.n = 0;
	fl_mon_complete(&m, text, strlen(text), collect, NULL);
	for (unsigned i = 0; i < offers.n && i < 64; i++)
		if (!strcmp(offers.word[i], want))
			return true;
	return false;
}

Test(monitor, completion)
{
	begin();
	cr_expect(offered("", "read "));
	cr_expect(offered("pr", "probe ") && offers.n == 1);
	cr_expect(offered("read rbbm_st", "RBBM_STATUS ") && offers.n == 1);
	cr_expect(offered("write bios", "BIOS_SCRATCH[."));
	cr_expect(offered("write CRTC_GEN_CNTL.CRTC_E", "CRTC_GEN_CNTL.CRTC_EN="));
	cr_expect(
	    offered("write CRTC_GEN_CNTL.CRTC_PIX_WIDTH=bpp_3", "CRTC_GEN_CNTL.CRTC_PIX_WIDTH=BPP_32 "));
	cr_expect(offered("read CRTC_GEN_CNTL.CRTC_E", "CRTC_GEN_CNTL.CRTC_EN "));
	cr_expect(offered("echo x; read CONFIG_MEMS", "CONFIG_MEMSIZE "));
	cr_expect(offered("write --fo", "--force="));
	cr_expect(offered("write --force=cl", "--force=clock "));
	cr_expect(!offered("read --fo", "--force="));
	cr_expect(offered("repeat 10 read RBBM_STA", "RBBM_STATUS "));
	cr_expect(offered("repeat 10 re", "read "));
	cr_expect(offered("md v", "vram:."));
	cr_expect(offered("pci s", "show "));
	cr_expect(offered("help wr", "write "));
	cr_expect(offered("help RBBM_STA", "RBBM_STATUS "));
	cr_expect(!offered("nonsense ", "read "));
	/* Registers where no command begins so. */
	cr_expect(offered("rb", "RBBM_STATUS "));
	cr_expect(!offered("r", "RBBM_STATUS "));
	cr_expect(offered("echo x;config_mems", "CONFIG_MEMSIZE "));
	cr_expect(offered("CRTC_GEN_CNTL.CRTC_E", "CRTC_GEN_CNTL.CRTC_EN "));
	cr_expect(offered("CRTC_GEN_CNTL.CRTC_PIX_WIDTH=bpp_3", "CRTC_GEN_CNTL.CRTC_PIX_WIDTH=BPP_32 "));
	cr_expect(!offered("exit ", "read "));
}

Test(monitor, without_a_card)
{
	begin();
	m.dev = m.tool.dev = NULL;
	m.tool.db = NULL;
	FAILS("read CONFIG_MEMSIZE", FL_NO_DEVICE, "needs a card");
	FAILS("md vram:0", FL_NO_DEVICE, "no vram");
	FAILS("pci", FL_NO_DEVICE, "configuration space");
	SAYS("md mem:0x100000 1", "mem:0x00100000");
	cr_expect(!offered("read CONF", "CONFIG_MEMSIZE "));
}
