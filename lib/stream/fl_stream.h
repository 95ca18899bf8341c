/* SPDX-License-Identifier: MIT
 *
 * Command streams, read: packets, registers, shader words and descriptors by name.
 *
 * The decoder walks the dwords that a command processor would fetch, and reports what it finds, an event at a
 * time. It takes no memory and prints nothing; it knows a packet's form from the register database and keeps
 * only what the chip itself keeps between packets (where a data port writes next, where a shader starts).
 *
 *	struct fl_stream s;
 *
 *	fl_stream_init(&s, &fl_stream_r500, "RV530", on_event, arg);
 *	if (fl_stream_decode(&s, words, n, &err))
 *		puts(err.text);         // "dword 17: there is no packet with opcode 0x77"
 *
 * Registers keep their values from one stream to the next, so a driver's command buffers go through one
 * struct fl_stream in their order. An image carries the families whose fl_stream_FAMILY it names, and no
 * others.
 *
 * Sources: R5xx guide chapter 6; R6xx/R7xx guide chapter 5; Linux cikd.h; etna_viv rnndb cmdstream.xml.
 */
#ifndef LIB_STREAM_FL_STREAM_H
#define LIB_STREAM_FL_STREAM_H

#include "hw/fl_err.h"
#include "hw/fl_families.h"
#include "hw/regs/fl_regs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_stream;
struct fl_stream_event;

enum fl_stream_kind {
	FL_STREAM_PACKET, /* a packet starts: name, dw, n */
	FL_STREAM_BODY,   /* a dword of it: reg is its description, NULL if it has none */
	FL_STREAM_REG,    /* a dword that goes to a register: reg, NULL if the address has no name */
	FL_STREAM_MEMORY, /* at a draw: a word of a shader or a descriptor that lies in memory: reg, object,
			     index */
	FL_STREAM_DRAW,   /* the packet before started draw number `draw`; its FL_STREAM_MEMORY events came
			     before this */
};

/* What a write changes. */
enum fl_stream_space {
	FL_STREAM_MMIO, /* a register: index is its byte offset */
	FL_STREAM_PORT, /* memory of the chip that registers are a port to: FL_STREAM_PORT + n is the family's
			   n-th, which `port` describes; index is the dword in it */
	FL_STREAM_OBJECT = FL_STREAM_PORT + 8, /* what the event calls object: index is the dword in it */
	FL_STREAM_SPACES
};

/* Memory of the chip behind a port: rows of dwords. */
struct fl_stream_port {
	const char *name; /* "PVS" */
	uint32_t row_dw;  /* dwords of an instruction, or of a constant */
	bool vectors;     /* what has no other name are the components x, y, z, w of a row */
};

/* The numbers in a dword of a vertex: up to four, of so many bits each from that bit on; a width of 0 ends
 * them, and of a dword that holds none all are 0. */
enum fl_stream_as {
	FL_STREAM_UINT,
	FL_STREAM_SINT,
	FL_STREAM_UNORM, /* the greatest is 1 */
	FL_STREAM_SNORM,
	FL_STREAM_FLOAT, /* of 32 or 16 bits; of 11 and 10, without a sign */
	FL_STREAM_FIXED  /* 16 bits before the point, 16 after it */
};
struct fl_stream_packed {
	uint8_t as, at[4], width[4];
};

struct fl_stream_event {
	enum fl_stream_kind kind;
	uint32_t at;    /* where in the stream, in dwords */
	uint32_t raw;   /* the dword there; FL_STREAM_MEMORY: in memory */
	uint32_t value; /* what the register gets: not raw where the front end converts fixed point */
	const struct fl_reg *reg;
	/* What the word means, where the register is a port, or shader memory: its fields decode value. Else
	 * the same as reg. NULL: it has no fields, a number. */
	const struct fl_reg *word;
	const struct fl_reg *more; /* further fields of the same word, or NULL */
	uint32_t offset;           /* FL_STREAM_REG: byte offset of the register that is written */
	unsigned space;            /* enum fl_stream_space */
	uint32_t index;
	const struct fl_stream_port *port; /* NULL: the space is none */
	bool is_float;                     /* a number, and a float */
	struct fl_stream_packed packed;    /* numbers of a vertex */
	const char *object;                /* "PS", "VS image s8", "vertex 3"; gone after the event */
	uint64_t address;                  /* of the word in memory, in the GPU's address space */
	const char *name;                  /* packets: "SET_CONTEXT_REG", "PKT0" */
	const uint32_t *dw;                /* packets: n dwords, header first */
	uint32_t n;
	unsigned type;   /* packets: 0 to 3; of the GC front end, the opcode */
	unsigned opcode; /* packets of type 3 */
	uint32_t draw;   /* draws are counted from 1 */
};

