// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Prints a hash of every column of the files it is given. */
final class ReadWithoutHadoop {
  private static final List<String> ABSENT =
      List.of(
          "org.apache.hadoop.conf.Configuration",
          "org.apache.parquet.SemanticVersion",
          "org.apache.parquet.bytes.BytesInput",
          "org.apache.parquet.column.Encoding",
          "org.apache.parquet.column.values.bitpacking.BytePacker",
          "org.apache.parquet.hadoop.ParquetFileReader",
          "org.apache.parquet.io.InputFile",
          "org.apache.parquet.format.FileMetaData",
          "org.apache.thrift.TBase",
          "org.xerial.snappy.Snappy",
          "com.github.luben.zstd.Zstd");

  private ReadWithoutHadoop() {}

  /** Reads the files, if what is to be absent is. */
  public static void main(String[] files) throws IOException {
    ABSENT.forEach(ReadWithoutHadoop::requireAbsent);
    System.out.print(read(Stream.of(files).map(Path::of).toList()));
  }

  private static void requireAbsent(String className) {
    try {
      Class.forName(className);
      throw new IllegalStateException(className + " is on the class path");
    } catch (ClassNotFoundException expected) {
      // So it should be.
    }
  }

  static String read(List<Path> files) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path file : files) {
      try (RootAllocator allocator = new RootAllocator();
          ParquetArrowReader reader =
              ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
        while (reader.loadNextBatch()) {
          VectorSchemaRoot root = reader.getVectorSchemaRoot();
          for (FieldVector vector : root.getFieldVectors()) {
            text.append(file.getFileName()).append(' ').append(vector.getName());
            text.append(' ').append(hash(vector, root.getRowCount())).append('\n');
          }
        }
      }
    }
    return text.toString();
  }

  private static int hash(FieldVector vector, int rows) {
    int hash = rows;
    for (int row = 0; row < rows; row++) {
      Object value = vector.getObject(row);
      if (vector instanceof ParquetVariantVector variants) {
        hash = 31 * hash + variants.hashCode(row);
      } else {
        hash =
            31 * hash
                + (value instanceof byte[] bytes
                    ? Arrays.hashCode(bytes)
                    : String.valueOf(value).hashCode());
      }
    }
    return hash;
  }
}
