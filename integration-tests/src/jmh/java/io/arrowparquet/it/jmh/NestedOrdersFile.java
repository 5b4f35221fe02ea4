// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Orders of a shop: a struct in a struct, a list of texts, a list of structs with a list in them,
 * and a map. Each group and each value is null now and then, and lists may be empty. Written by
 * parquet-java, in its default layout but for the size of row groups.
 */
final class NestedOrdersFile {
  /** Struct in struct. */
  static final String CUSTOMER = "customer";

  /** List of text. */
  static final String TAGS = "tags";

  /** List of struct with a list. */
  static final String ITEMS = "items";

  /** Map. */
  static final String ATTRIBUTES = "attributes";

  private static final int BATCH = 10_000;
  private static final int ROW_GROUP = 100_000;
  private static final int MOST_TAGS = 4;
  private static final int MOST_ITEMS = 6;
  private static final int MOST_DISCOUNTS = 3;
  private static final int MOST_ATTRIBUTES = 3;

  /** One of this many groups and values is null. */
  private static final int NULLS = 20;

  private static final ArrowType TEXT = ArrowType.Utf8.INSTANCE;
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final ArrowType REAL = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

  private static final Schema SCHEMA =
      new Schema(
          List.of(
              struct(
                  CUSTOMER,
                  Field.nullable("id", LONG),
                  Field.nullable("name", TEXT),
                  struct(
                      "address",
                      Field.nullable("street", TEXT),
                      Field.nullable("city", TEXT),
                      Field.nullable("zip", new ArrowType.Int(32, true)))),
              list(TAGS, Field.nullable("element", TEXT)),
              list(
                  ITEMS,
                  struct(
                      "element",
                      Field.nullable("sku", LONG),
                      Field.nullable("quantity", new ArrowType.Int(32, true)),
                      Field.nullable("price", REAL),
                      list("discounts", Field.nullable("element", REAL)))),
              new Field(
                  ATTRIBUTES,
                  FieldType.nullable(new ArrowType.Map(false)),
                  List.of(
                      new Field(
                          MapVector.DATA_VECTOR_NAME,
                          FieldType.notNullable(ArrowType.Struct.INSTANCE),
                          List.of(
                              new Field(MapVector.KEY_NAME, FieldType.notNullable(TEXT), null),
                              Field.nullable(MapVector.VALUE_NAME, TEXT)))))));

  private final Random random = new Random(11);

  private NestedOrdersFile() {}

  private static Field struct(String name, Field... children) {
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(children));
  }

  private static Field list(String name, Field element) {
    return new Field(name, FieldType.nullable(ArrowType.List.INSTANCE), List.of(element));
  }

  /** Names of all columns. */
  static List<String> columns() {
    return SCHEMA.getFields().stream().map(Field::getName).toList();
  }

  /** Writes a file of its own for each call. */
  static Path write(int rows, ParquetCodec codec, BufferAllocator allocator) throws IOException {
    Path file = Files.createTempFile("orders", ".parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(codec)
            .withRowGroupRows(ROW_GROUP)
            .withOverwrite(true);
    NestedOrdersFile orders = new NestedOrdersFile();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, SCHEMA, options, allocator)) {
      for (int from = 0; from < rows; from += BATCH) {
        int count = Math.min(BATCH, rows - from);
        root.allocateNew();
        for (int row = 0; row < count; row++) {
          orders.fill(root, row);
        }
        root.setRowCount(count);
        writer.write(root);
      }
      writer.finish();
    }
    return file;
  }

  private void fill(VectorSchemaRoot root, int row) {
    customer((StructVector) root.getVector(CUSTOMER), row);
    tags((ListVector) root.getVector(TAGS), row);
    items((ListVector) root.getVector(ITEMS), row);
    attributes((MapVector) root.getVector(ATTRIBUTES), row);
  }

  private boolean isNull() {
    return random.nextInt(NULLS) == 0;
  }

  private void customer(StructVector customer, int row) {
    if (isNull()) {
      customer.setNull(row);
      return;
    }
    customer.setIndexDefined(row);
    integer((BigIntVector) customer.getChild("id"), row, 10_000_000);
    text((VarCharVector) customer.getChild("name"), row, "Customer#", 1_000_000);
    StructVector address = (StructVector) customer.getChild("address");
    if (isNull()) {
      address.setNull(row);
      return;
    }
    address.setIndexDefined(row);
    text((VarCharVector) address.getChild("street"), row, "No street ", 100_000);
    text((VarCharVector) address.getChild("city"), row, "City ", 500);
    if (!isNull()) {
      ((IntVector) address.getChild("zip")).setSafe(row, random.nextInt(100_000));
    }
  }

  private void tags(ListVector tags, int row) {
    if (isNull()) {
      tags.setNull(row);
      return;
    }
    int start = tags.startNewValue(row);
    int count = random.nextInt(MOST_TAGS + 1);
    for (int i = 0; i < count; i++) {
      text((VarCharVector) tags.getDataVector(), start + i, "tag ", 200);
    }
    tags.endValue(row, count);
  }

  private void items(ListVector items, int row) {
    if (isNull()) {
      items.setNull(row);
      return;
    }
    StructVector item = (StructVector) items.getDataVector();
    int start = items.startNewValue(row);
    int count = random.nextInt(MOST_ITEMS + 1);
    for (int i = start; i < start + count; i++) {
      item.setIndexDefined(i);
      integer((BigIntVector) item.getChild("sku"), i, 1_000_000);
      if (!isNull()) {
        ((IntVector) item.getChild("quantity")).setSafe(i, 1 + random.nextInt(50));
      }
      real((Float8Vector) item.getChild("price"), i, 10_000_000);
      ListVector discounts = (ListVector) item.getChild("discounts");
      int first = discounts.startNewValue(i);
      int discountCount = random.nextInt(MOST_DISCOUNTS);
      for (int discount = first; discount < first + discountCount; discount++) {
        real((Float8Vector) discounts.getDataVector(), discount, 100);
      }
      discounts.endValue(i, discountCount);
    }
    items.endValue(row, count);
  }

  private void attributes(MapVector attributes, int row) {
    if (isNull()) {
      attributes.setNull(row);
      return;
    }
    StructVector entry = (StructVector) attributes.getDataVector();
    VarCharVector keys = (VarCharVector) entry.getChild(MapVector.KEY_NAME);
    int start = attributes.startNewValue(row);
    int count = random.nextInt(MOST_ATTRIBUTES + 1);
    for (int i = start; i < start + count; i++) {
      entry.setIndexDefined(i);
      keys.setSafe(i, ("key " + (i - start)).getBytes(StandardCharsets.US_ASCII));
      text((VarCharVector) entry.getChild(MapVector.VALUE_NAME), i, "value ", 2_000);
    }
    attributes.endValue(row, count);
  }

  private void integer(BigIntVector vector, int index, int bound) {
    if (!isNull()) {
      vector.setSafe(index, random.nextInt(bound));
    }
  }

  private void real(Float8Vector vector, int index, int bound) {
    if (!isNull()) {
      vector.setSafe(index, random.nextInt(bound) / 100.0);
    }
  }

  private void text(VarCharVector vector, int index, String start, int bound) {
    if (!isNull()) {
      String text = start + random.nextInt(bound);
      vector.setSafe(index, text.getBytes(StandardCharsets.US_ASCII));
    }
  }
}
