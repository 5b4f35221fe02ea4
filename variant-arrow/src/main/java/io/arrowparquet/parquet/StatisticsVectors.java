// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.parquet.internal.filter.RawColumns.ColumnProjection;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Counts and bounds of row groups as Arrow vectors, so that an engine plans with its own operators.
 * Only what may be trusted is in them: by the rules by which readers leave row groups unread, and
 * null otherwise. Those of pages are {@link ChunkIndexes#pages}; in the schema that Arrow has for
 * statistics they are {@link ArrowStatistics}.
 *
 * <p>Of a file there is a row each row group:
 *
 * <pre>
 *   row_group: int32 | row_count: int64 | dotted path of a column: struct | ... of the next column
 *
 *   struct: value_count: int64 | null_count: int64 | min: T | max: T
 *           | min_is_exact: bool | max_is_exact: bool
 * </pre>
 *
 * <p>{@code value_count} is the entries of the chunk, those without a value included, and {@code
 * null_count} the latter: of a column in lists, entries of lists that are empty or null as well.
 * {@code T} is the type of the column's vectors, for a column of a list that of the elements. No
 * value is below {@code min} or above {@code max}, but for NaNs. {@code min_is_exact} says whether
 * {@code min} is a value of the row group, as far as the file says so.
 *
 * <p>Ownership: the caller closes what is returned, and the allocator stays the caller's. Threads:
 * any may call; what is returned serves one at a time.
 */
public final class StatisticsVectors {
  static final Field ROW_GROUP =
      new Field("row_group", FieldType.notNullable(CountedVectors.INT32), null);
  static final Field ROW_COUNT =
      new Field("row_count", FieldType.notNullable(CountedVectors.INT64), null);

  private StatisticsVectors() {}

  /**
   * The row groups of a file.
   *
   * @param columns dotted paths of columns, or of groups for all columns below; null for all
   * @throws io.arrowparquet.storage.InvalidRequestException if there is no such column
   * @throws io.arrowparquet.footer.CorruptFooterException if the footer is damaged there
   */
  public static VectorSchemaRoot of(
      FlatFooter footer, @Nullable Collection<String> columns, BufferAllocator allocator) {
    List<ArrowSchemaNode> leaves = leaves(footer, columns);
    List<Field> fields = new ArrayList<>(List.of(ROW_GROUP, ROW_COUNT));
    leaves.forEach(leaf -> fields.add(struct(footer, leaf, false)));
    VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), allocator);
    try {
      int rows = footer.rowGroupCount();
      IntVector numbers = (IntVector) root.getVector(0);
      BigIntVector rowCounts = (BigIntVector) root.getVector(1);
      for (int rowGroup = 0; rowGroup < rows; rowGroup++) {
        numbers.setSafe(rowGroup, rowGroup);
        rowCounts.setSafe(rowGroup, footer.rowGroup(rowGroup).numRows());
      }
      StatisticsSource source = new StatisticsSource(footer);
      List<Integer> rowGroups = IntStream.range(0, rows).boxed().toList();
      for (int i = 0; i < leaves.size(); i++) {
        ArrowSchemaNode leaf = leaves.get(i);
        StructVector struct = (StructVector) root.getVector(fields.size() - leaves.size() + i);
        fill(struct, 0, source.column(leaf.column(), leaf.field().getType()), rowGroups);
      }
      root.setRowCount(rows);
      return root;
    } catch (Throwable e) {
      try (root) {
        throw e;
      }
    }
  }

  /**
   * The row groups of all files of a bundle with chosen columns, a batch at a time: rows as above,
   * after {@code file: utf8}, the path in the bundle. The struct is null where a file lacks the
   * column. Types are those of the Parquet schema alone. No file is opened, and of the bundle only
   * the facts of the columns are read.
   *
   * @param bundle stays the caller's, and open as long as the reader
   * @param columns dotted paths of columns, or of groups for all columns below
   * @throws IOException if reading the bundle fails
   * @throws io.arrowparquet.storage.InvalidRequestException if no file has one of them, or files
   *     have it with different types
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if the bundle has a file
   *     whose schema is not a tree
   */
  public static ArrowReader of(
      FooterBundle bundle, Collection<String> columns, BufferAllocator allocator)
      throws IOException {
    return new BundleStatistics(bundle, BundleStatistics.Wide.of(bundle, columns), allocator);
  }

  /**
   * All row groups and columns of all files of a bundle, a row each, a batch at a time:
   *
   * <pre>
   *   file: utf8 | row_group: int32 | column: utf8 | row_count: int64 | value_count: int64
   *   | null_count: int64 | min_is_exact: bool | max_is_exact: bool | min_T: T | max_T: T | ...
   * </pre>
   *
   * <p>There are two columns for each type T that a column of a file has, such as {@code
   * min_int32}, {@code max_timestamp_us_utc} or {@code min_decimal128_10_2}; a row has the bounds
   * of its own type. Memory is bounded by a block of the bundle, whatever the number of columns.
   *
   * @param bundle stays the caller's, and open as long as the reader
   * @param columns as above; those that no file has are passed over. Null for all
   * @throws IOException if reading the bundle fails
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if the bundle has a file
   *     whose schema is not a tree
   */
  public static ArrowReader ofEachColumn(
      FooterBundle bundle, @Nullable Collection<String> columns, BufferAllocator allocator)
      throws IOException {
    return new BundleStatistics(bundle, BundleStatistics.EachColumn.of(bundle, columns), allocator);
  }

  static Field struct(FlatFooter footer, ArrowSchemaNode leaf, boolean nullable) {
    return new Field(
        footer.columnPath(leaf.column()),
        new FieldType(nullable, ArrowType.Struct.INSTANCE, null),
        CountedVectors.fields(leaf));
  }

  /** Fills a column's struct from {@code row} on. */
  static void fill(
      StructVector struct, int row, TrustedStatistics statistics, List<Integer> rowGroups) {
    CountedVectors vectors = CountedVectors.of(struct::getChild);
    for (int i = 0; i < rowGroups.size(); i++) {
      vectors.set(row + i, statistics.countsOfChunk(rowGroups.get(i)));
      struct.setIndexDefined(row + i);
    }
  }

  static List<ArrowSchemaNode> leaves(FlatFooter footer, @Nullable Collection<String> columns) {
    List<ArrowSchemaNode> leaves = new ArrayList<>();
    if (columns == null) {
      addLeaves(ArrowSchema.nodes(footer), leaves);
    } else {
      footer.fetch(columns);
      List<ArrowSchemaNode> nodes = ArrowSchema.nodes(footer, columns);
      addLeaves(ColumnProjection.apply(footer, nodes, List.copyOf(columns)), leaves);
    }
    return leaves;
  }

  private static void addLeaves(List<ArrowSchemaNode> nodes, List<ArrowSchemaNode> leaves) {
    for (ArrowSchemaNode node : nodes) {
      if (node.kind() == Kind.LEAF) {
        leaves.add(node);
      } else {
        addLeaves(node.children(), leaves);
      }
    }
  }
}
