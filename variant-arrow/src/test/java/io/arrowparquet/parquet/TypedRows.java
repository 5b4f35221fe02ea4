// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.VectorTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;

/** A file with columns that vectors of several types may have, and rows as text. */
record TypedRows(Path file, BufferAllocator allocator) {
  static final int ROWS = 1000;

  /** Columns t, b, d, a list l of two doubles and a struct s of a text t. */
  static TypedRows write(Path file, ParquetWriteOptions options, BufferAllocator allocator)
      throws IOException {
    try (VarCharVector text = new VarCharVector("t", allocator);
        VarBinaryVector bytes = new VarBinaryVector("b", allocator);
        DateDayVector dates = new DateDayVector("d", allocator);
        ListVector lists = ListVector.empty("l", allocator);
        StructVector struct = StructVector.empty("s", allocator)) {
      FieldType utf8 = FieldType.nullable(ArrowType.Utf8.INSTANCE);
      VarCharVector inner = struct.addOrGet("t", utf8, VarCharVector.class);
      UnionListWriter writer = lists.getWriter();
      for (int row = 0; row < ROWS; row++) {
        String value = (row % 3 == 0 ? "short " : "a text that is longer ") + row % 50;
        inner.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
        struct.setIndexDefined(row);
        writer.setPosition(row);
        if (row % 7 != 0) {
          text.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
          bytes.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
          dates.setSafe(row, row - 500);
          writer.startList();
          writer.float8().writeFloat8(row);
          writer.float8().writeFloat8(-row);
          writer.endList();
        }
      }
      VectorSchemaRoot root = new VectorSchemaRoot(List.of(text, bytes, dates, lists, struct));
      root.setRowCount(ROWS);
      try (ParquetArrowWriter out =
          ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
        for (int row = 0; row < ROWS; row += 100) {
          try (VectorSchemaRoot batch = root.slice(row, 100)) {
            out.write(batch);
          }
        }
        out.finish();
      }
    }
    return new TypedRows(file, allocator);
  }

  static ParquetReadOptions options(VectorTypes types) {
    return ParquetReadOptions.defaults().withBatchSize(128).withTypes(types);
  }

  ParquetArrowReader open(VectorTypes types) throws IOException {
    return ParquetArrowReader.open(file, options(types), allocator);
  }

  /** In vectors of the types that there are without options. */
  List<String> plain() throws IOException {
    try (ParquetArrowReader reader = open(VectorTypes.defaults())) {
      return rows(reader);
    }
  }

  static List<String> rows(ArrowReader reader) throws IOException {
    List<String> rows = new ArrayList<>();
    while (reader.loadNextBatch()) {
      addRows(reader.getVectorSchemaRoot(), rows);
    }
    return rows;
  }

  static void addRows(VectorSchemaRoot root, List<String> rows) {
    for (int row = 0; row < root.getRowCount(); row++) {
      StringBuilder text = new StringBuilder();
      for (FieldVector vector : root.getFieldVectors()) {
        Object value = vector.getObject(row);
        text.append(
                value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value)
            .append('|');
      }
      rows.add(text.toString());
    }
  }
}
