/* SPDX-License-Identifier: MIT
 *
 * Program control (SOPP): branches, waits, barriers, messages. Sea Islands reference, chapters 4.3 and 4.4.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/regs/cik.h"

enum { VM_MASK = 15, EXP_SHIFT = 4, EXP_MASK = 7, LGKM_SHIFT = 8, LGKM_MASK = 15 };

static void jump(struct mcik_wave *w, const struct sq_inst *i, bool taken)
{
	if (taken)
		w->pc += (uint64_t)(4 * (int64_t)(int16_t)i->word[0]);
}

/* What VCCZ is: the bit is not renewed when VCC comes out of memory, or half of it is written. */
static bool vccz(struct mcik_wave *w)
{
	if (w->vccz_stale)
		mcik_sq_report(w, FL_WARN, "Sea Islands 4.2",
			       "VCCZ is old after VCC was loaded: write all of VCC before the branch");
	return sq_pair(w, MCIK_VCC) == 0;
}

static void run_branch(struct mcik_wave *w, const struct sq_inst *i)
{
	switch (i->opcode) {
	case CIK_OP_SOPP__S_BRANCH:
		jump(w, i, true);
		break;
	case CIK_OP_SOPP__S_CBRANCH_SCC0:
	case CIK_OP_SOPP__S_CBRANCH_SCC1:
		jump(w, i, w->scc == (i->opcode == CIK_OP_SOPP__S_CBRANCH_SCC1));
		break;
	case CIK_OP_SOPP__S_CBRANCH_VCCZ:
	case CIK_OP_SOPP__S_CBRANCH_VCCNZ:
		jump(w, i, vccz(w) == (i->opcode == CIK_OP_SOPP__S_CBRANCH_VCCZ));
		break;
	case CIK_OP_SOPP__S_CBRANCH_EXECZ:
	case CIK_OP_SOPP__S_CBRANCH_EXECNZ:
		jump(w, i, (sq_exec_mask(w) == 0) == (i->opcode == CIK_OP_SOPP__S_CBRANCH_EXECZ));
		break;
	default: /* of the debugger, which is not there */
		break;
	}
}

static void run_barrier(struct mcik_wave *w, const struct sq_inst *i)
{
	if (w->group && w->group->n_waves > 1)
		w->state = MCIK_BARRIER;
}

static void run_waitcnt(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t imm = i->word[0];

	mcik_sq_wait(w, imm & VM_MASK, imm >> EXP_SHIFT & EXP_MASK, imm >> LGKM_SHIFT & LGKM_MASK);
}

static void run_message(struct mcik_wave *w, const struct sq_inst *i)
{
	mcik_sq_space(w, w->salu_wrote_m0, 1, "s_sendmsg after M0 was written");
	if (w->env->message)
		w->env->message(w->env->arg, w, i->word[0] & 0xffff);
	else
		mcik_sq_refuse(w, "Sea Islands 4.3", "s_sendmsg 0x%x: nobody is there to take messages",
			       i->word[0] & 0xffff);
	mcik_sq_late(w, MCIK_LGKM_CNT, SQ_VGPR, 0, 0);
	if (i->opcode == CIK_OP_SOPP__S_SENDMSGHALT && w->state == MCIK_RUNNING)
		w->state = MCIK_HALTED;
}

static void run_other(struct mcik_wave *w, const struct sq_inst *i)
{
	switch (i->opcode) {
	case CIK_OP_SOPP__S_NOP:
		w->now += i->word[0] & 7;
		break;
	case CIK_OP_SOPP__S_ENDPGM:
		w->state = MCIK_ENDED;
		break;
	case CIK_OP_SOPP__S_SETHALT:
		if (i->word[0] & 1)
			w->state = MCIK_HALTED;
		break;
	case CIK_OP_SOPP__S_SLEEP:
		w->now += 64 * (i->word[0] & 7);
		break;
	case CIK_OP_SOPP__S_SETPRIO:
		w->priority = i->word[0] & 3;
		break;
	case CIK_OP_SOPP__S_ICACHE_INV:
		if (w->env->cache)
			w->env->cache(w->env->arg, MCIK_INV_CODE);
		break;
	case CIK_OP_SOPP__S_TTRACEDATA:
		mcik_sq_space(w, w->salu_wrote_m0, 1, "s_ttracedata after M0 was written");
		break;
	default: /* counters of performance, conditional kills of the debugger */
		break;
	}
}

static void run_trap(struct mcik_wave *w, const struct sq_inst *i)
{
	mcik_sq_refuse(w, "Sea Islands 4.1", "s_trap %u, and there is no trap handler", i->word[0] & 0xff);
}

void mcik_sq_sopp(struct sq_inst *i)
{
	const unsigned op = CIK_SOPP_WORD0__OP__GET(i->word[0]);

	i->opcode = (uint16_t)op;
	i->unit = SQ_SALU;
	if (op == CIK_OP_SOPP__S_BRANCH ||
	    (op >= CIK_OP_SOPP__S_CBRANCH_SCC0 && op <= CIK_OP_SOPP__S_CBRANCH_EXECNZ) ||
	    (op >= CIK_OP_SOPP__S_CBRANCH_CDBGSYS && op <= CIK_OP_SOPP__S_CBRANCH_CDBGSYS_AND_USER)) {
		i->run = run_branch;
		i->unit = SQ_BRANCH;
	} else if (op == CIK_OP_SOPP__S_BARRIER) {
		i->run = run_barrier;
	} else if (op == CIK_OP_SOPP__S_WAITCNT) {
		i->run = run_waitcnt;
	} else if (op == CIK_OP_SOPP__S_SENDMSG || op == CIK_OP_SOPP__S_SENDMSGHALT) {
		i->run = run_message;
	} else if (op == CIK_OP_SOPP__S_TRAP) {
		i->run = run_trap;
	} else if (op <= CIK_OP_SOPP__S_TTRACEDATA && op != 3) {
		i->run = run_other;
	}
	if (op == CIK_OP_SOPP__S_CBRANCH_VCCZ || op == CIK_OP_SOPP__S_CBRANCH_VCCNZ)
		mcik_sq_reads(i, MCIK_VCC, 2);
}
