// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.parquet.internal.write.WritePlan.Planned;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.SortColumn;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.internal.ChannelPieces;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Batches of vectors to a Parquet file in an open channel, a row group after another. */
public final class BatchFile implements AutoCloseable {
  /** Rows that are put into one column before the next one gets its own. */
  private static final int MOST_ROWS_AT_ONCE = 4096;

  private static final String ROOT_NAME = "schema";

  private final ParquetWriteOptions options;
  private final ParquetProperties properties;
  private final PageBytesCompressor compressor;
  private final MessageType schema;
  private final List<NodeWriter> writers;
  private final List<LeafNodeWriter> leaves;
  private final Map<String, String> keyValues;
  private final ChannelOutput output;
  private final ParquetFileWriter file;

  private final Set<Integer> duplicated;
  private final List<SortingColumn> sorting;

  /** For each row group written the second encodings by column. */
  private final List<Map<Integer, ColumnChunk>> duplicates = new ArrayList<>();

  private final Slots slots = new Slots();
  private OpenRowGroup rowGroup;

  /**
   * Starts a file.
   *
   * @param channel empty; stays the caller's
   * @param forms of Variant columns, by dotted path; those without are written as they are
   * @throws UnsupportedColumnException if a field has no Parquet type, or a column that is to have
   *     a second encoding is not there or of another type
   */
  public BatchFile(
      FileChannel channel,
      Schema arrow,
      Map<String, VariantForm> forms,
      ParquetWriteOptions options,
      BufferAllocator allocator)
      throws IOException {
    this.options = options;
    WritePlan plan = new WritePlan(allocator, options.dictionaries(), forms);
    List<Planned> planned = plan.fields(arrow.getFields());
    this.writers = WritePlan.writers(planned);
    this.leaves = plan.leaves();
    this.schema =
        new MessageType(ROOT_NAME, planned.stream().map(Planned::type).toArray(Type[]::new));
    this.properties = properties(options, plan);
    this.duplicated = duplicated(schema, options.duplicateEncodings().keySet());
    this.sorting = sorting(schema, options.sortedBy());
    this.compressor = PageBytesCompressor.of(options.codec());
    this.keyValues = keyValues(arrow, planned.stream().map(Planned::field).toList());
    this.output = new ChannelOutput(channel);
    this.file =
        new ParquetFileWriter(
            output,
            schema,
            ParquetFileWriter.Mode.CREATE,
            options.rowGroupBytes(),
            0,
            null,
            properties);
    file.start();
  }

  private static ParquetProperties properties(ParquetWriteOptions options, WritePlan plan) {
    ParquetProperties.Builder builder =
        ParquetProperties.builder()
            .withPageSize(options.pageBytes())
            .withPageRowCountLimit(options.pageRows())
            // The size of a page is first checked after this many rows.
            .withMinRowCountForPageSizeCheck(1)
            .withDictionaryEncoding(options.dictionary())
            .withPageWriteChecksumEnabled(options.pageChecksums())
            .withStatisticsTruncateLength(options.statisticsBytes())
            .withColumnIndexTruncateLength(options.statisticsBytes())
            .withWriterVersion(
                options.dataPageV2()
                    ? ParquetProperties.WriterVersion.PARQUET_2_0
                    : ParquetProperties.WriterVersion.PARQUET_1_0);
    options.bloomFilters().forEach(column -> builder.withBloomFilterEnabled(column, true));
    // Min/max of the metadata column cannot prune anything and would bloat the footer.
    plan.metadataPaths().forEach(column -> builder.withStatisticsEnabled(column, false));
    // Residual values seldom repeat: a dictionary would cost time and save nothing.
    plan.valuePaths().forEach(column -> builder.withDictionaryEncoding(column, false));
    return builder.build();
  }

  private static Set<Integer> duplicated(MessageType schema, Set<String> wanted) {
    Set<Integer> found = new HashSet<>();
    Set<String> missing = new TreeSet<>(wanted);
    // Once: parquet-java makes the list anew for each call.
    List<ColumnDescriptor> columns = schema.getColumns();
    for (int i = 0; i < columns.size(); i++) {
      ColumnDescriptor column = columns.get(i);
      String path = String.join(".", column.getPath());
      if (wanted.contains(path)) {
        PrimitiveTypeName type = column.getPrimitiveType().getPrimitiveTypeName();
        if (type != PrimitiveTypeName.FLOAT && type != PrimitiveTypeName.DOUBLE) {
          throw new UnsupportedColumnException(
              path, "a column of " + type, "one of FLOAT or DOUBLE, to be encoded in ALP");
        }
        found.add(i);
        missing.remove(path);
      }
    }
    for (String path : missing) {
      throw new InvalidRequestException(path, "no such column", "one, to be encoded in ALP");
    }
    return found;
  }

  private Map<String, String> keyValues(Schema arrow, List<Field> fields) {
    Map<String, String> all = new LinkedHashMap<>();
    if (arrow.getCustomMetadata() != null) {
      all.putAll(arrow.getCustomMetadata());
    }
    all.putAll(options.keyValues());
    all.remove(ArrowSchema.ARROW_SCHEMA);
    if (options.arrowSchema()) {
      byte[] message = new Schema(fields, arrow.getCustomMetadata()).serializeAsMessage();
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
      for (int i = 0; i < writers.size(); i++) {
        writers.get(i).start(NodeWriter.requireRows(vectors.get(i), rows));
      }
      int step = rowsAtOnce(vectors, rows);
      int done = 0;
      while (done < rows) {
        if (rowGroup == null) {
          rowGroup = new OpenRowGroup(schema, duplicated, properties, compressor, leaves);
        }
        long room = Math.min(options.rowGroupRows() - rowGroup.rows(), rowsToPageEnd());
        int count = (int) Math.min(Math.min(step, rows - done), room);
        writeRows(done, count);
        done += count;
      }
    } finally {
      writers.forEach(NodeWriter::end);
    }
  }

