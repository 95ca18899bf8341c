/* SPDX-License-Identifier: MIT
 *
 * Cores of systems on a chip, found in device trees: in blobs that dtc makes of trees written here, and in
 * the folder as which Linux shows one, made here; what the kernel has of a core, and who may switch it on.
 */
#include "boot/board/tree.h"
#include "hw/bus/hosted/tree_dir.h"
#include "tests/unit/test_built.h"
#include "tests/unit/test_root.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

TestSuite(soc, .init = make_root, .fini = remove_root);

static uint8_t blob[1 << 20];

static size_t compile(const char *dts)
{
	char path[64];
	size_t n;
	FILE *f;

	in_root("cat > t.dts <<'END'\n%s\nEND\ndtc -q -I dts -O dtb -o t.dtb t.dts", dts);
	snprintf(path, sizeof(path), "%s/t.dtb", root);
	f = fopen(path, "r");
	cr_assert(f, "dtc: package device-tree-compiler");
	n = fread(blob, 1, sizeof(blob), f);
	fclose(f);
	return n;
}

/* What Linux's trees have of an i.MX6 (imx6q.dtsi), and of memory what a board's would add. */
#define IMX6(compatible, chosen)                                                                            \
	"/dts-v1/; / { #address-cells = <1>; #size-cells = <1>; compatible = \"vendor,board\", " compatible \
	"; " chosen " reserved-memory { #address-cells = <1>; #size-cells = <1>; ranges;\n"                 \
	"  firstlight@4c000000 { reg = <0x4c000000 0x2000000>; no-map; };\n"                                \
	"  mapped: cma@48000000 { reg = <0x48000000 0x1000000>; };\n"                                       \
	"  own: gpu@4f000000 { reg = <0x4f000000 0x800000>; no-map; }; };\n"                                \
	" soc { #address-cells = <1>; #size-cells = <1>; ranges; compatible = \"simple-bus\";\n"            \
	"  gpu@130000 { compatible = \"vivante,gc\"; reg = <0x130000 0x4000>; interrupts = <0 9 4>;\n"      \
	"   clocks = <1 2>; memory-region = <&own>; };\n"                                                   \
	"  gpu@134000 { compatible = \"vivante,gc\"; reg = <0x134000 0x4000>; interrupts = <0 10 4>;\n"     \
	"   status = \"disabled\"; memory-region = <&mapped>; };\n"                                         \
	"  gpu@140000 { compatible = \"other\", \"vivante,gc\"; reg = <0x140000 0x1000>; };\n"              \
	"  serial@1 { compatible = \"fsl,imx21-uart\"; reg = <0x2020000 0x4000>; }; }; };"

Test(soc, an_i_mx6)
{
	struct fl_soc_part p[FL_SOC_PARTS];
	size_t n = compile(IMX6("\"fsl,imx6q\"", ""));

	cr_assert_eq(fl_soc_tree(blob, n, p, FL_SOC_PARTS), 3);
	cr_expect_str_eq(p[0].name, "gpu@130000");
	cr_expect_eq(p[0].addr, 0x130000);
	cr_expect_eq(p[0].size_B, 0x4000);
	cr_expect_eq(p[0].irq, 9);
	cr_expect(p[0].enabled && p[0].owned);
	cr_assert(p[0].core);
	cr_expect_str_eq(p[0].core->core, "GC2000");
	cr_expect_eq(p[0].mem_addr, 0x4f000000, "its own region");
	cr_expect_eq(p[0].mem_size_B, 0x800000);
	cr_expect(!p[1].enabled && !p[1].owned);
	cr_expect_str_eq(p[1].core->core, "GC320");
	cr_expect_eq(p[1].mem_size_B, 0, "its region stays mapped");
	cr_expect_eq(p[2].addr, 0x140000, "the binding is the second of two");
	cr_expect_null(p[2].core, "no table has a core there");
	cr_expect_eq(p[2].irq, -1);
	cr_expect_eq(p[2].mem_addr, 0x4c000000, "the one that is for all");
	/* Room for fewer than there are. */
	memset(p, 0xee, sizeof(p));
	cr_assert_eq(fl_soc_tree(blob, n, p, 1), 3);
	cr_expect_eq(p[0].mem_addr, 0x4f000000);
	cr_expect_eq(p[1].irq, (int)0xeeeeeeee);
	/* Another chip at the same address. */
	n = compile(IMX6("\"fsl,imx6qp\"", ""));
	cr_assert_eq(fl_soc_tree(blob, n, p, FL_SOC_PARTS), 3);
	cr_expect_str_eq(p[0].core->core, "GC3000");
	n = compile(IMX6("\"fsl,imx7d\"", ""));
	cr_assert_eq(fl_soc_tree(blob, n, p, FL_SOC_PARTS), 3);
	cr_expect_null(p[0].core);
}

