// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.parquet.JsonFile;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.kernel.ConversionMode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.BinaryOperator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Predicates of many parts. */
class RowFilterTest {
  private static final int PARTS = 10_000;
  private static final int ROWS = 200;
  private static final int SMALL_STACK = 1 << 19;
  private static final Operand ID = Operand.column("id");

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void chains_of_ten_thousand_are_built_compared_and_evaluated(boolean or, boolean leftDeep)
      throws Exception {
    BinaryOperator<RowFilter> join = or ? RowFilter::or : RowFilter::and;
    RowFilter chain = chain(join, leftDeep);

    assertThat(inSmallStack(() -> chain.equals(chain(join, !leftDeep)))).isTrue();
    assertThat(inSmallStack(chain::hashCode)).isEqualTo(chain(join, !leftDeep).hashCode());
    assertThat(inSmallStack(chain::toString)).contains("literal=" + (PARTS - 1));
    assertThat(((RowFilter.Joined) chain).parts()).hasSize(PARTS);
    long expected = or ? ROWS / 2 : 1;
    assertThat(inSmallStack(() -> rows(chain))).isEqualTo(expected);
    assertThat(inSmallStack(() -> rows(chain.not()))).isEqualTo(ROWS - expected);
    assertThat(inSmallStack(() -> rows(chain.not().and(Operand.column("absent").isNull()))))
        .isEqualTo(ROWS - expected);
  }

  /** Rows with an even id, or row 1 of all. */
  private static RowFilter chain(BinaryOperator<RowFilter> join, boolean leftDeep) {
    boolean or = join.apply(ID.isNull(), ID.isNull()) instanceof RowFilter.Or;
    List<RowFilter> parts = new ArrayList<>();
    for (long part = 0; part < PARTS; part++) {
      parts.add(
          or ? ID.isEqualTo(2 * part % ROWS).and(ID.isNotEqualTo(-part)) : ID.isLessThan(part + 1));
    }
    if (or) {
      parts.set(0, ID.isEqualTo(0L));
      parts.set(PARTS - 1, ID.isEqualTo((long) PARTS - 1));
    }
    RowFilter chain = parts.get(leftDeep ? 0 : PARTS - 1);
    for (int i = 1; i < PARTS; i++) {
      chain =
          leftDeep ? join.apply(chain, parts.get(i)) : join.apply(parts.get(PARTS - 1 - i), chain);
    }
    return chain;
  }

  @Test
  void a_predicate_nested_too_deep_is_refused_when_it_is_built() throws Exception {
    RowFilter nested = ID.isEqualTo(1L);
    for (int level = 0; level < RowFilter.MAX_DEPTH; level++) {
      nested = level % 2 == 0 ? nested.or(ID.isEqualTo(2L)) : ID.isAtLeast(0L).and(nested);
    }
    RowFilter deepest = nested;

    assertThat(inSmallStack(() -> rows(deepest))).isEqualTo(2);
    assertThat(inSmallStack(deepest::hashCode)).isEqualTo(deepest.hashCode());
    assertThat(inSmallStack(deepest::toString)).startsWith("And[");
    assertThatThrownBy(() -> deepest.or(ID.isNull()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a predicate of 501 levels of and, or and not; at most 500");
    assertThatThrownBy(deepest::not).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_predicate_negated_twice_is_itself() {
    RowFilter predicate = ID.isEqualTo(1L);

    assertThat(predicate.not().not()).isSameAs(predicate);
    assertThat(predicate.not()).isEqualTo(ID.isNotEqualTo(1L)).isNotEqualTo(predicate);
  }

  @Test
  void parts_are_equal_whatever_joined_them_first() {
    RowFilter a = ID.isEqualTo(1L);
    RowFilter b = ID.isEqualTo(2L);
    RowFilter c = ID.isEqualTo(3L);

    assertThat(a.or(b).or(c)).isEqualTo(a.or(b.or(c))).isNotEqualTo(a.or(b).and(c));
    assertThat(a.or(b)).isNotEqualTo(a.and(b)).hasToString("Or[" + a + ", " + b + "]");
  }

  private static <T> T inSmallStack(Callable<T> action) throws Exception {
    FutureTask<T> task = new FutureTask<>(action);
    Thread thread = new Thread(null, task, "small stack", SMALL_STACK);
    thread.start();
    thread.join();
    return task.get();
  }

  /** Of a file, and planned from a bundle of it. */
  private long rows(RowFilter filter) throws Exception {
    Path file = directory.resolve("rows.parquet");
    ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(filter);
    try (RootAllocator allocator = new RootAllocator()) {
      if (!file.toFile().exists()) {
        List<String> json = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
          json.add(Integer.toString(row));
        }
        JsonFile.write(file, json, "bigint", allocator);
      }
      Path bundle = directory.resolve("rows.bundle");
      new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults())
          .write(List.of(BundleInput.of(directory, file)), true);
      try (FooterBundle bundled = FooterBundle.open(bundle)) {
        assertThat(ParquetScanPlan.rowGroups(bundled, null, options)).hasSize(1);
      }
      long rows = 0;
      try (ArrowReader reader = ParquetFileSet.open(List.of(file)).read(options, allocator)) {
        while (reader.loadNextBatch()) {
          rows += reader.getVectorSchemaRoot().getRowCount();
        }
      }
      return rows;
    }
  }

  @Test
  void text_is_read_by_the_types_of_a_schema() {
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("id", new ArrowType.Int(64, true)),
                Field.nullable("day", new ArrowType.Date(DateUnit.DAY))));

    assertThat(RowFilter.parse("id >= 1 and day < '2026-01-31'", schema, ConversionMode.TRY_CAST))
        .isEqualTo(
            Operand.column("id")
                .isAtLeast(1L)
                .and(Operand.column("day").isLessThan(LocalDate.of(2026, 1, 31))));
    assertThatThrownBy(() -> RowFilter.parse("ids = 1", schema, ConversionMode.TRY_CAST))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("column ids: found no such column, expected a column of a file (near: id)");
    assertThatThrownBy(() -> RowFilter.parse("id = 'x'", schema, ConversionMode.TRY_CAST))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("at position 5");
  }
}
