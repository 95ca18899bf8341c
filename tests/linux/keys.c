/* SPDX-License-Identifier: MIT
 *
 * `make check-keys`: twenty tasks of a bring-up, typed key by key in a Linux guest with the model of an R580
 * on its PCI bus: at the monitor's prompt, in bash with the device preset and completion, and in bash with
 * setpci (configuration space) or busybox's devmem (the rest). Each way must come to the same value. Tab and
 * Enter are keys, Shift is none. What names something is free of charge: the slot, addresses and values are
 * known.
 * The table is the manual's. A sample types fewer tasks, drawn by a seed, and counts all.
 *
 *	check-keys BUILD KERNEL INITRD MANUAL [write | TASKS [SEED]]
 */
#include "tests/linux/machine.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum way { MONITOR, SHELL, OTHER, WAYS };
enum { TASKS = 20, SECONDS = 300 };

/* In keys: ~S is the device's number, ~R and ~V are the physical address of a register or of a byte of VRAM,
 * whose four digits follow; ~r is that without its last digit. */
static const struct task {
	const char *what, *keys[WAYS];
	enum { CONFIG, REGISTER, VRAM } where;
	uint32_t at;
	char width; /* b, w, l: of an access to configuration space */
	bool prepared;
	uint32_t before; /* what is written there first */
	bool writes;
	uint32_t after; /* what must be there then */
} tasks[TASKS] = {
    {"which card is it", {"pci 0\n", "fir\tpci 0\n", "setpc\t-s~S 0.l\n"}, CONFIG, 0, 'l', 0, 0, 0, 0},
    {"its revision", {"pci.b 8\n", "fir\tpci.b 8\n", "setpc\t-s~S 8.b\n"}, CONFIG, 8, 'b', 0, 0, 0, 0},
    {"its command register",
     {"pci.w 4\n", "fir\tpci.w 4\n", "setpc\t-s~S 4.w\n"},
     CONFIG,
     4,
     'w',
     0,
     0,
     0,
     0},
    {"where its registers are",
     {"pci 0x18\n", "fir\tpci 0x18\n", "setpc\t-s~S 18.l\n"},
     CONFIG,
     0x18,
     'l',
     0,
     0,
     0,
     0},
    {"let it be a bus master",
     {"pci.w 4 7 --f\tb\t\n", "fir\tpci.w 4 7 --f\tb\t\n", "setpc\t-s~S 4.w=7\n"},
     CONFIG,
     4,
     'w',
     true,
     3,
     true,
     7},
    {"how much memory",
     {"config_m\t\n", "fir\tconfig_m\t\n", "dev\t~R00f8\n"},
     REGISTER,
     0xf8,
     0,
     0,
     0,
     0,
     0},
    {"what is busy", {"rbbm_st\t\n", "fir\trbbm_st\t\n", "dev\t~R0e40\n"}, REGISTER, 0xe40, 0, 0, 0, 0, 0},
    {"a scratch register",
     {"0x15e8\n", "fir\t0x15e8\n", "dev\t~R15e8\n"},
     REGISTER,
     0x15e8,
     0,
     true,
     0x600df00d,
     0,
     0},
    {"write it",
     {"0x15e4=0xcafe\n", "fir\t0x15e4=0xcafe\n", "dev\t~R15e4 w 0xcafe\n"},
     REGISTER,
     0x15e4,
     0,
     true,
     1,
     true,
     0xcafe},
    {"set a bit, and leave the others",
     {"0x147c|=16\n", "fir\t0x147c\\|=16\n", "dev\t~R147c\ndev\t~R147c w 31\n"},
     REGISTER,
     0x147c,
     0,
     true,
     15,
     true,
     31},
    {"a float: 512.0",
     {"0x1d98=512.0\n", "fir\t0x1d98=512.0\n", "dev\t~R1d98 w 0x44000000\n"},
     REGISTER,
     0x1d98,
     0,
     true,
     0,
     true,
     0x44000000},
    {"a register behind the memory controller's index",
     {"mc:0x4\n", "fir\tmc:0x4\n", "dev\t~R0070 w 0x7f0004\ndev\t~R0074\n"},
     REGISTER,
     0x74,
     0,
     0,
     0,
     0,
     0},
    {"a register behind the clocks' index",
     {"pll:0xf\n", "fir\tpll:0xf\n", "dev\t~R0008 b 15\ndev\t~R000c\n"},
     REGISTER,
     0xc,
     0,
     0,
     0,
     0,
     0},
    {"wait until nothing draws",
     {"po\trbbm_status.gu\t0\n", "fir\tpol\trbbm_status.gu\t0\n", "while((`dev\t ~R0e40`>>31));do :;done\n"},
     REGISTER,
     0xe40,
     0,
     0,
     0,
     true,
     0x40},
    {"reset the 2D engine",
     {"0xf0=32;0xf0=0\n", "fir\t0xf0=32 0xf0=0\n", "dev\t~R00f0 w 32\ndev\t~R00f0 w 0\n"},
     REGISTER,
     0xf0,
     0,
     0,
     0,
     true,
     0},
    {"four registers in a row",
     {"0x15e0-0x15ec\n", "fir\t0x15e0-0x15ec\n", "for i in 0 4 8 c;do devmem ~r15e0$i;done\n"},
     REGISTER,
     0x15ec,
     0,
     true,
     0x0badcafe,
     0,
     0},
    {"a word of video memory",
     {"md v\t0x1000\n", "fir\tmd v\t0x1000\n", "dev\t~V1000\n"},
     VRAM,
     0x1000,
     0,
     true,
     0x12345678,
     0,
     0},
    {"write it",
     {"mw v\t0x1000 5\n", "fir\tmw v\t0x1000 5\n", "dev\t~V1000 w 5\n"},
     VRAM,
     0x1000,
     0,
     true,
     1,
     true,
     5},
    {"sixteen words of video memory",
     {"md v\t0x1000\n", "fir\tmd v\t0x1000\n", "for i in {0..15};do devmem $[~V1000+4*i];done\n"},
     VRAM,
     0x103c,
     0,
     true,
     0xfeedbeef,
     0,
     0},
    {"fill them",
     {"mw v\t0x1000 5 16\n", "fir\tmw v\t0x1000 5 16\n",
      "for i in {0..15};do devmem $[~V1000+4*i] w 5;done\n"},
     VRAM,
     0x103c,
     0,
     true,
     1,
     true,
     5},
};

