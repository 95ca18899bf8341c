/* SPDX-License-Identifier: MIT
 *
 * Remembers the words that a program was decoded from, so that the next draw with the same program need not
 * decode it again: memory is compared instead.
 */
#include "hw/model/r600/sq_code.h"

#include <stdlib.h>
#include <string.h>

bool mr600_sq_log_add(struct sq_log *log, uint64_t addr, const uint32_t *words, unsigned n_dw)
{
	struct sq_run_of_words *last = log->n_run ? &log->run[log->n_run - 1] : NULL;

	for (unsigned i = 0; i < n_dw; i++) {
		uint32_t *more = mr600_sq_more(log->words, &log->cap_words, log->n_words, sizeof(*more));

		if (!more)
			return false;
		log->words = more;
		log->words[log->n_words++] = words[i];
	}
	if (last && last->addr + (uint64_t)last->n_dw * 4 == addr) {
		last->n_dw += n_dw;
		return true;
	}
	last = mr600_sq_more(log->run, &log->cap_run, log->n_run, sizeof(*last));
	if (!last)
		return false;
	log->run = last;
	log->run[log->n_run++] = (struct sq_run_of_words){addr, log->n_words - n_dw, n_dw};
	return true;
}

bool mr600_sq_log_holds(const struct sq_log *log, const struct fl_mem *mem)
{
	for (uint32_t i = 0; i < log->n_run; i++) {
		size_t size_B = (size_t)log->run[i].n_dw * 4;
		const uint8_t *now = fl_mem_span(mem, log->run[i].addr, size_B);

		if (!now || memcmp(now, log->words + log->run[i].at, size_B))
			return false;
	}
	return true;
}

void mr600_sq_log_clear(struct sq_log *log)
{
	log->n_run = log->n_words = 0;
}

void mr600_sq_log_free(struct sq_log *log)
{
	free(log->run);
	free(log->words);
	memset(log, 0, sizeof(*log));
}
