// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.internal.write.BatchColumns;
import io.arrowparquet.parquet.internal.write.BatchFile;
import io.arrowparquet.parquet.internal.write.OrderCheck;
import io.arrowparquet.parquet.internal.write.VariantForm;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions.Shredding;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.variant.internal.UseGuard;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes batches of Arrow vectors, Variant columns among them, to a Parquet file.
 *
 * <p>The file is written beside its place under another name, and put there whole by {@link
 * #finish}; without it there is no file, or the file that was there before.
 *
 * <pre>{@code
 * try (ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, allocator)) {
 *   while (reader.loadNextBatch()) {
 *     writer.write(reader.getVectorSchemaRoot());
 *   }
 *   writer.finish();
 * }
 * }</pre>
 *
 * <p>Types go to the Parquet types that {@link ParquetArrowReader} reads them from. Timestamps and
 * times in seconds become milliseconds and Date64, of midnights alone, becomes days, as Parquet has
 * neither; they are read as they were where the file has its Arrow schema. Lists of every kind
 * become lists; dictionary-encoded fields are written as their values. A Variant column is a group
 * with the VARIANT annotation, specification version 1: shredded as the options say, or as its
 * vectors are; those are not checked against the rules of shredding. Its {@code typed_value}
 * columns have statistics as any others; its {@code metadata} has no bounds.
 *
 * <p>The pages of a row group are held, compressed, in memory of the allocator until it is full:
 * about {@link ParquetWriteOptions#rowGroupBytes}. Beside them each column has its open page, a
 * dictionary and a Bloom filter on the heap, and each thread that writes has a page and what it is
 * compressed to.
 *
 * <p>After a failure {@link #write} and {@link #finish} throw the same exception every time, and
 * there is no file. To try again, open another writer.
 *
 * <p>Threads: one at a time, in any order, and none may change a batch while it is written. A call
 * while another thread is inside is an {@link IllegalStateException}, but for {@link #close}, which
 * waits for it; so is a call on a writer that is finished or closed.
 */
public final class ParquetArrowWriter implements AutoCloseable {
  private final ByteSink sink;
  private final Schema schema;
  private final ParquetWriteOptions options;
  private final BufferAllocator allocator;
  private final Map<String, VariantShred> shreds = new LinkedHashMap<>();
  private final Map<String, String> keyValues = new LinkedHashMap<>();

  /** Null until the first batch, by which shredding may be inferred. */
  private BatchFile batches;

  /** Null if the order of rows is not checked. */
  private final OrderCheck order;

  private final UseGuard guard;
  private boolean finished;

  private ParquetArrowWriter(
      ByteSink sink, Schema schema, ParquetWriteOptions options, BufferAllocator allocator) {
    this.sink = sink;
    this.schema = schema;
    this.options = options;
    this.allocator = allocator;
    this.order = options.checkedOrder() ? new OrderCheck(options.sortedBy(), allocator) : null;
    this.guard = new UseGuard("the writer of " + sink.name());
  }

  /**
   * Starts a file.
   *
   * @param schema of all batches to come
   * @param allocator for shredding, and for pages until they are written; stays the caller's
   * @throws java.nio.file.FileAlreadyExistsException if the file exists and the options do not let
   *     it be replaced
   * @throws IOException if the file cannot be made
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if there is no field, or a
   *     field's type has no Parquet type, or the options duplicate a column of another type
   * @throws io.arrowparquet.storage.InvalidRequestException if two fields have one name, or the
   *     options shred a column that is not a Variant, or duplicate one that is not there
   * @throws IllegalArgumentException if a schema in the options is not a schema to shred Variants
   *     to, or the codec is one that is only read
   */
  public static ParquetArrowWriter open(
      Path file, Schema schema, ParquetWriteOptions options, BufferAllocator allocator)
      throws IOException {
    return open(ByteSinks.path(file, options.overwrite()), schema, options, allocator);
  }

  /**
   * Starts a file anywhere: pages go to the sink as they are made, and {@link #finish} writes the
   * footer and commits it. What the sink says of files that are there holds, not the options'
   * {@code overwrite}.
   *
   * @param sink empty; the writer's from now on, which closes it, also if this method fails
   * @param schema of all batches to come
   * @param allocator for shredding, and for pages until they are written; stays the caller's
   * @throws IOException as the other one, and the same other exceptions
   */
  public static ParquetArrowWriter open(
      ByteSink sink, Schema schema, ParquetWriteOptions options, BufferAllocator allocator)
      throws IOException {
    ParquetArrowWriter writer = new ParquetArrowWriter(sink, schema, options, allocator);
    try {
      if (options.shreddings().values().stream().noneMatch(Shredding.Inferred.class::isInstance)) {
        writer.start(null);
      }
      return writer;
    } catch (Throwable e) {
      try (writer) {
        throw e;
      }
    }
  }

  /**
   * Starts a file anywhere, as with a sink. One that is there is replaced if the options let it be.
   *
   * @param sinks opens it, for example {@link io.arrowparquet.storage.access.ByteSinks}
   * @throws java.nio.file.FileAlreadyExistsException if the file exists and the options do not let
   *     it be replaced; some storage says so only when it is finished
   */
  public static ParquetArrowWriter open(
      URI file,
      SinkFactory sinks,
      Schema schema,
      ParquetWriteOptions options,
      BufferAllocator allocator)
      throws IOException {
    ByteSink sink = options.overwrite() ? sinks.replace(file, null) : sinks.create(file);
    return open(sink, schema, options, allocator);
  }

  private void start(VectorSchemaRoot first) throws IOException {
    Map<String, VariantForm> forms = new HashMap<>();
    for (Map.Entry<String, Shredding> entry : options.shreddings().entrySet()) {
      forms.put(entry.getKey(), form(entry.getKey(), entry.getValue(), first));
    }
    batches = new BatchFile(sink, schema, forms, options, allocator);
  }

  private VariantForm form(String column, Shredding shredding, VectorSchemaRoot first) {
    if (shredding instanceof Shredding.Given given) {
      return shredded(column, given.schema(), given.mode());
    }
    if (shredding instanceof Shredding.Inferred inferred && first != null) {
      InferredShredding found =
          InferredShredding.of(
              BatchColumns.variant(first.getFieldVectors(), column, options.dictionaries()),
              inferred.options());
      return shredded(column, found.schema(), found.mode());
    }
    return VariantForm.UNSHREDDED;
  }

  private VariantForm shredded(String column, Field type, ShredMode mode) {
    VariantShred shred = new VariantShred(type, mode);
    shreds.put(column, shred);
    return shred::shred;
  }

  /**
   * Which part of the values written so far went into the columns of their path, for each Variant
   * column that the options shred, by its path in the file.
   */
  public Map<String, List<VariantShred.Share>> shreddedShares() {
    Map<String, List<VariantShred.Share>> shares = new LinkedHashMap<>();
    shreds.forEach((column, shred) -> shares.put(column, shred.shares()));
    return shares;
  }

  /**
   * Appends a batch.
   *
   * @param batch of the writer's schema; read only, and not needed afterwards
   * @throws IOException if writing fails
   * @throws io.arrowparquet.storage.InvalidRequestException if a row is out of the order that the
   *     options say, and have checked
   * @throws io.arrowparquet.variant.MalformedVariantException if a column to be shredded has a row
   *     that is not a Variant
   * @throws io.arrowparquet.variant.ConversionException if a field that is not nullable has a null,
   *     or a value is not one of its type: a decimal of more digits, a time beyond a day; or if the
   *     values that a row has in one column, which are in one page, are more than 1 GiB
   * @throws IllegalArgumentException if the batch has another schema. After this and any other
   *     exception the file cannot be finished
   */
  public void write(VectorSchemaRoot batch) throws IOException {
    call(
        () -> {
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

  private void append(VectorSchemaRoot batch) throws IOException {
    BatchColumns.requireSchema(schema, batch.getSchema(), options.shreddings().keySet());
    if (batches == null) {
      start(batch);
    }
    if (order != null) {
      order.check(batch);
    }
    List<FieldVector> vectors = batch.getFieldVectors();
    batches.write(vectors, batch.getRowCount());
  }

  /**
   * Ends the row group, so that rows that follow are in another one. Nothing if it has no rows.
   *
   * @throws IOException if writing fails
   */
  public void endRowGroup() throws IOException {
    call(
        () -> {
          if (batches != null) {
            batches.endRowGroup();
          }
          return null;
        });
  }

  /**
   * Bytes of the file so far, those of the open row group among them, which are in memory: about as
   * many as they will be.
   *
   * @throws IOException if a call before has failed
   */
  public long bytesSoFar() throws IOException {
    return call(() -> batches == null ? 0L : batches.bytesOut() + batches.bytesHeld());
  }

  /**
   * Bytes of the open row group, which {@link #endRowGroup} frees.
   *
   * @throws IOException if a call before has failed
   */
  public long bytesHeld() throws IOException {
    return call(() -> batches == null ? 0L : batches.bytesHeld());
  }

  /**
   * Adds a key and its value to the footer, in place of those of the options and of the schema's
   * metadata; until {@link #finish}.
   *
   * @throws IllegalArgumentException if the key is that of the Arrow schema, which the options have
   * @throws IOException if a call before has failed
   */
  public void putKeyValue(String key, String value) throws IOException {
    if (key.equals(ArrowSchema.ARROW_SCHEMA)) {
      throw new IllegalArgumentException("key " + key + " has the schema, if the options say so");
    }
    Objects.requireNonNull(value, key);
    call(() -> keyValues.put(key, value));
  }

  /**
   * Writes what is left and the footer, and puts the file in its place.
   *
   * @return what was written
   * @throws IOException if writing fails
   * @throws java.nio.file.FileAlreadyExistsException if the file has appeared meanwhile and is not
   *     to be replaced
   */
  public WrittenFile finish() throws IOException {
    return call(
        () -> {
          WrittenFile file = complete();
          finished = true;
          return file;
        });
  }

  private WrittenFile complete() throws IOException {
    if (batches == null) {
      start(null);
    }
    keyValues.forEach(batches::putKeyValue);
    FlatFooter footer = batches.finish();
    WrittenFile file = new WrittenFile(sink.name(), batches.bytesOut(), footer);
    sink.commit();
    return file;
  }

  private <T> T call(UseGuard.Call<T> work) throws IOException {
    return guard.call(
        () -> {
          if (finished) {
            throw new IllegalStateException(sink.name() + " is finished");
          }
          return work.run();
        });
  }

  /** Frees everything, after a call that is under way; without {@link #finish} there is no file. */
  @Override
  public void close() throws IOException {
    guard.close(
        () -> {
          BatchFile file = batches;
          try (sink;
              file;
              order) {
            batches = null;
          }
        });
  }
}
