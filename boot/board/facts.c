/* SPDX-License-Identifier: MIT
 *
 * What the boot code needs out of the device tree: the console, memory, the timer, the way off.
 */
#include "boot/board/board.h"
#include "boot/board/tree.h"

enum { LAST_PAGE_B = 4096 };

struct reading {
	struct fl_board *b;
	const char *console; /* "/soc/serial@2020000:115200", or an alias */
	size_t console_B;
	const char *of_alias; /* what the alias stands for */
};

static size_t until_colon(const char *s)
{
	size_t n = 0;

	while (s[n] && s[n] != ':')
		n++;
	return n;
}

static bool starts(const char *s, const char *with)
{
	while (*with)
		if (*s++ != *with++)
			return false;
	return true;
}

static void keep(struct fl_board *b, uint64_t addr, uint64_t size_B, bool no_map)
{
	if (!size_B || b->n_kept == FL_BOARD_KEPT)
		return;
	b->no_map |= (uint32_t)no_map << b->n_kept;
	b->kept[b->n_kept++] = (struct fl_board_range){addr, size_B};
}

static bool enabled(const struct fl_tree *t)
{
	const char *s = fl_tree_text(t, "status");

	return !s || starts(s, "ok");
}

static bool in_reserved(const struct fl_tree *t)
{
	return t->depth == 2 && fl_tree_at(&(struct fl_tree){.depth = 1, .node[1] = t->node[1]},
					   "/reserved-memory", sizeof("/reserved-memory") - 1);
}

static void read_chosen(struct reading *r, const struct fl_tree *t)
{
	uint32_t from_B, to_B;
	const uint8_t *from = fl_tree_prop(t, t->depth, "linux,initrd-start", &from_B);
	const uint8_t *to = fl_tree_prop(t, t->depth, "linux,initrd-end", &to_B);
	const char *args = fl_tree_text(t, "bootargs");

	r->console = fl_tree_text(t, "stdout-path");
	if (!r->console)
		r->console = fl_tree_text(t, "linux,stdout-path");
	r->console_B = r->console ? until_colon(r->console) : 0;
	if (args)
		r->b->bootargs = args;
	if (from && to) {
		r->b->initrd.addr = fl_tree_cells(from, from_B / 4);
		r->b->initrd.size_B = fl_tree_cells(to, to_B / 4) - r->b->initrd.addr;
		keep(r->b, r->b->initrd.addr, r->b->initrd.size_B, false);
	}
}

/* Everything but the console, whose node may come before what names it. */
static bool first(void *arg, const struct fl_tree *t)
{
	struct reading *r = arg;
	struct fl_board *b = r->b;
	const char *type = fl_tree_text(t, "device_type");
	uint64_t addr, size_B;
	uint32_t n;
	const uint8_t *hz;

	if (type && starts(type, "memory") && enabled(t)) {
		for (unsigned i = 0; b->n_banks < FL_BOARD_BANKS && fl_tree_reg(t, i, &addr, &size_B); i++)
			if (size_B)
				b->bank[b->n_banks++] = (struct fl_board_range){addr, size_B};
	} else if (in_reserved(t)) {
		bool no_map = fl_tree_prop(t, t->depth, "no-map", &n);

		for (unsigned i = 0; fl_tree_reg(t, i, &addr, &size_B); i++)
			keep(b, addr, size_B, no_map);
	} else if (fl_tree_at(t, "/chosen", 7)) {
		read_chosen(r, t);
	} else if (fl_tree_is(t, "arm,psci") || fl_tree_is(t, "arm,psci-0.2") ||
		   fl_tree_is(t, "arm,psci-1.0")) {
		const char *method = fl_tree_text(t, "method");

		if (method)
			b->psci = starts(method, "hvc") ? FL_BOARD_HVC : FL_BOARD_SMC;
	} else if (fl_tree_is(t, "arm,armv8-timer") || fl_tree_is(t, "arm,armv7-timer")) {
		hz = fl_tree_prop(t, t->depth, "clock-frequency", &n);
		b->timer_hz = hz ? fl_tree_cells(hz, n / 4) : 0;
	} else if (!b->gpt_addr && (fl_tree_is(t, "fsl,imx6q-gpt") || fl_tree_is(t, "fsl,imx6dl-gpt") ||
				    fl_tree_is(t, "fsl,imx6sx-gpt") || fl_tree_is(t, "fsl,imx31-gpt"))) {
		if (fl_tree_reg(t, 0, &addr, &size_B))
			b->gpt_addr = addr;
		b->gpt_divides = fl_tree_is(t, "fsl,imx6dl-gpt") || fl_tree_is(t, "fsl,imx6sx-gpt");
	}
	return false;
}

static bool alias(void *arg, const struct fl_tree *t)
{
	struct reading *r = arg;
	char name[32] = "";

	if (!fl_tree_at(t, "/aliases", 8))
		return false;
	for (size_t i = 0; i < r->console_B && i < sizeof name - 1; i++)
		name[i] = r->console[i];
	r->of_alias = fl_tree_text(t, name);
	return true;
}

static int uart_of(const struct fl_tree *t)
{
	if (fl_tree_is(t, "arm,pl011"))
		return FL_BOARD_PL011;
	if (fl_tree_is(t, "fsl,imx21-uart") || fl_tree_is(t, "fsl,imx6q-uart"))
		return FL_BOARD_IMX_UART;
	return FL_BOARD_NO_UART;
}

/* The port that the tree names; where it names none, the first that we know and that is switched on. */
static bool console(void *arg, const struct fl_tree *t)
{
	struct reading *r = arg;
	uint64_t size_B;
	bool right = r->console ? fl_tree_at(t, r->console, r->console_B) : uart_of(t) && enabled(t);

	if (!right || !fl_tree_reg(t, 0, &r->b->uart_addr, &size_B))
		return false;
	r->b->uart = uart_of(t);
	return true;
}

/* The list of the header's: pairs of 64 bits, ended by zeros. */
static void read_kept(struct fl_board *b, const uint8_t *fdt)
{
	uint64_t total_B = fl_tree_cells(fdt + 4, 1);

	for (uint64_t at = fl_tree_cells(fdt + 16, 1); at + 16 <= total_B; at += 16) {
		uint64_t addr = fl_tree_cells(fdt + at, 2), size_B = fl_tree_cells(fdt + at + 8, 2);

		if (!addr && !size_B)
			return;
		keep(b, addr, size_B, false);
	}
}

void fl_board_read(struct fl_board *b, const void *fdt)
{
	struct reading r = {.b = b};

	*b = (struct fl_board){.bootargs = ""};
	if (!fl_tree_ok(fdt))
		return;
	keep(b, (uintptr_t)fdt, FL_TREE_MAX_B, false);
	read_kept(b, fdt);
	fl_tree_walk(fdt, first, &r);
	if (b->bank[0].size_B >= LAST_PAGE_B) /* see boot.h */
		keep(b, b->bank[0].addr + b->bank[0].size_B - LAST_PAGE_B, LAST_PAGE_B, false);
	if (r.console && *r.console != '/') {
		fl_tree_walk(fdt, alias, &r);
		r.console = r.of_alias;
		r.console_B = r.console ? until_colon(r.console) : 0;
	}
	fl_tree_walk(fdt, console, &r);
}