  private void writeRows(int first, int count) throws IOException {
    slots.setRows(first, count);
    for (NodeWriter writer : writers) {
      writer.write(slots);
    }
    rowGroup.endRows(count);
    if (rowGroup.rows() >= options.rowGroupRows()
        || rowGroup.bufferedBytes() >= options.rowGroupBytes()) {
      flush();
    }
  }

  /** Rows to write at once, so that pages, which end between them, stay near their size. */
  private int rowsAtOnce(List<FieldVector> vectors, int rows) {
    long bytes = 0;
    for (FieldVector vector : vectors) {
      bytes += vector.getBufferSize();
    }
    long ofPage = bytes == 0 ? rows : properties.getPageSizeThreshold() * (long) rows / bytes;
    return (int) Math.max(1, Math.min(MOST_ROWS_AT_ONCE, ofPage));
  }

  /** Rows until a page is full: pages end only between runs of rows that are written at once. */
  private long rowsToPageEnd() {
    int pageRows = properties.getPageRowCountLimit();
    return pageRows - rowGroup.rows() % pageRows;
  }

  /** Ends the row group; nothing if it has no rows. */
  public void endRowGroup() throws IOException {
    if (rowGroup != null) {
      flush();
    }
  }

  /** Bytes of the file but for those held. */
  public long bytesOut() {
    return output.stream.getPos();
  }

  /** Bytes of the open row group, about as many as they will be in the file. */
  public long bytesHeld() {
    return rowGroup == null ? 0 : rowGroup.bufferedBytes();
  }

  /** Adds to the footer, in place of what it had for the key. */
  public void putKeyValue(String key, String value) {
    keyValues.put(key, value);
  }

  private void flush() throws IOException {
    try (OpenRowGroup full = rowGroup) {
      rowGroup = null;
      duplicates.add(full.flushTo(file, output.stream()));
    }
  }

  public void finishRows() throws IOException {
    endRowGroup();
    output.stream().flush();
  }

  /** Writes the footer, after {@link #finishRows}; afterwards only to be closed. */
  public void finish() throws IOException {
    file.end(keyValues);
  }

  /**
   * Says in the footer of the finished file what parquet-java does not: another program than itself
   * that made it, and where the second encodings are.
   *
   * @param channel the one the file was written to
   */
  public void completeFooter(FileChannel channel) throws IOException {
    if (options.createdBy() != null || !sorting.isEmpty()) {
      DuplicateFooter.rewrite(channel, this::completed);
    }
    if (!duplicated.isEmpty()) {
      List<List<String>> paths =
          schema.getColumns().stream().map(column -> List.of(column.getPath())).toList();
      DuplicateFooter.rewrite(channel, thrift -> DuplicateFooter.of(paths, thrift, duplicates));
    }
  }

  private byte[] completed(byte[] thrift) throws IOException {
    FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(thrift));
    if (options.createdBy() != null) {
      metadata.setCreated_by(options.createdBy());
    }
    if (!sorting.isEmpty()) {
      metadata.getRow_groups().forEach(rowGroup -> rowGroup.setSorting_columns(sorting));
    }
    ByteArrayOutputStream completed = new ByteArrayOutputStream(thrift.length);
    Util.writeFileMetaData(metadata, completed);
    return completed.toByteArray();
  }

  private static List<SortingColumn> sorting(MessageType schema, List<SortColumn> sortedBy) {
    List<String> paths =
        schema.getColumns().stream().map(column -> String.join(".", column.getPath())).toList();
    List<SortingColumn> columns = new ArrayList<>();
    for (SortColumn column : sortedBy) {
      int number = paths.indexOf(column.path());
      if (number < 0) {
        throw new InvalidRequestException(column.path(), "no such column", "one to sort by");
      }
      columns.add(new SortingColumn(number, column.descending(), column.nullsFirst()));
    }
    return columns;
  }

  @Override
  public void close() throws IOException {
    try {
      if (rowGroup != null) {
        rowGroup.close();
        rowGroup = null;
      }
    } finally {
      compressor.release();
      file.close();
    }
  }

  /** A file that is open already, from its start. Closing the stream leaves it open. */
  private static final class ChannelOutput implements OutputFile {
    private static final int BUFFER_BYTES = 256 * 1024;

    private final Stream stream;

    ChannelOutput(FileChannel channel) {
      this.stream = new Stream(channel);
    }

    /** The only stream; {@link #create} returns it too. */
    PositionOutputStream stream() {
      return stream;
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) {
      return stream;
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
      return stream;
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }

    private static final class Stream extends PositionOutputStream {
      private final FileChannel channel;
      private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
      private long flushed;

      Stream(FileChannel channel) {
        this.channel = channel;
      }

      @Override
      public long getPos() {
        return flushed + buffer.position();
      }

      @Override
      public void write(int b) throws IOException {
        if (!buffer.hasRemaining()) {
          flush();
        }
        buffer.put((byte) b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
          if (!buffer.hasRemaining()) {
            flush();
          }
          int step = Math.min(length - done, buffer.remaining());
          buffer.put(bytes, offset + done, step);
          done += step;
        }
      }

      @Override
      public void flush() throws IOException {
        buffer.flip();
        flushed += buffer.remaining();
        ChannelPieces.write(channel, buffer);
        buffer.clear();
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    }
  }
}
