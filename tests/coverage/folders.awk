# SPDX-License-Identifier: MIT
#
# Lines covered, by folder: reads `llvm-cov export -format=lcov`, of which SF is a source file, and DA a line
# and how often it ran. TOP is the folder that the paths begin with. With MISSED, the lines that never ran, as
# FILE:LINE, and no table.
/^SF:/ {
	file = substr($0, 4)
	sub("^" TOP "/", "", file)
}
/^DA:/ {
	split(substr($0, 4), line, ",")
	key = file ":" line[1]
	if (!(key in runs))
		order[++n] = key
	runs[key] += line[2]
}
END {
	for (i = 1; i <= n; i++) {
		key = order[i]
		folder = key
		sub("/[^/]*$", "", folder)
		if (MISSED) {
			if (!runs[key])
				print key
			continue
		}
		while (folder != "") {
			lines[folder]++
			covered[folder] += runs[key] > 0
			if (folder !~ "/")
				break
			sub("/[^/]*$", "", folder)
		}
	}
	if (!MISSED)
		for (folder in lines)
			printf "%6.2f %%  %6d of %6d lines  %s\n", 100 * covered[folder] / lines[folder],
				covered[folder], lines[folder], folder
}
