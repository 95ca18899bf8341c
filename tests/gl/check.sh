#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Stock Mesa's r300, r600 and radeonsi on the models beside its software rasterizer:
# tests/gl/check.sh BUILD CHIP...; GL_SCENES is another gl-scenes, which GL_RUN runs (tests/gl/arm64.sh).
# Each scene of gl-scenes is drawn by llvmpipe once, and on each chip's model, and compared. Scenes that
# Mesa's driver itself draws otherwise do not count:
#
#	stippled   r300 never sets GB_ENABLE's LINE_STUFF_ENABLE, without which no line is stippled;
#	           r600 writes PA_SC_LINE_STIPPLE when the kind of primitive changes, not with the pattern
#	polygons   r600 leaves SPI_PS_INPUT_CNTL's FLAT_SHADE as it was when glShadeModel() changes
#	etnaviv has no word for stippled lines and planes of the user's; marks colors as what shading flat
#	leaves alone (polygons); has volumes on HALTI5 alone, and no logic operations before GC3000
#
# (seen in captures: firstlight stream -r --query 'PA_SC_LINE_STIPPLE*' F.trace)
set -u
build=$1
shift
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failed=0

LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe "$build"/gl-scenes "$out"/reference || exit 77
for chip; do
	case $chip in
	rv[67]* | r6* | rs[78]*) known='stippled|polygons' ;;
	bonaire | hawaii | kaveri | kabini | mullins) known='none' ;;
	gc880 | gc2000) known='stippled|clip_planes|polygons|volume|logic_ops' ;;
	gc3000) known='stippled|clip_planes|polygons|volume' ;;
	gc*) known='stippled|clip_planes|polygons' ;;
	*) known='stippled' ;;
	esac
	"$build"/firstlight gl --fine --chip "$chip" -- ${GL_RUN:-} "${GL_SCENES:-$build/gl-scenes}" \
		"$out"/"$chip" || failed=1
	"$build"/gl-scenes -c "$out"/reference "$out"/"$chip" >"$out"/said
	cat "$out"/said
	! grep '^FAIL' "$out"/said | grep -qvE "^FAIL ($known) " || failed=1
	grep -q ' scenes, ' "$out"/said || failed=1
done
exit $failed
