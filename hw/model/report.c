/* SPDX-License-Identifier: MIT
 *
 * The reports of the model: one for each kind (a block and a format), with how often it happened.
 */
#include "hw/model/chip.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* threads that draw may report too; they rarely do */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* FNV-1a of the format and the block */
static uint32_t *chain_of(struct fl_model *m, const char *block, const char *fmt)
{
	uint32_t h = 2166136261u;

	for (; *fmt; fmt++)
		h = (h ^ (uint8_t)*fmt) * 16777619u;
	for (; *block; block++)
		h = (h ^ (uint8_t)*block) * 16777619u;
	return &m->report_chain[h % FL_REPORT_CHAINS];
}

static struct fl_report *find(struct fl_model *m, const char *block, const char *fmt)
{
	/* A stream that does one thing wrong does it a thousand times, or a thousand things in turn again and
	 * again. So the one found last is tried first, then the one after it. */
	for (unsigned i = m->report_at; i < m->report_at + 2 && i < m->n_reports; i++)
		if (m->report_key[i].fmt == fmt && !strcmp(m->reports[i].block, block)) {
			m->report_at = i;
			return &m->reports[i];
		}
	for (uint32_t i = *chain_of(m, block, fmt); i; i = m->report_key[i - 1].next)
		if (!strcmp(m->report_key[i - 1].fmt, fmt) && !strcmp(m->reports[i - 1].block, block)) {
			m->report_at = i - 1;
			return &m->reports[i - 1];
		}
	return NULL;
}

static struct fl_report *add(struct fl_model *m)
{
	if (m->n_reports == m->cap_reports) {
		unsigned cap = m->cap_reports ? 2 * m->cap_reports : 16;
		struct fl_report *reports = realloc(m->reports, cap * sizeof(*reports));
		struct fl_report_key *keys;

		if (!reports)
			return NULL;
		m->reports = reports;
		keys = realloc(m->report_key, cap * sizeof(*keys));
		if (!keys)
			return NULL;
		m->report_key = keys;
		m->cap_reports = cap;
	}
	return &m->reports[m->n_reports];
}

void fl_model_vreport(struct fl_model *m, enum fl_severity severity, const char *block, const char *section,
		      const char *fmt, va_list ap)
{
	struct fl_report *r;
	uint32_t *chain;

	pthread_mutex_lock(&lock);
	r = find(m, block, fmt);
	if (r) {
		if (r->count < UINT32_MAX)
			r->count++;
	} else if ((r = add(m))) {
		memset(r, 0, sizeof(*r));
		r->severity = severity;
		r->count = 1;
		snprintf(r->block, sizeof(r->block), "%s", block);
		snprintf(r->section, sizeof(r->section), "%s", section);
		vsnprintf(r->text, sizeof(r->text), fmt, ap);
		if (m->ops->where)
			m->ops->where(m, r->where, sizeof(r->where));
		chain = chain_of(m, block, fmt);
		m->report_key[m->n_reports] = (struct fl_report_key){fmt, *chain};
		*chain = ++m->n_reports;
	}
	pthread_mutex_unlock(&lock);
}

void fl_model_report_reg(struct fl_model *m, char **format, enum fl_severity severity, const char *block,
			 const char *section, uint32_t offset, const char *text, ...)
{
	va_list ap;

	if (!*format) {
		char buffer[256];

		snprintf(buffer, sizeof(buffer), "register 0x%04x: %s", offset, text);
		*format = strdup(buffer);
	}
	va_start(ap, text);
	fl_model_vreport(m, severity, block, section, *format ? *format : text, ap);
	va_end(ap);
}

const struct fl_report *fl_model_report(const struct fl_model *m, unsigned i)
{
	return i < m->n_reports ? &m->reports[i] : NULL;
}

void fl_model_reports_clear(struct fl_model *m)
{
	m->n_reports = m->report_at = 0;
	memset(m->report_chain, 0, sizeof(m->report_chain));
}
