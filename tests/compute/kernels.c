/* SPDX-License-Identifier: MIT
 *
 * Kernels by a seed; see kernels.h. Nothing in them is undefined in either language: shifts are masked,
 * divisors are odd, floats stay far from what is flushed and from what is infinite, and what all threads
 * change at once comes out the same in any order.
 *
 * Nor may they ask for what clang compiles wrongly. It divides whole numbers as floats where the nine
 * highest bits of both are the same, and before LLVM 20 it does so to numbers without a sign as well: the
 * short -2, extended to 0xfffffffe, becomes the float 4294967296.0 (LLVM's pull requests 119325 and 196418).
 * So it may know nothing of a divisor (ODD), or both numbers are really small. They have 22 bits, since not
 * all of 23 come out right (LLVM's pull request 202753).
 */
#include "tests/compute/kernels.h"

#include <stdbool.h>

const char *const kernels_kind_name[KERNELS_KINDS] = {"arithmetic", "control flow", "memory",
						      "atomics",    "vectors",      "doubles"};

static const char head[] =
    "#ifdef __OPENCL_C_VERSION__\n"
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#define MEM global\n"
    "#define LOCAL local\n"
    "#define BITS(f) as_uint(f)\n"
    "#define BITS64(f) as_ulong(f)\n"
    "#define MAKE4(T, a, b, c, d) ((T)(a, b, c, d))\n"
    "#define ATOMIC(op, p, v) atomic_##op(p, v)\n"
    "static uint ODD(uint u) { if (!__builtin_constant_p(u)) __asm__(\"\" : \"+v\"(u)); return u | 1; }\n"
    "#else\n"
    "typedef unsigned char uchar;\n"
    "typedef unsigned short ushort;\n"
    "typedef unsigned int uint;\n"
    "typedef unsigned long ulong;\n"
    "typedef uint uint4 __attribute__((ext_vector_type(4)));\n"
    "typedef float float4 __attribute__((ext_vector_type(4)));\n"
    "#define MEM\n"
    "#define LOCAL\n"
    "static uint BITS(float f) { uint u; __builtin_memcpy(&u, &f, 4); return u; }\n"
    "static ulong BITS64(double f) { ulong u; __builtin_memcpy(&u, &f, 8); return u; }\n"
    "#define MAKE4(T, a, b, c, d) ((T){a, b, c, d})\n"
    "#define fma(a, b, c) __builtin_fma(a, b, c)\n"
    "#define floor(a) __builtin_floor(a)\n"
    "#define ATOMIC(op, p, v) host_##op(p, v)\n"
    "#define ODD(u) ((u) | 1)\n"
    "static void host_add(uint *p, uint v) { *p += v; }\n"
    "static void host_min(uint *p, uint v) { *p = v < *p ? v : *p; }\n"
    "static void host_max(uint *p, uint v) { *p = v > *p ? v : *p; }\n"
    "static void host_and(uint *p, uint v) { *p &= v; }\n"
    "static void host_or(uint *p, uint v) { *p |= v; }\n"
    "static void host_xor(uint *p, uint v) { *p ^= v; }\n"
    "#endif\n"
    "struct state { uint a, b, c, d; ulong l, m; float f, g; double x, y; uint4 v, w; float4 q; uint p[16]; "
    "};\n"
    "static float calm(float f) { return (f > 1e-9f && f < 1e9f) || (f < -1e-9f && f > -1e9f) ? f : 0.75f; "
    "}\n"
    "static double calm64(double f)\n"
    "{ return (f > 1e-90 && f < 1e90) || (f < -1e-90 && f > -1e90) ? f : -1.25; }\n"
    "static void start(struct state *s, uint id, MEM const uint *in)\n"
    "{\n"
    "s->a = in[id & 255]; s->b = in[id * 7 + 1 & 255]; s->c = id; s->d = ~id * 2654435761u;\n"
    "s->l = (ulong)s->a << 32 | s->b; s->m = s->l * 6364136223846793005ul + id;\n"
    "s->f = (float)(int)s->a / 65536.0f + 1.0f; s->g = (float)(s->b >> 8) - 3.5f;\n"
    "s->x = (double)(int)s->b / 3.0 + 0.5; s->y = (double)s->d / 1048576.0 - 77.0;\n"
    "s->f = calm(s->f); s->g = calm(s->g); s->x = calm64(s->x); s->y = calm64(s->y);\n"
    "s->v = MAKE4(uint4, s->a, s->b, s->c, s->d); s->w = s->v * 3u + 1u;\n"
    "s->q = MAKE4(float4, s->f, s->g, 0.5f, -2.0f);\n"
    "for (uint i = 0; i < 16; i++) s->p[i] = in[id + i * 3 & 255];\n"
    "}\n"
    "static void put(MEM uint *o, ulong v) { o[0] = (uint)v; o[1] = (uint)(v >> 32); }\n"
    "static void finish(const struct state *s, uint id, MEM uint *out)\n"
    "{\n"
    "MEM uint *o = out + 24 * id; uint h = 0;\n"
    "o[0] = s->a; o[1] = s->b; o[2] = s->c; o[3] = s->d; put(o + 4, s->l); put(o + 6, s->m);\n"
    "o[8] = BITS(s->f); o[9] = BITS(s->g); put(o + 10, BITS64(s->x)); put(o + 12, BITS64(s->y));\n"
    "o[14] = s->v.x; o[15] = s->v.y; o[16] = s->v.z; o[17] = s->v.w;\n"
    "o[18] = s->w.x ^ s->w.y * 3u ^ s->w.z * 5u ^ s->w.w * 7u;\n"
    "o[19] = BITS(s->q.x); o[20] = BITS(s->q.y); o[21] = BITS(s->q.z); o[22] = BITS(s->q.w);\n"
    "for (uint i = 0; i < 16; i++) h = h * 31 + s->p[i];\n"
    "o[23] = h;\n"
    "}\n";

