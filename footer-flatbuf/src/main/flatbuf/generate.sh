#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Regenerates the Java classes of parquet.fbs and arrow-cpp.fbs.
#
#   generate.sh              replaces them in src/main/java and src/test/java
#   generate.sh DIRECTORY    writes those of flatc to DIRECTORY instead (the test compares them)
#
# The library's own, a class for each IDL with slots and shapes, are written by GenerateSlots.java. Its
# views, its verifier and its writers go by these.
#
# The tests have flatc's classes beside them: IdlTest compares both, and other tests write and read
# buffers as any other program with flatc's classes does. These need flatc 2.0.8: the one on the path
# (Debian: apt install flatbuffers-compiler), or else the Linux binary that Maven Central has, fetched
# through Maven's own repository. What is changed in flatc's output, and why:
#   - a licence line is put first;
#   - ValidateVersion names the version of the generator; it must name the runtime's, which is the
#     one Arrow Java brings.
#
# An optional scalar (= null) is added through a builder call of flatc's that drops the value zero. A
# writer must call forceDefaults(true) on the builder first, as TableWriter does, and then add only what
# is to be written.
set -eu

generator=2.0.8
runtime=25_2_10
here=$(cd "$(dirname "$0")" && pwd)
sources=$here/../..
flatcs=${1:-$sources/test/java/io/arrowparquet/footer/flatc/generated}

if [ $# -eq 0 ]; then
  for idl in parquet.fbs arrow-cpp.fbs; do
    java "$here/GenerateSlots.java" "$here/$idl" \
      "$sources/main/java/io/arrowparquet/footer/internal/generated"
  done
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flatc=$(command -v flatc || true)
if [ -z "$flatc" ] || [ "$("$flatc" --version)" != "flatc version $generator" ]; then
  mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy \
    -Dartifact="com.github.davidmoten:flatbuffers-compiler:$generator:tar.gz:distribution-linux" \
    -DoutputDirectory="$work" -f "$here/../../../../pom.xml" -N
  tar -xzf "$work"/flatbuffers-compiler-*.tar.gz -C "$work"
  flatc=$(find "$work" -type f -name flatc | head -n 1)
  chmod +x "$flatc"
fi

"$flatc" --java -o "$work/out" "$here/parquet.fbs" "$here/arrow-cpp.fbs"
mkdir -p "$flatcs"
find "$flatcs" -maxdepth 1 -name '*.java' -exec rm -f {} +
for file in "$work"/out/io/arrowparquet/footer/flatc/generated/*.java; do
  {
    echo '// SPDX-License-Identifier: Apache-2.0'
    sed -e "s/Constants\.FLATBUFFERS_[0-9_]*()/Constants.FLATBUFFERS_$runtime()/" \
      -e 's/[[:space:]]*$//' "$file"
  } >"$flatcs/$(basename "$file")"
done
