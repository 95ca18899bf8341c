# SPDX-License-Identifier: MIT
#
# Debian's packages for ARM, fetched and unpacked, not installed: for scripts that read this in (sh). The
# lists, the archives and what is installed (nothing) have a place of their own: the machine's are not
# touched.

# begin DIR: the new folder $new beside DIR, in which all is made before it takes DIR's name.
begin()
{
	new=$1.new
	rm -rf "$new"
	mkdir -p "$new/apt/lists/partial" "$new/apt/archives/partial" "$new/root"
	apt=$(cd "$new/apt" && pwd)
	touch "$apt/status"
	own apt-get update
}

# own PROGRAM ARGUMENTS: apt-get or apt-cache, in that place.
own()
{
	program=$1
	shift
	"$program" -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$apt" \
		-o Dir::State::status="$apt/status" -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt" \
		-o APT::Install-Recommends=false -o Debug::NoLocking=1 -o APT::Sandbox::User=root "$@"
}

# unpack PACKAGE...: with what they need, into $new/root.
unpack()
{
	own apt-get -y --download-only install "$@" >/dev/null
	for package in "$apt"/archives/*.deb; do
		dpkg-deb -x "$package" "$new/root"
	done
}
