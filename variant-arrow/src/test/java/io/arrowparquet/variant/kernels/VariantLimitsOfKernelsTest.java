// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.encoding.Variant;
import io.arrowparquet.variant.encoding.VariantCursor;
import io.arrowparquet.variant.encoding.VariantValidator;
import io.arrowparquet.variant.path.VariantPath;
import io.arrowparquet.variant.vector.VariantReader;
import io.arrowparquet.variant.vector.VariantType;
import io.arrowparquet.variant.vector.VariantVector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that nest very deep, or are very long: the limits answer, never the stack. */
class VariantLimitsOfKernelsTest {
  private static final byte[] NAME_A = {1, 1, 0, 1, 'a'};
  private static final Field TEXT = Field.nullable("a", ArrowType.Utf8.INSTANCE);
  private static final Field STRUCT =
      new Field("v", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(TEXT));
  private static final Field LIST =
      new Field("v", FieldType.nullable(ArrowType.List.INSTANCE), List.of(TEXT));

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void close() {
    allocator.close();
  }

  /**
   * Containers of one child, one in another, around a null.
   *
   * <pre>
   *   array:  0F | 01 |      00000000 | length | child
   *   object: 0E | 01 | 00 | 00000000 | length | child
   * </pre>
   */
  private static byte[] nested(int levels, boolean objects) {
    int header = objects ? 11 : 10;
    ByteBuffer out = ByteBuffer.allocate(levels * header + 1).order(ByteOrder.LITTLE_ENDIAN);
    for (int left = levels - 1; left >= 0; left--) {
      out.put((byte) (objects ? 0x0E : 0x0F)).put((byte) 1);
      if (objects) {
        out.put((byte) 0);
      }
      out.putInt(0).putInt(left * header + 1);
    }
    return out.array();
  }

  private VariantVector column(byte[] value) {
    Field field =
        new Field(
            "v",
            FieldType.nullable(VariantType.INSTANCE),
            List.of(
                Field.notNullable("metadata", ArrowType.Binary.INSTANCE),
                Field.nullable("value", ArrowType.Binary.INSTANCE)));
    VariantVector column = (VariantVector) field.createVector(allocator);
    StructVector storage = column.getUnderlyingVector();
    storage.getChild("metadata", VarBinaryVector.class).setSafe(0, NAME_A);
    storage.getChild("value", VarBinaryVector.class).setSafe(0, value);
    storage.setIndexDefined(0);
    column.setValueCount(1);
    return column;
  }

  /** Every kernel, each to make something of the column under the limits. */
  private Map<String, BiConsumer<VariantVector, VariantLimits>> kernels() {
    Map<String, BiConsumer<VariantVector, VariantLimits>> kernels = new LinkedHashMap<>();
    kernels.put("validate", (column, limits) -> first(column, limits, true));
    kernels.put("copy", (column, limits) -> first(column, limits, false));
    kernels.put(
        "natural",
        (column, limits) ->
            new NaturalType(NaturalTypeOptions.DEFAULT, limits).decode(column, allocator).close());
    addTyped(kernels);
    kernels.put(
        "cast",
        (column, limits) ->
            VariantCast.cast(column, allocator, CastOptions.DEFAULT.limits(limits), null).close());
    kernels.put(
        "unshred", (column, limits) -> VariantUnshred.unshred(column, allocator, limits).close());
    kernels.put("json", (column, limits) -> VariantToJson.write(column, allocator, limits).close());
    addPaths(kernels);
    return kernels;
  }

  private void addTyped(Map<String, BiConsumer<VariantVector, VariantLimits>> kernels) {
    for (Field target : List.of(STRUCT, LIST, TEXT)) {
      kernels.put(
          "decode to " + target,
          (column, limits) ->
              new VariantDecode(target, ConversionMode.SAFE, limits)
                  .decode(column, allocator)
                  .close());
      kernels.put(
          "shred to " + target,
          (column, limits) -> {
            try (VariantVector shredded =
                new VariantShred(target, ShredMode.EXACT, limits).shred(column, allocator)) {
              VariantUnshred.unshred(shredded, allocator, limits).close();
            }
          });
    }
  }

