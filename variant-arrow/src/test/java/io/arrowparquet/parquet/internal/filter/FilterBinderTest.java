// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilterBinderTest {
  private static final ArrowType INT = new ArrowType.Int(64, true);
  private static final Operand ID = Operand.column("id");
  private static final Operand SMALL = Operand.column("small");
  private static final Operand NAME = Operand.column("name");
  private static final Operand LIST = Operand.column("list");
  private static final Operand GROUP = Operand.column("group");

  @TempDir private static Path folder;
  private static FlatFooter footer;

  @BeforeAll
  static void write_a_file_without_rows() throws IOException {
    Path file = folder.resolve("empty.parquet");
    Field number = Field.nullable("n", INT);
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("id", INT),
                Field.nullable("small", new ArrowType.Int(8, true)),
                Field.nullable("name", ArrowType.Utf8.INSTANCE),
                new Field("list", FieldType.nullable(ArrowType.List.INSTANCE), List.of(number)),
                new Field(
                    "group", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(number))));
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, schema, ParquetWriteOptions.defaults(), allocator)) {
      writer.write(root);
      writer.finish();
    }
    footer = FooterReader.defaults().read(file).footer();
  }

  private List<FilterDiagnostic> noted;

  private BoundPredicate bind(RowFilter filter) {
    List<Operand> operands = List.copyOf(FilterOperands.of(filter));
    RawColumns columns =
        new RawColumns(footer, ParquetReadOptions.defaults(), FilterOperands.of(filter));
    FilterBinder binder = new FilterBinder(columns, operands);
    BoundPredicate bound = binder.bind(filter);
    noted = binder.diagnostics();
    return bound;
  }

  @Test
  void operands_are_numbered_and_literals_become_sets() {
    BoundPredicate bound = bind(ID.isAtLeast(5L).and(NAME.isNull()).or(ID.isIn(List.of(1, 2L))));

    BoundPredicate.Or or = (BoundPredicate.Or) bound;
    BoundPredicate.And and = (BoundPredicate.And) or.left();
    BoundPredicate.Contains atLeast = (BoundPredicate.Contains) and.left();
    assertThat(atLeast.operand()).isZero();
    assertThat(atLeast.set().meets(4L, 4L)).isFalse();
    assertThat(atLeast.set().meets(5L, 5L)).isTrue();
    assertThat(and.right()).isEqualTo(new BoundPredicate.IsNull(1));
    BoundPredicate.Contains in = (BoundPredicate.Contains) or.right();
    assertThat(in.operand()).isZero();
    assertThat(in.set().points()).containsExactly(1L, 2L);
    assertThat(bound.comparedSets()).containsOnlyKeys(0);
    assertThat(bound.comparedSets().get(0)).containsExactly(atLeast.set(), in.set());
    assertThat(noted).isEmpty();
  }

  @Test
  void conditions_of_one_column_are_one_set() {
    BoundPredicate bound =
        bind(
            ID.isAtLeast(5L)
                .and(NAME.isNotNull())
                .and(ID.isLessThan(8L))
                .and(ID.isIn(List.of(7, 9))));

    BoundPredicate.And and = (BoundPredicate.And) bound;
    assertThat(((BoundPredicate.Contains) and.left()).set().points()).containsExactly(7L);
    assertThat(and.right()).isInstanceOf(BoundPredicate.Not.class);
  }

  private static int depth(BoundPredicate bound) {
    return bound instanceof BoundPredicate.Or or
        ? 1 + Math.max(depth(or.left()), depth(or.right()))
        : 0;
  }

  @Test
  void many_parts_are_a_tree_of_the_least_depth() {
    RowFilter filter =
        IntStream.range(0, 1024)
            .mapToObj(i -> ID.isEqualTo((long) i))
            .reduce(RowFilter::or)
            .orElseThrow();

    assertThat(depth(bind(filter))).isEqualTo(10);
  }

  @Test
  void what_no_value_can_be_is_noted() {
    bind(SMALL.isEqualTo(300).or(SMALL.isLessThan(300)));

    assertThat(noted)
        .containsExactly(
            new FilterDiagnostic(
                "small", "= 300", "no " + new ArrowType.Int(8, true) + " is that"));
  }

  @Test
  void elements_of_lists_are_compared() {
    BoundPredicate.ListContains bound = (BoundPredicate.ListContains) bind(LIST.contains(7));

    assertThat(bound.set().points()).containsExactly(7L);
    assertThatThrownBy(() -> bind(NAME.contains("x")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("a search for an element of Utf8");
  }

  @Test
  void what_has_no_order_is_refused() {
    assertThatThrownBy(() -> bind(GROUP.isEqualTo(1)))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("a comparison of values of type Struct");
    assertThatThrownBy(() -> bind(ID.isLessThan(NAME)))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("a comparison of Int(64, true) with Utf8, the type of name");
    assertThatThrownBy(
            () -> bind(RowFilter.custom(List.of(GROUP), (rows, matches) -> {}, bounds -> true)))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("a test of values of type Struct");
  }

  @Test
  void a_literal_of_another_class_is_refused_with_the_column() {
    assertThatThrownBy(() -> bind(ID.isEqualTo("five")))
        .hasMessageContaining("id")
        .hasMessageContaining("literal five of class java.lang.String");
  }
}
