// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * All that a worker needs to read a part of one file, to be sent to it as bytes: where the file is
 * and which version of it, the row groups, the filter that is left to evaluate, the columns and
 * Variant paths, the schema to read into and, if wanted, the footer of the columns and their
 * indexes, so that the worker reads pages alone.
 *
 * <pre>{@code
 * byte[] bytes = split.toBytes();                            // where it is planned
 * try (ArrowReader reader = ParquetSplit.from(bytes).open(sources, allocator)) { ... }
 * }</pre>
 *
 * <p>Of the {@link ParquetReadOptions} the bytes have what says which rows and columns there are:
 * {@code rowGroups}, {@code columns}, {@code rowColumns}, {@code variantPaths}, {@code
 * variantColumns}, {@code filter}, {@code rows}, {@code withoutRows}, {@code offset}, {@code
 * limit}, {@code int96Unit}, {@code int96Instants} and {@code caseInsensitive}. How they are read,
 * in batches of which size or as which of Arrow's types for example, is for who reads.
 *
 * <p>Immutable; threads may share one.
 */
public final class ParquetSplit {
  private final SourceEntry file;
  private final ParquetReadOptions options;
  private final ReaderSchema schema;
  private final FooterOfSplit footer;

  ParquetSplit(
      SourceEntry file, ParquetReadOptions options, ReaderSchema schema, FooterOfSplit footer) {
    this.file = file;
    this.options = options;
    this.schema = schema;
    this.footer = footer;
  }

  /**
   * A part of a file.
   *
   * @param file what is known of it is demanded when it is read: another length or version is a
   *     {@link io.arrowparquet.storage.ChangedSourceException}
   * @param options which rows and columns, in the words of the file
   */
  public static ParquetSplit of(SourceEntry file, ParquetReadOptions options) {
    return new ParquetSplit(
        Objects.requireNonNull(file, "file"), Objects.requireNonNull(options), null, null);
  }

  /**
   * The same part, read into a schema of the caller's, in whose words the options are then. Without
   * the footer, which is that of the columns for another schema. Null, the default, for the file's.
   */
  public ParquetSplit withSchema(@Nullable ReaderSchema target) {
    return new ParquetSplit(file, options, target, null);
  }

  /**
   * The same part with what is needed of the file's footer, or without if that is null.
   *
   * @param whole of this file; one that is not {@linkplain
   *     io.arrowparquet.footer.flat.FlatFooter#isComplete complete} is left to the worker to read
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if the file does not go into
   *     the schema
   * @throws InvalidRequestException if a column of the options cannot be read as they say
   */
  public ParquetSplit withFooter(@Nullable ParquetFooter whole) {
    if (whole == null) {
      return new ParquetSplit(file, options, schema, null);
    }
    FilePlan plan = SplitFiles.plan(whole, options, SplitFiles.target(schema));
    return withPart(FooterOfSplit.of(whole, plan, options, null));
  }

  /**
   * The same part with what leaves pages unread, so that the worker asks for pages alone: the
   * offset indexes of its columns, and the column indexes and Bloom filters of those that the
   * filter compares, in this order as far as they fit. Each is read now, neighbours at once. This
   * split itself without {@linkplain #hasFooter the footer}, and where all rows are read.
   *
   * @param bytes the file; stays open
   * @param mostBytes of all indexes, before they are compressed; at least 0
   * @param allocator for the bytes while they are read; stays the caller's
   * @throws IOException if reading fails
   */
  public ParquetSplit withIndexes(ByteSource bytes, long mostBytes, BufferAllocator allocator)
      throws IOException {
    if (footer == null || !BundledFiles.readsInPart(options)) {
      return this;
    }
    ParquetFooter part = footer.read(SourceEntry.name(file.uri()));
    FilePlan plan = FilePlan.of(part, options, SplitFiles.target(schema));
    return withPart(footer.withIndexes(bytes, part, plan, mostBytes, allocator));
  }

  /**
   * The same part of the same file with another filter, null for all rows: the row groups that were
   * planned for one filter, for example, without evaluating it.
   *
   * @param filter of columns that the split reads already
   */
  public ParquetSplit withFilter(@Nullable RowFilter filter) {
    return new ParquetSplit(file, options.withFilter(filter), schema, footer);
  }

  ParquetSplit withPart(FooterOfSplit part) {
    return new ParquetSplit(file, options, schema, part);
  }

  /** The file. */
  public SourceEntry file() {
    return file;
  }

  /** The rows and columns; with the defaults for how they are read, if it came from bytes. */
  public ParquetReadOptions options() {
    return options;
  }

  /** What is read into; null for the schema of the file. */
  public @Nullable ReaderSchema schema() {
    return schema;
  }

  /** Whether the footer of the columns is here, so that none is read. */
  public boolean hasFooter() {
    return footer != null;
  }

  FooterOfSplit footer() {
    return footer;
  }

  /**
   * Reads the rows.
   *
   * @param sources opens the file, when the first batch is read or the footer is needed
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @return the caller's, to be closed; errors, threads and use after closing as with {@link
   *     io.arrowparquet.parquet.ParquetArrowReader}
   * @throws IOException if the footer is not here and cannot be read
   * @throws io.arrowparquet.storage.ChangedSourceException if it is another version of the file;
   *     also from the reader
   * @throws io.arrowparquet.footer.CorruptFooterException if the footer is damaged
   * @throws InvalidRequestException if a column does not exist, or a literal is none of its
   *     column's
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if a column cannot be read
   */
  public FileSetReader open(SourceFactory sources, BufferAllocator allocator) throws IOException {
    return open(sources, null, options, allocator);
  }

  /**
   * As {@link #open(SourceFactory, BufferAllocator)}, and how to do it.
   *
   * @param footers asked for the footer, if the split has none; null to read it
   * @param reading what says which rows and columns there are does not matter
   */
  public FileSetReader open(
      SourceFactory sources,
      @Nullable FooterCache footers,
      ParquetReadOptions reading,
      BufferAllocator allocator)
      throws IOException {
    ParquetReadOptions own = in(reading);
    SplitFiles files = new SplitFiles(List.of(this), sources, footers, own);
    return new FileSetReader(
        files, files.fragments(), files.schema(), own, new ReadsUnderWay(), allocator);
  }

  /** The split's rows and columns, read as other options say. */
  ParquetReadOptions in(ParquetReadOptions reading) {
    return SplitFormat.OPTIONS.copy(options, reading);
  }

  /**
   * The split as bytes, which {@link #from(byte[])} takes. They have a version and a checksum.
   *
   * @throws InvalidRequestException if there is something in it that bytes cannot have: a
   *     {@linkplain io.arrowparquet.parquet.options.RowFilter#custom condition of the caller's}, or
   *     a literal of a class that no type is compared with
   */
  public byte[] toBytes() {
    return SplitFormat.toBytes(this);
  }

  /**
   * The split of some bytes.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if they are damaged, or of a version that
   *     this one does not know
   */
  public static ParquetSplit from(byte[] bytes) {
    return SplitFormat.from(bytes);
  }

  /** As {@link #from(byte[])}, from the buffer's position to its limit, which stay as they are. */
  public static ParquetSplit from(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return from(copy);
  }

  @Override
  public String toString() {
    return SourceEntry.name(file.uri())
        + (options.rowGroups() == null ? "" : ", row groups " + options.rowGroups())
        + (options.filter() == null ? "" : ", filter " + options.filter());
  }
}