typedef void fl_stream_on_event(void *arg, const struct fl_stream_event *e);
/* Copy size_B bytes at a GPU address to out; false: not known. */
typedef bool fl_stream_on_memory(void *arg, uint64_t address, void *out, uint32_t size_B);

struct fl_stream_set { /* a packet that sets consecutive registers of a range */
	uint8_t opcode;
	uint32_t start, end; /* bytes */
};

struct fl_stream_bit {
	uint32_t bit;
	const char *c; /* the expression that sets it, out of the family's register header */
};

/* A family: constant data and its own rules. */
struct fl_stream_family {
	const char *name;
	const struct fl_regs *(*regs)(void);
	unsigned trace;                  /* its number in the header of a GTRC trace, from 1 */
	const struct fl_stream_set *set; /* ends with opcode 0 */
	const uint8_t *draws;            /* opcodes that draw or dispatch; ends with 0 */
	uint32_t type0_end; /* first byte past what a type-0 packet reaches; 0: the family has no type 0 */
	uint32_t draw_reg;  /* a register whose write draws, 0: none */
	bool one_reg_wr;    /* bit 15 of a type-0 header: all dwords go to the same register */
	bool type1;         /* there are packets of type 1 */
	bool short_nop;     /* a NOP with COUNT 0x3fff has no body */
	/* NULL: the family's packets are PM4. */
	enum fl_code (*decode)(struct fl_stream *s, const uint32_t *dw, uint32_t n, struct fl_err *err);
	/* A write of e->reg: note it, say in e what it means; *word is room for e->word to point to. */
	void (*write)(struct fl_stream *s, struct fl_stream_event *e, struct fl_reg *word);
	/* How many of the n dwords of a packet's body are dword d of its description, from body[i] on, where
	 * the description does not say: *count holds the guess. At its end it goes on with dword *again, if
	 * that is in it. NULL: it always says so. */
	void (*count)(const struct fl_reg_packet *p, const struct fl_reg_dword *d, const uint32_t *body,
		      uint32_t n, uint32_t i, uint32_t *count, uint32_t *again);
	/* A draw: report what lies in memory. */
	void (*draw)(struct fl_stream *s, struct fl_stream_event *e);
	/* For a stream written as C (firstlight stream --c). PM4: further bits of a type-3 header, ended by a
	 * bit of 0. */
	const struct fl_stream_bit *c_bits;
	/* Where the packets are not PM4: macros for headers that set registers; and the one that writes this
	 * header, with its count, or NULL: its fields do. */
	const char *c_macros;
	const char *(*c_macro)(const struct fl_stream_event *e, uint32_t *count);
};

/* Vertices, of a family: an image that carries a family's decoder can leave this out. */
struct fl_stream_vertices {
	/* A register is written: note how vertices lie. */
	void (*write)(struct fl_stream *s, const struct fl_stream_event *e);
	/* A dword of a packet's body: note likewise; where it is a vertex's, say in e what is in it. again:
	 * how many of the same description came right before. */
	void (*body)(struct fl_stream *s, struct fl_stream_event *e, uint32_t again);
	/* A program fetches an element, by that instruction and that descriptor (NULL: there is none). */
	void (*fetch)(struct fl_stream *s, const struct fl_stream_event *draw, const char *stage,
		      const uint32_t *word, const uint32_t *descriptor);
	/* A draw, after its programs: report the vertices that lie in memory. Any may be NULL. */
	void (*draw)(struct fl_stream *s, const struct fl_stream_event *draw);
};
#define FL_STREAM_DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##stream(extern const struct fl_stream_vertices fl_stream_vertices_##name;)
FL_FAMILIES(FL_STREAM_DECLARE)
#undef FL_STREAM_DECLARE

/* fl_stream_r500 and so on (lib/FAMILY/stream.c), and the table of them, ended by NULL. */
#define FL_STREAM_DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##stream(extern const struct fl_stream_family fl_stream_##name;)
FL_FAMILIES(FL_STREAM_DECLARE)
#undef FL_STREAM_DECLARE
extern const struct fl_stream_family *const fl_stream_families[];

/* Dwords of memory that draws may look at, for their programs and descriptors: so many, and so many more for
 * each dword of the streams. Without a bound small draws that all name a long program take hours. */
enum { FL_STREAM_LOOKS_DW = 1 << 18, FL_STREAM_LOOKS_EACH = 32 };

