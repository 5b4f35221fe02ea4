// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.internal.Gate;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels that keep state between calls refuse a second thread; the others serve it.
 *
 * @see io.arrowparquet.variant.internal.UseGuard
 */
class TwoThreadsTest {
  private final RootAllocator allocator = new RootAllocator();
  private final Gate gate = new Gate();
  private final BufferAllocator waiting =
      allocator.newChildAllocator("waiting", gate, 0, Long.MAX_VALUE);

  @AfterEach
  void nothing_leaks() {
    waiting.close();
    allocator.close();
  }

  /** One call of a kernel; the caller closes the result. */
  @FunctionalInterface
  interface Kernel {
    FieldVector run(ParquetVariantVector column, BufferAllocator allocator);
  }

  static Stream<Named<Supplier<Kernel>>> stateful() {
    Field target = ArrowTypeText.parse("d", "struct<a: bigint>");
    return Stream.of(
        Named.of("decode", () -> new VariantDecode(target, ConversionMode.SAFE)::decode),
        Named.of("get", () -> new VariantGet(VariantPath.parse("$.a"), "g")::get),
        Named.of("shred", () -> new VariantShred(target, ShredMode.LENIENT)::shred));
  }

  private ParquetVariantVector column() {
    try (VarCharVector text = new VarCharVector("v", allocator)) {
      for (int row = 0; row < 10; row++) {
        text.setSafe(row, ("{\"a\":" + row + "}").getBytes(StandardCharsets.UTF_8));
      }
      text.setValueCount(10);
      return VariantFromJson.parse(text, allocator);
    }
  }

  @ParameterizedTest
  @MethodSource("stateful")
  void second_thread_is_refused_and_the_first_goes_on(Supplier<Kernel> maker) throws Exception {
    Kernel kernel = maker.get();
    try (ParquetVariantVector column = column()) {
      FutureTask<FieldVector> first = Gate.start(() -> kernel.run(column, waiting));
      gate.awaitReached();

      assertThatThrownBy(() -> kernel.run(column, allocator))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageEndingWith("is in use by another thread: one at a time");

      gate.open();
      try (FieldVector expected = maker.get().run(column, allocator);
          FieldVector result = first.get();
          FieldVector again = kernel.run(column, allocator)) {
        assertThat(result.toString()).isEqualTo(expected.toString());
        assertThat(again.toString()).isEqualTo(expected.toString());
      }
    }
  }

  @Test
  void natural_type_serves_any_thread() throws Exception {
    try (ParquetVariantVector column = column()) {
      FutureTask<FieldVector> first = Gate.start(() -> NaturalType.decode(column, waiting));
      gate.awaitReached();
      try (FieldVector second = NaturalType.decode(column, allocator)) {
        gate.open();
        try (FieldVector result = first.get()) {
          assertThat(result.toString()).isEqualTo(second.toString());
        }
      }
    }
  }
}
