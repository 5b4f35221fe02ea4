// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;

/** Rows as Arrow's native Dataset reader gives them. */
final class ArrowDatasetRows implements RowReader {
  private static final long BATCH_ROWS = 32_768;

  @Override
  @SuppressWarnings("try") // Arrow's close() may declare any exception, interruption included
  public List<String> rows(Path file) throws Exception {
    List<String> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        DatasetFactory factory =
            new FileSystemDatasetFactory(
                allocator,
                NativeMemoryPool.getDefault(),
                FileFormat.PARQUET,
                file.toUri().toString());
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(new ScanOptions(BATCH_ROWS));
        ArrowReader reader = scanner.scanBatches()) {
      rows.add(reader.getVectorSchemaRoot().getSchema().toString());
      rows.addAll(rows(reader));
    }
    return rows;
  }

  /** The rows that any reader gives, as text; it stays open. */
  static List<String> rows(ArrowReader reader) throws IOException {
    List<String> rows = new ArrayList<>();
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    while (reader.loadNextBatch()) {
      for (int row = 0; row < root.getRowCount(); row++) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < root.getSchema().getFields().size(); column++) {
          text.append(readable(value(reader, root.getVector(column), row))).append('|');
        }
        rows.add(text.toString());
      }
    }
    return rows;
  }

  private static Object value(ArrowReader reader, FieldVector vector, int row) throws IOException {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (encoding == null || vector.isNull(row)) {
      return vector.getObject(row);
    }
    int index = (int) ((BaseIntVector) vector).getValueAsLong(row);
    return reader.lookup(encoding.getId()).getVector().getObject(index);
  }

  /** Bytes in hex; arrays have no text of their own. */
  static Object readable(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ArrowDatasetRows::readable).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, field) -> copy.put(readable(key), readable(field)));
      return copy;
    }
    return value;
  }

  @Override
  public String toString() {
    return "Arrow Dataset";
  }
}
