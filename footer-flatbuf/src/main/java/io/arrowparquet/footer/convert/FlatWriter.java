// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.FooterDirectory;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ParquetFbs.Empty;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The buffer being built, and what is shared in it: equal strings, equal byte vectors, the one
 * empty table. All values are slices of the Thrift bytes.
 *
 * <p>Callers set exactly what is to be in the buffer: an optional zero (null_count, say) is
 * written.
 */
final class FlatWriter {
  /** For tables of which there are very many. */
  final TableBlock block;

  final byte[] source;
  private final FlatBufferBuilder builder;
  private final TableWriter tables;
  private final ByteBuffer sourceView;
  private final SliceCache strings;
  private final SliceCache vectors;
  private final Memory memory = new Memory();
  private final SharedRanges shared = new SharedRanges();
  private int empty;

  FlatWriter(byte[] source, int expectedBytes) {
    this.source = source;
    this.sourceView = ByteBuffer.wrap(source);
    this.strings = new SliceCache(source);
    this.vectors = new SliceCache(source);
    this.builder = new NotingBuilder(expectedBytes, memory);
    this.tables = new TableWriter(builder);
    this.block = new TableBlock(builder, expectedBytes);
  }

  /** The builder, with all that was written before in its buffer. */
  FlatBufferBuilder builder() {
    block.flush();
    return builder;
  }

  /** Begins a table; until it ends nothing else may be written. */
  TableWriter begin(TableShape shape) {
    block.flush();
    return tables.begin(shape);
  }

  int offset() {
    return builder().offset();
  }

  /**
   * Says that tables of several parts of the buffer refer to bytes written meanwhile.
   *
   * @param before {@link #offset} before they were written
   */
  void noteShared(int before) {
    shared.add(before, offset());
  }

  /** Strings and vectors written up to here are not shared with those that follow. */
  void endPart() {
    strings.clear();
    vectors.clear();
  }

  int string(int start, int length) {
    int known = strings.get(start, length, 0, 0);
    if (known != 0) {
      return known;
    }
    int written;
    if (block.fits(length)) {
      written = block.putVector(source, start, length, true);
    } else {
      sourceView.limit(start + length).position(start);
      written = builder().createString(sourceView);
    }
    strings.put(start, length, 0, 0, written);
    return written;
  }

  /** A byte vector, shared with equal ones. */
  int bytes(int start, int length) {
    int known = vectors.get(start, length, 0, 0);
    if (known != 0) {
      return known;
    }
    int written = unsharedBytes(start, length);
    vectors.put(start, length, 0, 0, written);
    return written;
  }

  int unsharedBytes(int start, int length) {
    return block.fits(length)
        ? block.putVector(source, start, length, false)
        : builder().createByteVector(source, start, length);
  }

  int empty() {
    if (empty == 0) {
      int before = offset();
      empty = begin(Empty.SHAPE).end();
      noteShared(before);
    }
    return empty;
  }

  /**
   * The blocks with what several parts of the finished buffer refer to.
   *
   * @param front those before this position are left out
   */
  int[] sharedBlocks(int size, int front) {
    return shared.blocks(size, front >>> BlockChecksums.BLOCK_SHIFT, FooterDirectory.MAX_SHARED);
  }

  /** The array that ends with all that the builder has written. */
  byte[] written() {
    return memory.current.array();
  }

  /** The vtable of a table; both are counted from the buffer's end. */
  int vtableOf(int table) {
    ByteBuffer written = memory.current;
    return table + written.getInt(written.capacity() - table);
  }

  //  vtable     size of itself: 2 bytes | size of a table | place of each field in it, 0 if absent
  /** Size of a table with this vtable, then the place in it of each slot, 0 if absent. */
  short[] layoutOf(int vtable, int slots) {
    ByteBuffer written = memory.current;
    int at = written.capacity() - vtable;
    int entries = written.getShort(at) / Short.BYTES - 1;
    short[] layout = new short[slots + 1];
    for (int i = 0; i < entries; i++) {
      layout[i] = written.getShort(at + (i + 1) * Short.BYTES);
    }
    return layout;
  }

  int references(int[] offsets, int count) {
    int begin = beginInts(count);
    byte[] bytes = written();
    for (int i = 0; i < count; i++) {
      int at = begin + i * Integer.BYTES;
      ArrayNumbers.INT.set(bytes, at, bytes.length - at - offsets[i]);
    }
    return builder.endVector();
  }

  int ints(int[] values, int count) {
    int begin = beginInts(count);
    byte[] bytes = written();
    for (int i = 0; i < count; i++) {
      ArrayNumbers.INT.set(bytes, begin + i * Integer.BYTES, values[i]);
    }
    return builder.endVector();
  }

