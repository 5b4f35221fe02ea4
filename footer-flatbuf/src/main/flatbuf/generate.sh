#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Regenerates the Java classes of parquet.fbs and arrow-cpp.fbs.
#
#   generate.sh              replaces generated and cpp/generated below
#                            src/main/java/io/arrowparquet/footer/internal
#   generate.sh DIRECTORY    writes the classes of parquet.fbs to DIRECTORY instead, and those of
#                            arrow-cpp.fbs to DIRECTORY/arrowcpp (the test compares them)
#
# Needs Java, and flatc 2.0.8: the one on the path (Debian: apt install flatbuffers-compiler), or
# else the Linux binary that Maven Central has, fetched through Maven's own repository.
#
# What is changed in flatc's output, and why:
#   - a licence line is put first;
#   - ValidateVersion names the version of the generator; it must name the runtime's, which is the
#     one Arrow Java brings;
#   - AddConstants.java adds constants to each class. Table: the number of each field (a union takes
#     two: its tag, then its member) and SHAPE, the types of all fields. Struct: the offset of each
#     field, and BYTES, its size. The views and the verifier, which check every access, read by these
#     and not through flatc's accessors. IdlTest compares the constants with the vtable offsets in
#     flatc's accessors.
#
# What is not changed: an optional scalar (= null) is added through a builder call that drops the
# value zero. A writer must call forceDefaults(true) on the builder first, and then add methods only
# for what is to be written.
set -eu

generator=2.0.8
runtime=25_2_10
here=$(cd "$(dirname "$0")" && pwd)
java=$here/../java/io/arrowparquet/footer/internal
target=${1:-$java/generated}
arrowcpp=${1:+$1/arrowcpp}
arrowcpp=${arrowcpp:-$java/cpp/generated}

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

# generate IDL PACKAGE DIRECTORY
generate() {
  "$flatc" --java -o "$work/out" "$here/$1"
  java "$here/AddConstants.java" "$here/$1" "$work/out/io/arrowparquet/footer/internal/$2"
  mkdir -p "$3"
  find "$3" -maxdepth 1 -name '*.java' ! -name package-info.java -exec rm -f {} +
  for file in "$work"/out/io/arrowparquet/footer/internal/"$2"/*.java; do
    {
      echo '// SPDX-License-Identifier: Apache-2.0'
      sed -e "s/Constants\.FLATBUFFERS_[0-9_]*()/Constants.FLATBUFFERS_$runtime()/" \
        -e 's/[[:space:]]*$//' "$file"
    } >"$3/$(basename "$file")"
  done
}

generate parquet.fbs generated "$target"
generate arrow-cpp.fbs cpp/generated "$arrowcpp"