void kernels_head(FILE *f)
{
	fputs(head, f);
}

struct make {
	FILE *f;
	uint64_t seed;
	enum kernels_kind kind;
	unsigned phase, loops; /* loops that are open */
};

static uint32_t pick(struct make *m, uint32_t n)
{
	m->seed = m->seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(m->seed >> 33) % n;
}

/* ---- expressions --------------------------------------------------------------------------------------- */
static void whole(struct make *m, unsigned depth)
{
	enum { SMALL = (1 << 22) - 1 };
	static const char *const operators[] = {"+", "-", "*", "&", "|", "^"};
	static const char *const compares[] = {"<", ">", "==", "!=", "<=", ">="};
	const uint32_t how = depth ? pick(m, 12) : pick(m, 3);

	if (how < 2) {
		fprintf(m->f, "s->%c", "abcd"[pick(m, 4)]);
	} else if (how == 2) {
		fprintf(m->f, "%uu", pick(m, 3) ? pick(m, 100) : pick(m, 0x7fffffff) * 2 + 1);
	} else if (how < 7) {
		fputc('(', m->f);
		whole(m, depth - 1);
		fprintf(m->f, " %s ", operators[pick(m, 6)]);
		whole(m, depth - 1);
		fputc(')', m->f);
	} else if (how == 7) {
		uint32_t form;
		char small[16] = "";

		fputs("((", m->f);
		whole(m, depth - 1);
		form = pick(m, 4);
		if (form & 2)
			snprintf(small, sizeof small, " & %u", SMALL);
		fprintf(m->f, "%s) %c (ODD(", small, form & 1 ? '/' : '%');
		whole(m, depth - 1);
		fprintf(m->f, ")%s))", small);
	} else if (how == 8) {
		fputs(pick(m, 2) ? "(uint)((int)(" : "((uint)(", m->f);
		whole(m, depth - 1);
		fputs(pick(m, 2) ? ") >> (" : ") >> (1 + ", m->f);
		whole(m, 0);
		fputs(" % 30))", m->f);
	} else if (how == 9) {
		fputc('(', m->f);
		whole(m, depth - 1);
		fprintf(m->f, " << %u)", pick(m, 32));
	} else if (how == 10) {
		fputs(pick(m, 2) ? "((int)(" : "((uint)(", m->f);
		whole(m, depth - 1);
		fprintf(m->f, ") %s ", compares[pick(m, 6)]);
		whole(m, 0);
		fputs(" ? ", m->f);
		whole(m, depth - 1);
		fputs(" : ", m->f);
		whole(m, 0);
		fputc(')', m->f);
	} else {
		static const char *const types[] = {"uchar", "ushort", "char", "short"};

		fprintf(m->f, "(uint)(%s)(", types[pick(m, 4)]);
		whole(m, depth - 1);
		fputc(')', m->f);
	}
}

static void real(struct make *m, bool wide, unsigned depth)
{
	static const char operators[] = "+-*/";
	const uint32_t how = depth ? pick(m, 8) : pick(m, 3);

	if (how < 2)
		fprintf(m->f, "s->%c", (wide ? "xy" : "fg")[pick(m, 2)]);
	else if (how == 2)
		fprintf(m->f, "%u.%u%s", pick(m, 50) + 1, pick(m, 1000), wide ? "" : "f");
	else if (how == 7) {
		fprintf(m->f, "(%s)(int)(", wide ? "double" : "float");
		whole(m, depth - 1);
		fputc(')', m->f);
	} else {
		fprintf(m->f, wide ? "calm64(" : "calm(");
		if (how == 6 && wide) {
			fputs("fma(", m->f);
			real(m, wide, depth - 1);
			fputs(", ", m->f);
			real(m, wide, 0);
			fputs(", ", m->f);
			real(m, wide, 0);
			fputc(')', m->f);
		} else {
			real(m, wide, depth - 1);
			fprintf(m->f, " %c ", operators[pick(m, 4)]);
			real(m, wide, depth - 1);
		}
		fputc(')', m->f);
	}
}

