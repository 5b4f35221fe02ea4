// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.RecordWriter;
import io.arrowparquet.it.interop.VariantFilePeer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.Type;

/**
 * parquet-java's file writer without any work on Variants: it is given, as Java objects, the values
 * of columns that have been shredded before. What no writer through parquet-java can be faster
 * than, but for how it hands over values.
 */
final class ParquetJavaWriterAlone {
  private ParquetJavaWriterAlone() {}

  /** Writes the same file as {@link io.arrowparquet.it.interop.ParquetJavaFiles}. */
  static void write(Path file, Type typedValue, List<RecordedRow> rows, CompressionCodecName codec)
      throws IOException {
    Rows fields = new Rows();
    try (ParquetWriter<RecordedRow> writer =
        new RecordWriter<RecordedRow>(file, VariantFilePeer.schema(typedValue), fields::write)
            .withCompressionCodec(codec)
            .build()) {
      for (RecordedRow row : rows) {
        writer.write(row);
      }
    }
  }

  private static final class Rows {
    private long id;

    void write(RecordConsumer out, RecordedRow row) {
      out.startField("id", 0);
      out.addLong(id++);
      out.endField("id", 0);
      out.startField(VariantFilePeer.COLUMN, 1);
      row.replay(out);
      out.endField(VariantFilePeer.COLUMN, 1);
    }
  }
}
