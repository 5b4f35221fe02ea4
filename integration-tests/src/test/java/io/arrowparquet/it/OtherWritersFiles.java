// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Small files of other writers that showed a defect. They stand in the folder {@code cases} beside
 * the corpus that {@code PARQUET_TEST_DATA} names; tests that need one are skipped without it.
 */
public final class OtherWritersFiles {
  private OtherWritersFiles() {}

  /**
   * Files with footers of Arrow C++, in the folder {@code cpp-footers}; none where it is absent.
   *
   * @param folder of them: {@code written} or {@code appended}
   */
  public static List<Path> arrowCpp(String folder) throws IOException {
    String corpus = System.getenv("PARQUET_TEST_DATA");
    Path files =
        corpus == null ? null : Path.of(corpus).resolveSibling("cpp-footers").resolve(folder);
    if (files == null || !Files.exists(files)) {
      return List.of();
    }
    try (Stream<Path> list = Files.list(files)) {
      return list.sorted().toList();
    }
  }

  /** The file or folder of this name; the test that asks is skipped where it is absent. */
  public static Path find(String name) {
    String corpus = System.getenv("PARQUET_TEST_DATA");
    assumeTrue(corpus != null, "PARQUET_TEST_DATA is not set");
    Path file = Path.of(corpus).resolveSibling("cases").resolve(name);
    assumeTrue(Files.exists(file), "there is no file " + file);
    return file;
  }
}