/* ---- statements ---------------------------------------------------------------------------------------- */
static void statements(struct make *m, unsigned n);

static void arithmetic(struct make *m)
{
	const char to = "abcd"[pick(m, 4)];

	switch (pick(m, 5)) {
	case 0:
		fprintf(m->f, "s->l = s->l * (s->m | 1) + ");
		whole(m, 2);
		break;
	case 1:
		fprintf(m->f, "s->m = (s->l ^ s->m >> %u) + (s->m %s ((ulong)(", pick(m, 63) + 1,
			pick(m, 2) ? "/" : "%");
		whole(m, 2);
		fputs(") | 1))", m->f);
		break;
	case 2:
		fprintf(m->f, "s->%c = (uint)(s->l >> %u) ^ ", to, pick(m, 33));
		whole(m, 2);
		break;
	case 3:
		fprintf(m->f, "s->%c = calm(", "fg"[pick(m, 2)]);
		real(m, false, 3);
		fputc(')', m->f);
		break;
	default:
		fprintf(m->f, "s->%c = ", to);
		whole(m, 4);
	}
	fputs(";\n", m->f);
}

static void flow(struct make *m)
{
	enum { DEEPEST = 3 };

	if (m->loops == DEEPEST) {
		arithmetic(m);
		return;
	}
	m->loops++;
	switch (pick(m, 4)) {
	case 0:
		fputs("if (", m->f);
		whole(m, 2);
		fprintf(m->f, " & %u) {\n", 1 + pick(m, 7));
		statements(m, 2);
		fputs("} else {\n", m->f);
		statements(m, 1);
		break;
	case 1:
		fprintf(m->f, "for (uint i%u = ", m->loops);
		whole(m, 1);
		fprintf(m->f, " %% 13; i%u; i%u--) {\n", m->loops, m->loops);
		statements(m, 2);
		break;
	case 2:
		fprintf(m->f, "for (uint i%u = 0; i%u < %u; i%u++) {\nif ((", m->loops, m->loops,
			3 + pick(m, 15), m->loops);
		whole(m, 2);
		fprintf(m->f, " & 15) == 3)\n%s;\n", pick(m, 2) ? "break" : "continue");
		statements(m, 1);
		break;
	default:
		fputs("switch (", m->f);
		whole(m, 2);
		fputs(" & 3) {\ncase 0:\n", m->f);
		statements(m, 1);
		fputs("break;\ncase 1:\n", m->f);
		statements(m, 1);
		if (pick(m, 2))
			fputs("break;\n", m->f);
		fputs("case 2:\n", m->f);
		statements(m, 1);
		fputs("break;\ndefault:\n", m->f);
		statements(m, 1);
	}
	fputs("}\n", m->f);
	m->loops--;
}

/* What other threads wrote to local memory before the barrier is read after it, in phases that take turns. */
static void memory(struct make *m)
{
	const char to = "abcd"[pick(m, 4)];

	switch (pick(m, 4)) {
	case 0:
		fprintf(m->f, "s->%c ^= in[(", to);
		whole(m, 2);
		fputs(") & 255]", m->f);
		break;
	case 1:
		fputs("s->p[(", m->f);
		whole(m, 2);
		fputs(") & 15] += ", m->f);
		whole(m, 2);
		break;
	case 2:
		fprintf(m->f, "s->%c += s->p[(", to);
		whole(m, 2);
		fputs(") & 15]", m->f);
		break;
	default:
		if (m->phase & 1) {
			fprintf(m->f, "s->%c += shared[(", to);
			whole(m, 2);
			fputs(") & 63]", m->f);
		} else {
			fputs("shared[id & 63] = ", m->f);
			whole(m, 3);
		}
	}
	fputs(";\n", m->f);
}

static void atomic(struct make *m)
{
	static const char *const names[] = {"add", "min", "max", "and", "or", "xor"};
	const uint32_t i = pick(m, 6);

	fprintf(m->f, "ATOMIC(%s, &atomics[%u], ", names[i], i);
	whole(m, 3);
	fputs(");\n", m->f);
}

