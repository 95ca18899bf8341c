/* SPDX-License-Identifier: MIT
 *
 * The generator on databases that are wrong, each in one way: it must say what and where, and write nothing.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[] = "/tmp/fl_regs_XXXXXX";

static void start(void)
{
	cr_assert(mkdtemp(dir));
}

static void stop(void)
{
	char command[128];

	snprintf(command, sizeof command, "rm -r %s", dir);
	cr_assert_eq(system(command), 0);
}

TestSuite(regs_gen, .init = start, .fini = stop);

static void put(const char *name, const char *text)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "w");
	cr_assert(f);
	fputs(text, f);
	fclose(f);
}

/* Run the generator on x.xml; its errors into err. Returns the exit code. */
static int run(char *err, size_t size)
{
	char command[1024], path[128];
	FILE *f;
	int status;
	size_t n;

	snprintf(command, sizeof command,
		 "cd %s && " FL_REGSGEN
		 " --header out/x.h --table out/x_table.c --reset out/x_reset.h x.xml 2>err",
		 dir);
	status = system(command);
	snprintf(path, sizeof path, "%s/err", dir);
	f = fopen(path, "r");
	cr_assert(f);
	n = fread(err, 1, size - 1, f);
	err[n] = 0;
	fclose(f);
	return WEXITSTATUS(status);
}

#define HEAD   "<database name=\"x\" prefix=\"X\">\n"
#define DOMAIN "<domain name=\"MMIO\">\n"
#define END    "</domain></database>\n"
#define REG(f) HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\">\n" f "\n</reg32>" END

