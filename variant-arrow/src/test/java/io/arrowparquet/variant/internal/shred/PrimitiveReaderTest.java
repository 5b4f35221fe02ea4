// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.internal.build.BuilderPlan;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import java.math.BigDecimal;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PrimitiveReaderTest {
  private static final long THREE_GIB = 3L << 30;

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  /** Takes nothing, and looks at no byte of what it is given. */
  private static VectorBuilder refusing() {
    Field field = Field.nullable("x", ArrowType.Null.INSTANCE);
    return new BuilderPlan.NullBuilder(new Target(field, "$", ConversionMode.SAFE));
  }

  @Test
  void a_string_of_3_gib_is_refused() {
    try (LargeVarCharVector column = new LargeVarCharVector("typed_value", allocator)) {
      refusesOneOf(column, VariantTypeIds.STRING);
    }
  }

  @Test
  void a_binary_of_3_gib_is_refused() {
    try (LargeVarBinaryVector column = new LargeVarBinaryVector("typed_value", allocator)) {
      refusesOneOf(column, VariantTypeIds.BINARY);
    }
  }

  /** One value whose bytes are claimed, and not there: nothing may be read of them. */
  private void refusesOneOf(BaseLargeVariableWidthVector column, int typeId) {
    ArrowBuf claimed = new ArrowBuf(ReferenceManager.NO_OP, null, THREE_GIB, 4096);
    try (ArrowBuf validity = allocator.buffer(8);
        ArrowBuf offsets = allocator.buffer(16)) {
      validity.setLong(0, 1);
      offsets.setLong(0, 0);
      offsets.setLong(8, THREE_GIB);
      column.loadFieldBuffers(new ArrowFieldNode(1, 0), List.of(validity, offsets, claimed));
    }
    PrimitiveReader typed = new PrimitiveReader(VariantPrimitive.of(typeId), column);
    assertThatThrownBy(() -> refusing().put(typed, 0))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("[0, 3221225472)")
        .hasMessageContaining("at most 2 GiB");
  }

  @Test
  void the_digits_that_are_checked_are_those_that_are_told() {
    try (DecimalVector column = new DecimalVector("typed_value", allocator, 38, 0)) {
      column.allocateNew(1);
      column.set(0, new BigDecimal("12345678901"));
      column.setValueCount(1);
      VariantPrimitive fiveDigits = new VariantPrimitive(VariantTypeIds.DECIMAL4, 5, 0);
      PrimitiveReader typed = new PrimitiveReader(fiveDigits, column);
      assertThatThrownBy(() -> refusing().put(typed, 0))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageContaining("more than 9 digits")
          .hasMessageContaining("at most the 9 of a decimal4");
    }
  }

  @Test
  void a_type_that_is_not_known_is_not_read_as_another() {
    int unknown = VariantTypeIds.UUID + 1;
    try (BigIntVector column = new BigIntVector("typed_value", allocator)) {
      column.allocateNew(1);
      column.set(0, 1);
      column.setValueCount(1);
      VariantPrimitive primitive = VariantPrimitive.of(unknown);
      assertThatThrownBy(() -> new PrimitiveReader(primitive, column))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no case for values of type 21");
    }
    assertThatThrownBy(() -> PrimitiveType.of(unknown)).isInstanceOf(IllegalStateException.class);
    assertThat(PrimitiveType.of(VariantTypeIds.DECIMAL16).digits()).isEqualTo(38);
  }
}
