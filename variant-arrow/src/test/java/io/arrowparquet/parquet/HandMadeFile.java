// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * A file page for page as the test says: what no writer's own choice would give. Columns are
 * written in their order. Closing it writes the footer.
 */
@SuppressWarnings("deprecation") // pages without a number of rows, files without properties
final class HandMadeFile implements AutoCloseable {
  /** Rows of a page of a column chunk that gets no offset index. */
  static final int NO_INDEX = -1;

  private static final int ROW_GROUP_BYTES = 1 << 20;
  private static final int SLAB = 64;

  private final List<ColumnDescriptor> columns;
  private final ParquetFileWriter writer;
  private ColumnDescriptor column;
  private int next;

  HandMadeFile(Path file, String declarations) throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { " + declarations + " }");
    columns = schema.getColumns();
    writer =
        new ParquetFileWriter(
            new LocalOutputFile(file),
            schema,
            ParquetFileWriter.Mode.OVERWRITE,
            ROW_GROUP_BYTES,
            0);
    writer.start();
  }

  void startRowGroup(long rows) throws IOException {
    writer.startBlock(rows);
    next = 0;
  }

  /** Starts the next column chunk. */
  void startColumn(long values, CompressionCodecName codec) throws IOException {
    column = columns.get(next++);
    writer.startColumn(column, values, codec);
  }

  void endColumn() throws IOException {
    writer.endColumn();
  }

  void endRowGroup() throws IOException {
    writer.endBlock();
  }

  /**
   * A page of INT32 of version 1, uncompressed.
   *
   * @param values those that are not null
   */
  void page(int[] repetition, int[] definition, int[] values, int rows) throws IOException {
    BytesInput page =
        BytesInput.concat(
            sized(levels(repetition, column.getMaxRepetitionLevel())),
            sized(levels(definition, column.getMaxDefinitionLevel())),
            BytesInput.from(plain(values)));
    Statistics<?> statistics = statistics(definition.length, values);
    rawPage(definition.length, (int) page.size(), page, Encoding.PLAIN, statistics, rows);
  }

  /** The dictionary page of the column chunk, as it is to stand in the file. */
  void dictionary(int entries, BytesInput values) throws IOException {
    writer.writeDictionaryPage(new DictionaryPage(values, entries, Encoding.PLAIN));
  }

  /** A page of version 1, without levels, as it is to stand in the file. */
  void rawPage(int count, int size, BytesInput page, Encoding encoding) throws IOException {
    rawPage(count, size, page, encoding, statistics(0), NO_INDEX);
  }

  private void rawPage(
      int count, int size, BytesInput page, Encoding encoding, Statistics<?> statistics, int rows)
      throws IOException {
    if (rows == NO_INDEX) {
      writer.writeDataPage(count, size, page, statistics, Encoding.RLE, Encoding.RLE, encoding);
    } else {
      writer.writeDataPage(
          count, size, page, statistics, rows, Encoding.RLE, Encoding.RLE, encoding);
    }
  }

  /** A page of INT32 of version 2, uncompressed. */
  void pageV2(int[] repetition, int[] definition, int[] values, int rows) throws IOException {
    rawPageV2(
        repetition,
        definition,
        BytesInput.from(plain(values)),
        values.length * Integer.BYTES,
        rows);
  }

  /**
   * A page of version 2, {@code values} as they are to stand in the file.
   *
   * @param size of the values, decompressed
   */
  void rawPageV2(int[] repetition, int[] definition, BytesInput values, int size, int rows)
      throws IOException {
    writer.writeDataPageV2(
        rows,
        definition.length - size / Integer.BYTES,
        definition.length,
        levels(repetition, column.getMaxRepetitionLevel()),
        levels(definition, column.getMaxDefinitionLevel()),
        Encoding.PLAIN,
        values,
        size,
        statistics(definition.length));
  }

  private Statistics<?> statistics(int count, int... values) {
    Statistics<?> statistics = Statistics.createStats(column.getPrimitiveType());
    for (int value : values) {
      statistics.updateStats(value);
    }
    statistics.incrementNumNulls(count - values.length);
    return statistics;
  }

  private static BytesInput levels(int[] levels, int max) throws IOException {
    if (max == 0) {
      return BytesInput.empty();
    }
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(max);
    RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(
            width, SLAB, SLAB, HeapByteBufferAllocator.getInstance());
    for (int level : levels) {
      encoder.writeInt(level);
    }
    return encoder.toBytes();
  }

  private static BytesInput sized(BytesInput levels) {
    return levels.size() == 0
        ? levels
        : BytesInput.concat(BytesInput.fromInt((int) levels.size()), levels);
  }

  /** Integers as PLAIN has them. */
  static byte[] plain(int... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  @Override
  public void close() throws IOException {
    writer.end(Map.of());
  }
}
