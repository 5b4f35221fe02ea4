// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Files in a folder, of whatever schemas, and the rows that they have as one table. */
record EvolvingTable(Path folder, BufferAllocator allocator) {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  void write(String name, String type, String... rows) throws IOException {
    JsonTable.write(folder.resolve(name), type, ParquetWriteOptions.defaults(), allocator, rows);
  }

  static ReaderSchema schema(String type) {
    return ReaderSchema.of(JsonTable.schema(type));
  }

  List<String> read(ReaderSchema schema, ParquetReadOptions options) throws IOException {
    ParquetFileSet files = ParquetFileSet.open(List.of(folder)).withSchema(schema);
    List<String> rows;
    try (ArrowReader reader = files.read(options, allocator)) {
      rows = JsonTable.read(reader, allocator);
    }
    if (files.files().size() == 1) {
      assertThat(readOne(schema, options)).isEqualTo(rows);
    }
    return rows;
  }

  List<String> read(ReaderSchema schema) throws IOException {
    return read(schema, ALL);
  }

  /** Of one file its own reader gives the same rows. */
  private List<String> readOne(ReaderSchema schema, ParquetReadOptions options) throws IOException {
    Path file = folder.resolve("1.parquet");
    try (ByteSource bytes = ByteSources.path(file);
        ArrowReader reader =
            ParquetArrowReader.open(
                bytes, FooterReader.defaults().read(bytes), schema, options, allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }
}
