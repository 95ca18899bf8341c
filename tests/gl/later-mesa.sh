#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Mesa's Clover and its drivers out of Debian's backports (25.0 for Debian 12), unpacked and not installed:
# tests/gl/later-mesa.sh DIR, which is made whole or not at all. Debian 12's own, 22.3, gives kernels no
# scratch memory. What it needs and the machine has is the machine's; lists and archives have a place of their
# own.
set -eu
dir=$1
[ -d "$dir" ] && exit 0
new=$dir.new
rm -rf "$new"
mkdir -p "$new/apt/lists/partial" "$new/apt/archives/partial" "$new/root"
apt=$(cd "$new/apt" && pwd)
suite=$(. /etc/os-release && echo "$VERSION_CODENAME-backports")
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: ${suite%-backports}" \
	'Component: main' 'Origin: Debian' | head -n 1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$apt/sources"
own()
{
	apt-get -qq -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt" \
		-o Dir::Etc::SourceList="$apt/sources" -o Dir::Etc::SourceParts=/dev/null \
		-o APT::Install-Recommends=false -o Debug::NoLocking=1 -o APT::Sandbox::User=root "$@"
}
echo "Fetching Clover of $suite (16 MB)"
own update
own -y -t "$suite" --download-only install mesa-opencl-icd >/dev/null
for package in "$apt"/archives/*.deb; do
	dpkg-deb -x "$package" "$new/root"
done
[ -e "$new/root/usr/lib/x86_64-linux-gnu/gallium-pipe/pipe_radeonsi.so" ]
rm -rf "$apt"
mv "$new/root" "$dir"
rmdir "$new"