/* An i.MX8M: cells of both widths, and a bus that moves addresses (imx8mq.dtsi). */
Test(soc, an_i_mx8m)
{
	struct fl_soc_part p[FL_SOC_PARTS];
	size_t n = compile(
	    "/dts-v1/; / { #address-cells = <2>; #size-cells = <2>; compatible = \"fsl,imx8mq\";\n"
	    " soc@0 { #address-cells = <1>; #size-cells = <1>; ranges = <0 0 0x30000000 0x10000000>;\n"
	    "  gpu@8000000 { compatible = \"vivante,gc\"; reg = <0x8000000 0x40000>;\n"
	    "   interrupts = <0 3 4>; power-domains = <1>; };\n"
	    "  gpu@20000000 { compatible = \"vivante,gc\"; reg = <0x20000000 0x1000>; }; }; };");

	cr_assert_eq(fl_soc_tree(blob, n, p, FL_SOC_PARTS), 1, "the bus does not pass the second on");
	cr_expect_eq(p[0].addr, 0x38000000);
	cr_expect_eq(p[0].size_B, 0x40000);
	cr_expect(p[0].owned);
	cr_expect_str_eq(p[0].core->core, "GC7000L");
	cr_expect_eq(p[0].mem_size_B, 0);
}

/* One core and one region of memory, of which each property is there, is missing, is too short or says
 * something else. */
#define ONE(root, region, core)                                                                      \
	"/dts-v1/; / { #address-cells = <1>; #size-cells = <1>; compatible = \"fsl,imx6q\";\n " root \
	" { #address-cells = <1>; #size-cells = <1>; ranges; " region " };\n"                        \
	" soc { #address-cells = <1>; #size-cells = <1>; ranges; compatible = \"simple-bus\";\n"     \
	"  gpu@130000 { compatible = \"vivante,gc\"; reg = <0x130000 0x4000>; " core " }; }; };"
#define REGION(name, rest) name " { reg = <0x4c000000 0x2000000>; " rest " };"
#define MEMORY             "reserved-memory"
#define PLAIN              REGION("firstlight", "no-map;")

