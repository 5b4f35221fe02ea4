// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.WriterQuirks;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.RowGroup.SortingColumn;
import io.arrowparquet.parquet.internal.codec.PageCompressor;
import io.arrowparquet.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.parquet.internal.prune.ChunkPlaces;
import io.arrowparquet.parquet.internal.rewrite.SchemaChange.KeptColumn;
import io.arrowparquet.parquet.internal.write.BatchFile;
import io.arrowparquet.parquet.internal.write.ModuleSeal;
import io.arrowparquet.parquet.internal.write.SinkOutput;
import io.arrowparquet.parquet.internal.write.WrittenRowGroup;
import io.arrowparquet.parquet.internal.write.WrittenRowGroup.WrittenChunk;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.OptionValues;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;

/** A new file of the column chunks of others. One thread. */
public final class RewrittenFile implements AutoCloseable {
  private static final int COPIED_AT_ONCE = 256 << 10;

  private final Request request;
  private final String name;
  private final BufferAllocator allocator;
  private final List<RewriteInput> inputs;
  private final SchemaChange schema;
  private final ModuleSeal seal;
  private final String createdBy;

  /** By the columns of the old files; null for none. */
  private final List<ColumnOrder> orders;

  private final Map<ParquetCodec, PageCompressor> compressors = new EnumMap<>(ParquetCodec.class);
  private final List<WrittenRowGroup> groups = new ArrayList<>();
  private final SinkOutput out;
  private final byte[] piece = new byte[COPIED_AT_ONCE];

  /** What is to change: by default nothing. */
  public static final class Request extends OptionValues<Request> {
    /** By dotted path, columns and groups. */
    public Map<String, String> dropped = Map.of();

    /** New names by dotted path. */
    public Map<String, String> renamed = Map.of();

    /** Of all pages; null for the one that each has. */
    public ParquetCodec codec;

    /** Instead of those of the files; without a key whose value is null. */
    public Map<String, String> keyValues = Map.of();

    public FooterLayout footer = FooterLayout.THRIFT;

    /** Of the files; null for none. */
    public DecryptionKeys decryption;

    /** Of the new file; null for none. */
    public FileEncryption encryption;

    public boolean overwrite;

    /** Bytes of the files in memory. */
    public long windowBytes = 64L << 20;
  }

  /**
   * What was written.
   *
   * @param length of the file
   */
  public record Written(FlatFooter footer, long length) {}

  /** Writes and publishes a file; the sources and the sink stay open. */
  public static Written write(
      List<ByteSource> sources, ByteSink sink, Request request, BufferAllocator allocator)
      throws IOException {
    List<RewriteInput> inputs = new ArrayList<>();
    for (ByteSource source : sources) {
      RewriteInput input = RewriteInput.read(source, request.decryption);
      inputs.add(input);
      input.requireSchemaOf(inputs.get(0));
    }
    try (RewrittenFile file = new RewrittenFile(inputs, sink, request, allocator)) {
      file.seal.begin(file.out);
      file.copyAll();
      FlatFooter footer = file.seal.end(file.name, file.groups, file::footer, file.out);
      sink.commit();
      return new Written(footer, file.out.position());
    }
  }

  private RewrittenFile(
      List<RewriteInput> inputs, ByteSink sink, Request request, BufferAllocator allocator) {
    RewriteInput first = inputs.get(0);
    this.inputs = inputs;
    this.name = sink.name();
    this.out = new SinkOutput(sink);
    this.request = request;
    this.allocator = allocator;
    this.schema =
        new SchemaChange(first.footer().schema(), request.dropped.keySet(), request.renamed);
    this.seal =
        ModuleSeal.of(
            request.encryption,
            request.footer,
            schema.columns().stream().map(KeptColumn::path).toList());
    boolean isOfOne =
        inputs.stream().allMatch(input -> input.createdBy().equals(first.createdBy()));
    this.createdBy = isOfOne ? first.footer().createdBy() : BatchFile.CREATED_BY;
    this.orders = orders(inputs);
  }

  /** Those of the first file that says them of all columns; null if none does. */
  private static List<ColumnOrder> orders(List<RewriteInput> inputs) {
    int columns = inputs.get(0).flat().columnCount();
    return inputs.stream()
        .map(input -> input.footer().columnOrders())
        .filter(orders -> orders != null && orders.size() >= columns)
        .findFirst()
        .orElse(null);
  }

