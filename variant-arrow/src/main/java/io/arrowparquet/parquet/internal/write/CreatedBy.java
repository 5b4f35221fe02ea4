// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What the footer says of the program: its name and version, as other writers say theirs. */
final class CreatedBy {
  static final String TEXT = "arrowparquet version " + version();

  private CreatedBy() {}

  /** From a resource that the build makes. */
  private static String version() {
    try (InputStream in = CreatedBy.class.getResourceAsStream("version.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