  /** A vector of 64-bit structs that are aligned as their halves are. */
  int pairs(long[] values) {
    builder().createUnintializedVector(Long.BYTES, values.length, Integer.BYTES);
    byte[] bytes = written();
    int begin = bytes.length - builder.offset();
    for (int i = 0; i < values.length; i++) {
      ArrayNumbers.LONG.set(bytes, begin + i * Long.BYTES, values[i]);
    }
    return builder.endVector();
  }

  /**
   * Makes room for a vector of structs, between position and limit; ends with {@link #endStructs}.
   */
  ByteBuffer beginStructs(int width, int count, int alignment) {
    return builder().createUnintializedVector(width, count, alignment);
  }

  int endStructs() {
    return builder.endVector();
  }

  /**
   * Tables one after another, with nothing but a reference each: 8 bytes.
   *
   * @param vtable of a table whose only field comes after the link
   * @return the first table
   */
  int tablesOfOneReference(int vtable, int[] targets, int count) {
    int begin = beginInts(2 * count);
    byte[] bytes = written();
    for (int i = 0; i < count; i++) {
      int at = begin + i * Long.BYTES;
      int table = bytes.length - at;
      ArrayNumbers.INT.set(bytes, at, vtable - table);
      ArrayNumbers.INT.set(bytes, at + Integer.BYTES, table - Integer.BYTES - targets[i]);
    }
    // The number of elements that a vector has in front is of no use here.
    builder.endVector();
    return bytes.length - begin;
  }

  /** Makes room at the end of the buffer, where nothing may have been written yet. */
  int directory() {
    beginInts(FooterDirectory.ELEMENTS);
    clear(FooterDirectory.ELEMENTS);
    return builder.endVector();
  }

  /**
   * Makes room for the checksums of all blocks of a buffer that will have at most {@code more}
   * bytes beside them. They are 0.
   */
  int blockChecksums(int more) {
    int count = 0;
    while (count < BlockChecksums.count(offset() + more + count * Integer.BYTES)) {
      count++;
    }
    beginInts(count);
    clear(count);
    return builder.endVector();
  }

  private void clear(int count) {
    int begin = written().length - builder.offset();
    Arrays.fill(written(), begin, begin + count * Integer.BYTES, (byte) 0);
  }

  /** Makes room for a vector; its first element's place in the array. */
  private int beginInts(int count) {
    builder().createUnintializedVector(Integer.BYTES, count, Integer.BYTES);
    return written().length - builder.offset();
  }

  /** Takes note of each vtable, which tables anywhere in the buffer may share. */
  private final class NotingBuilder extends FlatBufferBuilder {
    NotingBuilder(int expectedBytes, Memory memory) {
      super(expectedBytes, memory);
    }

    @Override
    public int endTable() {
      int table = super.endTable();
      // A vtable that is new is what was written last; one that is known is elsewhere.
      if (vtableOf(table) == offset()) {
        shared.add(table, offset());
      }
      return table;
    }
  }

  /**
   * The builder's memory. It grows by half: the builder asks for twice as much, which is too much.
   */
  private static final class Memory extends FlatBufferBuilder.ByteBufferFactory {
    private ByteBuffer current;

    @Override
    public ByteBuffer newByteBuffer(int capacity) {
      int granted = current == null ? capacity : capacity - current.capacity() / 2;
      current = ByteBuffer.allocate(granted).order(ByteOrder.LITTLE_ENDIAN);
      return current;
    }
  }

  /**
   * Ranges of the buffer that tables anywhere in it refer to, counted from the buffer's end. There
   * are few: vtables and lists of encodings.
   */
  static final class SharedRanges {
    /** More of them are not remembered: a reader fetches their blocks when it meets them. */
    private static final int MAX = 1 << 10;

    private int[] ranges = new int[16];
    private int count;

    void add(int begin, int end) {
      if (count == 2 * MAX) {
        return;
      }
      if (count == ranges.length) {
        ranges = Arrays.copyOf(ranges, 2 * count);
      }
      ranges[count++] = begin;
      ranges[count++] = end;
    }

    /**
     * @param size of the buffer
     * @param from blocks before it are left out
     * @param limit of the number of blocks
     */
    int[] blocks(int size, int from, int limit) {
      BitSet blocks = new BitSet();
      for (int i = 0; i < count; i += 2) {
        int first = (size - ranges[i + 1]) >>> BlockChecksums.BLOCK_SHIFT;
        int last = (size - ranges[i] - 1) >>> BlockChecksums.BLOCK_SHIFT;
        blocks.set(first, last + 1);
      }
      return blocks.stream().filter(block -> block >= from).limit(limit).toArray();
    }
  }
}