  private void addPaths(Map<String, BiConsumer<VariantVector, VariantLimits>> kernels) {
    for (String path : List.of("$" + "[0]".repeat(20_000), "$" + ".a".repeat(20_000), "$.a")) {
      kernels.put(
          "get by a path of " + path.length(),
          (column, limits) ->
              new VariantGet(VariantPath.parse(path), TEXT, ConversionMode.SAFE, limits)
                  .get(column, allocator)
                  .close());
    }
  }

  private static void first(VariantVector column, VariantLimits limits, boolean validate) {
    try (VariantReader reader = new VariantReader(column, limits)) {
      VariantCursor value = reader.seek(0);
      if (validate) {
        new VariantValidator(limits).validate(value);
      } else {
        Variant.copyOf(value, limits);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ten_thousand_levels_are_read_or_refused_by_every_kernel(boolean objects) {
    try (VariantVector column = column(nested(10_000, objects))) {
      for (VariantLimits limits :
          List.of(VariantLimits.DEFAULT, VariantLimits.DEFAULT.maxDepth(500))) {
        kernels()
            .forEach(
                (name, kernel) -> {
                  try {
                    kernel.accept(column, limits);
                    assertThat(name).isNotIn("validate", "copy", "json");
                  } catch (MalformedVariantException e) {
                    assertThat(e)
                        .as(name)
                        .hasMessageContaining(Integer.toString(limits.maxDepth()));
                  }
                });
      }
      assertThatThrownBy(() -> column.getObject(0)).isInstanceOf(MalformedVariantException.class);
      assertThatThrownBy(() -> column.hashCode(0)).isInstanceOf(MalformedVariantException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_cursor_goes_down_ten_thousand_levels(boolean objects) {
    try (VariantVector column = column(nested(10_000, objects));
        VariantReader reader = new VariantReader(column)) {
      VariantCursor cursor = reader.seek(0);
      int levels = 0;
      while (cursor.elementCount() > 0) {
        cursor.element(0, cursor);
        levels++;
      }
      assertThat(levels).isEqualTo(10_000);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void as_many_levels_as_the_limit_allows_are_read_by_every_kernel(boolean objects) {
    try (VariantVector column = column(nested(500, objects));
        VariantVector less = column(nested(128, objects))) {
      kernels().forEach((name, kernel) -> kernel.accept(less, VariantLimits.DEFAULT));
      VariantLimits greatest = VariantLimits.DEFAULT.maxDepth(500);
      kernels().forEach((name, kernel) -> kernel.accept(column, greatest));
    }
  }

  @Test
  void a_string_of_16_mib_goes_through_every_kernel_that_may_have_it() {
    int length = 16 << 20;
    ByteBuffer value = ByteBuffer.allocate(11 + 5 + length).order(ByteOrder.LITTLE_ENDIAN);
    value.put((byte) 0x0E).put((byte) 1).put((byte) 0).putInt(0).putInt(5 + length);
    value.put((byte) (16 << 2)).putInt(length);
    Arrays.fill(value.array(), 16, value.capacity(), (byte) 'x');
    VariantLimits small = VariantLimits.DEFAULT.maxSizeBytes(length);
    try (VariantVector column = column(value.array())) {
      kernels().forEach((name, kernel) -> kernel.accept(column, VariantLimits.DEFAULT));
      kernels()
          .forEach(
              (name, kernel) ->
                  assertThatThrownBy(() -> kernel.accept(column, small))
                      .as(name)
                      .isInstanceOf(MalformedVariantException.class)
                      .hasMessageContaining(Integer.toString(length)));
      try (FieldVector decoded =
              new VariantDecode(STRUCT, ConversionMode.STRICT).decode(column, allocator);
          VariantVector cast = VariantCast.cast(decoded, allocator);
          VarCharVector json = VariantToJson.write(column, allocator);
          VariantVector parsed = VariantFromJson.parse(json, allocator)) {
        assertThat(((StructVector) decoded).getChild("a").getObject(0).toString()).hasSize(length);
        assertThat(cast.equals(0, column, 0)).isTrue();
        assertThat(parsed.equals(0, column, 0)).isTrue();
      }
    }
  }
}
