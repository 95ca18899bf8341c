/* SPDX-License-Identifier: MIT
 *
 * US: which registers an ALU instruction reads, channel by channel: those that its results depend on, no
 * others.
 */
#include "hw/model/r500/us.h"

unsigned mr500_us_args(unsigned op)
{
	switch (op) {
	case US_MAD:
	case US_CND:
	case US_CMP:
	case US_D2A:
		return 7;
	case US_DP3:
	case US_DP4:
	case US_MIN:
	case US_MAX:
	case US_MDH:
	case US_MDV:
		return 3;
	case US_OTHER:
	case US_RESERVED:
		return 0;
	default:
		return 1;
	}
}

unsigned mr500_us_needed(const struct us_inst *in)
{
	unsigned need = in->wmask | in->omask | (in->w_omask && in->type == US_OUT ? 8 : 0);

	if (in->alu_wmask)
		need |= in->alu_sel ? 8 : 1;
	return need;
}

static void argument(const struct us_inst *in, unsigned chan, unsigned n, us_read_fn *what, void *ctx)
{
	const struct us_arg *arg = &in->half[chan == 3].arg[n];
	unsigned swz = arg->swz[chan == 3 ? 0 : chan];

	if (swz >= US_SWZ_ZERO)
		return;
	const struct us_half *from = &in->half[swz == 3];
	if (arg->sel < 3) {
		what(ctx, in, &from->src[arg->sel], swz, US_READ_PLAIN);
		return;
	}
	what(ctx, in, &from->src[0], swz, US_READ_PRESUB);
	if (from->presub == 1 || from->presub == 2)
		what(ctx, in, &from->src[1], swz, US_READ_PRESUB);
}

void mr500_us_reads(const struct us_inst *in, us_read_fn *what, void *ctx)
{
	unsigned need = mr500_us_needed(in), rgb = in->half[0].op, alpha = in->half[1].op;
	bool dot = rgb == US_DP3 || rgb == US_DP4 || rgb == US_D2A;

	if (need & 7 && rgb == US_OTHER)
		need |= 8;
	if (need & 8 && alpha == US_OTHER)
		need |= 1;
	for (unsigned chan = 0; chan < 4; chan++) {
		bool dp4 = chan == 3 && rgb == US_DP4 && need & 7;

		if (!(need >> chan & 1) && !(dot && chan < 3 && need & 7) && !dp4)
			continue;
		unsigned op = in->half[chan == 3].op, args = 0;
		if (need >> chan & 1 || chan < 3) {
			args = rgb == US_D2A && chan < 3 ? (chan == 2 ? 4 : 3) : mr500_us_args(op);
			/* A and C are src0 of other pixels of the quad: 8.4.4 */
			if (op == US_MDH || op == US_MDV) {
				what(ctx, in, &in->half[chan == 3].src[0], chan, US_READ_QUAD);
				args = 2;
			}
		}
		if (dp4) /* the fourth component of these comes from the alpha half: 8.4.3.2 */
			args |= 3;
		for (unsigned n = 0; n < 3; n++)
			if (args >> n & 1)
				argument(in, chan, n, what, ctx);
	}
}
