/* SPDX-License-Identifier: MIT
 *
 * The cores of the family: names of models, what registers say wrong, and what they do not say at all
 * (cores.c). From Linux's etnaviv_gpu.c and etnaviv_hwdb.c, as GC facts 0 has them.
 */
#include "hw/gc/chips.h"
#include "hw/regs/gc.h"

#include <string.h>

enum {
	FAMILY_500 = 1, /* CHIP_IDENTITY of cores without CHIP_MODEL */
	PRODUCT_L = 0x70002,
	PRODUCT_UL = 0x70003,
};

static const struct {
	uint16_t model;
	char name[8];
} names[] = {
    {GC_HI_CHIP_MODEL__GC200, "GC200"},   {GC_HI_CHIP_MODEL__GC300, "GC300"},
    {GC_HI_CHIP_MODEL__GC320, "GC320"},   {GC_HI_CHIP_MODEL__GC328, "GC328"},
    {GC_HI_CHIP_MODEL__GC350, "GC350"},   {GC_HI_CHIP_MODEL__GC355, "GC355"},
    {GC_HI_CHIP_MODEL__GC400, "GC400"},   {GC_HI_CHIP_MODEL__GC420, "GC420"},
    {GC_HI_CHIP_MODEL__GC500, "GC500"},   {GC_HI_CHIP_MODEL__GC520, "GC520"},
    {GC_HI_CHIP_MODEL__GC530, "GC530"},   {GC_HI_CHIP_MODEL__GC600, "GC600"},
    {GC_HI_CHIP_MODEL__GC620, "GC620"},   {GC_HI_CHIP_MODEL__GC700, "GC700"},
    {GC_HI_CHIP_MODEL__GC800, "GC800"},   {GC_HI_CHIP_MODEL__GC860, "GC860"},
    {GC_HI_CHIP_MODEL__GC880, "GC880"},   {GC_HI_CHIP_MODEL__GC900, "GC900"},
    {GC_HI_CHIP_MODEL__GC1000, "GC1000"}, {GC_HI_CHIP_MODEL__GC1500, "GC1500"},
    {GC_HI_CHIP_MODEL__GC2000, "GC2000"}, {GC_HI_CHIP_MODEL__GC2100, "GC2100"},
    {GC_HI_CHIP_MODEL__GC2200, "GC2200"}, {GC_HI_CHIP_MODEL__GC2500, "GC2500"},
    {GC_HI_CHIP_MODEL__GC3000, "GC3000"}, {GC_HI_CHIP_MODEL__GC4000, "GC4000"},
    {GC_HI_CHIP_MODEL__GC5000, "GC5000"}, {GC_HI_CHIP_MODEL__GC5200, "GC5200"},
    {GC_HI_CHIP_MODEL__GC6400, "GC6400"}, {GC_HI_CHIP_MODEL__GC7000, "GC7000"},
    {GC_HI_CHIP_MODEL__GC7400, "GC7400"}, {GC_HI_CHIP_MODEL__GC8000, "GC8000"},
    {GC_HI_CHIP_MODEL__GC8100, "GC8100"}, {GC_HI_CHIP_MODEL__GC8200, "GC8200"},
    {GC_HI_CHIP_MODEL__GC8400, "GC8400"},
};

static void put_right(struct gc_core *c, uint32_t identity)
{
	if (GC_HI_CHIP_IDENTITY__FAMILY__GET(identity) == FAMILY_500) {
		c->model = GC_HI_CHIP_MODEL__GC500;
		c->revision = GC_HI_CHIP_IDENTITY__REVISION__GET(identity);
	}
	/* A GC400 of any kind, but for the GC420. */
	if ((c->model & 0xff00) == GC_HI_CHIP_MODEL__GC400 && c->model != GC_HI_CHIP_MODEL__GC420)
		c->model = GC_HI_CHIP_MODEL__GC400;
	/* A GC3000 says that it is a GC2000, of a revision that none has. */
	if (c->model == GC_HI_CHIP_MODEL__GC2000 && c->revision == 0xffff5450) {
		c->model = GC_HI_CHIP_MODEL__GC3000;
		c->revision &= 0xffff;
	}
	if (c->model == GC_HI_CHIP_MODEL__GC300 && c->revision == 0x2201 && c->date == 0x20080814 &&
	    c->time == 0x12051100)
		c->revision = 0x1051;
	if (c->model == GC_HI_CHIP_MODEL__GC700)
		c->features[0] &= ~GC_HI_CHIP_FEATURE__FAST_CLEAR__MASK;
}

/* As Linux's etnaviv_hwdb.c does it, by all that identifies a core; and if there is no such row, by model and
 * revision, as it did before: customers differ in what is around the core. */
static void look_up(struct gc_core *c)
{
	const struct gc_core_row *found = NULL;

	for (const struct gc_core_row *r = gc_cores; r->name; r++) {
		if (r->model != c->model || r->revision != c->revision)
			continue;
		if (r->product == c->product && r->eco == c->eco && r->customer == c->customer) {
			found = r;
			break;
		}
		found = found ? found : r;
	}
	if (!found)
		return;
	c->row = found->name;
	c->instructions = found->instructions;
	memcpy(c->features + GC_FEATURE_READABLE, found->late, sizeof(found->late));
}

