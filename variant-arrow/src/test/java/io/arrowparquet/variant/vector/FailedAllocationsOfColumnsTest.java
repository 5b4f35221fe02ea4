// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.Kernel;
import io.arrowparquet.variant.kernel.Kernels;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.SampleColumn.Form;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.NullableStructWriter;
import org.apache.arrow.vector.complex.writer.BaseWriter.ExtensionWriter;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.util.TransferPair;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Columns in all their forms, while any one allocation fails: nothing leaks.
 *
 * @see ParquetVariantVector
 * @see VariantFieldWriter
 */
class FailedAllocationsOfColumnsTest {
  private static final Field TYPE = ArrowTypeText.parse("v", "struct<a: bigint, b: variant>");
  private static final Field SHREDDING = ArrowTypeText.parse("v", "struct<a: bigint, b: string>");

  @AutoClose private final FailedAllocations failures = new FailedAllocations();
  private final BufferAllocator allocator = failures.allocator();

  @ParameterizedTest
  @EnumSource
  void every_kernel_survives_every_failed_allocation(Form form) {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      for (Kernel kernel :
          Kernels.all(TYPE, SHREDDING, VariantPath.parse("$.a"), VariantLimits.defaults())) {
        if (!kernel.isStrict()) {
          failures.failEach(kernel.name(), memory -> kernel.run(sample.vector(), memory));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void rows_survive_every_failed_allocation(Form form) {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      ParquetVariantVector column = sample.vector();
      failures.failEach("objects", memory -> assertThat(SampleColumn.objects(column)).isNotEmpty());
      failures.failEach("equality", memory -> assertThat(column.equals(0, column, 0)).isTrue());
      failures.failEach("split", memory -> split(column, memory));
    }
  }

  private static void split(ParquetVariantVector column, BufferAllocator memory) {
    TransferPair pair = column.getTransferPair(memory);
    try (ParquetVariantVector slice = (ParquetVariantVector) pair.getTo()) {
      pair.splitAndTransfer(1, column.getValueCount() - 1);
      assertThat(slice.getValueCount()).isEqualTo(column.getValueCount() - 1);
    }
  }

  @Test
  void a_writer_of_fields_survives_every_failed_allocation() {
    failures.failEach("write", FailedAllocationsOfColumnsTest::write);
  }

  private static void write(BufferAllocator memory) throws Exception {
    try (StructVector struct = StructVector.empty("s", memory)) {
      NullableStructWriter rows = struct.getWriter();
      ExtensionWriter writer = rows.extension("v", ParquetVariantType.INSTANCE);
      writer.addExtensionTypeWriterFactory(ParquetVariantType.writers());
      int row = 0;
      for (Variant value : SampleColumn.VALUES) {
        rows.setPosition(row++);
        rows.start();
        writer.writeExtension(value);
        rows.end();
      }
      struct.setValueCount(row);
      assertThat(SampleColumn.objects((ParquetVariantVector) struct.getChild("v")))
          .isEqualTo(SampleColumn.VALUES);
    }
  }
}
