// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.internal.encoding.DictionaryIndices;
import io.arrowparquet.parquet.internal.evolution.Constant;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters;
import io.arrowparquet.parquet.internal.filter.NarrowedFilter;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.RowColumnPlaces;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowColumn.Kind;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.BufferChecks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Puts columns that are not in the file among those that were read of it. Owns the vectors of the
 * latter between two batches; close it in any case.
 *
 * @param read to be filled with what is read of the file
 * @param deleted null for none
 */
record RowColumnVectors(
    VectorSchemaRoot read, List<Output> outputs, RowPositions deleted, BufferAllocator allocator)
    implements AutoCloseable {
  /**
   * {@code from}: the vector that was read, or -1; {@code column} is null where it is the output.
   */
  record Output(int from, @Nullable RowColumn column, @Nullable Constant constant) {}

  /** The options of what is read of the file. */
  static ParquetReadOptions read(FlatFooter footer, ParquetReadOptions options) {
    return options.rowColumns().isEmpty()
        ? options
        : RowColumnPlaces.read(footer, options, RowColumnPlaces.sources(options));
  }

  /** The fields of the batches: {@code read} are those of what is read of the file. */
  static List<Field> fields(FlatFooter footer, ParquetReadOptions options, List<Field> read) {
    if (options.rowColumns().isEmpty()) {
      return read;
    }
    List<Field> fields =
        new ArrayList<>(RowColumnPlaces.place(chosen(footer, options), options.rowColumns()));
    options.variantPaths().forEach(path -> fields.add(path.target()));
    return fields;
  }

  private static List<Field> chosen(FlatFooter footer, ParquetReadOptions options) {
    RawColumns columns = new RawColumns(footer, options, NarrowedFilter.operands(options));
    return columns.nodes().subList(0, columns.outputs()).stream()
        .map(node -> node.field())
        .toList();
  }

  /** Null without such columns. {@code file} is its name, {@code indices} are read as these. */
  static @Nullable RowColumnVectors of(
      String file,
      Schema schema,
      List<Field> read,
      Set<String> indices,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    if (options.rowColumns().isEmpty()) {
      return null;
    }
    Map<String, RowColumn> rowColumns = new HashMap<>();
    options.rowColumns().forEach(column -> rowColumns.put(column.field().getName(), column));
    int paths = options.variantPaths().size();
    int ownColumns = read.size() - paths;
    int columns = schema.getFields().size() - paths;
    List<Output> outputs = new ArrayList<>();
    int next = 0;
    for (Field field : schema.getFields().subList(0, columns)) {
      RowColumn column = rowColumns.get(field.getName());
      if (column != null) {
        outputs.add(output(column, file, read.subList(0, ownColumns)));
        continue;
      }
      // Both are in the file's order, but what is read may have more.
      while (!read.get(next).equals(field)) {
        next++;
      }
      outputs.add(new Output(next++, null, null));
    }
    for (int path = 0; path < paths; path++) {
      outputs.add(new Output(ownColumns + path, null, null));
    }
    VectorSchemaRoot vectors =
        VectorSchemaRoot.create(DictionaryIndices.schema(new Schema(read), indices), allocator);
    return new RowColumnVectors(vectors, outputs, options.withoutRows(), allocator);
  }

  private static Output output(RowColumn column, String file, List<Field> read) {
    Constant constant =
        column.kind() == Kind.FILE
            ? Constant.of(ArrowType.Utf8.INSTANCE, file)
            : column.value() == null || column.kind() == Kind.LINEAGE
                ? null
                : Constant.of(column.field().getType(), column.value());
    for (int i = 0; i < read.size(); i++) {
      Field field = read.get(i);
      if (field.getName().equals(column.column())) {
        if (!field.getType().equals(column.field().getType())) {
          throw new InvalidRequestException(
              column.column(),
              column.kind() + " of type " + field.getType(),
              "a column of type " + column.field().getType());
        }
        return new Output(i, column, constant);
      }
    }
    return new Output(-1, column, constant);
  }

  /** Moves what was read; the rows are those of {@code ranges} in their row group. */
  void fill(VectorSchemaRoot target, int rowGroup, long firstRow, RowRanges ranges) {
    int rows = read.getRowCount();
    for (int i = 0; i < outputs.size(); i++) {
      if (outputs.get(i).column() != null) {
        fill(target.getVector(i), outputs.get(i), rowGroup, firstRow, ranges);
      }
    }
    // Last: columns may be made of these.
    for (int i = 0; i < outputs.size(); i++) {
      if (outputs.get(i).column() == null) {
        FieldAdapters.transfer(read.getVector(outputs.get(i).from()), target.getVector(i), rows);
      }
    }
    target.setRowCount(rows);
    read.clear();
  }

  private void fill(
      FieldVector vector, Output output, int rowGroup, long firstRow, RowRanges ranges) {
    int rows = read.getRowCount();
    switch (output.column().kind()) {
      case POSITION, LINEAGE ->
          fillPositions((BigIntVector) vector, output, firstRow, ranges, rows);
      case ROW_GROUP -> Constant.of(CountedVectors.INT32, rowGroup).fill(vector, rows, allocator);
      case DELETED -> fillDeleted((BitVector) vector, firstRow, ranges, rows);
      case FILE, CONSTANT, COALESCE -> fillConstant(vector, output, rows);
    }
  }

  private void fillConstant(FieldVector vector, Output output, int rows) {
    FieldVector own = output.from() < 0 ? null : read.getVector(output.from());
    if (output.constant() == null) {
      FieldAdapters.fillNull(vector, rows);
    } else if (own == null || own.getNullCount() == rows) {
      output.constant().fill(vector, rows, allocator);
    } else {
      try (FieldVector one = vector.getField().createVector(allocator)) {
        output.constant().fill(one, 1, allocator);
        vector.setInitialCapacity(rows);
        vector.allocateNew();
        for (int row = 0; row < rows; row++) {
          boolean isNull = own.isNull(row);
          vector.copyFromSafe(isNull ? 0 : row, row, isNull ? one : own);
        }
        vector.setValueCount(rows);
      }
    }
  }

  private static void allocate(BaseFixedWidthVector vector, int rows) {
    vector.allocateNew(rows);
    vector.getValidityBuffer().setOne(0, BufferChecks.bytesOfBits(rows));
  }

  private void fillPositions(
      BigIntVector vector, Output output, long firstRow, RowRanges ranges, int rows) {
    allocate(vector, rows);
    Object firstId = output.column().value();
    long first = firstId == null ? firstRow : firstRow + (Long) firstId;
    BufferChecks.requireRoom(vector.getDataBuffer(), 0, (long) rows * Long.BYTES);
    long to = vector.getDataBuffer().memoryAddress();
    for (int range = 0; range < ranges.count(); range++) {
      for (long row = ranges.start(range); row < ranges.end(range); row++) {
        MemoryUtil.putLong(to, first + row);
        to += Long.BYTES;
      }
    }
    if (output.from() >= 0) {
      BigIntVector numbers = (BigIntVector) read.getVector(output.from());
      for (int row = 0; row < rows; row++) {
        if (!numbers.isNull(row)) {
          vector.set(row, numbers.get(row));
        }
      }
    }
    vector.setValueCount(rows);
  }

  private void fillDeleted(BitVector vector, long firstRow, RowRanges ranges, int rows) {
    allocate(vector, rows);
    ArrowBuf bits = vector.getDataBuffer();
    bits.setZero(0, BufferChecks.bytesOfBits(rows));
    if (deleted != null) {
      flag(vector, deletedOf(firstRow, ranges), ranges);
    }
    vector.setValueCount(rows);
  }

  /** From the first to the last of the ranges' rows. */
  private RowRanges deletedOf(long firstRow, RowRanges ranges) {
    RowRanges.Builder found = new RowRanges.Builder();
    deleted.forEachRange(
        firstRow + ranges.start(0),
        firstRow + ranges.end(ranges.count() - 1),
        (start, end) -> found.add(start - firstRow, end - firstRow));
    return found.build();
  }

  private static void flag(BitVector vector, RowRanges flagged, RowRanges ranges) {
    int next = 0;
    int row = 0;
    for (int range = 0; range < ranges.count(); range++) {
      long start = ranges.start(range);
      long end = ranges.end(range);
      while (next < flagged.count() && flagged.end(next) <= start) {
        next++;
      }
      for (int i = next; i < flagged.count() && flagged.start(i) < end; i++) {
        long to = Math.min(end, flagged.end(i));
        for (long at = Math.max(start, flagged.start(i)); at < to; at++) {
          vector.set(row + (int) (at - start), 1);
        }
      }
      row += (int) (end - start);
    }
  }

  @Override
  public void close() {
    read.close();
  }
}
