// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.MissingDependencyException;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.PrimitiveType;

/** Writes a file, and prints parquet-java's metadata of it and of another file. */
final class WriteAndBridge {
  private static final int ROWS = 300;

  private WriteAndBridge() {}

  /** The file to write, then the other one. */
  public static void main(String[] files) throws IOException {
    Path written = Path.of(files[0]);
    try (RootAllocator allocator = new RootAllocator()) {
      write(written, allocator);
      System.out.println(metadata(written));
      System.out.println(metadata(Path.of(files[1])));
    } catch (MissingDependencyException e) {
      System.out.println(e.getMessage());
    }
  }

  private static void write(Path file, BufferAllocator allocator) throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.ZSTD)
            .withDataPageV2(true)
            .withRowGroupRows(ROWS / 2)
            .withPageRows(ROWS / 10)
            .withBloomFilter("text")
            .withCreatedBy("test")
            .withInferredShredding("event", InferShreddingOptions.defaults())
            .withFooter(FooterLayout.SPEC);
    try (VarCharVector json = texts("event", "{\"id\": %d, \"name\": \"n\"}", allocator);
        ParquetVariantVector event = VariantFromJson.parse(json, allocator);
        VarCharVector text = texts("text", "text %d", allocator);
        Float8Vector number = new Float8Vector("number", allocator);
        NullVector nothing = new NullVector("nothing", ROWS);
        VectorSchemaRoot root = VectorSchemaRoot.of(text, event, number, nothing)) {
      for (int row = 0; row < ROWS; row++) {
        number.setSafe(row, row % 7 == 0 ? Double.NaN : row / 4.0);
      }
      root.setRowCount(ROWS);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
        writer.write(root);
        writer.finish();
      }
    }
  }

  private static VarCharVector texts(String name, String pattern, BufferAllocator allocator) {
    VarCharVector vector = new VarCharVector(name, allocator);
    for (int row = 0; row < ROWS; row++) {
      vector.setSafe(row, String.format(Locale.ROOT, pattern, row).getBytes(UTF_8));
    }
    vector.setValueCount(ROWS);
    return vector;
  }

  private static String metadata(Path file) throws IOException {
    ParquetMetadata metadata =
        ParquetJavaMetadata.of(FooterReader.defaults().read(file)).toParquetMetadata();
    StringBuilder text = new StringBuilder().append(metadata.getFileMetaData().getSchema());
    for (ColumnChunkMetaData column : metadata.getBlocks().get(0).getColumns()) {
      PrimitiveType type = column.getPrimitiveType();
      text.append(column.getPath()).append(' ').append(type.columnOrder().getColumnOrderName());
      text.append(' ').append(column.getValueCount()).append(' ').append(column.getStatistics());
      text.append('\n');
    }
    return text.toString();
  }
}