Test(soc, properties_one_by_one)
{
	static const struct {
		const char *dts;
		int irq;
		bool enabled, owned, memory;
	} of[] = {
	    {ONE(MEMORY, PLAIN, ""), -1, true, false, true},
	    /* an SPI, of three cells; a PPI is none, and two cells are too few */
	    {ONE(MEMORY, PLAIN, "interrupts = <0 9 4>;"), 9, true, false, true},
	    {ONE(MEMORY, PLAIN, "interrupts = <0 1 4>;"), 1, true, false, true},
	    {ONE(MEMORY, PLAIN, "interrupts = <0 1019 4>;"), 1019, true, false, true},
	    {ONE(MEMORY, PLAIN, "interrupts = <0 0x410 4>;"), 0x10, true, false, true},
	    {ONE(MEMORY, PLAIN, "interrupts = <1 9 4>;"), -1, true, false, true},
	    {ONE(MEMORY, PLAIN, "interrupts = <0 9>;"), -1, true, false, true},
	    {ONE(MEMORY, PLAIN, "interrupts = [00 00 00 00 00 00 00 09 00 00 00];"), -1, true, false, true},
	    {ONE(MEMORY, PLAIN, "interrupts;"), -1, true, false, true},
	    /* Devicetree Specification 2.3.4 */
	    {ONE(MEMORY, PLAIN, "status = \"okay\";"), -1, true, false, true},
	    {ONE(MEMORY, PLAIN, "status = \"ok\";"), -1, true, false, true},
	    {ONE(MEMORY, PLAIN, "status = \"disabled\";"), -1, false, false, true},
	    {ONE(MEMORY, PLAIN, "status = \"fail\";"), -1, false, false, true},
	    /* whoever has one of these is somebody's */
	    {ONE(MEMORY, PLAIN, "clocks = <1>;"), -1, true, true, true},
	    {ONE(MEMORY, PLAIN, "power-domains = <1>;"), -1, true, true, true},
	    {ONE(MEMORY, PLAIN, "resets = <1>;"), -1, true, true, true},
	    {ONE(MEMORY, PLAIN, "clock-names = \"core\";"), -1, true, false, true},
	    /* memory: by its name, at a place, that nobody maps, reserved, and not deeper */
	    {ONE(MEMORY, REGION("firstlight@4c000000", "no-map;"), ""), -1, true, false, true},
	    {ONE(MEMORY, REGION("firstlight", ""), ""), -1, true, false, false},
	    {ONE(MEMORY, REGION("second", "no-map;"), ""), -1, true, false, false},
	    {ONE(MEMORY, "firstlight { size = <0x2000000>; no-map; };", ""), -1, true, false, false},
	    {ONE(MEMORY, "deep { #address-cells = <1>; #size-cells = <1>; ranges; " PLAIN " };", ""), -1,
	     true, false, false},
	    {ONE("memory", PLAIN, ""), -1, true, false, false},
	    {ONE("reserved-memory-2", PLAIN, ""), -1, true, false, false},
	    /* the one that is meant, and no other; a handle that is cut off means none */
	    {ONE(MEMORY, REGION("own", "no-map; phandle = <0x11223300>;"), "memory-region = <0x11223300>;"),
	     -1, true, false, true},
	    {ONE(MEMORY, REGION("own", "no-map; phandle = <0x11223300>;"), "memory-region = <0x11223300 7>;"),
	     -1, true, false, true},
	    {ONE(MEMORY, REGION("own", "no-map; phandle = <0x11223300>;"), "memory-region = <0x11223301>;"),
	     -1, true, false, false},
	    {ONE(MEMORY, REGION("firstlight", "no-map; phandle = <2>;"), "memory-region = <3>;"), -1, true,
	     false, false},
	    {ONE(MEMORY, REGION("own", "no-map; phandle = <0x11223300>;"), "memory-region = [11 22 33];"), -1,
	     true, false, false},
	    {ONE(MEMORY, PLAIN, "memory-region = [11 22 33];"), -1, true, false, true},
	};

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		struct fl_soc_part p[FL_SOC_PARTS];
		const size_t n = compile(of[i].dts);

		cr_assert_eq(fl_soc_tree(blob, n, p, FL_SOC_PARTS), 1, "case %u", i);
		cr_expect_eq(p[0].irq, of[i].irq, "case %u: %d", i, p[0].irq);
		cr_expect(p[0].enabled == of[i].enabled && p[0].owned == of[i].owned, "case %u", i);
		cr_expect_eq(p[0].mem_size_B, of[i].memory ? 0x2000000u : 0, "case %u", i);
		cr_expect_eq(p[0].mem_addr, of[i].memory ? 0x4c000000u : 0, "case %u", i);
	}
}

