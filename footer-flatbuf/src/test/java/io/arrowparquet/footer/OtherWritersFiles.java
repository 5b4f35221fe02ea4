// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Small files of other writers that showed a defect. They stand in the folder {@code cases} beside
 * the corpus that {@code PARQUET_TEST_DATA} names; tests that need one are skipped without it.
 */
public final class OtherWritersFiles {
  private OtherWritersFiles() {}

  /** The file or folder of this name; the test that asks is skipped where it is absent. */
  public static Path find(String name) {
    String corpus = System.getenv("PARQUET_TEST_DATA");
    assumeTrue(corpus != null, "PARQUET_TEST_DATA is not set");
    Path file = Path.of(corpus).resolveSibling("cases").resolve(name);
    assumeTrue(Files.exists(file), "there is no file " + file);
    return file;
  }
}
