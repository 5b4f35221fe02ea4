// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.nio.file.Path;
import java.util.List;

/** Another engine, as far as these tests need it: all rows of a Parquet file, as text. */
interface RowReader {

  /** Reads every row and every column; one string a row. Throws whatever the engine throws. */
  List<String> rows(Path file) throws Exception;

  /** What an engine made of a file: its rows, or how it failed. */
  record Outcome(List<String> rows, String failure) {}

  /**
   * Reads the file; a failure is an outcome too, with the file's own name taken out so that copies
   * under other names compare equal.
   */
  default Outcome read(Path file) {
    try {
      return new Outcome(rows(file), null);
    } catch (Exception | LinkageError e) {
      String message = String.valueOf(e.getMessage());
      return new Outcome(
          List.of(),
          e.getClass().getName()
              + ": "
              + message
                  .replace(file.toString(), "FILE")
                  .replaceAll("@[0-9a-f]+", "@")
                  .lines()
                  .findFirst()
                  .orElse(""));
    }
  }
}