/* A name that is too long is cut off, and ends. */
Test(soc, names_of_every_length)
{
	for (unsigned length = 1; length <= 40; length++) {
		char dts[400], name[48] = "gggggggggggggggggggggggggggggggggggggggg";
		struct fl_soc_part p[FL_SOC_PARTS];

		name[length] = 0;
		snprintf(dts, sizeof(dts),
			 "/dts-v1/; / { #address-cells = <1>; #size-cells = <1>; compatible = \"a\"; %s {\n"
			 " compatible = \"vivante,gc\"; reg = <0x130000 0x4000>; status = \"okay\"; }; };",
			 name);
		const size_t n = compile(dts);

		memset(p, 0xee, sizeof(p));
		cr_assert_eq(fl_soc_tree(blob, n, p, FL_SOC_PARTS), 1, "%u", length);
		cr_expect_eq(strnlen(p[0].name, FL_SOC_NAME), length < FL_SOC_NAME ? length : FL_SOC_NAME - 1,
			     "%u", length);
	}
}

/* As many cores as somebody writes into a tree: all are counted, and the first that there is room for are
 * described, of the caller's room never more than FL_SOC_PARTS. */
Test(soc, more_cores_than_there_is_room_for)
{
	enum { CORES = FL_SOC_PARTS + 3, ROOM = CORES + 1 };
	static char dts[4000];
	size_t n = (size_t)snprintf(dts, sizeof(dts),
				    "/dts-v1/; / { #address-cells = <1>; #size-cells = <1>;\n"
				    " compatible = \"a\"; reserved-memory { #address-cells = <1>;\n"
				    " #size-cells = <1>; ranges; " PLAIN " };\n");

	for (unsigned i = 0; i < CORES; i++)
		n += (size_t)snprintf(
		    dts + n, sizeof(dts) - n,
		    "gpu@%x0000 { compatible = \"vivante,gc\"; reg = <0x%x0000 0x1000>; };\n", i + 1, i + 1);
	snprintf(dts + n, sizeof(dts) - n, "};");
	n = compile(dts);
	for (unsigned max = 0; max <= ROOM; max++) {
		struct fl_soc_part p[ROOM];
		const unsigned all = max < FL_SOC_PARTS ? max : FL_SOC_PARTS;

		memset(p, 0xee, sizeof(p));
		cr_assert_eq(fl_soc_tree(blob, n, p, max), (unsigned)CORES, "%u", max);
		for (unsigned i = 0; i < ROOM; i++) {
			cr_expect_eq(p[i].irq, i < all ? -1 : (int)0xeeeeeeee, "%u of %u", i, max);
			if (i < all) {
				cr_expect_eq(p[i].addr, (i + 1) << 16);
				cr_expect_eq(p[i].mem_size_B, 0x2000000u);
			}
		}
	}
}

