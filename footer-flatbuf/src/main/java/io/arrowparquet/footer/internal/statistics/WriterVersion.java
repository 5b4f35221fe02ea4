// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who wrote a file, from the {@code created_by} of its footer.
 *
 * <pre>
 *   created_by := application " version " version [" (build " hash ")"]
 * </pre>
 *
 * <p>Versions that are known are three numbers; a suffix other than {@code +build} makes a version
 * earlier than the numbers alone: {@code 1.8.0-SNAPSHOT} is before {@code 1.8.0}.
 *
 * @param application {@code parquet-mr}, {@code parquet-cpp-arrow}, {@code DuckDB}
 * @param known whether the version is three numbers; if not, those here are 0
 * @param suffixed whether there is more behind the numbers than a {@code +build}
 */
record WriterVersion(
    String application, boolean known, int major, int minor, int patch, boolean suffixed) {

  private static final Pattern CREATED_BY =
      Pattern.compile("(.*?)\\s+version\\s*([^(]*?)\\s*(?:\\(\\s*build\\b[^)]*\\))?");

  private static final Pattern NUMBERS =
      Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})((?:[^+\\d][^+]*)?)(?:\\+.*)?");

  /** Longer texts name no writer that is known. */
  private static final int MAX_LENGTH = 512;

  /** The writer that a footer names; null if it names none in this form, or {@code null}. */
  static WriterVersion parse(String createdBy) {
    if (createdBy == null || createdBy.length() > MAX_LENGTH) {
      return null;
    }
    Matcher parts = CREATED_BY.matcher(createdBy);
    if (!parts.matches()) {
      return null;
    }
    Matcher numbers = NUMBERS.matcher(parts.group(2));
    if (!numbers.matches()) {
      return new WriterVersion(parts.group(1), false, 0, 0, 0, false);
    }
    return new WriterVersion(
        parts.group(1),
        true,
        Integer.parseInt(numbers.group(1)),
        Integer.parseInt(numbers.group(2)),
        Integer.parseInt(numbers.group(3)),
        !numbers.group(4).isEmpty());
  }

  /** Whether the version is known and before these three numbers. */
  boolean isBefore(int otherMajor, int otherMinor, int otherPatch) {
    if (!known) {
      return false;
    }
    if (major != otherMajor) {
      return major < otherMajor;
    }
    if (minor != otherMinor) {
      return minor < otherMinor;
    }
    return patch < otherPatch || (patch == otherPatch && suffixed);
  }
}
