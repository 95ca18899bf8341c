/* SPDX-License-Identifier: MIT
 *
 * WebAssembly here has one thread: locks are always free, and no thread can be made (the model then draws on
 * the caller's). In place of a header that wasi-libc does not have.
 */
#ifndef DEMOS_WEB_SYSROOT_PTHREAD_H
#define DEMOS_WEB_SYSROOT_PTHREAD_H

#include <errno.h>

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER  0

static inline int pthread_create(pthread_t *t, const void *attr, void *(*run)(void *), void *arg)
{
	return EAGAIN;
}

static inline int pthread_join(pthread_t t, void **result)
{
	return ESRCH;
}

static inline int pthread_mutex_init(pthread_mutex_t *m, const void *attr)
{
	return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *m)
{
	return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *m)
{
	return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *m)
{
	return 0;
}

static inline int pthread_cond_init(pthread_cond_t *c, const void *attr)
{
	return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	return 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *c)
{
	return 0;
}

static inline int pthread_cond_destroy(pthread_cond_t *c)
{
	return 0;
}

#endif