/* A blob that was cut off anywhere, and one with bytes changed: nothing behind it is read, and it ends. */
Test(soc, damaged, .timeout = 60)
{
	enum { PAGE_B = 4096, ROUNDS = 20000 };
	struct fl_soc_part p[FL_SOC_PARTS];
	size_t n = compile(IMX6("\"fsl,imx6q\"", "")), room_B = (n + PAGE_B - 1) / PAGE_B * PAGE_B;
	uint8_t *room =
		    mmap(NULL, room_B + PAGE_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
		*at;
	uint32_t seed = 1;

	cr_assert(room != MAP_FAILED && !mprotect(room + room_B, PAGE_B, PROT_NONE));
	for (size_t cut = 0; cut < n; cut++) {
		at = room + room_B - cut;
		memcpy(at, blob, cut);
		cr_assert_eq(fl_soc_tree(at, cut, p, FL_SOC_PARTS), 0);
	}
	cr_assert_eq(fl_soc_tree(NULL, 0, p, FL_SOC_PARTS), 0);
	cr_assert_gt(n, 0);
	at = room + room_B - n;
	for (unsigned i = 0; i < ROUNDS; i++) {
		memcpy(at, blob, n);
		for (unsigned k = 0; k < 1 + i % 8; k++) {
			seed = seed * 1664525 + 1013904223;
			at[(seed >> 8) % n] ^= (uint8_t)(1 << (seed >> 4 & 7));
		}
		fl_soc_tree(at, n, p, FL_SOC_PARTS);
	}
	munmap(room, room_B + PAGE_B);
}

/* ---- power --------------------------------------------------------------------------------------------- */
/* One register of a made-up system: what it holds, and after how many microseconds that changes. */
static struct {
	uint32_t now, later;
	uint64_t us, after_us;
	unsigned reads, writes;
} one;

static uint32_t one_read(void *arg, uint64_t addr)
{
	cr_assert_eq(addr, 0x1000u);
	one.reads++;
	return one.us >= one.after_us ? one.later : one.now;
}

static void one_write(void *arg, uint64_t addr, uint32_t value)
{
	cr_assert_eq(addr, 0x1000u);
	one.writes++;
	one.now = one.later = value;
}

static void one_delay(void *arg, uint64_t us)
{
	one.us += us;
}

/* fl_soc.h: of a change the bits of the mask, of a wait those alone, as long as it may take and no longer;
 * what follows one that was in vain is not done. */
Test(soc, what_a_table_does)
{
	enum { AT = 0x1000, AFTER = 77 };
	static const struct fl_soc_bus bus = {one_read, one_write, one_delay, NULL};
	static const struct {
		uint8_t act;
		uint32_t mask, value, now, later, after_us, reads, writes, ends;
		bool fails;
	} of[] = {
	    {FL_SOC_SET, 0xff00, 0x12345678, 0xaabbccdd, 0xaabbccdd, 0, 1, 1, 0xaabb56dd, false},
	    {FL_SOC_SET, 0, 0x12345678, 0xaabbccdd, 0xaabbccdd, 0, 1, 1, 0xaabbccdd, false},
	    {FL_SOC_WRITE, 0xff00, 0x12345678, 0xaabbccdd, 0xaabbccdd, 0, 0, 1, 0x12345678, false},
	    {FL_SOC_LIKE, 0x0f, 8, 0x00000a05, 0x00000a05, 0, 1, 1, 0x00000a0a, false},
	    {FL_SOC_LIKE, 0xf0, 4, 0x00000abc, 0x00000abc, 0, 1, 1, 0x00000aac, false},
	    {FL_SOC_DELAY, 0, 0, 5, 5, 0, 0, 0, 5, false},
	    {FL_SOC_POLL, 0x30, 0x10, 0xffffffdf, 0xffffffdf, 0, 1, 0, 0xffffffdf, false},
	    {FL_SOC_POLL, 0x30, 0x10, 0, 0xffffff1f, 3, 4, 0, 0xffffff1f, false},
	    {FL_SOC_POLL, 0x30, 0, 0x10, 0xcf, FL_SOC_POLL_US, FL_SOC_POLL_US + 1, 0, 0xcf, false},
	    {FL_SOC_POLL, 0x30, 0, 0x10, 0xcf, FL_SOC_POLL_US + 1, FL_SOC_POLL_US + 1, 0, 0xcf, true},
	    {FL_SOC_POLL, 0x30, 0x10, 0x30, 0x30, 0, FL_SOC_POLL_US + 1, 0, 0x30, true},
	};

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++)
		for (unsigned on = 0; on < 2; on++) {
			const struct fl_soc_op ops[] = {{of[i].act, AT, of[i].mask, of[i].value, "THIS.BIT"},
							{FL_SOC_DELAY, 0, 0, AFTER, "and then"},
							{.act = FL_SOC_END}},
					       none[] = {{.act = FL_SOC_END}};
			const struct fl_soc_core core = {
			    .soc = "made up", .on = on ? ops : none, .off = on ? none : ops};
			struct fl_err e;
			uint64_t waited;

			memset(&one, 0, sizeof(one));
			one.now = of[i].now;
			one.later = of[i].later;
			one.after_us = of[i].after_us;
			cr_assert_eq(fl_soc_power(&core, &bus, !on, &e), FL_OK);
			cr_assert(!one.reads && !one.writes && !one.us, "the other table is empty");
			cr_expect_eq(fl_soc_power(&core, &bus, on, &e), of[i].fails ? FL_TIMEOUT : FL_OK,
				     "case %u", i);
			waited = one.us;
			cr_expect_eq(one.reads, of[i].reads, "case %u: %u", i, one.reads);
			cr_expect_eq(one.writes, of[i].writes, "case %u", i);
			/* so long as it reads, a microsecond in between; then what comes next */
			cr_expect_eq(waited,
				     (of[i].act == FL_SOC_POLL ? of[i].reads - 1u : 0u) +
					 (of[i].fails ? 0u : AFTER),
				     "case %u: %llu", i, (unsigned long long)waited);
			one.us = UINT64_MAX;
			cr_expect_eq(one_read(NULL, AT), of[i].ends, "case %u", i);
			if (of[i].fails)
				cr_expect(strstr(e.text, "made up: THIS.BIT (0x00001000) reads 0x000000"),
					  "%s", e.text);
		}
}