static struct machine m;
static uint64_t registers, vram;

/* The keys that are typed. */
static void expand(const char *keys, char *out)
{
	for (; *keys; keys++) {
		unsigned at = 0;
		int n;

		if (*keys != '~') {
			*out++ = *keys;
			continue;
		}
		keys++;
		if (*keys == 'S') {
			out += sprintf(out, "%x", (unsigned)strtoul(m.slot + 3, NULL, 16));
			continue;
		}
		sscanf(keys + 1, "%4x", &at);
		n = sprintf(out, "0x%08llx", (unsigned long long)((*keys == 'V' ? vram : registers) + at));
		out += *keys == 'r' ? n - 1 : n;
		keys += 4;
	}
	*out = 0;
}

/* ---- the value ----------------------------------------------------------------------------------------- */
/* Is it among the numbers of a text? They are hexadecimal, with or without 0x. */
static bool has_value(const char *text, uint32_t value)
{
	while (*text) {
		char *end;

		if (!isxdigit((unsigned char)*text)) {
			text++;
			continue;
		}
		if (strtoul(text, &end, 16) == value && (end - text > 2 || text[1] != 'x') &&
		    !isalnum((unsigned char)*end) && *end != '_')
			return true;
		while (isalnum((unsigned char)*text) || *text == '_')
			text++;
	}
	return false;
}

/* What is at the task's place, or what is put there, by a program that is not ours. */
static int ask_place(const struct task *t, const char *write)
{
	if (t->where == CONFIG)
		return guest_ask(&m.g, 30, "run 0 20 /bin/setpci -s %s %x.%c%s", m.slot, (unsigned)t->at,
				 t->width, write);
	return guest_ask(&m.g, 30, "run 0 20 /bin/busybox devmem 0x%llx 32%s",
			 (unsigned long long)((t->where == VRAM ? vram : registers) + t->at), write);
}

