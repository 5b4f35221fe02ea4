// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.value.VariantBatchBuilder.DictionaryScope;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarBinaryVector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Batches of which any one allocation fails: nothing leaks, and the rows before are there.
 *
 * @see VariantBatchBuilder
 */
class FailedAllocationsOfBuildersTest {
  private static final int ROWS = 40;

  @AutoClose private final FailedAllocations failures = new FailedAllocations();

  /** A batch in the making, and the error that one of its rows met. */
  private static final class Attempt implements AutoCloseable {
    private final VariantBatchBuilder batch;
    private final VarBinaryVector metadata;
    private final VarBinaryVector values;
    private Throwable error;

    Attempt(BufferAllocator memory, DictionaryScope scope, boolean sorted) {
      batch = new VariantBatchBuilder(memory, VariantLimits.defaults(), scope, sorted);
      metadata = new VarBinaryVector("metadata", memory);
      values = new VarBinaryVector("value", memory);
    }

    /** Appends a row, once more if it fails. */
    void append(int row) {
      try {
        appendOnce(row);
      } catch (Throwable e) {
        error = error == null ? e : error;
        assertThat(batch.rowCount()).isEqualTo(row);
        batch.dropRow();
        try {
          appendOnce(row);
        } catch (Throwable again) {
          throw sneaky(error);
        }
      }
    }

    private void appendOnce(int row) {
      if (row % 5 == 4) {
        batch.appendNull();
        return;
      }
      VariantBuilder value = batch.value();
      value.startObject();
      for (int field = 0; field < 4; field++) {
        value.field("name " + (17 * row + 5 * field) % 23);
        value.appendString("text".repeat(row * field));
      }
      value.endObject();
      batch.endRow();
    }

    List<Object> finish() {
      batch.finish(metadata, values);
      List<Object> rows = new ArrayList<>();
      for (int i = 0; i < values.getValueCount(); i++) {
        rows.add(values.isNull(i) ? null : values.get(i).length);
      }
      rows.add(metadata.getValueCount());
      return rows;
    }

    @Override
    public void close() {
      batch.close();
      batch.close();
      metadata.close();
      values.close();
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
    throw (E) e;
  }

  @ParameterizedTest
  @CsvSource({"ROW,false", "ROW,true", "BATCH,false", "BATCH,true"})
  void rows_before_and_after_a_failed_allocation_are_there(DictionaryScope scope, boolean sorted) {
    List<Object> expected = new ArrayList<>();
    try (Attempt attempt = new Attempt(failures.allocator(), scope, sorted)) {
      fill(attempt);
      expected.addAll(attempt.finish());
    }
    failures.failEach(
        "batch",
        memory -> {
          try (Attempt attempt = new Attempt(memory, scope, sorted)) {
            fill(attempt);
            assertThat(attempt.finish()).isEqualTo(expected);
            if (attempt.error != null) {
              throw sneaky(attempt.error);
            }
          }
        });
  }

  private static void fill(Attempt attempt) {
    for (int row = 0; row < ROWS; row++) {
      attempt.append(row);
    }
  }

  @ParameterizedTest
  @CsvSource({"ROW,false", "ROW,true", "BATCH,false", "BATCH,true"})
  void a_batch_that_cannot_be_handed_over_is_dropped_as_a_whole(
      DictionaryScope scope, boolean sorted) {
    failures.failEach(
        "finish",
        memory -> {
          try (Attempt attempt = new Attempt(memory, scope, sorted)) {
            fill(attempt);
            try {
              attempt.finish();
            } catch (Throwable e) {
              assertThat(attempt.batch.rowCount()).isZero();
              requireEmpty(attempt, e);
              throw e;
            }
            if (attempt.error != null) {
              throw sneaky(attempt.error);
            }
          }
        });
  }

  /** Nothing of the batch is in the next one, where that can be made at all. */
  private static void requireEmpty(Attempt attempt, Throwable error) {
    if (error instanceof OutOfMemoryError) {
      return;
    }
    assertThat(attempt.finish().get(0)).isIn(0, 1);
    assertThat(attempt.values.getValueCount()).isZero();
  }
}
