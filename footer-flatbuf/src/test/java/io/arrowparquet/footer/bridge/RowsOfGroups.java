// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/**
 * What parquet-java reads from a file when it is handed the metadata: the rows that are left by the
 * filter, and how many rows the filter had to look at.
 *
 * @param rows each row as text
 * @param examined rows of the pages that were not skipped
 * @param rowGroups row groups that were not skipped
 */
record RowsOfGroups(List<String> rows, long examined, int rowGroups) {

  static ParquetReadOptions options(FilterCompat.Filter filter) {
    return ParquetReadOptions.builder(new PlainParquetConfiguration())
        .withRecordFilter(filter)
        .useStatsFilter()
        .useDictionaryFilter()
        .useBloomFilter()
        .useColumnIndexFilter()
        .useRecordFilter()
        .build();
  }

  static RowsOfGroups read(Path path, ParquetMetadata metadata, FilterCompat.Filter filter)
      throws IOException {
    InputFile file = new LocalInputFile(path);
    try (ParquetFileReader reader =
        new ParquetFileReader(file, metadata, options(filter), file.newStream())) {
      MessageType schema = metadata.getFileMetaData().getSchema();
      reader.setRequestedSchema(schema);
      List<String> rows = new ArrayList<>();
      long examined = 0;
      for (PageReadStore pages = reader.readNextFilteredRowGroup();
          pages != null;
          pages = reader.readNextFilteredRowGroup()) {
        examined += pages.getRowCount();
        addRows(schema, pages, filter, rows);
      }
      return new RowsOfGroups(rows, examined, reader.getRowGroups().size());
    }
  }

  private static void addRows(
      MessageType schema, PageReadStore pages, FilterCompat.Filter filter, List<String> rows) {
    RecordReader<Group> reader =
        new ColumnIOFactory()
            .getColumnIO(schema)
            .getRecordReader(pages, new GroupRecordConverter(schema), filter);
    for (long i = 0; i < pages.getRowCount(); i++) {
      Group row = reader.read();
      if (row != null && !reader.shouldSkipCurrentRecord()) {
        rows.add(row.toString());
      }
    }
  }
}
