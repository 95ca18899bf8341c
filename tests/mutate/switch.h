/* SPDX-License-Identifier: MIT
 *
 * Planted faults: which of them is on, and which were reached. mutate.py puts an #include of this file on top
 * of every file that it plants faults in.
 */
#ifndef TESTS_MUTATE_SWITCH_H
#define TESTS_MUTATE_SWITCH_H

extern int fl_mutant;             /* the number of the fault that is on; 0: none */
extern unsigned char *fl_reached; /* a byte a fault; NULL until the first one is reached */
void fl_mutant_begin(void);

static inline __attribute__((always_inline, unused)) int fl_mutant_at(int n)
{
	if (__builtin_expect(!fl_reached, 0))
		fl_mutant_begin();
	if (__builtin_expect(!fl_reached[n], 0))
		fl_reached[n] = 1;
	return __builtin_expect(fl_mutant == n, 0);
}

#endif
