// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static io.arrowparquet.variant.value.TestMemory.dictionary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.value.VariantBatchBuilder.DictionaryScope;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarBinaryVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantBatchBuilderTest {
  private final RootAllocator allocator = new RootAllocator();
  private VarBinaryVector metadata;
  private VarBinaryVector values;

  @BeforeEach
  void open() {
    metadata = new VarBinaryVector("metadata", allocator);
    values = new VarBinaryVector("value", allocator);
  }

  @AfterEach
  void close() {
    metadata.close();
    values.close();
    allocator.close();
  }

  @Test
  void each_row_has_its_own_names() {
    try (VariantBatchBuilder batch = new VariantBatchBuilder(allocator)) {
      append(batch, "b", "a");
      batch.appendNull();
      append(batch, "c");
      assertThat(batch.rowCount()).isEqualTo(3);
      batch.finish(metadata, values);
      assertThat(batch.rowCount()).isZero();
    }

    assertThat(metadata.getValueCount()).isEqualTo(3);
    assertThat(metadata.get(0)).isEqualTo(dictionary(false, "b", "a"));
    assertThat(metadata.get(1)).isEqualTo(dictionary(true));
    assertThat(metadata.get(2)).isEqualTo(dictionary(true, "c"));
    assertThat(values.isNull(1)).isTrue();
    assertThat(values.getNullCount()).isEqualTo(1);
    assertThat(read(0, 0)).hasToString("{a=1, b=0}");
    assertThat(read(2, 2)).hasToString("{c=0}");
  }

  @Test
  void all_rows_of_a_batch_share_their_names() {
    try (VariantBatchBuilder batch = batch(DictionaryScope.BATCH, false)) {
      append(batch, "b", "a");
      append(batch, "a");
      batch.finish(metadata, values);
    }

    assertThat(metadata.getValueCount()).isEqualTo(1);
    assertThat(metadata.get(0)).isEqualTo(dictionary(false, "b", "a"));
    assertThat(read(0, 1)).hasToString("{a=0}");
  }

  @ParameterizedTest
  @CsvSource({"ROW", "BATCH"})
  void dictionaries_are_sorted_on_request(DictionaryScope scope) {
    try (VariantBatchBuilder batch = batch(scope, true)) {
      append(batch, "b", "c", "a");
      batch.appendNull();
      append(batch, "a", "d");
      append(batch);
      batch.finish(metadata, values);
    }

    boolean shared = scope == DictionaryScope.BATCH;
    assertThat(metadata.get(0))
        .isEqualTo(shared ? dictionary(true, "a", "b", "c", "d") : dictionary(true, "a", "b", "c"));
    assertThat(values.getValueCount()).isEqualTo(4);
    assertThat(values.isNull(1)).isTrue();
    assertThat(read(0, 0)).hasToString("{a=2, b=0, c=1}");
    assertThat(read(shared ? 0 : 2, 2)).hasToString("{a=0, d=1}");
    assertThat(read(shared ? 0 : 3, 3)).hasToString("{}");
  }

  @Test
  void sorted_ids_may_need_more_bytes_than_those_in_order_of_appearance() {
    List<String> names = new ArrayList<>();
    names.add("zzz");
    for (int i = 0; i < 300; i++) {
      names.add(String.format("n%03d", i));
    }
    try (VariantBatchBuilder batch = batch(DictionaryScope.BATCH, true)) {
      append(batch, "zzz");
      append(batch, names.toArray(String[]::new));
      batch.finish(metadata, values);
    }

    assertThat(read(0, 0)).hasToString("{zzz=0}");
    assertThat(read(0, 1).fields()).hasSize(301);
  }

  @Test
  void a_row_that_failed_leaves_the_others_unharmed() {
    try (VariantBatchBuilder batch = new VariantBatchBuilder(allocator)) {
      append(batch, "a");
      batch.value().startObject();
      batch.value().field("b");
      assertThatThrownBy(batch::endRow).isInstanceOf(IllegalStateException.class);
      batch.dropRow();
      append(batch, "c");
      batch.finish(metadata, values);
    }

    assertThat(values.getValueCount()).isEqualTo(2);
    assertThat(read(1, 1)).hasToString("{c=0}");
  }

  @Test
  void the_next_batch_starts_empty_and_an_empty_one_is_fine() {
    try (VariantBatchBuilder batch = batch(DictionaryScope.BATCH, false)) {
      append(batch, "a");
      batch.finish(metadata, values);
      batch.finish(metadata, values);
      assertThat(values.getValueCount()).isZero();
      assertThat(metadata.get(0)).isEqualTo(dictionary(true));
      append(batch, "b");
      batch.finish(metadata, values);
    }
    assertThat(metadata.get(0)).isEqualTo(dictionary(true, "b"));
    assertThat(values.getValueCount()).isEqualTo(1);
  }

  @Test
  void rows_that_are_never_handed_over_do_not_leak() {
    try (VariantBatchBuilder batch = batch(DictionaryScope.ROW, true)) {
      append(batch, "b", "a");
      batch.value().startArray();
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  private VariantBatchBuilder batch(DictionaryScope scope, boolean sorted) {
    return new VariantBatchBuilder(allocator, VariantLimits.defaults(), scope, sorted);
  }

  /** A row {name: index of the name, ...}. */
  private static void append(VariantBatchBuilder batch, String... names) {
    VariantBuilder value = batch.value();
    value.startObject();
    for (int i = 0; i < names.length; i++) {
      value.field(names[i]).appendInteger(i);
    }
    value.endObject();
    batch.endRow();
  }

  private Variant read(int metadataRow, int row) {
    try (TestMemory memory = new TestMemory()) {
      VariantCursor cursor =
          memory.cursor(memory.metadata(metadata.get(metadataRow)), values.get(row));
      new VariantValidator().validate(cursor);
      return Variant.copyOf(cursor);
    }
  }
}