/* Room for what a family keeps between packets. */
enum { FL_STREAM_KEPT_B = 4608 };
enum { FL_STREAM_VERTEX_KEPT_B = 2304 }; /* likewise, of vertices */
#define FL_STREAM_KEPT_FITS(type)                                               \
	_Static_assert(sizeof(type) <= FL_STREAM_KEPT_B && _Alignof(type) <= 8, \
		       "what a decoder keeps is larger than its room: FL_STREAM_KEPT_B")
#define FL_STREAM_VERTEX_KEPT_FITS(type)                                               \
	_Static_assert(sizeof(type) <= FL_STREAM_VERTEX_KEPT_B && _Alignof(type) <= 8, \
		       "what is kept of vertices is larger than its room: FL_STREAM_VERTEX_KEPT_B")

struct fl_stream {
	const struct fl_stream_family *family;
	const struct fl_regs *db;
	uint32_t chips; /* as in fl_regs.h */
	fl_stream_on_event *on_event;
	fl_stream_on_memory *on_memory; /* NULL: there is none */
	void *arg;
	uint32_t draws;                            /* so far */
	uint32_t packets;                          /* so far */
	uint32_t unnamed;                          /* writes to addresses without a name, so far */
	uint64_t looks_dw;                         /* dwords of memory that may still be looked at */
	uint32_t cut;                              /* looks at memory that were too many, so far */
	uint32_t end;                              /* of the packet at hand: the dword after its last */
	const struct fl_stream_vertices *vertices; /* NULL: they are not looked at */
	/* the family's own; zero at first */
	__attribute__((aligned(8))) uint8_t kept[FL_STREAM_KEPT_B], vertex_kept[FL_STREAM_VERTEX_KEPT_B];
};

/* chip: a chip of the family, NULL: any. FL_USAGE: there is no such chip. on_memory may be set afterwards. */
enum fl_code fl_stream_init(struct fl_stream *s, const struct fl_stream_family *family, const char *chip,
			    fl_stream_on_event *on_event, void *arg, struct fl_err *err);
/* Look at vertices, too. */
void fl_stream_with_vertices(struct fl_stream *s);
/* Decode n dwords. FL_FAILED: unknown opcode or malformed packet; err->text names the dword, and what was
 * reported before it stands. */
enum fl_code fl_stream_decode(struct fl_stream *s, const uint32_t *dw, uint32_t n, struct fl_err *err);

/* ---- for the families ---------------------------------------------------------------------------------- */
/* dw[at] goes to the register at byte `offset`, as value. */
void fl_stream_write(struct fl_stream *s, const uint32_t *dw, uint32_t at, uint32_t offset, uint32_t value);
/* A draw by the packet at dword `at`. */
void fl_stream_draw(struct fl_stream *s, uint32_t at, unsigned opcode);
/* Tell a word of an object in memory. word: what it means, or NULL. */
void fl_stream_word(struct fl_stream *s, const struct fl_stream_event *draw, const char *object,
		    uint32_t index, uint64_t address, uint32_t value, const struct fl_reg *word,
		    const struct fl_reg *more);
/* Of so many vertices of a draw the first few are reported. */
enum { FL_STREAM_VERTICES = 8 };
/* n numbers of so many bits, one after another: those in dword k of them. */
struct fl_stream_packed fl_stream_row(enum fl_stream_as as, unsigned bits, unsigned n, unsigned k);
/* Dword `index` of a vertex, of which size_B bytes count. False: it is not known. */
bool fl_stream_vertex(struct fl_stream *s, const struct fl_stream_event *draw, uint32_t vertex,
		      uint32_t index, uint64_t address, uint32_t size_B,
		      const struct fl_stream_packed *packed);
/* Likewise of the first of n vertices an element of size_B bytes, from address on. Its dwords are `index` and
 * the following; what is in the first is in each. */
void fl_stream_element(struct fl_stream *s, const struct fl_stream_event *draw, uint32_t n, uint32_t index,
		       uint64_t address, uint32_t stride_B, uint32_t size_B,
		       const struct fl_stream_packed *packed);
/* An instruction or a descriptor by name. */
bool fl_stream_isa(const struct fl_stream *s, const char *name, struct fl_reg_isa *isa);
/* The word with that index of an instruction or a descriptor; the nth of that index. */
bool fl_stream_isa_word(const struct fl_stream *s, const char *isa, unsigned index, unsigned nth,
			struct fl_reg *word);
/* False: it is not known, or no more of it may be looked at. */
bool fl_stream_memory(struct fl_stream *s, uint64_t address, void *out, uint32_t size_B);

/* How many bits are set; the compiler's own would call its run-time library. */
static inline uint32_t fl_stream_bits(uint32_t v)
{
	uint32_t n = 0;

	for (; v; v &= v - 1)
		n++;
	return n;
}

#ifdef __cplusplus
}
#endif

#endif
