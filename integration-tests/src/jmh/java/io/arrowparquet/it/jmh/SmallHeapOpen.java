// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.flatbuf.ColumnChunkView;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import java.io.IOException;
import java.nio.file.Path;

/** Opens a mapped file and reads every chunk of some columns: what a JVM with a small heap runs. */
public final class SmallHeapOpen {
  private SmallHeapOpen() {}

  /** Prints layout, columns and a sum over the chunks of each thousandth column. */
  public static void main(String[] arguments) throws IOException {
    ParquetFooter read = FooterReader.create().withMapping(true).read(Path.of(arguments[0]));
    FlatFooter footer = read.footer();
    ColumnChunkView chunk = new ColumnChunkView();
    long values = 0;
    for (int column = 0; column < footer.columnCount(); column += 1_000) {
      int found = footer.findColumn("column_" + column);
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        values += footer.chunk(group, found, chunk).numValues();
      }
    }
    System.out.println(read.layout() + " " + footer.columnCount() + " " + values);
  }
}
