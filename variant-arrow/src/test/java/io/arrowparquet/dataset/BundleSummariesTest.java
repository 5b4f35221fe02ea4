// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.internal.plan.FactsAssembler;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.parquet.internal.prune.RowGroupFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Blocks of a bundle are left out only where each of their row groups would be.
 *
 * @see BundlePlanning
 * @see io.arrowparquet.bundle.internal.table.BlockSummaries
 */
class BundleSummariesTest {
  private static final int FILES = 6;
  private static final int ROW_GROUPS = 800;

  @TempDir Path folder;

  private static List<RowFilter> filters() {
    Operand t = Operand.column("t");
    Operand i = Operand.column("i");
    Operand u = Operand.column("u");
    Operand d = Operand.column("d");
    Operand s = Operand.column("s");
    Operand m = Operand.column("m");
    Operand x = Operand.column("g.x");
    Operand b = Operand.column("b");
    return List.of(
        t.isLessThan(500L),
        t.isAtLeast(30_000L).and(t.isLessThan(30_100L)),
        t.isEqualTo(-5L).or(t.isGreaterThan(46_000L)),
        t.isNull(),
        i.isLessThan(-4_500),
        i.isGreaterThan(4_600),
        i.isNull(),
        i.isNotNull().not(),
        u.isLessThan(3_000L),
        u.isGreaterThan(-2L),
        d.isGreaterThan(4_700.0),
        d.isEqualTo(0.0),
        d.isLessThan(0.0),
        s.isLessThan("k0001"),
        s.isEqualTo("k0002345"),
        s.isGreaterThan("k00045"),
        m.isLessThan(new BigDecimal("-45.00")),
        m.isGreaterThan(new BigDecimal("9.98")),
        x.isGreaterThan(4_700L),
        x.isNull(),
        Operand.column("g").isNull(),
        b.isEqualTo(true),
        b.isEqualTo(true).not().and(t.isLessThan(40_000L)),
        b.isNull().and(x.isLessThan(10L)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 7})
  void plan_is_that_of_the_footers_whatever_their_statistics_say(long seed) throws IOException {
    new QuirkyLake(seed, true).write(folder, FILES, ROW_GROUPS);
    Path path = bundle();
    List<ParquetFooter> footers = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      footers.add(FooterReader.defaults().read(file(file)));
    }
    for (RowFilter filter : filters()) {
      ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(filter);
      Map<String, List<Integer>> expected = new TreeMap<>();
      for (int file = 0; file < FILES; file++) {
        List<Integer> rowGroups =
            new RowGroupFilter(new ChunkClaims.OfFooter(footers.get(file).footer()), options)
                .possible().stream().boxed().toList();
        if (!rowGroups.isEmpty()) {
          expected.put(file(file).getFileName().toString(), rowGroups);
        }
      }
      try (FooterBundle bundle = FooterBundle.open(path)) {
        Map<String, List<Integer>> found = new TreeMap<>();
        ParquetScanPlan.rowGroups(bundle, null, options)
            .forEach((file, rowGroups) -> found.put(file.file().path(), rowGroups));
        assertThat(found).as(filter.toString()).isEqualTo(expected);
      }
    }
  }

  @Test
  void blocks_without_row_groups_that_may_match_are_not_read() throws IOException {
    new QuirkyLake(7, false).write(folder, FILES, ROW_GROUPS);
    Path path = bundle();
    Map<String, RowFilter> selective = new LinkedHashMap<>();
    selective.put("t", Operand.column("t").isGreaterThan(47_000L));
    selective.put("i", Operand.column("i").isLessThan(-4_700));
    selective.put("u", Operand.column("u").isLessThan(40L));
    selective.put("d", Operand.column("d").isGreaterThan(4_700.0));
    selective.put("s", Operand.column("s").isGreaterThan("k00045"));
    selective.put("m", Operand.column("m").isLessThan(new BigDecimal("-47.00")));
    selective.put("b", Operand.column("b").isEqualTo(true));
    for (Map.Entry<String, RowFilter> filter : selective.entrySet()) {
      ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(filter.getValue());
      try (FooterBundle bundle = FooterBundle.open(path)) {
        int summaries = factsOf(bundle, filter.getKey(), facts -> new BitSet());
        int all = factsOf(bundle, filter.getKey(), facts -> all(facts.count())) - summaries;
        int chosen =
            factsOf(bundle, filter.getKey(), facts -> new RowGroupFilter(facts, options).possible())
                - summaries;

        assertThat(chosen).as(filter.getKey()).isPositive().isLessThan(all);
      }
    }
  }

  /** How many groups of facts are looked at, those of summaries included. */
  private static int factsOf(
      FooterBundle bundle, String column, Function<FactsAssembler.Facts, BitSet> possible)
      throws IOException {
    AtomicInteger count = new AtomicInteger();
    bundle.rowGroups(
        bundle.schemas().get(0),
        List.of(column),
        facts -> {
          count.incrementAndGet();
          return possible.apply(facts);
        });
    return count.get();
  }

  private static BitSet all(int count) {
    BitSet all = new BitSet();
    all.set(0, count);
    return all;
  }

  private Path file(int number) {
    return folder.resolve(String.format("f%03d.parquet", number));
  }

  private Path bundle() throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      inputs.add(BundleInput.of(folder, file(file)));
    }
    Path path = folder.resolve("lake.bundle");
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults()).write(inputs, false);
    return path;
  }
}
