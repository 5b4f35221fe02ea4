// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.NodePath.VectorLocation;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.internal.filter.RowLogic;
import io.arrowparquet.parquet.internal.filter.RowLogic.BatchOperands;
import io.arrowparquet.parquet.internal.filter.RowLogic.OperandPlace;
import io.arrowparquet.parquet.internal.filter.RowLogic.TruthArrays;
import io.arrowparquet.parquet.internal.filter.RowSelection;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads batches as they were asked for: without the rows that the filter refuses, with a vector for
 * each Variant path, and without what was read only for these two.
 *
 * <p>The filter's columns are decoded first, of the more rows the fewer it leaves. Of the others
 * only the rows that are left are decoded, if they are in few runs: passing over a run costs about
 * as much as decoding some values. Owns memory between calls of {@link #read}; close it in any
 * case.
 */
public final class BatchProjection implements AutoCloseable {
  private static final double UNKNOWN = -1;

  /** Rows for each run of chosen ones, at least, for which runs are read one by one. */
  private static final int ROWS_PER_RUN = 16;

  /** Batches of rows of which the filter's columns are decoded at a time, at most. */
  private static final int MOST_BATCHES = 8;

  private final RawColumns columns;

  /** Of the rows read next; null for all. */
  private BoundPredicate filter;

  private final BufferAllocator allocator;
  private final VectorSchemaRoot raw;

  /** The first vectors of {@link #raw}, those that are asked for, sharing their memory. */
  private final VectorSchemaRoot kept;

  private final List<Path> paths = new ArrayList<>();
  private final List<OperandPlace> operands = new ArrayList<>();
  private final List<Integer> filterNodes = new ArrayList<>();
  private final List<Integer> lateNodes = new ArrayList<>();
  private final VectorSchemaRoot filterVectors;
  private final VectorSchemaRoot lateVectors;
  private final VectorSchemaRoot keptFilterVectors;
  private final RequestedRows requested;
  private final RowSelection matching = new RowSelection();

  /** Of {@link #matching} those within the offset and limit. */
  private RowSelection selection = matching;

  /** Of what was read last: all rows that were decoded for it, and which of them, null for all. */
  private RowRanges decoded;

  private RowSelection returned;

  private final TruthArrays truths = new TruthArrays();

  /** Rows of which no batch was given out yet; null if there are none. */
  private Rest rest;

  /** The filter's columns of all rows of that window; null without one. */
  private ArrowRecordBatch restVectors;

  private int batchesPerWindow = 1;
  private final ReadCounts counts;

  private double filterRowBytes;
  private double lateRowBytes = UNKNOWN;

  @FunctionalInterface
  public interface Decoding {
    ArrowRecordBatch read(List<Integer> nodes, RowRanges rows) throws IOException;
  }

  private record Rest(RowRanges ranges, int given) {}

  private record Path(VariantGet get, VectorLocation location) {}

  /** {@code late}: rows are refused before columns are decoded that the filter does not need. */
  public BatchProjection(
      RawColumns columns,
      List<Operand> filtering,
      RequestedRows requested,
      boolean late,
      List<VariantProjection> projections,
      ReadCounts counts,
      BufferAllocator allocator) {
    this.columns = columns;
    this.requested = requested;
    this.counts = counts;
    this.allocator = allocator;
    for (VariantProjection projection : projections) {
      paths.add(new Path(get(projection), columns.location(projection)));
    }
    for (Operand operand : filtering) {
      VariantGet path = operand instanceof VariantProjection one ? get(one) : null;
      boolean hidesNulls = path == null && columns.path(operand).hidesNulls();
      operands.add(new OperandPlace(columns.location(operand), hidesNulls, path));
    }
    Schema schema = new Schema(columns.nodes().stream().map(ArrowSchemaNode::field).toList());
    raw = VectorSchemaRoot.create(schema, allocator);
    kept = new VectorSchemaRoot(raw.getFieldVectors().subList(0, columns.kept()));
    Set<Integer> filtered = new HashSet<>();
    operands.forEach(operand -> filtered.add(operand.location().root()));
    for (int node = 0; node < columns.nodes().size(); node++) {
      (filtered.contains(node) || !late ? filterNodes : lateNodes).add(node);
    }
    filterVectors = vectors(filterNodes);
    lateVectors = vectors(lateNodes);
    keptFilterVectors =
        vectors(filterNodes.stream().filter(node -> node < columns.kept()).toList());
  }

  /** Those that are decoded of all rows. */
  public List<Integer> firstNodes() {
    return filterNodes;
  }

  public void filterBy(BoundPredicate newFilter) {
    filter = newFilter;
  }

  private VectorSchemaRoot vectors(List<Integer> nodes) {
    return new VectorSchemaRoot(nodes.stream().map(raw::getVector).toList());
  }

  private static VariantGet get(VariantProjection projection) {
    return new VariantGet(
        projection.path(), projection.target(), projection.mode(), VariantLimits.defaults());
  }

  /**
   * Reads one batch of the rows that {@link #window} said, or fewer; how many are left of them.
   * What of the row group is left unread, {@code decoding} passes over later. {@link #hasMore} says
   * whether these are all.
   */
  public int read(Decoding decoding, RowRanges rows, int most, VectorSchemaRoot output)
      throws IOException {
    try {
      int count = filter == null ? readAll(decoding, rows) : select(decoding, rows, most);
      if (count > 0) {
        transfer(output, count);
      }
      return count;
    } finally {
      raw.clear();
    }
  }

  /** Rows to decode for the next batch: more than fit in where the filter has left few before. */
  public int window(int most, long bytes) {
    if (filter == null || lateNodes.isEmpty()) {
      return most;
    }
    double fitting = bytes / Math.max(1, filterRowBytes);
    return (int) Math.max(most, Math.min((double) most * batchesPerWindow, fitting));
  }

  public boolean hasMore() {
    return rest != null;
  }

  public int readMore(Decoding decoding, int most, VectorSchemaRoot output) throws IOException {
    try {
      int count = selectRest(decoding, most);
      transfer(output, count);
      return count;
    } finally {
      raw.clear();
    }
  }

  private int readAll(Decoding decoding, RowRanges all) throws IOException {
    RowRanges rows = requested.passed(all);
    if (rows.isEmpty()) {
      return 0;
    }
    returning(rows, null);
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

  private static double load(
      Decoding decoding, List<Integer> nodes, RowRanges rows, VectorSchemaRoot vectors)
      throws IOException {
    if (nodes.isEmpty()) {
      return 0;
    }
    try (ArrowRecordBatch batch = decoding.read(nodes, rows)) {
      BatchFiller.load(batch, vectors);
      return (double) batch.computeBodyLength() / rows.rows();
    }
  }

  /**
   * Fills {@link #kept} with rows, and counts them; those beyond {@code most} become the {@link
   * #rest}.
   */
  private int select(Decoding decoding, RowRanges ranges, int most) throws IOException {
    loadFilter(decoding, ranges);
    int rows = (int) ranges.rows();
    evaluate(rows);
    int count = selection.count();
    batchesPerWindow = count <= most / 2 ? Math.min(MOST_BATCHES, 2 * batchesPerWindow) : 1;
    if (count > most) {
      counts.add(Count.ROWS_REFUSED_EARLY, rows - count);
      rest = new Rest(ranges, 0);
      restVectors = new VectorUnloader(filterVectors).getRecordBatch();
      return selectRest(decoding, most);
    }
    returning(ranges, count == rows ? null : selection);
    if (count == rows) {
      loadLate(decoding, ranges);
    } else if (!lateNodes.isEmpty() && (rows > most || selection.runs() <= rows / ROWS_PER_RUN)) {
      counts.add(Count.ROWS_REFUSED_EARLY, rows - count);
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

  private int selectRest(Decoding decoding, int most) throws IOException {
    int to = Math.min(selection.count(), rest.given() + most);
    RowSelection part = selection.part(rest.given(), to);
    BatchFiller.load(restVectors, filterVectors);
    returning(rest.ranges(), part);
    keep(part, keptFilterVectors);
    loadLate(decoding, part.of(rest.ranges()));
    if (to == selection.count()) {
      dropRest();
    } else {
      rest = new Rest(rest.ranges(), to);
    }
    return part.count();
  }

  private void returning(RowRanges rows, RowSelection ofThem) {
    decoded = rows;
    returned = ofThem;
  }

  /** The rows that were read last, in their row group. */
  public RowRanges returned() {
    return returned == null ? decoded : returned.of(decoded);
  }

  private void dropRest() {
    rest = null;
    if (restVectors != null) {
      restVectors.close();
      restVectors = null;
    }
  }

  private void evaluate(int rows) {
    try (BatchOperands taken = new BatchOperands(operands, raw, allocator)) {
      byte[] result = filter.evaluate(new RowLogic(taken, rows, truths));
      matching.selectTrue(result, rows);
      selection = requested.passed(matching);
      truths.give(result);
    }
  }

  private void keep(RowSelection selection, VectorSchemaRoot vectors) {
    try (ArrowRecordBatch selected = JoinedBatch.select(vectors, selection, allocator)) {
      BatchFiller.load(selected, vectors);
    }
  }

  public boolean knowsRowBytes() {
    return lateNodes.isEmpty() || lateRowBytes != UNKNOWN;
  }

  public double rowBytes() {
    return filterRowBytes + Math.max(0, lateRowBytes);
  }

  private void transfer(VectorSchemaRoot output, int rows) {
    // Paths first: they look into columns that may be asked for as a whole, too.
    for (int i = 0; i < paths.size(); i++) {
      Path path = paths.get(i);
      ParquetVariantVector column = (ParquetVariantVector) path.location().find(kept);
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
    dropRest();
    raw.close();
  }
}