static const struct {
	const char *xml;
	unsigned line;
	const char *says;
} bad[] = {
    {HEAD "<oops/></database>", 2, "<oops> is not known inside database"},
    {HEAD DOMAIN "<value value=\"1\" name=\"A\"/>" END, 3, "<value> is not known inside domain"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" acess=\"r\"/>" END, 3, "no attribute acess"},
    {HEAD DOMAIN "<reg32 name=\"A\"/>" END, 3, "attribute offset is missing"},
    {HEAD DOMAIN "<reg32 offset=\"zero\" name=\"A\"/>" END, 3, "no 32-bit number"},
    {HEAD DOMAIN "<reg32 offset=\"0x100000000\" name=\"A\"/>" END, 3, "no 32-bit number"},
    {HEAD DOMAIN "<reg32 offset=\"-4\" name=\"A\"/>" END, 3, "no 32-bit number"},
    {HEAD DOMAIN "<reg32 offset=\"2\" name=\"A\"/>" END, 3, "not aligned"},
    {HEAD DOMAIN "<reg32 offset=\"0\"/>" END, 3, "a name is missing"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A B\"/>" END, 3, "cannot be part of a C name"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A__B\"/>" END, 3, "holds __"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" access=\"x\"/>" END, 3, "none of r w rw w1c rc"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" hazard=\"fire\"/>" END, 3, "hazard \"fire\""},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" read=\"slow\"/>" END, 3, "only \"unsafe\""},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" variants=\"Y1\"/>" END, 3, "no chip or range \"Y1\""},
    {HEAD "<chip name=\"B1\"/><chip name=\"B2\"/>" DOMAIN
	  "<reg32 offset=\"0\" name=\"A\" variants=\"B2-B1\"/>" END,
     3, "no chip or range \"B2-B1\""},
    {HEAD "<chip name=\"B1\"/><set name=\"S\" variants=\"B2\"/>" END, 2, "no chip or range \"B2\""},
    {HEAD "<chip name=\"B1\"/><set name=\"B1\" variants=\"B1\"/>" END, 2,
     "the name B1 is a chip's or a set's already"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\"/>\n<reg32 offset=\"4\" name=\"A\"/>" END, 4,
     "A is there twice"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\"/>\n<reg32 offset=\"4\" name=\"a\"/>" END, 4,
     "a is there twice"},
    {HEAD DOMAIN "<reg32 offset=\"4\" name=\"A\"/>\n<reg32 offset=\"4\" name=\"B\"/>" END, 4,
     "0x4 is also A"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" length=\"4\"/>\n<reg32 offset=\"8\" name=\"B\"/>" END, 4,
     "0x8 is also A"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" alias=\"8\"/>\n<reg32 offset=\"8\" name=\"B\"/>" END, 4,
     "0x8 is also A"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" length=\"0\"/>" END, 3, "an array of length 0"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" stride=\"8\"/>" END, 3, "a stride without a length"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" length=\"2\" stride=\"6\"/>" END, 3, "no multiple of 4"},
    {HEAD "<domain name=\"MMIO\" size=\"0x10\">\n<reg32 offset=\"0x10\" name=\"A\"/>" END, 3, "outside MMIO"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" type=\"T\"/>" END, 3, "no bitset or enum T"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" width=\"8\" default=\"0x100\"/>" END, 3,
     "does not fit 8 bits"},
    {REG("<bitfield low=\"0\" high=\"32\" name=\"F\"/>"), 4, "bits 0 to 32 of a word of 32"},
    {REG("<bitfield low=\"3\" high=\"2\" name=\"F\"/>"), 4, "bits 3 to 2"},
    {REG("<bitfield low=\"0\" high=\"3\" name=\"F\"/>\n<bitfield low=\"3\" high=\"4\" name=\"G\"/>"), 5,
     "G overlaps F"},
    {REG("<bitfield low=\"0\" high=\"3\" name=\"F\"/>\n<bitfield low=\"4\" high=\"4\" name=\"F\"/>"), 5,
     "F is there twice"},
    {REG("<bitfield low=\"0\" high=\"1\" name=\"F\" default=\"4\"/>"), 4,
     "reset value 0x4 does not fit 2 bits"},
    {REG("<bitfield low=\"0\" high=\"1\" name=\"F\" type=\"T\"/>"), 4, "no enum or bitset T"},
    {REG("<bitfield low=\"0\" high=\"1\" name=\"F\">\n<value value=\"4\" name=\"V\"/></bitfield>"), 5,
     "V = 4 does not fit"},
    {REG("<bitfield low=\"0\" high=\"1\" name=\"F\">\n<value value=\"1\" name=\"V\"/>\n<value value=\"2\" "
	 "name=\"V\"/>"
	 "</bitfield>"),
     6, "V is there twice"},
    {REG("<bitfield low=\"0\" high=\"1\" name=\"F\">\n<value value=\"1\" name=\"V\"/>\n<value value=\"1\" "
	 "name=\"W\"/>"
	 "</bitfield>"),
     6, "V and W are both 1"},
    {REG("<bitfield low=\"0\" high=\"0\" name=\"F\" alt=\"T\"/>"), 4, "alt and when go together"},
    {REG("<bitfield low=\"0\" high=\"0\" name=\"F\">\n<value value=\"0\" name=\"MASK\"/></bitfield>"), 5,
     "the C name X_A__F__MASK is taken"},
    {HEAD "<enum name=\"T\">\n<value value=\"4\" name=\"V\"/></enum>" DOMAIN
	  "<reg32 offset=\"0\" name=\"A\"><bitfield low=\"0\" high=\"1\" name=\"F\" type=\"T\"/></reg32>" END,
     4, "V of enum T does not fit 2 bits"},
    {HEAD "<enum name=\"T\"/>\n<enum name=\"T\"/></database>", 3, "enum T is there twice"},
    {HEAD DOMAIN "<reg32 offset=\"0\" name=\"A\" access=\"r\">\n"
		 "<bitfield low=\"0\" high=\"0\" name=\"F\" access=\"w\"/></reg32>" END,
     4, "can be written, but its register cannot"},
    {HEAD "<pm4><packet name=\"P\" opcode=\"0x10\"/>\n<packet name=\"Q\" opcode=\"0x10\"/></pm4></database>",
     3, "P and Q are both 0x10"},
    {HEAD "<pm4><packet name=\"P\" opcode=\"0x100\"/></pm4></database>", 2, "does not fit 8 bits"},
    {HEAD "<pm4><packet name=\"P\" opcode=\"1\"><dword name=\"D\" reg=\"R\"/></packet></pm4></database>", 2,
     "no register R"},
    {HEAD
     "<pm4><packet name=\"P\" opcode=\"1\"><dword name=\"D\" present_if=\"E\"/></packet></pm4></database>",
     2, "is no field of the packet"},
    {HEAD "<instruction name=\"I\" dwords=\"2\" match=\"3\" mask=\"1\"/></database>", 2,
     "match 0x3 has bits that mask"},
    {HEAD "<instruction name=\"I\" dwords=\"2\"><word name=\"W\" index=\"2\"/></instruction></database>", 2,
     "word 2 of 2"},
    {HEAD "<enum name=\"T\">\n</database>", 3, "mismatched tag"},
};

