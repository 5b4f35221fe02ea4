// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.VariantColumnBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The wide file of the demonstration: {@code id}, plain columns {@code c0001}, {@code c0002}, ...
 * of four types, and the same events twice, shredded in the column {@code event} and unshredded in
 * {@code raw}. The README's programs and the examples of {@code docs} read {@code id} and {@code
 * event}.
 *
 * <p>Events are as applications log them: mostly of one shape, now and then not. {@code amount} is
 * a double, a string or an exact decimal; {@code tags} an array or absent; {@code note} appears
 * only in some events and is of more than one type.
 */
final class DemoFile {
  static final String SHREDDED_COLUMN = "event";
  static final String UNSHREDDED_COLUMN = "raw";

  /** Fields with a column of their own; the others, and misfits, stay in {@code value}. */
  private static final String SHREDDED_TYPE =
      "struct<id: bigint, kind: string, user: struct<name: string>, tags: list<string>,"
          + " amount: double>";

  private static final String[] PLAIN_TYPES = {
    "bigint not null", "double", "string", "int not null"
  };

  private static final String[] KINDS = {"view", "click", "buy", "return"};
  private static final String[] NAMES = {"Ada", "Grace", "Edsger", "Barbara", "Tony"};

  private final int plainColumns;
  private final int rows;
  private final int rowsPerGroup;

  /** {@code columns}: top-level columns in all, the two Variant columns included. */
  DemoFile(int columns, int rowGroups, int rowsPerGroup) {
    this.plainColumns = columns - 2;
    this.rows = rowGroups * rowsPerGroup;
    this.rowsPerGroup = rowsPerGroup;
  }

  static String plainColumn(int i) {
    return i == 0 ? "id" : String.format("c%04d", i);
  }

  void write(Path file) throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.UNCOMPRESSED)
            .withRowGroupRows(rowsPerGroup)
            .withArrowSchema(false)
            .withShredding(
                SHREDDED_COLUMN,
                ArrowTypeText.parse(SHREDDED_COLUMN, SHREDDED_TYPE),
                ShredMode.EXACT);
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot table = table(allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, table.getSchema(), options, allocator)) {
      writer.write(table);
      writer.finish();
    }
  }

  private VectorSchemaRoot table(BufferAllocator allocator) {
    List<FieldVector> columns = new ArrayList<>();
    for (int i = 0; i < plainColumns; i++) {
      columns.add(plain(i, allocator));
    }
    try (VariantColumnBuilder events = new VariantColumnBuilder(allocator)) {
      for (String name : List.of(SHREDDED_COLUMN, UNSHREDDED_COLUMN)) {
        for (int row = 0; row < rows; row++) {
          appendEvent(events.value(), row);
          events.endRow();
        }
        columns.add(events.finish(name, true));
      }
    }
    return new VectorSchemaRoot(columns);
  }

  private FieldVector plain(int column, BufferAllocator allocator) {
    String type = PLAIN_TYPES[column % PLAIN_TYPES.length];
    FieldVector vector = ArrowTypeText.parse(plainColumn(column), type).createVector(allocator);
    for (int row = 0; row < rows; row++) {
      if (vector instanceof BigIntVector longs) {
        longs.setSafe(row, (long) column * 1_000_000 + row);
      } else if (vector instanceof Float8Vector doubles) {
        doubles.setSafe(row, column + row / 8.0);
      } else if (vector instanceof VarCharVector texts) {
        texts.setSafe(row, ("city-" + (column + row) % 32).getBytes(StandardCharsets.UTF_8));
      } else {
        ((IntVector) vector).setSafe(row, column ^ row);
      }
    }
    vector.setValueCount(rows);
    return vector;
  }

  private static void appendEvent(VariantBuilder event, int i) {
    event.startObject();
    event.field("id").appendInt64(i);
    event.field("kind").appendString(KINDS[i % KINDS.length]);
    event.field("user").startObject();
    event.field("name").appendString(NAMES[i % NAMES.length]);
    event.field("age").appendInt8((byte) (20 + i % 50));
    event.endObject();
    event.field("amount");
    switch (i % 4) {
      case 2 -> event.appendString("free");
      case 3 -> event.appendDecimal(0, 1000 + i, 2);
      default -> event.appendDouble(i * 1.25);
    }
    if (i % 3 != 2) {
      event.field("tags").startArray();
      for (int t = 0; t <= i % 3; t++) {
        event.appendString("tag-" + (i + t) % 7);
      }
      event.endArray();
    }
    if (i % 2 == 1) {
      appendNote(event.field("note"), i);
    }
    event.endObject();
  }

  private static void appendNote(VariantBuilder event, int i) {
    switch (i % 3) {
      case 0 -> event.appendNull();
      case 1 -> event.appendString("gift");
      default -> {
        event.startObject();
        event.field("lang").appendString("en");
        event.endObject();
      }
    }
  }
}
