#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A piglit of six tests, to try tests/gl/piglit.py on: pretend.sh FOLDER. One passes; one fails but on
# llvmpipe; two do so that Mesa's lists name, one of them with a dash for its comma; one does so that has a
# known cause; one is killed.
set -eu
mkdir -p "$1"/bin "$1"/tests
cd "$1"

program()
{
	printf '#!/bin/sh\n%s\n' "$2" >bin/"$1"
	chmod +x bin/"$1"
}
pass='echo "PIGLIT: {\"result\": \"pass\" }"'
fails="[ \"\$GALLIUM_DRIVER\" ] && $pass || echo 'PIGLIT: {\"result\": \"fail\" }'"
program good "$pass"
program bad "$fails"
program glsl-derivs "$fails"
program odd 'kill -9 $$'
program shader_runner "$pass"
for t in good bad glsl-derivs odd; do
	echo "<Test type=\"gl\" name=\"shaders@$t\"><option name=\"command\" value=\"['$t']\" /></Test>"
done >tests/list
for t in 'shaders@glsl-uniform-interstage-limits@subdivide 5, statechanges' \
	spec@glsl-1.10@execution@glsl-fs-uniform-array-7; do
	echo "<Test type=\"gl\" name=\"$t\"><option name=\"command\" value=\"['bad']\" /></Test>"
done >>tests/list
gzip <tests/list >tests/quick_gl.xml.gz
echo | gzip >tests/quick_shader.xml.gz
