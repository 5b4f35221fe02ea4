// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Opens a file and reads every chunk of some columns: what a JVM with a small heap runs. */
public final class SmallHeapOpen {
  private SmallHeapOpen() {}

  /**
   * Prints layout, columns and a sum over the chunks of each thousandth column of a file, which is
   * mapped; or of the columns that are named behind it, by a reader with its defaults.
   */
  public static void main(String[] arguments) throws IOException {
    List<String> names = new ArrayList<>(Arrays.asList(arguments));
    Path file = Path.of(names.remove(0));
    ParquetFooter read = FooterReader.defaults().withMapping(names.isEmpty()).read(file);
    FlatFooter footer = read.footer();
    for (int column = 0; arguments.length == 1 && column < footer.columnCount(); column += 1_000) {
      names.add("column_" + column);
    }
    ColumnChunkView chunk = new ColumnChunkView();
    long values = 0;
    for (String name : names) {
      int found = footer.findColumn(name);
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        values += footer.chunk(group, found, chunk).numValues();
      }
    }
    System.out.println(read.layout() + " " + footer.columnCount() + " " + values);
  }
}