/* ---- as Linux shows it --------------------------------------------------------------------------------- */
#define BASE "sys/firmware/devicetree/base"

/* Cells of 32 bits, big-endian, as printf(1) takes them. */
static const char *cells(unsigned n, ...)
{
	static char text[8][200];
	static unsigned next;
	char *t = text[next++ % 8], *s = t;
	va_list ap;

	va_start(ap, n);
	for (unsigned i = 0; i < n; i++) {
		unsigned v = va_arg(ap, unsigned);

		s += sprintf(s, "\\%03o\\%03o\\%03o\\%03o", v >> 24, v >> 16 & 255, v >> 8 & 255, v & 255);
	}
	va_end(ap);
	return t;
}

static void make_folder(const char *clocks)
{
	in_root(
	    "mkdir -p dev proc " BASE "/soc/gpu@130000 " BASE "/reserved-memory/firstlight@200000 " BASE
	    "/chosen sys/bus/platform/devices/130000.gpu && cd " BASE
	    " && printf 'vendor,board\\0fsl,imx6q\\0' >"
	    "compatible && printf '%s' | tee '#address-cells' '#size-cells' 'soc/#address-cells' "
	    "'soc/#size-cells' 'reserved-memory/#address-cells' >'reserved-memory/#size-cells' && "
	    ": >soc/ranges && : >reserved-memory/ranges && : >reserved-memory/firstlight@200000/no-map && "
	    "printf '%s' >reserved-memory/firstlight@200000/reg && cd soc/gpu@130000 && "
	    "printf 'vivante,gc\\0' >compatible && printf '%s' >reg && printf '%s' >interrupts%s",
	    cells(1, 1), cells(2, 0x200000, 0x10000), cells(2, 0x130000, 0x4000), cells(3, 0, 9, 4), clocks);
	in_root("truncate -s 4M dev/mem && printf 'console=ttymxc0\\n' >proc/cmdline");
}

static void refused(const char *name, enum fl_code code, const char *text)
{
	struct fl_dev d;
	struct fl_err err = {0};

	cr_expect_eq(fl_open_card(&d, name, &o, &err), code, "%s: %s", name, err.text);
	cr_expect(strstr(err.text, text), "%s: %s", name, err.text);
}

/* dtc reads such a folder, too. */
Test(soc, a_folder_is_the_tree_that_dtc_reads)
{
	char path[80];
	uint8_t *got;
	size_t n;
	FILE *f;

	make_folder("");
	in_root("printf 'no end' >" BASE "/chosen/bootargs; : >" BASE "/chosen/empty");
	snprintf(path, sizeof(path), "%s/" BASE, root);
	got = fl_tree_dir(path, &n);
	cr_assert(got);
	snprintf(path, sizeof(path), "%s/got.dtb", root);
	f = fopen(path, "w");
	cr_assert(f && fwrite(got, 1, n, f) == n);
	fclose(f);
	free(got);
	in_root("dtc -q -s -I dtb -O dts got.dtb >got.dts && dtc -q -s -I fs -O dts " BASE " >want.dts && "
		"cmp got.dts want.dts && grep -q gpu@130000 got.dts");
	cr_expect_null(fl_tree_dir("/nowhere", &n));
}

