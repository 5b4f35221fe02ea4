// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernels.decode.VariantGet;
import io.arrowparquet.variant.parquet.internal.page.RowRanges;
import io.arrowparquet.variant.parquet.internal.predicate.BoundPredicate;
import io.arrowparquet.variant.parquet.internal.predicate.ListElements;
import io.arrowparquet.variant.parquet.internal.predicate.NullableVectors;
import io.arrowparquet.variant.parquet.internal.predicate.RowLogic;
import io.arrowparquet.variant.parquet.internal.predicate.RowSelection;
import io.arrowparquet.variant.parquet.internal.predicate.SelectedRows;
import io.arrowparquet.variant.parquet.internal.predicate.ValueSet;
import io.arrowparquet.variant.parquet.internal.predicate.VectorLocation;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.VariantProjection;
import io.arrowparquet.variant.vector.VariantVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads batches as they were asked for: without the rows that the filter refuses, with a vector for
 * each Variant path, and without what was read only for these two.
 *
 * <p>The filter's columns are decoded first. Of the others only the rows that are left are decoded,
 * if they are in few runs: passing over a run costs about as much as decoding some values.
 *
 * <p>Owns a batch of memory between calls of {@link #read}; close it in any case.
 */
public final class BatchProjection implements AutoCloseable {
  private static final double UNKNOWN = -1;

  /** Rows for each run of chosen ones, at least, for which runs are read one by one. */
  private static final int ROWS_PER_RUN = 16;

  private final RawColumns columns;
  private final List<Operand> operands;

  /** Of the rows read next; null for all. */
  private BoundPredicate filter;

  private final BufferAllocator allocator;
  private final VectorSchemaRoot raw;

  /** The first vectors of {@link #raw}, those that are asked for, sharing their memory. */
  private final VectorSchemaRoot kept;

  private final List<Path> paths = new ArrayList<>();
  private final List<VariantGet> filterPaths = new ArrayList<>();

  /** Nodes that are decoded first, and those that wait for the filter. */
  private final List<Integer> filterNodes = new ArrayList<>();

  private final List<Integer> lateNodes = new ArrayList<>();

  /** Those vectors of {@link #raw}. */
  private final VectorSchemaRoot filterVectors;

  private final VectorSchemaRoot lateVectors;

  /** The vectors of {@link #kept} that the filter looks at. */
  private final VectorSchemaRoot keptFilterVectors;

  private long rowsRefusedEarly;

  /** Bytes of a row in the nodes decoded first, and in the others; of the last rows decoded. */
  private double filterRowBytes;

  private double lateRowBytes = UNKNOWN;

  /** Decodes rows of some nodes into a batch that the caller closes. */
  @FunctionalInterface
  public interface Decoding {
    /** The nodes' numbers are ascending. */
    ArrowRecordBatch read(List<Integer> nodes, RowRanges rows) throws IOException;
  }

  /** A path asked for, and the Variant column it is in. */
  private record Path(VariantGet get, VectorLocation location) {}

  /**
   * A projection.
   *
   * @param operands of filters, by number
   * @param late whether rows are refused before columns are decoded that the filter does not need
   * @throws IllegalArgumentException if no Variant converts to the target of a path
   */
  public BatchProjection(
      RawColumns columns,
      List<Operand> operands,
      boolean late,
      List<VariantProjection> projections,
      BufferAllocator allocator) {
    this.columns = columns;
    this.operands = operands;
    this.allocator = allocator;
    for (VariantProjection projection : projections) {
      paths.add(new Path(get(projection), columns.location(projection)));
    }
    for (Operand operand : operands) {
      filterPaths.add(operand instanceof VariantProjection path ? get(path) : null);
    }
    Schema schema = new Schema(columns.nodes().stream().map(ArrowSchemaNode::field).toList());
    raw = VectorSchemaRoot.create(schema, allocator);
    kept = new VectorSchemaRoot(raw.getFieldVectors().subList(0, columns.kept()));
    Set<Integer> filtered = new HashSet<>();
    operands.forEach(operand -> filtered.add(columns.location(operand).root()));
    for (int node = 0; node < columns.nodes().size(); node++) {
      (filtered.contains(node) || !late ? filterNodes : lateNodes).add(node);
    }
    filterVectors = vectors(filterNodes);
    lateVectors = vectors(lateNodes);
    keptFilterVectors =
        vectors(filterNodes.stream().filter(node -> node < columns.kept()).toList());
  }

  /** Refuses rows by this from now on; by nothing for null. */
  public void filterBy(BoundPredicate newFilter) {
    filter = newFilter;
  }

  private VectorSchemaRoot vectors(List<Integer> nodes) {
    return new VectorSchemaRoot(nodes.stream().map(raw::getVector).toList());
  }

  private static VariantGet get(VariantProjection projection) {
    return new VariantGet(
        projection.path(), projection.target(), projection.mode(), VariantLimits.DEFAULT);
  }

  /**
   * Reads one batch.
   *
   * @param decoding of the row group; what is left unread here it passes over later
   * @param rows of the batch
   * @param output receives the rows; none if there are none
   * @return how many rows there are
   * @throws IOException if reading pages fails
   */
  public int read(Decoding decoding, RowRanges rows, VectorSchemaRoot output) throws IOException {
    try {
      int count = filter == null ? readAll(decoding, rows) : select(decoding, rows);
      if (count > 0) {
        transfer(output, count);
      }
      return count;
    } finally {
      raw.clear();
    }
  }

  private int readAll(Decoding decoding, RowRanges rows) throws IOException {
    loadFilter(decoding, rows);
    loadLate(decoding, rows);
    return (int) rows.rows();
  }

  private void loadFilter(Decoding decoding, RowRanges rows) throws IOException {
    filterRowBytes = load(decoding, filterNodes, rows, filterVectors);
  }

  private void loadLate(Decoding decoding, RowRanges rows) throws IOException {
    lateRowBytes = load(decoding, lateNodes, rows, lateVectors);
  }

  /** Decodes at least one row, and says how many bytes a row has. */
  private static double load(
      Decoding decoding, List<Integer> nodes, RowRanges rows, VectorSchemaRoot vectors)
      throws IOException {
    if (nodes.isEmpty()) {
      return 0;
    }
    try (ArrowRecordBatch batch = decoding.read(nodes, rows)) {
      BatchLoader.load(batch, vectors);
      return (double) batch.computeBodyLength() / rows.rows();
    }
  }

  /** Fills {@link #kept} with the rows that the filter does not refuse, and counts them. */
  private int select(Decoding decoding, RowRanges ranges) throws IOException {
    loadFilter(decoding, ranges);
    int rows = (int) ranges.rows();
    RowSelection selection = selection(rows);
    int count = selection.count();
    if (count == rows) {
      loadLate(decoding, ranges);
    } else if (!lateNodes.isEmpty() && selection.runs() <= rows / ROWS_PER_RUN) {
      rowsRefusedEarly += rows - count;
      if (count > 0) {
        keep(selection, keptFilterVectors);
        loadLate(decoding, selection.of(ranges));
      }
    } else {
      loadLate(decoding, ranges);
      keep(selection, kept);
    }
    return count;
  }

  private RowSelection selection(int rows) {
    try (Operands taken = new Operands()) {
      return RowSelection.ofTrue(filter.evaluate(new RowLogic(taken, rows)));
    }
  }

  /** Takes the rows that are not selected out of vectors. */
  private void keep(RowSelection selection, VectorSchemaRoot vectors) {
    try (ArrowRecordBatch selected =
        SelectedRows.copy(vectors.getFieldVectors(), selection, allocator)) {
      BatchLoader.load(selected, vectors);
    }
  }

  /** Whether rows of all columns were decoded, so that {@link #rowBytes} is known. */
  public boolean knowsRowBytes() {
    return lateNodes.isEmpty() || lateRowBytes != UNKNOWN;
  }

  /** Bytes of a decoded row, by the last rows of each column that were decoded. */
  public double rowBytes() {
    return filterRowBytes + Math.max(0, lateRowBytes);
  }

  /** Rows that the filter refused before other columns were decoded. */
  public long rowsRefusedEarly() {
    return rowsRefusedEarly;
  }

  private void transfer(VectorSchemaRoot output, int rows) {
    // Paths first: they look into columns that may be asked for as a whole, too.
    for (int i = 0; i < paths.size(); i++) {
      Path path = paths.get(i);
      VariantVector column = (VariantVector) path.location().find(kept);
      try (FieldVector result = path.get().get(column, allocator)) {
        result.makeTransferPair(output.getVector(columns.outputs() + i)).transfer();
      }
    }
    for (int i = 0; i < columns.outputs(); i++) {
      kept.getVector(i).makeTransferPair(output.getVector(i)).transfer();
    }
    output.setRowCount(rows);
  }

  @Override
  public void close() {
    raw.close();
  }

  /** The filter's operands in {@link #raw}; paths are taken when they are first asked for. */
  private final class Operands implements RowLogic.Operands, AutoCloseable {
    private final FieldVector[] taken = new FieldVector[filterPaths.size()];

    /** Nulls of groups above are those of the vector, too. */
    @Override
    public FieldVector vector(int operand) {
      Operand wanted = operands.get(operand);
      if (wanted instanceof VariantProjection || !columns.path(wanted).hidesNulls()) {
        return ownVector(operand);
      }
      if (taken[operand] == null) {
        FieldVector own = ownVector(operand);
        byte[] truths = new byte[own.getValueCount()];
        columns.location(wanted).markNulls(raw, truths.length, truths);
        taken[operand] = NullableVectors.withNulls(own, truths, allocator);
      }
      return taken[operand];
    }

    private FieldVector ownVector(int operand) {
      VectorLocation location = columns.location(operands.get(operand));
      if (filterPaths.get(operand) == null) {
        return location.find(raw);
      }
      if (taken[operand] == null) {
        taken[operand] =
            filterPaths.get(operand).get((VariantVector) location.find(raw), allocator);
      }
      return taken[operand];
    }

    @Override
    public void test(int operand, ValueSet set, int rows, byte[] truths) {
      set.test(ownVector(operand), rows, truths);
    }

    @Override
    public void testElements(int operand, ValueSet set, int rows, byte[] truths) {
      ListElements.test(ownVector(operand), set, rows, truths);
    }

    @Override
    public void markNulls(int operand, int rows, byte[] truths) {
      if (filterPaths.get(operand) == null) {
        columns.location(operands.get(operand)).markNulls(raw, rows, truths);
      } else {
        VectorLocation.markNulls(ownVector(operand), rows, truths);
      }
    }

    @Override
    public void close() {
      for (FieldVector vector : taken) {
        if (vector != null) {
          vector.close();
        }
      }
    }
  }
}
