// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.storage.ReadHints;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ScanBudgetTest {
  private static final long BYTES = 1000;

  private static final ParquetScanOptions TWO_THREADS =
      ParquetScanOptions.defaults()
          .withRead(ParquetReadOptions.defaults().withBatchBytes(600))
          .withThreads(2)
          .withBytesInFlight(BYTES);

  private static final int PROCESSORS = 3;

  @AutoClose private final RootAllocator memory = new RootAllocator();

  private static ScanUnit unit(ScanUnit.State state, ReadHints hints, long fetchBytes)
      throws Exception {
    ScanUnit unit = new ScanUnit("f.parquet", null, hints, null, () -> fetchBytes);
    if (state != ScanUnit.State.NEW) {
      unit.begin(0, 0);
      unit.step();
      unit.end(state);
    }
    return unit;
  }

  private static ScanUnit unit(ScanUnit.State state) throws Exception {
    return unit(state, ReadHints.LOCAL, 0);
  }

  private static void begin(ScanBudget budget, ScanUnit unit, long bytes) {
    unit.begin(bytes, 0);
    budget.begin(unit);
  }

  @Test
  void with_prefetch_fetching_takes_no_thread_of_decoding() throws Exception {
    ScanBudget budget = new ScanBudget(TWO_THREADS, PROCESSORS, memory);
    for (int i = 0; i < 2; i++) {
      assertThat(budget.mayFetch()).isTrue();
      begin(budget, unit(ScanUnit.State.NEW), 0);
    }
    assertThat(budget.mayDecode()).isTrue();
    begin(budget, unit(ScanUnit.State.FETCHED), 0);
    assertThat(budget.mayDecode()).isTrue();
    budget.helperBegins();
    assertThat(budget.mayDecode()).isFalse();
    assertThat(budget.mayFetch()).isFalse();
    budget.helperEnds();
    assertThat(budget.mayDecode()).isTrue();
    assertThat(budget.mayFetch()).isTrue();
    assertThat(budget.steps()).isEqualTo(3);
    assertThat(budget.mostWorkers()).isEqualTo(4);
  }

  @Test
  void with_nothing_to_decode_two_row_groups_are_decompressed_ahead() throws Exception {
    ScanBudget budget = new ScanBudget(TWO_THREADS.withThreads(1), 2, memory);
    begin(budget, unit(ScanUnit.State.MEASURED), 100);
    assertThat(budget.mayFetch()).isTrue();
    ScanUnit second = unit(ScanUnit.State.MEASURED, ReadHints.LOCAL, 100);
    assertThat(budget.aheadBytes(second)).isEqualTo((BYTES - 200) / 2);
    budget.begin(second);
    assertThat(budget.mayFetch()).isFalse();
    assertThat(budget.mayDecode()).isTrue();
  }

  @Test
  void without_prefetch_all_steps_share_the_threads() throws Exception {
    ScanBudget budget = new ScanBudget(TWO_THREADS.withPrefetch(false), PROCESSORS, memory);
    begin(budget, unit(ScanUnit.State.MEASURED), 0);
    assertThat(budget.mayFetch()).isTrue();
    assertThat(budget.mayDecode()).isTrue();
    ScanUnit fetched = unit(ScanUnit.State.FETCHED);
    begin(budget, fetched, 0);
    assertThat(budget.mayFetch()).isFalse();
    assertThat(budget.mayDecode()).isFalse();
    budget.end(fetched);
    assertThat(budget.mayFetch()).isTrue();
    budget.helperBegins();
    assertThat(budget.mayFetch()).isFalse();
    assertThat(budget.mostWorkers()).isEqualTo(2);
  }

  @Test
  void bytes_held_and_bytes_of_steps_under_way_count_until_given_back() throws Exception {
    ScanBudget budget = new ScanBudget(TWO_THREADS, PROCESSORS, memory);
    ScanUnit unit = unit(ScanUnit.State.MEASURED);
    assertThat(budget.fits(BYTES)).isTrue();
    assertThat(budget.fits(BYTES + 1)).isFalse();
    begin(budget, unit, 400);
    assertThat(budget.fits(600)).isTrue();
    assertThat(budget.fits(601)).isFalse();
    try (ArrowBuf held = memory.buffer(512)) {
      assertThat(budget.fits(88)).isTrue();
      assertThat(budget.fits(89)).isFalse();
      budget.end(unit);
      assertThat(budget.fits(BYTES - held.capacity())).isTrue();
      assertThat(budget.fits(BYTES - held.capacity() + 1)).isFalse();
    }
    assertThat(budget.fits(BYTES)).isTrue();
  }

  @Test
  void batches_that_wait_are_limited_however_small_they_are() {
    ScanBudget budget = new ScanBudget(TWO_THREADS, PROCESSORS, memory);
    assertThat(budget.isIdle()).isTrue();
    budget.batchesCome(15);
    assertThat(budget.fits(0)).isTrue();
    budget.batchesCome(1);
    assertThat(budget.fits(0)).isFalse();
    assertThat(budget.isIdle()).isFalse();
    budget.batchTaken();
    assertThat(budget.fits(0)).isTrue();
  }

  @Test
  void remote_files_may_have_as_many_units_under_way_as_requests() throws Exception {
    ScanUnit local = unit(ScanUnit.State.NEW);
    ScanUnit remote = unit(ScanUnit.State.NEW, ReadHints.REMOTE, 0);
    int requests = ReadHints.REMOTE.concurrentRequests();
    assertThat(requests).isGreaterThan(5);
    ScanBudget budget = new ScanBudget(TWO_THREADS, PROCESSORS, memory);
    assertThat(budget.mostUnfinished(local)).isEqualTo(5);
    assertThat(budget.mostUnfinished(remote)).isEqualTo(requests);
    assertThat(
            new ScanBudget(TWO_THREADS.withPrefetch(false), PROCESSORS, memory)
                .mostUnfinished(remote))
        .isEqualTo(2);
  }

  @Test
  void a_first_batch_is_expected_from_what_is_fetched_up_to_its_limit() throws Exception {
    ScanBudget budget = new ScanBudget(TWO_THREADS, PROCESSORS, memory);
    assertThat(budget.decodeBytes(unit(ScanUnit.State.FETCHED, ReadHints.LOCAL, 50)))
        .isEqualTo(400);
    assertThat(budget.decodeBytes(unit(ScanUnit.State.FETCHED, ReadHints.LOCAL, 500)))
        .isEqualTo(600);
  }

  @Test
  void pages_are_decompressed_ahead_where_others_do_steps_and_a_processor_is_left()
      throws Exception {
    ScanBudget budget = new ScanBudget(TWO_THREADS, PROCESSORS, memory);
    ScanUnit local = unit(ScanUnit.State.MEASURED, ReadHints.LOCAL, 100);
    assertThat(budget.aheadBytes(local)).isZero();
    begin(budget, unit(ScanUnit.State.FETCHED), 100);
    assertThat(budget.aheadBytes(local)).isZero();
    begin(budget, unit(ScanUnit.State.MEASURED), 200);
    assertThat(budget.aheadBytes(local)).isEqualTo((BYTES - 400) / 2);
    assertThat(budget.aheadBytes(unit(ScanUnit.State.MEASURED, ReadHints.REMOTE, 100))).isZero();
    local.begin(local.fetchBytes(), budget.aheadBytes(local));
    budget.begin(local);
    assertThat(budget.fits((BYTES - 400) / 2)).isTrue();
    assertThat(budget.fits((BYTES - 400) / 2 + 1)).isFalse();
    assertThat(budget.aheadBytes(unit(ScanUnit.State.MEASURED))).isZero();
  }
}