Test(soc, listed)
{
	struct fl_listed_core core[FL_SOC_PARTS];

	cr_assert_eq(fl_list_cores(&o, core, FL_SOC_PARTS), 0);
	make_folder("");
	cr_assert_eq(fl_list_cores(&o, core, FL_SOC_PARTS), 1);
	cr_expect_str_eq(core[0].slot, "mmio:0x130000");
	cr_expect_str_empty(core[0].driver);
	cr_expect_str_eq(core[0].part.core->core, "GC2000");
	in_root("ln -s ../../drivers/etnaviv sys/bus/platform/devices/130000.gpu/driver");
	cr_assert_eq(fl_list_cores(&o, core, FL_SOC_PARTS), 1);
	cr_expect_str_eq(core[0].driver, "etnaviv");
	/* Where an older kernel has it. */
	in_root("mv " BASE " proc/device-tree");
	cr_assert_eq(fl_list_cores(&o, core, FL_SOC_PARTS), 1);
}

/* The name may leave out what the tree knows. */
Test(soc, joined_with_the_name)
{
	struct fl_err err;
	struct fl_dev d;

	make_folder("");
	cr_assert_eq(fl_open_card(&d, "mmio:0x130000", &o, &err), FL_OK, "%s", err.text);
	cr_expect_eq(d.regs_size_B, 0x4000);
	cr_expect_eq(d.vram_addr, 0x208000);
	fl_dev_close(&d);
	cr_assert_eq(fl_open_card(&d, "mmio:0x130000,size=0x1000,mem=0x300000+0x4000", &o, &err), FL_OK, "%s",
		     err.text);
	cr_expect_eq(d.regs_size_B, 0x1000);
	cr_expect_eq(d.vram_addr, 0x302000);
	fl_dev_close(&d);
}

Test(soc, the_kernel_owns_its_clocks)
{
	struct fl_err err;
	struct fl_dev d;

	make_folder(" && : >clocks");
	refused("mmio:0x130000", FL_PERMISSION, "clk_ignore_unused pd_ignore_unused");
	refused("mmio:0x130000", FL_PERMISSION, "mmio:0x130000,on");
	cr_assert_eq(fl_open_card(&d, "mmio:0x130000,on", &o, &err), FL_OK, "%s", err.text);
	fl_dev_close(&d);
	in_root("echo 'console=ttymxc0 clk_ignore_unused pd_ignore_unused' >proc/cmdline");
	cr_assert_eq(fl_open_card(&d, "mmio:0x130000", &o, &err), FL_OK, "%s", err.text);
	fl_dev_close(&d);
	o.enable = true;
	refused("mmio:0x130000,on", FL_PERMISSION, "nobody else may switch them");
}

/* Where the kernel's tree has no clocks of it, --enable writes what the table has: here an i.MX6's gates, to
 * a file in place of the machine. Its request to GPC never ends there. */
Test(soc, switched_on)
{
	enum { CCGR1 = 0x020c406c };
	uint32_t gates = 0;
	char path[64];
	FILE *f;

	make_folder("");
	in_root("truncate -s 48M dev/mem");
	o.enable = true;
	refused("mmio:0x130000", FL_TIMEOUT, "GPC_CNTR");
	snprintf(path, sizeof(path), "%s/dev/mem", root);
	f = fopen(path, "r");
	cr_assert(f && !fseek(f, CCGR1, SEEK_SET));
	cr_assert_eq(fread(&gates, 4, 1, f), 1);
	fclose(f);
	cr_expect_eq(gates, 0x0f000000);
	refused("mmio:0x131000", FL_NO_DEVICE, "the device tree has no such core");
	in_root("printf 'fsl,imx51\\0' >" BASE "/compatible");
	refused("mmio:0x130000", FL_NO_DEVICE, "no chip of the kit's");
}
