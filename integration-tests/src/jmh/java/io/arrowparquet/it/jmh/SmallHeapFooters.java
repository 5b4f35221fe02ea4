// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Opens all files of a folder and keeps their footers: what a JVM with a small heap runs. */
public final class SmallHeapFooters {
  private SmallHeapFooters() {}

  /** Prints how many files there are, and the sum of their columns. */
  public static void main(String[] arguments) throws IOException {
    List<ParquetFooter> footers = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        footers.add(FooterReader.defaults().read(file));
      }
    }
    int columns = footers.stream().mapToInt(read -> read.footer().columnCount()).sum();
    System.out.println(footers.size() + " " + columns);
  }
}
