// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values that nest very deep, or are very long: the limits answer, never the stack.
 *
 * @see VariantLimits
 */
class VariantLimitsOfKernelsTest {
  private static final byte[] NAME_A = {1, 1, 0, 1, 'a'};
  private static final Field TEXT = Field.nullable("a", ArrowType.Utf8.INSTANCE);
  private static final Field STRUCT =
      new Field("v", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(TEXT));
  private static final VariantPath A = VariantPath.parse("$.a");
  private static final Field LIST =
      new Field("v", FieldType.nullable(ArrowType.List.INSTANCE), List.of(TEXT));

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

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

  private ParquetVariantVector column(byte[] value) {
    Field field =
        new Field(
            "v",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(
                Field.notNullable("metadata", ArrowType.Binary.INSTANCE),
                Field.nullable("value", ArrowType.Binary.INSTANCE)));
    ParquetVariantVector column = (ParquetVariantVector) field.createVector(allocator);
    StructVector storage = column.getUnderlyingVector();
    storage.getChild("metadata", VarBinaryVector.class).setSafe(0, NAME_A);
    storage.getChild("value", VarBinaryVector.class).setSafe(0, value);
    storage.setIndexDefined(0);
    column.setValueCount(1);
    return column;
  }

  /** Every kernel; those that have a type or a path, for some that the values have not. */
  private static List<Kernel> kernels(VariantLimits limits) {
    List<Kernel> kernels = new ArrayList<>(Kernels.all(STRUCT, STRUCT, A, limits));
    for (Field type : List.of(LIST, TEXT)) {
      kernels.addAll(ofType(Kernels.all(type, type, A, limits)));
    }
    for (String path : List.of("$" + "[0]".repeat(20_000), "$" + ".a".repeat(20_000))) {
      kernels.addAll(ofType(Kernels.all(TEXT, TEXT, VariantPath.parse(path), limits)));
    }
    return kernels;
  }

  private static List<Kernel> ofType(List<Kernel> kernels) {
    return kernels.stream()
        .filter(kernel -> kernel.name().matches("Variant(Decode|Get|Shred|Unshred)\\..*"))
        .toList();
  }

  private void run(Kernel kernel, ParquetVariantVector column) {
    try {
      kernel.run(column, allocator);
    } catch (ConversionException e) {
      assertThat(kernel.isStrict()).as(kernel.name()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ten_thousand_levels_are_read_or_refused_by_every_kernel(boolean objects) {
    try (ParquetVariantVector column = column(nested(10_000, objects))) {
      for (VariantLimits limits :
          List.of(VariantLimits.defaults(), VariantLimits.defaults().withMaxDepth(500))) {
        for (Kernel kernel : kernels(limits)) {
          try {
            run(kernel, column);
            assertThat(kernel.name()).doesNotContain("validate", "copyOf", "Json");
          } catch (MalformedVariantException e) {
            assertThat(e)
                .as(kernel.name())
                .hasMessageContaining(Integer.toString(limits.maxDepth()));
          }
        }
      }
      assertThatThrownBy(() -> column.getObject(0)).isInstanceOf(MalformedVariantException.class);
      assertThatThrownBy(() -> column.hashCode(0)).isInstanceOf(MalformedVariantException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_cursor_goes_down_ten_thousand_levels(boolean objects) {
    try (ParquetVariantVector column = column(nested(10_000, objects));
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
    try (ParquetVariantVector column = column(nested(500, objects));
        ParquetVariantVector less = column(nested(128, objects))) {
      kernels(VariantLimits.defaults()).forEach(kernel -> run(kernel, less));
      VariantLimits greatest = VariantLimits.defaults().withMaxDepth(500);
      kernels(greatest).forEach(kernel -> run(kernel, column));
    }
  }

  @Test
  void a_string_of_16_mib_goes_through_every_kernel_that_may_have_it() {
    int length = 16 << 20;
    ByteBuffer value = ByteBuffer.allocate(11 + 5 + length).order(ByteOrder.LITTLE_ENDIAN);
    value.put((byte) 0x0E).put((byte) 1).put((byte) 0).putInt(0).putInt(5 + length);
    value.put((byte) (16 << 2)).putInt(length);
    Arrays.fill(value.array(), 16, value.capacity(), (byte) 'x');
    VariantLimits small = VariantLimits.defaults().withMaxSizeBytes(length);
    try (ParquetVariantVector column = column(value.array())) {
      kernels(VariantLimits.defaults()).forEach(kernel -> run(kernel, column));
      for (Kernel kernel : kernels(small)) {
        assertThatThrownBy(() -> kernel.run(column, allocator))
            .as(kernel.name())
            .isInstanceOf(MalformedVariantException.class)
            .hasMessageContaining(Integer.toString(length));
      }
      try (FieldVector decoded =
              new VariantDecode(STRUCT, ConversionMode.STRICT).decode(column, allocator);
          ParquetVariantVector cast = VariantCast.cast(decoded, allocator);
          VarCharVector json = VariantToJson.write(column, allocator);
          ParquetVariantVector parsed = VariantFromJson.parse(json, allocator)) {
        assertThat(((StructVector) decoded).getChild("a").getObject(0).toString()).hasSize(length);
        assertThat(cast.equals(0, column, 0)).isTrue();
        assertThat(parsed.equals(0, column, 0)).isTrue();
      }
    }
  }
}