Test(regs_gen, refuses_each_mistake)
{
	char err[4096], where[32];
	struct stat st;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char path[128];

		put("x.xml", bad[i].xml);
		snprintf(where, sizeof where, "x.xml:%u: ", bad[i].line);
		cr_assert_eq(run(err, sizeof err), 1, "case %zu (%s) was let pass: %s", i, bad[i].says, err);
		cr_assert(strstr(err, bad[i].says), "case %zu: expected \"%s\", got: %s", i, bad[i].says,
			  err);
		cr_assert(strstr(err, where), "case %zu: expected it at %s, got: %s", i, where, err);
		snprintf(path, sizeof path, "%s/out", dir);
		cr_assert(stat(path, &st), "case %zu wrote something", i);
	}
}

/* Things that look like mistakes, and are not. */
Test(regs_gen, lets_pass_what_is_right)
{
	static const char *const good[] = {
	    /* one address, other chips */
	    HEAD "<chip name=\"B1\"/><chip name=\"B2\"/>" DOMAIN
		 "<reg32 offset=\"0\" name=\"A\" variants=\"B1\"/>"
		 "<reg32 offset=\"0\" name=\"B\" variants=\"B2\"/>" END,
	    /* one address, two meanings */
	    HEAD DOMAIN
	    "<reg32 offset=\"0\" name=\"A\" use=\"ALU\"/><reg32 offset=\"0\" name=\"B\" use=\"TEX\"/>" END,
	    /* arrays that interleave */
	    HEAD DOMAIN
	    "<array offset=\"0\" name=\"S\" length=\"4\" stride=\"8\"><reg32 offset=\"0\" name=\"A\"/>"
	    "<reg32 offset=\"4\" name=\"B\"/></array>" END,
	    /* overlapping fields of different chips */
	    HEAD "<chip name=\"B1\"/><chip name=\"B2\"/>" DOMAIN "<reg32 offset=\"0\" name=\"A\">"
		 "<bitfield low=\"0\" high=\"3\" name=\"F\" variants=\"B1\"/>"
		 "<bitfield low=\"0\" high=\"4\" name=\"G\" variants=\"B2\"/></reg32>" END,
	    /* a set of chips; and a field that no chip has, in the place of another */
	    HEAD "<chip name=\"B1\"/><chip name=\"B2\"/><set name=\"S\" variants=\"B2-\"/>"
		 "<set name=\"NONE\" variants=\"\"/>" DOMAIN
		 "<reg32 offset=\"0\" name=\"A\" variants=\"S\"><bitfield low=\"0\" high=\"3\" name=\"F\"/>"
		 "<bitfield low=\"0\" high=\"4\" name=\"F\" variants=\"NONE\"><value value=\"1\" name=\"V\"/>"
		 "</bitfield></reg32><reg32 offset=\"0\" name=\"B\" variants=\"B1\"/>" END,
	    /* an index space counts registers, not bytes */
	    HEAD "<domain name=\"MC\" space=\"mc\" step=\"1\"><reg32 offset=\"1\" name=\"A\"/>"
		 "<reg32 offset=\"2\" name=\"B\"/>" END,
	};
	char err[4096];

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		put("x.xml", good[i]);
		cr_assert_eq(run(err, sizeof err), 0, "case %zu: %s", i, err);
	}
}

Test(regs_gen, leaves_files_alone_that_would_not_change)
{
	struct timespec first;
	char err[4096], path[128];
	struct stat st;

	snprintf(path, sizeof path, "%s/out/x.h", dir);
	put("x.xml", REG("<bitfield low=\"0\" high=\"3\" name=\"F\"/>"));
	cr_assert_eq(run(err, sizeof err), 0, "%s", err);
	cr_assert_eq(stat(path, &st), 0);
	first = st.st_mtim;
	usleep(20000);
	put("x.xml",
	    "<!-- new words -->" REG("<bitfield low=\"0\" high=\"3\" name=\"F\" note=\"more of them\"/>"));
	cr_assert_eq(run(err, sizeof err), 0, "%s", err);
	cr_assert_eq(stat(path, &st), 0);
	cr_assert(st.st_mtim.tv_sec == first.tv_sec && st.st_mtim.tv_nsec == first.tv_nsec);
	put("x.xml", REG("<bitfield low=\"0\" high=\"4\" name=\"F\"/>"));
	cr_assert_eq(run(err, sizeof err), 0, "%s", err);
	cr_assert_eq(stat(path, &st), 0);
	cr_assert(st.st_mtim.tv_sec != first.tv_sec || st.st_mtim.tv_nsec != first.tv_nsec);
}

Test(regs_gen, a_missing_file_is_named)
{
	char err[4096];

	cr_assert_eq(run(err, sizeof err), 2);
	cr_assert(strstr(err, "x.xml: No such file"), "%s", err);
}
