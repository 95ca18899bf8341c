#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Stock Mesa's r300 and r600 on the models beside its software rasterizer: tests/gl/check.sh BUILD CHIP...
# Each scene of gl-scenes is drawn by llvmpipe once, and on each chip's model, and compared.
set -u
build=$1
shift
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failed=0

LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe "$build"/gl-scenes "$out"/reference || exit 77
for chip; do
	"$build"/firstlight gl --fine --chip "$chip" -- "$build"/gl-scenes "$out"/"$chip" || failed=1
	"$build"/gl-scenes -c "$out"/reference "$out"/"$chip" || failed=1
done
exit $failed
