/* SPDX-License-Identifier: MIT
 *
 * The 16 bits of scalar instructions that have names: counters to wait for, bits of hardware registers,
 * messages. See asm.h.
 */
#include "lib/cik/asm_own.h"

#include <string.h>

/* What s_waitcnt leaves alone: all that the counters can hold. */
enum { NO_WAIT = 0x0f7f };

static const struct {
	const char *name;
	uint8_t shift, most;
} counters[] = {{"vmcnt", 0, 15}, {"expcnt", 4, 7}, {"lgkmcnt", 8, 15}};

struct named {
	const char *name;
	uint8_t id;
};

/* Each ends with a NULL name. */
static const struct named registers[] = {
    {"HW_REG_MODE", 1},      {"HW_REG_STATUS", 2},    {"HW_REG_TRAPSTS", 3}, {"HW_REG_HW_ID", 4},
    {"HW_REG_GPR_ALLOC", 5}, {"HW_REG_LDS_ALLOC", 6}, {"HW_REG_IB_STS", 7},  {NULL, 0},
};
static const struct named messages[] = {
    {"MSG_INTERRUPT", 1}, {"MSG_GS", 2}, {"MSG_GS_DONE", 3}, {"MSG_SYSMSG", 15}, {NULL, 0},
};
static const struct named gs_ops[] = {
    {"GS_OP_NOP", 0}, {"GS_OP_CUT", 1}, {"GS_OP_EMIT", 2}, {"GS_OP_EMIT_CUT", 3}, {NULL, 0},
};
static const struct named system_ops[] = {
    {"SYSMSG_OP_ECC_ERR_INTERRUPT", 1},
    {"SYSMSG_OP_REG_RD", 2},
    {"SYSMSG_OP_HOST_TRAP_ACK", 3},
    {"SYSMSG_OP_TTRACE_PC", 4},
    {NULL, 0},
};

static bool is_number(struct fl_asm *a)
{
	char c = fl_asm_peek(a);

	return c == '-' || (c >= '0' && c <= '9');
}

bool fl_cik_take_counters(struct fl_asm *a, uint32_t *value)
{
	uint32_t i, v;

	*value = NO_WAIT;
	if (is_number(a))
		return fl_cik_whole(a, INT16_MIN, UINT16_MAX, "a number", value);
	do {
		const char *at = fl_asm_here(a), *name;
		uint32_t n = fl_asm_name(a, &name);
		bool sat = n > 4 && !memcmp(name + n - 4, "_sat", 4);

		n -= sat ? 4 : 0;
		for (i = 0; i < 3 && !fl_asm_is(name, n, counters[i].name); i++)
			;
		if (i == 3)
			return fl_asm_wrong(a, at, "expected vmcnt(N), expcnt(N) or lgkmcnt(N)");
		if (!fl_asm_want(a, '(') ||
		    !fl_asm_integer(a, sat ? UINT32_MAX : counters[i].most, "a count", &v) ||
		    !fl_asm_want(a, ')'))
			return false;
		v = v < counters[i].most ? v : counters[i].most;
		*value =
		    (*value & ~((uint32_t)counters[i].most << counters[i].shift)) | v << counters[i].shift;
		if (!fl_asm_take(a, '&'))
			fl_asm_take(a, ',');
	} while (fl_asm_peek(a));
	return true;
}

/* A name of the list, or a number up to most */
static bool take_named(struct fl_asm *a, const struct named *list, uint32_t most, const char *what,
		       uint32_t *value)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	for (; n && list->name; list++)
		if (fl_asm_is(name, n, list->name)) {
			fl_asm_name(a, &name);
			*value = list->id;
			return true;
		}
	return fl_asm_integer(a, most, what, value);
}

bool fl_cik_take_hwreg(struct fl_asm *a, uint32_t *value)
{
	uint32_t id, offset = 0, width = 32;

	if (!fl_asm_take_word(a, "hwreg"))
		return fl_cik_whole(a, INT16_MIN, UINT16_MAX, "hwreg(NAME, FIRST, BITS) or a number", value);
	if (!fl_asm_want(a, '(') || !take_named(a, registers, 63, "a hardware register", &id))
		return false;
	if (fl_asm_take(a, ',')) {
		if (!fl_asm_integer(a, 31, "the first bit", &offset) || !fl_asm_want(a, ','))
			return false;
		const char *at = fl_asm_here(a);
		if (!fl_asm_integer(a, 32, "how many bits", &width))
			return false;
		if (!width)
			return fl_asm_wrong(a, at, "expected 1 to 32 bits");
	}
	*value = id | offset << 6 | (width - 1) << 11;
	return fl_asm_want(a, ')');
}

bool fl_cik_take_message(struct fl_asm *a, uint32_t *value)
{
	uint32_t id, op = 0, stream = 0;

	if (!fl_asm_take_word(a, "sendmsg"))
		return fl_cik_whole(a, INT16_MIN, UINT16_MAX, "sendmsg(NAME, …) or a number", value);
	if (!fl_asm_want(a, '(') || !take_named(a, messages, 15, "a message", &id))
		return false;
	if (fl_asm_take(a, ',')) {
		if (!take_named(a, id == 15 ? system_ops : gs_ops, 7, "an operation", &op))
			return false;
		if (fl_asm_take(a, ',') && !fl_asm_integer(a, 3, "a stream", &stream))
			return false;
	}
	*value = id | op << 4 | stream << 8;
	return fl_asm_want(a, ')');
}

void fl_cik_put_counters(struct fl_asm_out *out, uint32_t value)
{
	const char *before = " ";

	if (value & ~(uint32_t)NO_WAIT || value == NO_WAIT) {
		fl_asm_put(out, " 0x%x", value);
		return;
	}
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t v = value >> counters[i].shift & counters[i].most;

		if (v < counters[i].most) {
			fl_asm_put(out, "%s%s(%u)", before, counters[i].name, v);
			before = " & ";
		}
	}
}
