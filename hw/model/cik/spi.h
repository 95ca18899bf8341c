/* SPDX-License-Identifier: MIT
 *
 * SPI: launches waves. Its own are those of compute: workgroups, one after the other on the caller's thread,
 * or on several as if it were so (spi_groups.h).
 */
#ifndef HW_MODEL_CIK_SPI_H
#define HW_MODEL_CIK_SPI_H

#include "hw/model/cik/cik.h"
#include "hw/model/cik/cs_whole.h"
#include "hw/model/cik/mimg.h"

enum { MCIK_GDS_B = 64 * 1024 };

struct mcik_whole;

struct mcik_spi {
	struct mcik *c;
	struct mcik_sq_env env, env_was; /* env_was: while a wave is written down */
	struct mcik_whole *noting;       /* for which: ps_whole.h */
	struct mcik_code *code;
	struct mcik_wave wave[MCIK_GROUP_WAVES];
	unsigned n_waves; /* that have memory */
	uint8_t lds[MCIK_LDS_B];
	uint8_t gds[MCIK_GDS_B]; /* the global data share: waves and packets reach the same */
	struct fl_texel_cache *texels;
	struct mcik_tile_tables tables; /* as the registers had them when the dispatch began */
	struct mcik_mimg mimg;
	unsigned vmid;  /* of what runs */
	bool dead_unit; /* fault */
	unsigned turn;  /* of groups, among the units, while it is set */
	uint8_t *image; /* one whose pages do not lie in a row, put together; good until the next */
	uint64_t image_B;
	bool spent;           /* images of this dispatch have used up the work */
	bool timed;           /* s_memtime gives `time`: of the group that runs */
	uint64_t time;        /* groups' work, in their order: the same on one thread and on several */
	uint64_t looked_from; /* of a wave whose steps are asked for: where its program begins */
	uint32_t looked_scc;
	struct mcik_cu **cu; /* threads that groups run on: spi_groups.c */
	unsigned n_cus;
	struct mcik_cs_wholes wholes; /* of waves that run here */
};

/* spi_compute.c: wave[0] to wave[n - 1] have memory. */
bool mcik_spi_waves(struct mcik_spi *s, unsigned n);
/* spi_env.c: what waves reach of the chip; once, then for each dispatch, of a VMID. */
bool mcik_spi_connect(struct mcik_spi *s);
void mcik_spi_refresh(struct mcik_spi *s, unsigned vmid);
/* The same where memory has not changed meanwhile: its caches hold what they have. */
void mcik_spi_turn(struct mcik_spi *s, unsigned vmid);
/* Of a wave whose program's steps are asked for (look.h): before it gets its registers, for others have left
 * what they had in those that it does not read first; and when it is about to run. */
void mcik_spi_look_begin(struct mcik_spi *s, struct mcik_wave *w);
void mcik_spi_look(struct mcik_spi *s, struct mcik_wave *w);

#endif
