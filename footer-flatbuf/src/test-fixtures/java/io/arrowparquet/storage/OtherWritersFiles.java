// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files of other writers, in folders beside the corpus that {@code PARQUET_TEST_DATA} names. Tests
 * that need one are skipped without it.
 *
 * <pre>
 *   cases         small files that showed a defect
 *   world         files of other projects, and list.tsv: what they are, and which peers read them
 *   cpp-footers   files with footers of Arrow C++
 * </pre>
 */
public final class OtherWritersFiles {
  private static final String ENDING = ".parquet";

  private OtherWritersFiles() {}

  /**
   * A file of the folder {@code world}.
   *
   * @param origin the project, and the path there
   * @param readers peers that read it: {@code duckdb}, {@code parquet-java}, {@code arrow-cpp}
   */
  public record OfProject(Path path, String origin, List<String> readers) {}

  /**
   * Files with footers of Arrow C++; none where there are none.
   *
   * @param folder of them: {@code written} or {@code appended}
   */
  public static List<Path> arrowCpp(String folder) throws IOException {
    Path files = beside("cpp-footers");
    return files == null ? List.of() : list(files.resolve(folder), "");
  }

  /** A file or folder of the corpus; the test that asks is skipped without a corpus. */
  public static Path corpus(String path) {
    String corpus = System.getenv("PARQUET_TEST_DATA");
    assumeTrue(corpus != null, "PARQUET_TEST_DATA is not set");
    return Path.of(corpus, path);
  }

  /** The case of this name, a file or folder; the test that asks is skipped where it is absent. */
  public static Path find(String name) {
    Path file = corpus("").resolveSibling("cases").resolve(name);
    assumeTrue(Files.exists(file), "there is no file " + file);
    return file;
  }

  /** All cases that are files by themselves; none where there are none. */
  public static List<Path> cases() throws IOException {
    Path cases = beside("cases");
    return cases == null ? List.of() : list(cases, ENDING);
  }

  /** The files of other projects; none where there are none. */
  public static List<OfProject> world() throws IOException {
    Path world = beside("world");
    if (world == null || !Files.exists(world)) {
      return List.of();
    }
    List<String> lines = Files.readAllLines(world.resolve("list.tsv"));
    List<OfProject> files = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      // file, repository, path, bytes, writer, rows, read_by
      String[] parts = line.split("\t", -1);
      Path path = world.resolve("files").resolve(parts[0] + ENDING);
      List<String> readers = parts[6].equals("-") ? List.of() : List.of(parts[6].split(","));
      files.add(new OfProject(path, parts[1] + "/" + parts[2], readers));
    }
    return files;
  }

  private static Path beside(String folder) {
    String corpus = System.getenv("PARQUET_TEST_DATA");
    return corpus == null ? null : Path.of(corpus).resolveSibling(folder);
  }

  private static List<Path> list(Path folder, String ending) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
