/* SPDX-License-Identifier: MIT
 *
 * The four functions that a freestanding compiler may call, for a machine with no libc. Compiled so that the
 * loops do not become calls of themselves (build.mk).
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);

typedef uintptr_t word __attribute__((may_alias));
enum { WORD_B = sizeof(word) };

/* Words only where both ends are aligned: one of them may be a device's memory. */
void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	uint8_t *d = to;
	const uint8_t *s = from;

	if (((uintptr_t)d - (uintptr_t)s) % WORD_B == 0) {
		for (; n && (uintptr_t)d % WORD_B; n--)
			*d++ = *s++;
		for (; n >= WORD_B; n -= WORD_B, d += WORD_B, s += WORD_B)
			*(word *)(void *)d = *(const word *)(const void *)s;
	}
	while (n--)
		*d++ = *s++;
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	uint8_t *d = to;
	const uint8_t *s = from;

	if ((uintptr_t)to - (uintptr_t)from >= n)
		return memcpy(to, from, n);
	while (n--)
		d[n] = s[n];
	return to;
}

void *memset(void *to, int c, size_t n)
{
	uint8_t *d = to;
	word w = (word)-1 / 255 * (uint8_t)c;

	for (; n && (uintptr_t)d % WORD_B; n--)
		*d++ = (uint8_t)c;
	for (; n >= WORD_B; n -= WORD_B, d += WORD_B)
		*(word *)(void *)d = w;
	while (n--)
		*d++ = (uint8_t)c;
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const uint8_t *x = a, *y = b;

	for (; n; n--, x++, y++)
		if (*x != *y)
			return *x - *y;
	return 0;
}