  SchemaChange schema() {
    return schema;
  }

  /** What becomes of the modules of the new file. */
  ModuleSeal seal() {
    return seal;
  }

  /** Row groups whose pages are in the new file. */
  int copiedGroups() {
    return groups.size();
  }

  /** Null where pages keep theirs. */
  ParquetCodec codec() {
    return request.codec;
  }

  /** Whether the new file says that the writer of this one has written it. */
  boolean names(RewriteInput input) {
    return Objects.equals(createdBy, input.footer().createdBy());
  }

  /** Shared by all chunks, and closed with this. */
  PageCompressor compressor(ParquetCodec codec) {
    return compressors.computeIfAbsent(codec, wanted -> PageCompressor.of(wanted, null));
  }

  SinkOutput out() {
    return out;
  }

  void copy(ChunkInput in, long from, long end) throws IOException {
    for (long at = from; at < end; at += piece.length) {
      int length = (int) Math.min(piece.length, end - at);
      in.copy(at, piece, 0, length);
      out.write(ByteBuffer.wrap(piece, 0, length));
    }
  }

  /** The first bytes of the files that follow are on their way meanwhile. */
  private void copyAll() throws IOException {
    long window = inputs.size() == 1 ? request.windowBytes : request.windowBytes / 2;
    Deque<FileCopy> ahead = new ArrayDeque<>();
    try {
      long ofAhead = 0;
      int next = 0;
      while (next < inputs.size() || !ahead.isEmpty()) {
        while (next < inputs.size() && (ahead.isEmpty() || ofAhead < window)) {
          FileCopy copy = open(inputs.get(next), window);
          next++;
          ahead.add(copy);
          ofAhead += copy.firstBytes();
          copy.startFirst();
        }
        FileCopy first = ahead.element();
        groups.addAll(copy(first));
        ofAhead -= first.firstBytes();
        ahead.remove().close();
      }
    } finally {
      ahead.forEach(FileCopy::close);
    }
  }

  private static List<WrittenRowGroup> copy(FileCopy file) throws IOException {
    try {
      return file.copy();
    } catch (CorruptFooterException e) {
      throw e.in(file.name());
    }
  }

  private FileCopy open(RewriteInput input, long window) {
    boolean saysTheSame = names(input) && Objects.equals(orders, input.footer().columnOrders());
    InheritedStatistics inherited =
        saysTheSame
            ? null
            : new InheritedStatistics(input.flat(), WriterQuirks.of(createdBy), orders);
    try {
      return new FileCopy(input, this, inherited, window, allocator);
    } catch (CorruptFooterException e) {
      throw e.in(input.source().name());
    }
  }

  private FileMetaData footer(List<RowGroup> rowGroups) {
    long rows = rowGroups.stream().mapToLong(RowGroup::numRows).reduce(0, Math::addExact);
    int version = inputs.stream().mapToInt(input -> input.footer().version()).max().getAsInt();
    return new FileMetaData(
        version,
        schema.elements(),
        rows,
        rowGroups,
        MergedKeyValues.of(inputs, schema, request.keyValues),
        createdBy,
        orders == null
            ? null
            : schema.columns().stream().map(column -> orders.get(column.number())).toList(),
        null,
        null);
  }

  WrittenRowGroup written(RowGroup old, List<WrittenChunk> chunks) {
    return new WrittenRowGroup(
        chunks,
        old.numRows(),
        sortingColumns(old),
        old.fileOffset() == null || chunks.isEmpty()
            ? null
            : (Long) ChunkPlaces.startOffset(chunks.get(0).metaData()),
        old.ordinal() != null || request.encryption != null);
  }

  /** The order that is left: up to the first column that is not. */
  private List<SortingColumn> sortingColumns(RowGroup old) {
    if (old.sortingColumns() == null) {
      return null;
    }
    List<Integer> numbers = schema.columns().stream().map(KeptColumn::number).toList();
    List<SortingColumn> kept = new ArrayList<>();
    for (SortingColumn column : old.sortingColumns()) {
      int number = numbers.indexOf(column.columnIdx());
      if (number < 0) {
        break;
      }
      kept.add(new SortingColumn(number, column.descending(), column.nullsFirst()));
    }
    return kept.isEmpty() ? null : kept;
  }

  @Override
  public void close() {
    compressors.values().forEach(PageCompressor::close);
  }
}
