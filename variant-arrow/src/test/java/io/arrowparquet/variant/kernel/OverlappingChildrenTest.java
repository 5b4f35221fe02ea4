// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * A few hundred bytes whose arrays hold the same child twice, level in level, would take 2^60 steps
 * to walk: malformed, and noticed before.
 *
 * @see io.arrowparquet.variant.value.VariantCursor
 */
class OverlappingChildrenTest {
  private static final int LEVELS = 60;
  private static final byte[] EMPTY_METADATA = {1, 0, 0};

  /** An array of two elements with one-byte offsets; both elements begin at offset 0. */
  private static byte[] nested() {
    byte[] inner = {0};
    for (int level = 0; level < LEVELS; level++) {
      ByteArrayOutputStream array = new ByteArrayOutputStream();
      // Two-byte offsets: the value outgrows 255 bytes.
      array.write(0b000_0_01_11);
      array.write(2);
      for (int offset : new int[] {0, 0, inner.length}) {
        array.write(offset);
        array.write(offset >> 8);
      }
      array.writeBytes(inner);
      inner = array.toByteArray();
    }
    return inner;
  }

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private ParquetVariantVector column() {
    return VariantColumns.column(allocator, List.of(new Variant(nested(), EMPTY_METADATA)));
  }

  @Test
  void natural_type_notices_before_the_walk_explodes() {
    try (ParquetVariantVector column = column()) {
      assertTimeoutPreemptively(
          Duration.ofMinutes(5),
          () ->
              assertThatThrownBy(() -> NaturalType.decode(column, allocator))
                  .isInstanceOf(MalformedVariantException.class)
                  .hasMessageStartingWith("row 0"));
    }
  }

  @Test
  void decoding_into_nested_lists_notices_before_the_walk_explodes() {
    Field target = Field.nullable("leaf", new ArrowType.Int(64, true));
    for (int level = 0; level < LEVELS; level++) {
      target = new Field("list", FieldType.nullable(ArrowType.List.INSTANCE), List.of(target));
    }
    VariantDecode decode = new VariantDecode(target, ConversionMode.SAFE);
    try (ParquetVariantVector column = column()) {
      assertTimeoutPreemptively(
          Duration.ofMinutes(5),
          () ->
              assertThatThrownBy(() -> decode.decode(column, allocator))
                  .isInstanceOf(MalformedVariantException.class)
                  .hasMessageStartingWith("row 0"));
    }
  }
}
