// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;

/** Required columns of doubles, put into Arrow vectors by parquet-java's column readers. */
final class ParquetJavaDoubles {
  private ParquetJavaDoubles() {}

  /** Where the bytes of a row group are in the file. */
  record Split(long start, long end) {
    /** The whole file. */
    static final Split ALL = new Split(0, Long.MAX_VALUE);
  }

  /** The bytes of a row group. */
  static Split split(Path file, int rowGroup) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      BlockMetaData block = reader.getRowGroups().get(rowGroup);
      long start = block.getStartingPos();
      return new Split(start, start + block.getCompressedSize());
    }
  }

  /**
   * Opens the file, fills a vector for each column with one row group, and adds up all values.
   *
   * @param split of the row groups to keep; all the footer's bytes are parsed even so
   * @param rowGroup the number among those that are kept
   */
  static long sum(
      Path file, Split split, int rowGroup, List<String> columns, BufferAllocator allocator)
      throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withRange(split.start(), split.end())
            .build();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
      MessageType schema = reader.getFileMetaData().getSchema();
      MessageType wanted =
          new MessageType(schema.getName(), columns.stream().map(schema::getType).toList());
      reader.setRequestedSchema(wanted);
      String createdBy = reader.getFileMetaData().getCreatedBy();
      return sum(reader.readRowGroup(rowGroup), wanted, createdBy, allocator);
    }
  }

  private static long sum(
      PageReadStore pages, MessageType schema, String createdBy, BufferAllocator allocator) {
    ColumnReadStoreImpl store =
        new ColumnReadStoreImpl(
            pages, new GroupRecordConverter(schema).getRootConverter(), schema, createdBy);
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (ColumnDescriptor column : schema.getColumns()) {
        Float8Vector vector = new Float8Vector(column.getPath()[0], allocator);
        vectors.add(vector);
        fill(vector, store.getColumnReader(column));
      }
      return vectors.stream().mapToLong(VectorSums::sum).sum();
    } finally {
      AutoCloseables.closeNoChecked(AutoCloseables.all(vectors));
    }
  }

  // Deprecated without a successor that counts the values of one column.
  @SuppressWarnings("deprecation")
  private static void fill(Float8Vector vector, ColumnReader reader) {
    int count = Math.toIntExact(reader.getTotalValueCount());
    vector.allocateNew(count);
    for (int row = 0; row < count; row++, reader.consume()) {
      vector.set(row, reader.getDouble());
    }
    vector.setValueCount(count);
  }
}