static void vectors(struct make *m)
{
	static const char operators[] = "+-*";
	static const char *const orders[] = {"xyzw", "wzyx", "yzwx", "xxzz", "ywyw"};

	switch (pick(m, 4)) {
	case 0:
		fprintf(m->f, "s->v = s->v %c s->w.%s + MAKE4(uint4, ", operators[pick(m, 3)],
			orders[pick(m, 5)]);
		for (unsigned i = 0; i < 4; i++) {
			whole(m, 1);
			fputs(i < 3 ? ", " : ")", m->f);
		}
		break;
	case 1:
		fprintf(m->f, "s->w = (s->w << %uu) ^ s->v.%s", pick(m, 31), orders[pick(m, 5)]);
		break;
	case 2:
		fprintf(m->f, "s->q = s->q.%s %c MAKE4(float4, 0.5f, s->f, -1.5f, s->g)", orders[pick(m, 5)],
			operators[pick(m, 3)]);
		fputs(";\ns->q = MAKE4(float4, calm(s->q.x), calm(s->q.y), calm(s->q.z), calm(s->q.w))",
		      m->f);
		break;
	default:
		fprintf(m->f, "s->v.%c = s->w.%c / ODD(s->v.%c) + ", "xyzw"[pick(m, 4)], "xyzw"[pick(m, 4)],
			"xyzw"[pick(m, 4)]);
		whole(m, 2);
	}
	fputs(";\n", m->f);
}

static void doubles(struct make *m)
{
	switch (pick(m, 5)) {
	case 0:
		fprintf(m->f,
			"s->%c = (float)(s->x > 1e8 || s->x < -1e8 ? 1.5 : s->x);\ns->f = calm(s->f);\n"
			"s->g = calm(s->g);\n",
			"fg"[pick(m, 2)]);
		break;
	case 1:
		fprintf(m->f, "s->%c += (uint)(int)(s->y > 2e9 || s->y < -2e9 ? 5.0 : floor(s->y));\n",
			"abcd"[pick(m, 4)]);
		break;
	case 2:
		fprintf(m->f, "s->%c += s->x < s->y ? 1 : (s->x > (double)s->f) + 2;\n", "abcd"[pick(m, 4)]);
		break;
	default:
		fprintf(m->f, "s->%c = calm64(", "xy"[pick(m, 2)]);
		real(m, true, 3);
		fputs(");\n", m->f);
	}
}

static void statements(struct make *m, unsigned n)
{
	static void (*const of[KERNELS_KINDS])(struct make *) = {arithmetic, flow,    memory,
								 atomic,     vectors, doubles};

	for (; n; n--)
		of[pick(m, 10) < 6 ? m->kind : pick(m, KERNELS_KINDS)](m);
}

void kernels_make(FILE *f, unsigned number, enum kernels_kind kind, uint64_t seed)
{
	enum { PHASES = 4, LENGTH = 6 };
	static const char parameters[] =
	    "struct state *s, uint id, MEM const uint *in, MEM uint *atomics, LOCAL "
	    "uint *shared";
	struct make m = {.f = f, .seed = seed * 2862933555777941757ull + number, .kind = kind};

	for (m.phase = 0; m.phase < PHASES; m.phase++) {
		fprintf(f, "static void k%u_%u(%s)\n{\n", number, m.phase, parameters);
		if (!m.phase)
			fputs("shared[id & 63] = s->d;\n", f);
		statements(&m, LENGTH);
		fputs("}\n", f);
	}
	fprintf(
	    f,
	    "#ifdef __OPENCL_C_VERSION__\n"
	    "kernel void k%u(global uint *out, global const uint *in, global uint *atomics)\n"
	    "{\nlocal uint shared[64];\nstruct state s;\nuint id = get_global_id(0);\nstart(&s, id, in);\n",
	    number);
	for (unsigned p = 0; p < PHASES; p++)
		fprintf(f, "k%u_%u(&s, id, in, atomics, shared);\nbarrier(CLK_LOCAL_MEM_FENCE);\n", number,
			p);
	fprintf(
	    f,
	    "finish(&s, id, out);\n}\n#else\n"
	    "void k%u_host(uint *out, const uint *in, uint *atomics, uint threads)\n"
	    "{\nfor (uint group = 0; group < threads; group += 64) {\nuint shared[64];\nstruct state s[64];\n"
	    "for (uint i = 0; i < 64; i++)\nstart(s + i, group + i, in);\n",
	    number);
	for (unsigned p = 0; p < PHASES; p++)
		fprintf(f, "for (uint i = 0; i < 64; i++)\nk%u_%u(s + i, group + i, in, atomics, shared);\n",
			number, p);
	fputs("for (uint i = 0; i < 64; i++)\nfinish(s + i, group + i, out);\n}\n}\n#endif\n", f);
}
