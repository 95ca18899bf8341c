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