static bool prepare(const struct task *t)
{
	char text[24];

	if (!t->prepared)
		return true;
	snprintf(text, sizeof text, t->where == CONFIG ? "=%x" : " 0x%x", (unsigned)t->before);
	return !ask_place(t, text);
}

/* ---- typing -------------------------------------------------------------------------------------------- */
/* What was said goes to m.g.data; the milliseconds of the last line. -1: it did not come to an end. */
static long typed(enum way way, const char *keys)
{
	const char *ms;
	int code;

	if (guest_ask(&m.g, 10, "run 0 5 /bin/busybox rm -f /tmp/keys") < 0 ||
	    guest_put(&m.g, "/tmp/keys", 0, keys, strlen(keys)))
		return -1;
	if (way == MONITOR)
		code = guest_ask(&m.g, SECONDS + 5,
				 "run 0 %d /bin/typing R580> /tmp/keys /bin/firstlight monitor "
				 "--device %s",
				 SECONDS, m.slot);
	else
		code = guest_ask(&m.g, SECONDS + 5,
				 "run 0 %d /bin/busybox env FIRSTLIGHT_DEVICE=%s PATH=/bin /bin/typing $ "
				 "/tmp/keys /bin/bash --noprofile --rcfile /etc/keys.rc -i",
				 SECONDS, m.slot);
	ms = code ? NULL : strstr(m.g.data, "@ ");
	return ms ? atol(ms + 2) : -1;
}

static bool one(const struct task *t, enum way way, char *reference, unsigned count, long *ms)
{
	static const char *const names[WAYS] = {"monitor", "shell", "setpci, devmem"};
	char keys[200];
	bool ok;

	expand(t->keys[way], keys);
	*ms = -1;
	ok = prepare(t);
	if (ok && !t->writes && !*reference) {
		/* What is read is known before: by what the strangers' program says, typed. */
		expand(t->keys[OTHER], keys);
		ok = typed(OTHER, keys) >= 0;
		for (const char *s = m.g.data; ok && *s && *s != '@'; s = strchrnul(s, '\n') + 1)
			snprintf(reference, 40, "%.39s", s);
		expand(t->keys[way], keys);
	}
	ok = ok && (*ms = typed(way, keys)) >= 0;
	ok = ok && !strstr(m.g.data, "error:") && !strstr(m.g.data, "firstlight") &&
	     !strstr(m.g.data, "bash: ");
	if (ok && !t->writes) {
		uint32_t value = (uint32_t)strtoul(reference, NULL, 16);

		ok = (!t->prepared || value == t->before) && has_value(m.g.data, value);
	}
	if (!ok)
		comment(m.g.data);
	else if (t->writes && (ask_place(t, "") || !has_value(m.g.data, t->after))) {
		ok = false;
		comment(m.g.data);
	}
	return verdict(ok, &m, "%s (%s): %u keys, %ld ms", t->what, names[way], count, *ms);
}

/* ---- the table ----------------------------------------------------------------------------------------- */
static int by_size(const void *a, const void *b)
{
	return *(const unsigned *)a > *(const unsigned *)b ? 1 : -1;
}

/* Twice the median. */
static unsigned median2(const unsigned *count)
{
	unsigned sorted[TASKS];

	memcpy(sorted, count, sizeof sorted);
	qsort(sorted, TASKS, sizeof *sorted, by_size);
	return sorted[TASKS / 2 - 1] + sorted[TASKS / 2];
}

static void print_table(FILE *f, unsigned count[WAYS][TASKS])
{
	fprintf(f, "| task | monitor | shell | setpci, devmem |\n|---|---|---|---|\n");
	for (unsigned i = 0; i < TASKS; i++)
		fprintf(f, "| %s | %u | %u | %u |\n", tasks[i].what, count[MONITOR][i], count[SHELL][i],
			count[OTHER][i]);
	fprintf(f, "| **median** |");
	for (unsigned w = 0; w < WAYS; w++)
		fprintf(f, " **%u%s** |", median2(count[w]) / 2, median2(count[w]) % 2 ? ".5" : "");
	fputc('\n', f);
}

