// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** Columns read through parquet-java's own column readers, and added up. */
final class ParquetJavaColumns {
  private ParquetJavaColumns() {}

  /**
   * Sum over all values of some columns.
   *
   * @param columns names of fields of the top level, of groups for all columns below them
   * @param rowGroup number of the only row group to read; -1 for all
   */
  static long sum(Path file, List<String> columns, int rowGroup) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      MessageType schema = reader.getFileMetaData().getSchema();
      MessageType wanted =
          new MessageType(schema.getName(), columns.stream().map(schema::getType).toList());
      reader.setRequestedSchema(wanted);
      String createdBy = reader.getFileMetaData().getCreatedBy();
      if (rowGroup >= 0) {
        return sum(reader.readRowGroup(rowGroup), wanted, createdBy);
      }
      long sum = 0;
      for (PageReadStore pages = reader.readNextRowGroup();
          pages != null;
          pages = reader.readNextRowGroup()) {
        sum += sum(pages, wanted, createdBy);
      }
      return sum;
    }
  }

  private static long sum(PageReadStore pages, MessageType schema, String createdBy) {
    ColumnReadStoreImpl store =
        new ColumnReadStoreImpl(
            pages, new GroupRecordConverter(schema).getRootConverter(), schema, createdBy);
    long sum = 0;
    for (ColumnDescriptor column : schema.getColumns()) {
      sum += sum(store.getColumnReader(column), column);
    }
    return sum;
  }

  // Deprecated without a successor that counts the values of one column.
  @SuppressWarnings("deprecation")
  private static long sum(ColumnReader reader, ColumnDescriptor column) {
    int max = column.getMaxDefinitionLevel();
    long count = reader.getTotalValueCount();
    long sum = 0;
    switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> {
        for (long i = 0; i < count; i++, reader.consume()) {
          sum += reader.getCurrentDefinitionLevel() == max ? reader.getInteger() : 0;
        }
      }
      case INT64 -> {
        for (long i = 0; i < count; i++, reader.consume()) {
          sum += reader.getCurrentDefinitionLevel() == max ? reader.getLong() : 0;
        }
      }
      case DOUBLE -> {
        for (long i = 0; i < count; i++, reader.consume()) {
          sum +=
              reader.getCurrentDefinitionLevel() == max
                  ? Double.doubleToRawLongBits(reader.getDouble())
                  : 0;
        }
      }
      case BOOLEAN -> {
        for (long i = 0; i < count; i++, reader.consume()) {
          sum += reader.getCurrentDefinitionLevel() == max && reader.getBoolean() ? 1 : 0;
        }
      }
      default -> {
        for (long i = 0; i < count; i++, reader.consume()) {
          if (reader.getCurrentDefinitionLevel() == max) {
            Binary value = reader.getBinary();
            sum += value.length();
          }
        }
      }
    }
    return sum;
  }
}
