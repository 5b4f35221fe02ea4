// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.RowGroup.SortingColumn;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.parquet.internal.write.WritePlan.Planned;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.SortColumn;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.ParallelLoop;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Batches of vectors to a Parquet file in a sink, a row group after another. */
public final class BatchFile implements AutoCloseable {
  /** Name and version, as other writers say theirs. */
  public static final String CREATED_BY = "arrowparquet version " + version();

  private static final String ROOT_NAME = "schema";

  /** A row group may have a part of its bytes too much, as its size is asked for so often. */
  private static final int RUNS_OF_ROW_GROUP = 16;

  private static final long MOST_RUN_BYTES = 8 << 20;

  /** Fewer values are written in less time than another thread needs to begin. */
  private static final long LEAST_VALUES = 16 * 1024;

  private final String name;
  private final ParquetWriteOptions options;
  private final ModuleSeal seal;
  private final List<SchemaElement> schema;
  private final List<NodeWriter> parts = new ArrayList<>();
  private final List<Integer> fieldOfPart = new ArrayList<>();
  private final Map<String, String> keyValues;
  private final List<SortingColumn> sorting;
  private final SinkOutput out;
  private final RowGroupWriter rowGroup;
  private final List<WrittenRowGroup> written = new ArrayList<>();
  private final ArrayDeque<WriteScratch> scratches = new ArrayDeque<>();

