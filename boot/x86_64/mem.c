/* SPDX-License-Identifier: MIT
 *
 * The four functions that a freestanding compiler may call, for a machine with no libc.
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	void *d = to;

	__asm__ volatile("rep movsb" : "+D"(d), "+S"(from), "+c"(n) : : "memory");
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	if ((uintptr_t)to - (uintptr_t)from >= n)
		return memcpy(to, from, n);

	void *d = (char *)to + n - 1;
	const void *s = (const char *)from + n - 1;
	__asm__ volatile("std; rep movsb; cld" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
	return to;
}

void *memset(void *to, int c, size_t n)
{
	void *d = to;

	__asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(c) : "memory");
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
