/* SPDX-License-Identifier: MIT
 *
 * Between the files of the frame debugger (look.h): a trace run with a look into the model.
 */
#ifndef DEMOS_FIRSTLIGHT_LOOK_RUN_H
#define DEMOS_FIRSTLIGHT_LOOK_RUN_H

#include "demos/firstlight/look.h"
#include "demos/firstlight/replay.h"

/* Run it. What ends the trace after its streams (no picture, one that differs) is no failure: *err has it,
 * with FL_OK returned. The caller frees res->shot. */
enum fl_code fl_look_run(const struct fl_look_trace *t, const struct fl_look *look, struct fl_look_film *film,
			 struct fl_replay_result *res, struct fl_err *err);

/* Its events. */
struct fl_look_list {
	struct fl_look_event *e; /* free() it */
	unsigned n, cap;
	struct fl_report *report; /* those that came with them, free() it */
	uint32_t *report_event;   /* with which */
	unsigned n_reports;
	struct fl_look_texture *texture; /* of all events, in their order; free() it. Texels are not there */
	unsigned n_textures;
	bool failed; /* out of memory */
};
/* film: the pictures after them, too; NULL: they are not wanted. The caller frees both. */
enum fl_code fl_look_list(const struct fl_look_trace *t, struct fl_look_list *list, struct fl_look_film *film,
			  struct fl_replay_result *res, struct fl_err *err);
void fl_look_list_free(struct fl_look_list *list);
/* As fl_look_events_json() and fl_look_picture(), of events and a film that are there. */
char *fl_look_listed_events_json(const struct fl_look_trace *t, const struct fl_look_list *list,
				 const struct fl_replay_result *res, struct fl_err *err);
enum fl_code fl_look_filmed_picture(const struct fl_look_trace *t, const struct fl_look_film *film,
				    uint32_t n, struct fl_look_picture *out, struct fl_err *err);
/* The picture after event n by a replay in which what comes after it has no effect. */
enum fl_code fl_look_picture_cut(const struct fl_look_trace *t, uint32_t n, struct fl_look_picture *out,
				 struct fl_err *err);
/* As fl_look_depths(): the film knows which way up the picture is. */
enum fl_code fl_look_filmed_depths(const struct fl_look_trace *t, const struct fl_look_film *film, uint32_t n,
				   struct fl_look_depths *out, struct fl_err *err);
/* As fl_look_costs(), of events and a film that are there. */
enum fl_code fl_look_listed_costs(const struct fl_look_trace *t, const struct fl_look_list *list,
				  const struct fl_look_film *film, uint32_t first, uint32_t last,
				  struct fl_look_costs *out, struct fl_err *err);
/* The vertices and primitives of event n, to whom it may concern. FL_USAGE: there is no such event. */
struct fl_look_mesh_to {
	void (*vertices)(void *arg, struct fl_model *m, const struct fl_look_vertices *v);
	void (*primitive)(void *arg, struct fl_model *m, const struct fl_look_primitive *p);
	void *arg;
};
enum fl_code fl_look_mesh(const struct fl_look_trace *t, uint32_t n, const struct fl_look_mesh_to *to,
			  struct fl_err *err);
/* As fl_look_wires(), of a film that is there. */
enum fl_code fl_look_filmed_wires(const struct fl_look_trace *t, const struct fl_look_film *film, uint32_t n,
				  struct fl_look_picture *out, struct fl_err *err);
/* The steps of a program, to step(). FL_USAGE: it does not run. */
enum fl_code fl_look_program(const struct fl_look_trace *t, const struct fl_look_whose *whose,
			     void (*step)(void *arg, struct fl_model *m, const struct fl_look_step *s),
			     void *arg, struct fl_replay_result *res, struct fl_err *err);
/* The same with events and a film that are there. */
enum fl_code fl_look_listed_program(const struct fl_look_trace *t, const struct fl_look_list *list,
				    const struct fl_look_film *film, const struct fl_look_whose *whose,
				    void (*step)(void *arg, struct fl_model *m, const struct fl_look_step *s),
				    void *arg, struct fl_err *err);
char *fl_look_listed_program_json(const struct fl_look_trace *t, const struct fl_look_list *list,
				  const struct fl_look_film *film, const char *chip,
				  const struct fl_look_whose *whose, struct fl_err *err);
/* What an instruction is, as text; and a register's name, "t3.x". */
void fl_look_step_text(const char *chip, const struct fl_look_step *s, char *out, size_t size);
void fl_look_register_text(const struct fl_look_written *w, char *out, size_t size);
/* As fl_look_draw_json(), for who asks often: the list is of the same trace. */
char *fl_look_listed_draw_json(const struct fl_look_trace *t, const struct fl_look_list *list, uint32_t n,
			       struct fl_err *err);

/* The picture's target, where the event draws to it; else its own, or FL_LOOK_NONE. */
uint64_t fl_look_target_of(const struct fl_look_event *e, uint64_t picture);
/* The state in force at each event, a cell at a time. */
struct fl_stream_cell;
enum fl_code fl_look_states(const struct fl_look_trace *t, const struct fl_look_list *list,
			    void (*to)(void *arg, uint32_t event, const struct fl_stream_cell *c), void *arg,
			    struct fl_err *err);
/* The film alone, of a trace whose events nobody asks for. */
enum fl_code fl_look_only_film(const struct fl_look_trace *t, struct fl_look_film *film, struct fl_err *err);
/* FL_USAGE: a scene has so many events, and n is none of them. */
enum fl_code fl_look_no_event(uint32_t n, const char *scene, uint32_t events, struct fl_err *err);

/* Members "unit" to "levels" of a texture, into an object that is open. */
struct fl_json;
void fl_look_put_texture(struct fl_json *j, const struct fl_look_texture *t);
/* An event. */
void fl_look_put_event(struct fl_json *j, const char *key, const struct fl_look_event *e);
/* Members "first" to "steps" of costs; pixels: with those. */
void fl_look_put_costs(struct fl_json *j, const struct fl_look_costs *c, bool pixels);
/* Members "event" to "most" of depths. */
void fl_look_put_depths(struct fl_json *j, const struct fl_look_depths *d, uint32_t n);

/* The history of a pixel: fragment() gets all there is. target FL_LOOK_NONE: the one of the
 * picture. */
enum fl_code fl_look_history(const struct fl_look_trace *t, uint64_t target, uint32_t x, uint32_t y,
			     void (*fragment)(void *arg, struct fl_model *m,
					      const struct fl_look_fragment *f),
			     void *arg, struct fl_replay_result *res, struct fl_err *err);

#endif