  /**
   * Starts a file.
   *
   * @param sink empty; stays the caller's
   * @param forms of Variant columns, by dotted path; those without are written as they are
   * @throws UnsupportedColumnException if a field has no Parquet type, or a column that is to have
   *     a second encoding is not there or of another type
   */
  public BatchFile(
      ByteSink sink,
      Schema arrow,
      Map<String, VariantForm> forms,
      ParquetWriteOptions options,
      BufferAllocator allocator)
      throws IOException {
    this.name = sink.name();
    this.options = options;
    WritePlan plan = new WritePlan(allocator, options.dictionaries(), forms);
    List<Planned> planned = plan.fields(arrow.getFields());
    for (int field = 0; field < planned.size(); field++) {
      NodeWriter writer = planned.get(field).writer();
      for (NodeWriter part : options.threads() > 1 ? writer.parts() : List.of(writer)) {
        parts.add(part);
        fieldOfPart.add(field);
      }
    }
    this.schema = WritePlan.group(ROOT_NAME, null, null, null, planned);
    this.keyValues = keyValues(arrow, planned.stream().map(Planned::field).toList());
    List<LeafColumn> columns = new ColumnPlan(options, plan).columns();
    this.seal = ModuleSeal.of(options, columns);
    List<ColumnChunkWriter> chunks = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      chunks.add(new ColumnChunkWriter(columns.get(i), seal, allocator));
      plan.leaves().get(i).writer().bind(chunks.get(i));
    }
    try (WriteScratch checked = new WriteScratch()) {
      columns.forEach(column -> checked.compressor(column.settings().compression()));
    }
    this.sorting = sorting(columns, options.sortedBy());
    this.rowGroup = new RowGroupWriter(chunks, seal);
    this.out = new SinkOutput(sink);
    seal.begin(out);
  }

  private static List<SortingColumn> sorting(List<LeafColumn> columns, List<SortColumn> sortedBy) {
    List<String> paths = columns.stream().map(LeafColumn::dotted).toList();
    List<SortingColumn> sorting = new ArrayList<>();
    for (SortColumn column : sortedBy) {
      int number = paths.indexOf(column.path());
      if (number < 0) {
        throw new InvalidRequestException(column.path(), "no such column", "one to sort by");
      }
      sorting.add(new SortingColumn(number, column.descending(), column.nullsFirst()));
    }
    return sorting;
  }

  private Map<String, String> keyValues(Schema arrow, List<Field> ofFile) {
    Map<String, String> all = new LinkedHashMap<>();
    if (arrow.getCustomMetadata() != null) {
      all.putAll(arrow.getCustomMetadata());
    }
    all.putAll(options.keyValues());
    all.remove(ArrowSchema.ARROW_SCHEMA);
    if (options.arrowSchema()) {
      byte[] message = new Schema(ofFile, arrow.getCustomMetadata()).serializeAsMessage();
      all.put(ArrowSchema.ARROW_SCHEMA, Base64.getEncoder().encodeToString(message));
    }
    return all;
  }

  /**
   * Appends rows.
   *
   * @param vectors one for each field of the schema, of its type; read only
   */
  public void write(List<FieldVector> vectors, int rows) throws IOException {
    try {
      each(
          parts.size(),
          rows,
          (part, scratch) ->
              parts
                  .get(part)
                  .start(NodeWriter.requireRows(vectors.get(fieldOfPart.get(part)), rows)));
      long bytes = vectors.stream().mapToLong(FieldVector::getBufferSize).sum();
      long most = Math.min(MOST_RUN_BYTES, options.rowGroupBytes() / RUNS_OF_ROW_GROUP);
      int run = rowsOf(most, bytes, rows);
      int done = 0;
      while (done < rows) {
        rowGroup.open();
        long room = options.rowGroupRows() - rowGroup.rows();
        int count = (int) Math.min(Math.min(run, rows - done), room);
        writeRows(vectors, rows, done, count);
        done += count;
      }
    } finally {
      parts.forEach(NodeWriter::end);
    }
  }

  /** How many rows have this many bytes, if {@code rows} have {@code bytes}. */
  private static int rowsOf(long wanted, long bytes, int rows) {
    return bytes <= wanted ? Math.max(1, rows) : (int) Math.max(1, wanted * rows / bytes);
  }

  private void writeRows(List<FieldVector> vectors, int rows, int first, int count)
      throws IOException {
    each(
        parts.size(),
        count,
        (part, scratch) -> {
          long bytes = vectors.get(fieldOfPart.get(part)).getBufferSize();
          int step = Math.min(WriteScratch.ENTRIES, rowsOf(options.pageBytes(), bytes, rows));
          for (int done = 0; done < count; done += step) {
            scratch.slots.setRows(first + done, Math.min(step, count - done), scratch);
            parts.get(part).write(scratch.slots);
          }
        });
    rowGroup.addRows(count);
    if (rowGroup.rows() >= options.rowGroupRows()
        || rowGroup.bufferedBytes() >= options.rowGroupBytes()) {
      endRowGroup();
    }
  }

  @FunctionalInterface
  private interface Work {
    void run(int number, WriteScratch scratch) throws IOException;
  }

  /** Does some work for each part or column, on several threads if it is much. */
  private void each(int count, long rows, Work work) throws IOException {
    ParallelLoop.Step step =
        number -> {
          WriteScratch scratch = take();
          try {
            work.run(number, scratch);
          } finally {
            give(scratch);
          }
        };
    if (options.threads() > 1 && count > 1 && rows * count >= LEAST_VALUES) {
      ParallelLoop.run(options.executor(), options.threads() - 1, count, step);
    } else {
      for (int number = 0; number < count; number++) {
        step.run(number);
      }
    }
  }

  private WriteScratch take() {
    synchronized (scratches) {
      WriteScratch free = scratches.poll();
      return free == null ? new WriteScratch() : free;
    }
  }

  private void give(WriteScratch scratch) {
    synchronized (scratches) {
      scratches.push(scratch);
    }
  }

  /** Writes the open row group; nothing if it has no rows. */
  public void endRowGroup() throws IOException {
    if (rowGroup.rows() > 0) {
      List<ColumnChunkWriter> chunks = rowGroup.chunks();
      each(chunks.size(), rowGroup.rows(), (i, scratch) -> chunks.get(i).finish(scratch));
      written.add(rowGroup.writeTo(out, sorting.isEmpty() ? null : sorting));
    }
  }

  /** Bytes of the file but for those held. */
  public long bytesOut() {
    return out.position();
  }

  /** Bytes of the open row group, about as many as they will be in the file. */
  public long bytesHeld() {
    return rowGroup.bufferedBytes();
  }

  /** Adds to the footer, in place of what it had for the key. */
  public void putKeyValue(String key, String value) {
    keyValues.put(key, value);
  }

  /** Writes what is left and the footer, which is returned; the sink is not committed. */
  public FlatFooter finish() throws IOException {
    endRowGroup();
    return seal.end(name, written, this::metadata, out);
  }

  private FileMetaData metadata(List<RowGroup> rowGroups) {
    int leaves = rowGroup.chunks().size();
    List<KeyValue> pairs = new ArrayList<>();
    keyValues.forEach((key, value) -> pairs.add(new KeyValue(key, value)));
    return new FileMetaData(
        1,
        schema,
        rowGroups.stream().mapToLong(RowGroup::numRows).sum(),
        rowGroups,
        pairs.isEmpty() ? null : pairs,
        options.createdBy() == null ? CREATED_BY : options.createdBy(),
        Collections.nCopies(leaves, ColumnOrder.Known.TYPE_ORDER),
        null,
        null);
  }

  /** From a resource that the build makes. */
  private static String version() {
    try (InputStream in = BatchFile.class.getResourceAsStream("version.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    rowGroup.close();
    scratches.forEach(WriteScratch::close);
    scratches.clear();
  }
}
