// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;

/** Rows as parquet-java's example object model reads them. */
final class ParquetJavaRows implements RowReader {
  @Override
  public List<String> rows(Path file) throws Exception {
    return rows(new LocalInputFile(file));
  }

  List<String> rows(InputFile file) throws IOException {
    return rows(file, new PlainParquetConfiguration(), null);
  }

  /** As {@link #rows(Path)}, with keys that may be null, and what the configuration says. */
  List<String> rows(
      InputFile file, ParquetConfiguration configuration, FileDecryptionProperties keys)
      throws IOException {
    List<String> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        new GroupReader(file).withConf(configuration).withDecryption(keys).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private static final class GroupReader extends ParquetReader.Builder<Group> {
    GroupReader(InputFile file) {
      super(file);
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }

  @Override
  public String toString() {
    return "parquet-java";
  }
}