/* Between these two lines of the manual. */
#define BEGIN "<!-- make check-keys KEYS=write -->\n"
#define END   "<!-- end of keys -->\n"

static void compare(const char *path, unsigned count[WAYS][TASKS], bool write)
{
	char table[4096] = "", *text = calloc(1, 1 << 20), *begin, *end;
	FILE *f = fmemopen(table, sizeof table, "w"), *manual = fopen(path, "r");
	bool same;

	print_table(f, count);
	fclose(f);
	text[manual ? fread(text, 1, (1 << 20) - 1, manual) : 0] = 0;
	if (manual)
		fclose(manual);
	begin = strstr(text, BEGIN);
	end = strstr(text, END);
	if (!begin || !end) {
		verdict(false, &m, "%s has a place for the table", path);
	} else {
		begin += strlen(BEGIN);
		same = (size_t)(end - begin) == strlen(table) && !memcmp(begin, table, strlen(table));
		if (!same && write && (manual = fopen(path, "w"))) {
			fprintf(manual, "%.*s%s%s", (int)(begin - text), text, table, end);
			fclose(manual);
			same = true;
		}
		verdict(same, &m, "the table of %s is what was counted", path);
	}
	fputs(table, stdout);
	free(text);
}

/* Where the card's BARs are, as the kernel says: lines "BEGIN END FLAGS". */
static bool find_bars(void)
{
	unsigned long long bar[3] = {0};
	const char *line;

	if (guest_ask(&m.g, 20, "get %s/resource", m.device))
		return false;
	line = m.g.data;
	for (unsigned i = 0; i < 3 && line; i++) {
		bar[i] = strtoull(line, NULL, 16);
		line = strchr(line, '\n');
		line += line != NULL;
	}
	vram = bar[0];
	registers = bar[2];
	return vram && registers;
}

/* Which tasks are typed: all, or n of them. */
static void draw_lots(unsigned n, uint32_t seed, bool typed_too[TASKS])
{
	for (unsigned i = 0, left = TASKS; i < TASKS; i++, left--) {
		seed = seed * 1664525 + 1013904223;
		typed_too[i] = (seed >> 8) % left < n;
		n -= typed_too[i];
	}
}

int main(int argc, char **argv)
{
	unsigned count[WAYS][TASKS], sample = argc > 5 ? (unsigned)atoi(argv[5]) : 0;
	unsigned long seed = argc > 6 ? strtoul(argv[6], NULL, 0) : (unsigned long)time(NULL);
	bool typed_too[TASKS];
	struct setting set;
	long ms;

	if (argc < 5 || sample > TASKS) {
		fprintf(stderr, "check-keys BUILD KERNEL INITRD MANUAL [write | TASKS [SEED]]\n");
		return FL_USAGE;
	}
	draw_lots(sample ? sample : TASKS, (uint32_t)seed, typed_too);
	if (sample)
		printf("# %u of %u tasks, seed %lu\n", sample, TASKS, seed);
	set = (struct setting){argv[1], argv[2], argv[3]};
	boot_model(&m, &set, "r580", "1002:7249  R580 ", "r580", "", "iomem=relaxed");
	if (m.up && verdict(find_bars(), &m, "the card has registers and memory")) {
		for (unsigned i = 0; i < TASKS; i++) {
			char reference[40] = "";

			for (enum way w = WAYS; w-- > 0;) {
				char keys[200];

				expand(tasks[i].keys[w], keys);
				count[w][i] = (unsigned)strlen(keys);
				if (typed_too[i])
					one(&tasks[i], w, reference, count[w][i], &ms);
			}
		}
		for (enum way w = MONITOR; w <= SHELL; w++)
			verdict(median2(count[w]) <= median2(count[OTHER]), &m,
				"the median of the %s is no higher than that of setpci and devmem",
				w == MONITOR ? "monitor" : "shell");
		compare(argv[4], count, argc > 5 && !sample && !failed);
	}
	off(&m);
	printf("%u passed, %u failed\n", passed, failed);
	return failed ? FL_FAILED : FL_OK;
}
