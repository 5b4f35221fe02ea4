// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.parquet.internal.filter.RawColumns.ColumnProjection;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.memory.BufferAllocator;
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
  static final Field ROW_GROUP = Field.notNullable("row_group", CountedVectors.INT32);
  static final Field ROW_COUNT = Field.notNullable("row_count", CountedVectors.INT64);

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
    return of(footer, null, columns, allocator);
  }

  /**
   * Some row groups of a file.
   *
   * @param rowGroups their numbers, in the order of the rows; null for all
   * @param columns as above, and so the exceptions
   */
  public static VectorSchemaRoot of(
      FlatFooter footer,
      @Nullable List<Integer> rowGroups,
      @Nullable Collection<String> columns,
      BufferAllocator allocator) {
    List<ArrowSchemaNode> leaves = leaves(footer, columns);
    List<Field> fields = new ArrayList<>(List.of(ROW_GROUP, ROW_COUNT));
    for (ArrowSchemaNode leaf : leaves) {
      FieldType type = FieldType.notNullable(ArrowType.Struct.INSTANCE);
      fields.add(new Field(footer.columnPath(leaf.column()), type, CountedVectors.fields(leaf)));
    }
    VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), allocator);
    try {
      int rows = rowGroups == null ? footer.rowGroupCount() : rowGroups.size();
      IntUnaryOperator number = row -> rowGroups == null ? row : rowGroups.get(row);
      for (int row = 0; row < rows; row++) {
        int rowGroup = number.applyAsInt(row);
        CountedVectors.put(root, ROW_GROUP, row, (long) rowGroup);
        CountedVectors.put(root, ROW_COUNT, row, footer.rowGroup(rowGroup).numRows());
      }
      StatisticsSource source = new StatisticsSource(footer);
      for (int i = 0; i < leaves.size(); i++) {
        ArrowSchemaNode leaf = leaves.get(i);
        StructVector struct = (StructVector) root.getVector(fields.size() - leaves.size() + i);
        CountedVectors vectors = CountedVectors.of(struct::getChild, "");
        TrustedStatistics statistics = source.column(leaf.column(), leaf.field().getType());
        for (int row = 0; row < rows; row++) {
          vectors.set(row, statistics.countsOfChunk(number.applyAsInt(row)));
          struct.setIndexDefined(row);
        }
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
   * All row groups and columns of all files of a bundle, a row each, a batch at a time:
   *
   * <pre>
   *   file: utf8 | row_group: int32 | column: utf8 | row_count: int64 | value_count: int64
   *   | null_count: int64 | min_is_exact: bool | max_is_exact: bool | min_T: T | max_T: T | ...
   * </pre>
   *
   * <p>There are two columns for each type T that a column of a file has, whose name ends in the
   * type's, as {@link io.arrowparquet.variant.vector.ArrowTypeText} has it, such as {@code
   * min_bigint} and {@code max_decimal_10_2}; a row has the bounds of its own type. Types are those
   * of the Parquet schema alone. Memory is bounded by a block of the bundle, whatever the number of
   * columns.
   *
   * @param bundle stays the caller's, and open as long as the reader
   * @param columns as above; those that no file has are passed over
   * @throws IOException if reading the bundle fails
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if the bundle has a file
   *     whose schema is not a tree
   */
  public static ArrowReader of(
      FooterBundle bundle, @Nullable Collection<String> columns, BufferAllocator allocator)
      throws IOException {
    return new BundleStatistics(bundle, columns, allocator);
  }

  static List<ArrowSchemaNode> leaves(FlatFooter footer, @Nullable Collection<String> columns) {
    if (columns == null) {
      return ArrowSchemaNode.leaves(ArrowSchema.nodes(footer)).toList();
    }
    footer.fetch(columns);
    List<ArrowSchemaNode> nodes = ArrowSchema.nodes(footer, columns);
    return ArrowSchemaNode.leaves(ColumnProjection.apply(footer, nodes, List.copyOf(columns)))
        .toList();
  }
}
