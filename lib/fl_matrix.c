/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: the matrix stacks.
 */
#include "lib/fl_draw_chip.h"

/* The matrix that is changed: a check in each function that does, so that the message names it. */
#define CHANGES(d) FL_CHECK(d, !(d)->prim, "a matrix is changed between fl_begin() and fl_end()")

static float *top(struct fl_draw *d)
{
	/* Who depends on which matrix. */
	static const uint32_t dirties[FL_MATRIX_COUNT] = {
	    [FL_MODELVIEW] = FL_D_MVP | FL_D_NORMAL | FL_D_FOG,
	    [FL_PROJECTION] = FL_D_MVP,
	    [FL_TEXTURE] = FL_D_TEXMAT,
	    [FL_TEXTURE + 1] = FL_D_TEXMAT,
	    [FL_TEXTURE + 2] = FL_D_TEXMAT,
	    [FL_TEXTURE + 3] = FL_D_TEXMAT,
	};

	d->dirty |= dirties[d->matrix_mode];
	if (d->matrix_mode == FL_PROJECTION && d->clip_planes)
		d->dirty |= FL_D_CLIP;
	return d->matrix[d->matrix_mode][d->matrix_top[d->matrix_mode]];
}

void fl_matrix_mode(struct fl_draw *d, enum fl_matrix which)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, which < FL_MATRIX_COUNT, "no such matrix");
	d->matrix_mode = which < FL_MATRIX_COUNT ? (uint8_t)which : FL_MODELVIEW;
}

void fl_push_matrix(struct fl_draw *d)
{
	uint8_t *at = &d->matrix_top[d->matrix_mode];
	float(*stack)[16] = d->matrix[d->matrix_mode];

	CHANGES(d);
	FL_CHECK(d, *at + 1u < FL_MATRIX_DEPTH, "fl_push_matrix() on a full stack");
	if (*at + 1u >= FL_MATRIX_DEPTH)
		return;
	memcpy(stack[*at + 1], stack[*at], sizeof(stack[0]));
	++*at;
}

void fl_pop_matrix(struct fl_draw *d)
{
	CHANGES(d);
	FL_CHECK(d, d->matrix_top[d->matrix_mode] > 0, "fl_pop_matrix() on an empty stack");
	if (d->matrix_top[d->matrix_mode])
		d->matrix_top[d->matrix_mode]--;
	top(d);
}

void fl_load_identity(struct fl_draw *d)
{
	CHANGES(d);
	fl_mat_identity(top(d));
}

void fl_load_matrix(struct fl_draw *d, const float m[16])
{
	CHANGES(d);
	memcpy(top(d), m, 16 * sizeof(float));
}

void fl_mult_matrix(struct fl_draw *d, const float m[16])
{
	float *t = top(d);

	CHANGES(d);
	fl_mat_mul(t, t, m);
}

void fl_translate(struct fl_draw *d, float x, float y, float z)
{
	CHANGES(d);
	fl_mat_translate(top(d), x, y, z);
}

void fl_scale(struct fl_draw *d, float x, float y, float z)
{
	CHANGES(d);
	fl_mat_scale(top(d), x, y, z);
}

void fl_rotate(struct fl_draw *d, float angle_deg, float x, float y, float z)
{
	CHANGES(d);
	fl_mat_rotate_deg(top(d), angle_deg, x, y, z);
}

void fl_perspective(struct fl_draw *d, float fovy_deg, float aspect, float z_near, float z_far)
{
	CHANGES(d);
	FL_CHECK(d, fovy_deg > 0 && fovy_deg < 180 && aspect > 0, "an angle or aspect out of range");
	FL_CHECK(d, z_near > 0 && z_far > z_near, "needs 0 < z_near < z_far");
	fl_mat_perspective_deg(top(d), fovy_deg, aspect, z_near, z_far);
}

void fl_ortho(struct fl_draw *d, float left, float right, float bottom, float top_y, float z_near,
	      float z_far)
{
	CHANGES(d);
	FL_CHECK(d, left != right && bottom != top_y && z_near != z_far, "a box of no size");
	fl_mat_ortho(top(d), left, right, bottom, top_y, z_near, z_far);
}

void fl_look_at(struct fl_draw *d, const float eye[3], const float center[3], const float up[3])
{
	CHANGES(d);
	fl_mat_look_at(top(d), eye, center, up);
}