void gc_core_read(struct gc_core *c, gc_core_word *word, const void *arg)
{
	static const uint16_t feature[GC_FEATURE_READABLE] = {
	    GC_HI_CHIP_FEATURE,         GC_HI_CHIP_MINOR_FEATURE_0, GC_HI_CHIP_MINOR_FEATURE_1,
	    GC_HI_CHIP_MINOR_FEATURE_2, GC_HI_CHIP_MINOR_FEATURE_3, GC_HI_CHIP_MINOR_FEATURE_4,
	    GC_HI_CHIP_MINOR_FEATURE_5};
	static const uint16_t specs[4] = {GC_HI_CHIP_SPECS, GC_HI_CHIP_SPECS_2, GC_HI_CHIP_SPECS_3,
					  GC_HI_CHIP_SPECS_4};

	memset(c, 0, sizeof(*c));
	c->model = word(arg, GC_HI_CHIP_MODEL);
	c->revision = word(arg, GC_HI_CHIP_REV);
	c->date = word(arg, GC_HI_CHIP_DATE);
	c->time = word(arg, GC_HI_CHIP_TIME);
	c->customer = word(arg, GC_HI_CHIP_CUSTOMER_ID);
	c->product = word(arg, GC_HI_CHIP_PRODUCT_ID);
	c->eco = word(arg, GC_HI_CHIP_ECO_ID);
	for (unsigned i = 0; i < GC_FEATURE_READABLE; i++)
		if (i < 2 || GC_HI_CHIP_MINOR_FEATURE_0__MORE_MINOR_FEATURES__GET(c->features[1]))
			c->features[i] = word(arg, feature[i]);
	for (unsigned i = 0; i < 4; i++)
		c->specs[i] = word(arg, specs[i]);
	look_up(c);
	put_right(c, word(arg, GC_HI_CHIP_IDENTITY));
}

const char *gc_core_name(const struct gc_core *c)
{
	if (c->model == GC_HI_CHIP_MODEL__GC7000 && (c->revision == 0x6214 || c->product == PRODUCT_L))
		return "GC7000L";
	if (c->model == GC_HI_CHIP_MODEL__GC7000 && c->product == PRODUCT_UL)
		return "GC7000UL";
	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].model == c->model)
			return names[i].name;
	return c->row;
}

unsigned gc_core_streams(const struct gc_core *c)
{
	const uint32_t wide = GC_HI_CHIP_SPECS_4__STREAM_COUNT__GET(c->specs[3]);
	const uint32_t n = GC_HI_CHIP_SPECS__STREAM_COUNT__GET(c->specs[0]);

	if (wide)
		return wide;
	return n ? n : c->model >= 0x1000 ? 4 : 1;
}

unsigned gc_core_instructions(const struct gc_core *c)
{
	if (c->instructions)
		return c->instructions;
	switch (GC_HI_CHIP_SPECS_2__INSTRUCTION_COUNT__GET(c->specs[1])) {
	case 0:
		return (c->model == 0x2000 && c->revision == 0x5108) || c->model == 0x880 ? 512 : 256;
	case 1:
		return 1024;
	case 2:
		return 2048;
	}
	return 256;
}

unsigned gc_core_constants(const struct gc_core *c)
{
	const uint32_t n = GC_HI_CHIP_SPECS_2__NUM_CONSTANTS__GET(c->specs[1]);

	return n ? n : 168;
}

/* Some count one for the position. */
unsigned gc_core_varyings(const struct gc_core *c)
{
	static const uint16_t one_less[][2] = {{0x5000, 0x5434}, {0x4000, 0x5222}, {0x4000, 0x5245},
					       {0x4000, 0x5208}, {0x3000, 0x5435}, {0x2200, 0x5244},
					       {0x2100, 0x5108}, {0x2000, 0x5108}, {0x1500, 0x5246},
					       {0x880, 0x5107},  {0x880, 0x5106}};
	unsigned n = GC_HI_CHIP_SPECS_3__VARYINGS_COUNT__GET(c->specs[2]);

	if (!n)
		n = GC_HI_CHIP_MINOR_FEATURE_1__HALTI0__GET(c->features[2]) ? 12 : 8;
	for (unsigned i = 0; i < sizeof(one_less) / sizeof(*one_less); i++)
		if (one_less[i][0] == c->model && one_less[i][1] == c->revision)
			return n - 1;
	return n;
}

unsigned gc_core_mmu(const struct gc_core *c)
{
	return 1 + GC_HI_CHIP_MINOR_FEATURE_1__MMU_VERSION__GET(c->features[2]);
}

/* Features that no register has (chipMinorFeatures7 and 10 in hw/regs/gc/family.xml). */
enum {
	WORD_7 = 8,
	BIT_SECURITY = 1 << 21,
	WORD_10 = 11,
	SECURITY_AHB = 1 << 14,
};

bool gc_core_secure(const struct gc_core *c)
{
	return c->features[WORD_7] & BIT_SECURITY && c->features[WORD_10] & SECURITY_AHB;
}
