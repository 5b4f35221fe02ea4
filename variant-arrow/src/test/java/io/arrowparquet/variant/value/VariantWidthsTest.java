// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.value.HandMadeVariant.Order;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

/**
 * One value in every encoding it can have: all widths of offsets and ids, counts of one and four
 * bytes, dictionaries sorted or not, values in any order in memory.
 *
 * @see VariantCursor
 * @see VariantDecode
 */
class VariantWidthsTest {
  /** More fields than are searched one by one; names of one to four bytes a character. */
  private static final List<String> NAMES =
      List.of("", "a", "aa", "b", "id", "list", "z", "\u00e9", "\uff21", "\uffff", "\ud83d\ude00");

  private static final Map<String, Object> VALUE = value();

  private static Map<String, Object> value() {
    Map<String, Object> small = new LinkedHashMap<>();
    small.put("\ud83d\ude00", 3L);
    small.put("a", "text");
    Map<String, Object> wide = new LinkedHashMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      wide.put(NAMES.get(i), (long) i);
    }
    wide.put("list", List.of(1L, small, List.of(), Map.of(), List.of("x", -128L, 127L)));
    return wide;
  }

  private static void forEachEncoding(Consumer<HandMadeVariant> visitor) {
    List<String> shuffled = new ArrayList<>(NAMES);
    Collections.rotate(shuffled, 5);
    Collections.swap(shuffled, 1, 8);
    for (List<String> names : List.of(NAMES, shuffled)) {
      for (boolean sorted : names.equals(NAMES) ? new boolean[] {true, false} : new boolean[1]) {
        for (int widths = 0; widths < 64; widths++) {
          for (Order order : Order.values()) {
            for (boolean large : new boolean[] {false, true}) {
              visitor.accept(
                  new HandMadeVariant(
                      names,
                      sorted,
                      1 + widths % 4,
                      1 + widths / 4 % 4,
                      1 + widths / 16,
                      large,
                      order));
            }
          }
        }
      }
    }
  }

  @Test
  void cursors_read_every_encoding() {
    VariantValidator validator = new VariantValidator();
    VariantPathFinder finder = new VariantPathFinder(VariantPath.parse("$.list[4][1]"));
    VariantCursor found = new VariantCursor();
    int[] count = new int[1];
    forEachEncoding(
        encoding -> {
          try (TestMemory memory = new TestMemory()) {
            VariantMetadata metadata = memory.metadata(encoding.metadata());
            byte[] bytes = encoding.value(VALUE);
            VariantCursor cursor = memory.cursor(metadata, bytes);
            assertThat(cursor.lengthBytes()).isEqualTo(bytes.length);
            assertThat(plain(cursor)).as("%s", encoding).isEqualTo(VALUE);
            assertThat(metadata.isSorted()).isEqualTo(encoding.sorted());
            for (String name : NAMES) {
              int index = cursor.findField(TestMemory.utf8(name));
              assertThat(cursor.fieldId(index)).isEqualTo(encoding.names().indexOf(name));
              assertThat(cursor.findField(encoding.names().indexOf(name), 3)).isEqualTo(index);
            }
            assertThat(cursor.findField(TestMemory.utf8("no"))).isEqualTo(-1);
            assertThat(finder.find(cursor, found)).isTrue();
            assertThat(found.getLong()).isEqualTo(-128);
            validator.validate(cursor);
            count[0]++;
          }
        });
    assertThat(count[0]).isEqualTo(3 * 64 * 3 * 2);
  }

  /** The value under a cursor, as it was given to the encoder. */
  private static Object plain(VariantCursor cursor) {
    VariantCursor child = new VariantCursor();
    return switch (cursor.typeId()) {
      case VariantTypeIds.OBJECT -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < cursor.elementCount(); i++) {
          cursor.element(i, child);
          fields.put(cursor.metadata().name(cursor.fieldId(i)), plain(child));
        }
        yield fields;
      }
      case VariantTypeIds.ARRAY -> {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < cursor.elementCount(); i++) {
          cursor.element(i, child);
          elements.add(plain(child));
        }
        yield elements;
      }
      case VariantTypeIds.STRING -> cursor.getString();
      default -> cursor.getLong();
    };
  }

  @Test
  void kernels_decode_every_encoding_as_rows_of_one_column() {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = column(allocator);
        FieldVector natural = NaturalType.decode(column, allocator);
        FieldVector known =
            new VariantDecode(natural.getField(), ConversionMode.STRICT)
                .decode(column, allocator)) {
      int rows = column.getValueCount();
      assertThat(rows).isEqualTo(3 * 64 * 3 * 2);
      Object first = natural.getObject(0);
      assertThat(first.toString()).contains("\"z\":6").contains("\"a\":\"text\"");
      Variant variant = column.getObject(0);
      for (int row = 0; row < rows; row++) {
        assertThat(natural.getObject(row)).isEqualTo(first);
        assertThat(known.getObject(row)).isEqualTo(first);
        assertThat(column.getObject(row)).isEqualTo(variant);
        assertThat(column.hashCode(row)).isEqualTo(variant.hashCode());
      }
    }
  }

  private static ParquetVariantVector column(BufferAllocator allocator) {
    Field field =
        new Field(
            "v",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            Arrays.asList(
                Field.notNullable("metadata", ArrowType.Binary.INSTANCE),
                Field.nullable("value", ArrowType.Binary.INSTANCE)));
    ParquetVariantVector column = (ParquetVariantVector) field.createVector(allocator);
    VarBinaryVector metadata = (VarBinaryVector) column.getChildrenFromFields().get(0);
    VarBinaryVector value = (VarBinaryVector) column.valueVector();
    int[] rows = new int[1];
    forEachEncoding(
        encoding -> {
          int row = rows[0]++;
          metadata.setSafe(row, encoding.metadata());
          value.setSafe(row, encoding.value(VALUE));
          while (column.getUnderlyingVector().getValidityBuffer().capacity() * 8 <= row) {
            column.reAlloc();
          }
          column.getUnderlyingVector().setIndexDefined(row);
        });
    column.setValueCount(rows[0]);
    return column;
  }
}
