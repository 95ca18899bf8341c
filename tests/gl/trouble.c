/* SPDX-License-Identifier: MIT
 *
 * Clients that a render node must survive:
 *
 *	gl-trouble loop             one draw whose fragment shader never ends
 *	gl-trouble garbage SEED     submissions and questions that make no sense, 500 of them
 */
#define GL_GLEXT_PROTOTYPES
#include "tests/mesa/gl.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <fcntl.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { SIDE = 64, ROUNDS = 500, DW = 256, BUFFER_B = 1 << 16 };

static int loop(void)
{
	static const char *const source = "uniform float limit;\n"
					  "void main() { float x = 0.5; while (x < limit) x = fract(x * 1.7 "
					  "+ 0.1); gl_FragColor = vec4(x); }";
	static struct fl_stage stage;
	const char *wrong = gl_stage_open(&stage, SIDE, SIDE);
	GLuint program, shader, buffer, frame;
	GLint linked = 0;

	if (wrong) {
		fprintf(stderr, "%s\n", wrong);
		return 77;
	}
	glGenRenderbuffers(1, &buffer);
	glBindRenderbuffer(GL_RENDERBUFFER, buffer);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIDE, SIDE);
	glGenFramebuffers(1, &frame);
	glBindFramebuffer(GL_FRAMEBUFFER, frame);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
	glViewport(0, 0, SIDE, SIDE);
	shader = glCreateShader(GL_FRAGMENT_SHADER);
	glShaderSource(shader, 1, &source, NULL);
	glCompileShader(shader);
	program = glCreateProgram();
	glAttachShader(program, shader);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &linked);
	glUseProgram(program);
	glUniform1f(glGetUniformLocation(program, "limit"), 2);
	glRectf(-1, -1, 1, 1);
	glFinish();
	return linked ? 0 : 1;
}

static uint32_t seed;

static uint32_t number(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed >> 8 ^ seed << 20;
}

/* Headers that are packets, more often than not, and anything after them. */
static void submit(int fd, uint32_t handle)
{
	uint32_t dw[DW], relocs[4] = {handle, 0, RADEON_GEM_DOMAIN_VRAM, 0}, flags = number() % 4;
	struct drm_radeon_cs_chunk chunk[3] = {{RADEON_CHUNK_ID_IB, 1 + number() % DW, (uintptr_t)dw},
					       {RADEON_CHUNK_ID_RELOCS, 4, (uintptr_t)relocs},
					       {RADEON_CHUNK_ID_FLAGS, 1, (uintptr_t)&flags}};
	const uint64_t list[3] = {(uintptr_t)&chunk[0], (uintptr_t)&chunk[1], (uintptr_t)&chunk[2]};
	struct drm_radeon_cs cs = {.num_chunks = 1 + number() % 3, .chunks = (uintptr_t)list};

	for (uint32_t i = 0; i < DW; i++)
		switch (number() % 4) {
		case 0:
			dw[i] = 0xc0000000u | number() % 4 << 16 | (16 + number() % 112) << 8;
			break;
		case 1:
			dw[i] = number() % 0x1000;
			break;
		default:
			dw[i] = number() % 8 ? 0x80000000u : number();
		}
	ioctl(fd, DRM_IOCTL_RADEON_CS, &cs);
}

static int garbage(void)
{
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct drm_radeon_gem_create create = {.size = BUFFER_B,
						       .initial_domain = RADEON_GEM_DOMAIN_VRAM};
		struct drm_radeon_info info = {.request = number() % 64, .value = (uintptr_t)&info};
		struct drm_gem_close end = {0};
		int fd = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);

		if (fd < 0)
			return 77;
		ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &create);
		for (unsigned i = number() % 8; i; i--)
			submit(fd, number() % 8 ? create.handle : number());
		ioctl(fd, DRM_IOCTL_RADEON_INFO, &info);
		end.handle = number() % 2 ? create.handle : number();
		ioctl(fd, DRM_IOCTL_GEM_CLOSE, &end);
		close(fd);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "loop"))
		return loop();
	if (argc == 3 && !strcmp(argv[1], "garbage")) {
		seed = (uint32_t)strtoul(argv[2], NULL, 10);
		return garbage();
	}
	fprintf(stderr, "gl-trouble loop | garbage SEED\n");
	return 2;
}
