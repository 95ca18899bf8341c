/* SPDX-License-Identifier: MIT
 *
 * TX: what the block keeps between draws.
 */
#ifndef HW_MODEL_R500_TX_BLOCK_H
#define HW_MODEL_R500_TX_BLOCK_H

#include "hw/model/r500/r500.h"
#include "hw/model/texture/tx.h"

enum { TX_CACHE_B = 24 << 20 };

struct mr500_tx {
	struct tx_cache *cache;
	int16_t kernel[2][9][4]; /* TX_FILTER4: horizontal, vertical; phases; weights s1.9 */
};

#endif
