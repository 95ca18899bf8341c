#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A program for ARM, with Debian's Mesa for ARM, in qemu-user: tests/gl/arm64.sh BUILD PROGRAM [ARGUMENT...].
# In `firstlight gl --chip gc2000 -- tests/gl/arm64.sh build PROGRAM` the render node's library is the
# program's; the model stays a program of this machine's. ARM64_ROOT: where its libraries are, if not in
# BUILD.
build=$1
shift
library=$(cd "$build" && pwd)/arm64/firstlight-gl.so
exec qemu-aarch64-static -L "${ARM64_ROOT:-$build/arm64/root}" -E LD_PRELOAD="$library" "$@"
