// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.WrittenFile;
import io.arrowparquet.parquet.internal.filter.RowSelection;
import io.arrowparquet.parquet.internal.rowgroup.BatchFiller;
import io.arrowparquet.parquet.internal.rowgroup.JoinedBatch;
import io.arrowparquet.parquet.internal.write.BatchColumns;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.SourceUris;
import io.arrowparquet.variant.internal.FirstFailure;
import io.arrowparquet.variant.internal.UseGuard;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes batches to many Parquet files below a folder: of about one size, and each of one partition
 * if there are any. Rows of a partition keep their order.
 *
 * <pre>{@code
 * SetWriteOptions options = SetWriteOptions.defaults().withPartitionColumns(List.of("day"));
 * try (ParquetSetWriter writer =
 *     ParquetSetWriter.open(folder, ByteSinks.defaults(), schema, options, allocator)) {
 *   writer.write(reader);
 *   List<WrittenFile> files = writer.finish();
 * }
 * }</pre>
 *
 * <p>A file gets its name when it is whole. One that is closed before {@link #finish}, or after a
 * failure, deletes those that are, so that no file of the set is left; an exception says if one is.
 * A process that ends leaves them.
 *
 * <p>After a failure {@link #write} and {@link #finish} throw the same exception every time.
 * Threads: one at a time, as of {@link ParquetArrowWriter}.
 */
public final class ParquetSetWriter implements AutoCloseable {
  private static final int PART_DIGITS = 5;

  /**
   * A batch is written in steps of about this part of a file, after which its size is looked at.
   */
  private static final int STEPS_PER_FILE = 8;

  private final URI folder;
  private final SinkFactory sinks;
  private final Schema schema;
  private final Schema fileSchema;
  private final SetWriteOptions options;
  private final BufferAllocator allocator;
  private final PartitionFolders partitions;
  private final UUID uuid = UUID.randomUUID();
  private final UseGuard guard;

  private final Map<List<String>, OpenFile> open = new LinkedHashMap<>();
  private final Map<URI, WrittenFile> written = new LinkedHashMap<>();

  /** Where the rows of a partition come together: the last one, and those before it. */
  private List<String> current;

  private final Set<List<String>> done = new HashSet<>();

  private int parts;
  private boolean finished;

  private record OpenFile(List<String> partition, URI uri, ParquetArrowWriter writer) {}

  private ParquetSetWriter(
      URI folder,
      SinkFactory sinks,
      Schema schema,
      SetWriteOptions options,
      BufferAllocator allocator) {
    this.folder = folder;
    this.sinks = sinks;
    this.schema = schema;
    this.options = options;
    this.allocator = allocator;
    this.partitions = PartitionFolders.of(schema, options.partitionColumns());
    List<Field> fields = new ArrayList<>(schema.getFields());
    fields.removeAll(partitions.columns());
    if (fields.isEmpty()) {
      throw new UnsupportedColumnException(
          null, "no column but those of partitions", "at least one, for the files");
    }
    this.fileSchema = new Schema(fields, schema.getCustomMetadata());
    this.guard = new UseGuard("the writer of files below " + SourceEntry.name(folder));
  }

  /**
   * Starts a set; no file is there before rows are.
   *
   * @param folder where files and the folders of partitions go; others may be there already.
   *     Folders of a {@code file:} URI are made
   * @param sinks opens the files, for example {@link io.arrowparquet.storage.access.ByteSinks}, and
   *     deletes them
   * @param schema of all batches to come
   * @param allocator for rows that are moved and for shredding; stays the caller's
   * @throws InvalidRequestException if a partition column is not there
   * @throws UnsupportedColumnException if it is of another type than those that name folders, or
   *     there is no other column
   */
  public static ParquetSetWriter open(
      URI folder,
      SinkFactory sinks,
      Schema schema,
      SetWriteOptions options,
      BufferAllocator allocator) {
    return new ParquetSetWriter(folder, sinks, schema, options, allocator);
  }

  /** What reads the columns of the folders, in the types that they have here. */
  public HivePartitions partitions() {
    return HivePartitions.below(folder).withTypes(new Schema(partitions.columns()));
  }

  /**
   * Appends a batch.
   *
   * @param batch of the writer's schema; read only, and not needed afterwards
   * @throws InvalidRequestException if the value of a partition column cannot name a folder, or the
   *     rows of a partition come again that were to come together
   * @throws IOException if writing fails; others as {@link ParquetArrowWriter#write}
   * @throws IllegalStateException if the writer is finished or closed, or in use by another thread
   */
  public void write(VectorSchemaRoot batch) throws IOException {
    guard.call(
        () -> {
          requireUnfinished();
          append(batch);
          return null;
        });
  }

  /**
   * Appends all batches that a reader has left, as {@link #write(VectorSchemaRoot)} does.
   *
   * @param reader of the writer's schema; stays the caller's
   * @throws IOException if reading or writing fails
   */
  public void write(ArrowReader reader) throws IOException {
    while (reader.loadNextBatch()) {
      write(reader.getVectorSchemaRoot());
    }
  }

  @SuppressWarnings("resource") // the vectors are the batch's
  private void append(VectorSchemaRoot batch) throws IOException {
    BatchColumns.requireSchema(schema, batch.getSchema(), options.files().shreddings().keySet());
    List<FieldVector> vectors = new ArrayList<>();
    List<String> names = options.partitionColumns();
    for (FieldVector vector : batch.getFieldVectors()) {
      if (!names.contains(vector.getName())) {
        vectors.add(vector);
      }
    }
    VectorSchemaRoot rows = new VectorSchemaRoot(vectors);
    rows.setRowCount(batch.getRowCount());
    Map<List<String>, Integer> found = new LinkedHashMap<>();
    int[] numbers = partitions.of(batch, found);
    List<RowSelection> selections = found.keySet().stream().map(p -> new RowSelection()).toList();
    for (int from = 0; from < numbers.length; ) {
      int end = from + 1;
      while (end < numbers.length && numbers[end] == numbers[from]) {
        end++;
      }
      selections.get(numbers[from]).add(from, end);
      from = end;
    }
    for (Map.Entry<List<String>, Integer> partition : found.entrySet()) {
      append(partition.getKey(), rows, selections.get(partition.getValue()));
    }
    keepWithinMemory();
  }

  private void append(List<String> partition, VectorSchemaRoot rows, RowSelection selection)
      throws IOException {
    if (selection.runs() == 1 || !JoinedBatch.supports(rows.getSchema())) {
      for (int run = 0; run < selection.runs(); run++) {
        append(partition, rows, selection.start(run), selection.end(run));
      }
      return;
    }
    try (ArrowRecordBatch chosen = JoinedBatch.select(rows, selection, allocator);
        VectorSchemaRoot root = VectorSchemaRoot.create(rows.getSchema(), allocator)) {
      BatchFiller.load(chosen, root);
      append(partition, root, 0, root.getRowCount());
    }
  }

  private void append(List<String> partition, VectorSchemaRoot rows, int from, int end)
      throws IOException {
    long bytes = 1;
    for (FieldVector vector : rows.getFieldVectors()) {
      bytes += vector.getBufferSize();
    }
    long step = (long) ((double) options.fileBytes() / STEPS_PER_FILE * rows.getRowCount() / bytes);
    for (int at = from; at < end; ) {
      int count = (int) Math.max(1, Math.min(step, end - at));
      OpenFile file = file(partition);
      if (count == rows.getRowCount()) {
        file.writer.write(rows);
      } else {
        try (VectorSchemaRoot slice = rows.slice(at, count)) {
          file.writer.write(slice);
        }
      }
      at += count;
      if (file.writer.bytesSoFar() >= options.fileBytes()) {
        finish(file);
      }
    }
  }

  /** Ends files until the others hold no more than they may. */
  private void keepWithinMemory() throws IOException {
    Map<OpenFile, Long> held = new LinkedHashMap<>();
    for (OpenFile file : open.values()) {
      held.put(file, file.writer.bytesHeld());
    }
    while (held.values().stream().mapToLong(Long::longValue).sum() > options.memory()) {
      OpenFile largest = largest(held);
      held.remove(largest);
      finish(largest);
    }
  }

  private static OpenFile largest(Map<OpenFile, Long> files) {
    return Collections.max(files.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  private OpenFile file(List<String> partition) throws IOException {
    OpenFile known = open.get(partition);
    if (known != null) {
      return known;
    }
    if (options.sortedPartitions() && !partition.equals(current)) {
      finishAll();
      if (current != null) {
        done.add(current);
      }
      current = partition;
      if (done.contains(partition)) {
        throw new InvalidRequestException(
            "rows of " + partitions.path(partition),
            "them again after other partitions",
            "all together: the options say that they are");
      }
    }
    if (open.size() == options.openFiles()) {
      Map<OpenFile, Long> sizes = new LinkedHashMap<>();
      for (OpenFile other : open.values()) {
        sizes.put(other, other.writer.bytesSoFar());
      }
      finish(largest(sizes));
    }
    URI uri = uri(partition);
    if ("file".equalsIgnoreCase(uri.getScheme())) {
      Files.createDirectories(Path.of(uri).getParent());
    }
    ParquetArrowWriter writer =
        ParquetArrowWriter.open(uri, sinks, fileSchema, options.files(), allocator);
    OpenFile file = new OpenFile(partition, uri, writer);
    open.put(partition, file);
    return file;
  }

  private URI uri(List<String> partition) {
    String part = String.format("%0" + PART_DIGITS + "d", parts++);
    String name =
        options
            .names()
            .replace(SetWriteOptions.PART, part)
            .replace(SetWriteOptions.UUID, uuid.toString());
    String base = folder.getPath().endsWith("/") ? folder.getPath() : folder.getPath() + "/";
    return SourceUris.withPath(folder, base + partitions.path(partition) + name);
  }

  private void finish(OpenFile file) throws IOException {
    WrittenFile whole = file.writer.finish();
    written.put(
        file.uri,
        new WrittenFile(
            file.uri.toString(),
            whole.length(),
            whole.footer(),
            partitions.values(file.partition)));
    open.remove(file.partition);
    file.writer.close();
  }

  private void finishAll() throws IOException {
    for (OpenFile file : List.copyOf(open.values())) {
      finish(file);
    }
  }

  /**
   * Writes what is left, and the bundle if there is to be one.
   *
   * @return the files in the order in which they were finished; their locations are URIs. None if
   *     there were no rows
   * @throws IOException if writing fails
   * @throws java.nio.file.FileAlreadyExistsException if there is a file or a bundle already
   * @throws IllegalStateException if the writer is finished or closed, or in use by another thread
   */
  public List<WrittenFile> finish() throws IOException {
    return guard.call(
        () -> {
          requireUnfinished();
          finishAll();
          if (options.bundle() != null) {
            List<BundleInput> inputs = new ArrayList<>();
            written.forEach(
                (uri, file) ->
                    inputs.add(
                        options.bundleFolder().input(new SourceEntry(uri, file.length(), null))));
            options.bundle().write(inputs, false);
          }
          finished = true;
          return List.copyOf(written.values());
        });
  }

  private void requireUnfinished() {
    if (finished) {
      throw new IllegalStateException(
          "the files below " + SourceEntry.name(folder) + " are finished");
    }
  }

  /**
   * Frees everything, after a call that is under way; without {@link #finish} all files of the set
   * are deleted.
   *
   * @throws IOException if a file could not be deleted, or is left as its storage cannot delete
   */
  @Override
  public void close() throws IOException {
    guard.close(
        () -> {
          List<Closeable> steps = new ArrayList<>();
          open.values().forEach(file -> steps.add(file.writer::close));
          if (!finished) {
            written.keySet().forEach(uri -> steps.add(() -> delete(uri)));
          }
          FirstFailure.closeAll(steps);
        });
  }

  private void delete(URI uri) throws IOException {
    try {
      sinks.delete(uri);
    } catch (UnsupportedOperationException e) {
      throw new IOException(SourceEntry.name(uri) + ": is left, although it was given up", e);
    }
  }
}
