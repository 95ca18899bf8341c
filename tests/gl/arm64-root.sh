#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Debian's Mesa for ARM, which alone has Vivante's driver, unpacked and not installed:
# tests/gl/arm64-root.sh DIR [PACKAGE...], with further packages and what they need. DIR is made whole or not
# at all.
set -eu
dir=$1
shift
[ -d "$dir" ] && exit 0
new=$dir.new
rm -rf "$new"
mkdir -p "$new/apt/lists/partial" "$new/apt/archives/partial" "$new/root"
apt=$(cd "$new/apt" && pwd)
touch "$apt/status"

# A place of its own for lists, archives and what is installed (nothing): the machine's are not touched.
fetch()
{
	apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$apt" \
		-o Dir::State::status="$apt/status" -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt" \
		-o APT::Install-Recommends=false -o Debug::NoLocking=1 -o APT::Sandbox::User=root "$@"
}
echo "Fetching Mesa for ARM (65 MB)${*:+, and $*}"
fetch update
fetch -y --download-only install libc6 libegl1 libegl-mesa0 libopengl0 libgl1-mesa-dri "$@" \
	>/dev/null
for package in "$apt"/archives/*.deb; do
	dpkg-deb -x "$package" "$new/root"
done
[ -e "$new/root/usr/lib/aarch64-linux-gnu/dri/etnaviv_dri.so" ]
rm -rf "$new/apt"
mv "$new/root" "$dir"
rmdir "$new"
