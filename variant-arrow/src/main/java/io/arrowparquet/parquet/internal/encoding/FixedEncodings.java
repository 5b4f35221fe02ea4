// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.Int96Conversion;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The decoders of one column whose vector has values of a fixed width.
 *
 * <p>The dictionary of a column chunk is converted once. If it has a value that the vector cannot
 * hold, it is kept as it is in the file, and each row's value is converted by itself, so that only
 * a row that is asked for and has that value fails. Slower, and rare.
 *
 * <p>Owns the dictionary and the memory of its decoders. One thread at a time.
 */
public final class FixedEncodings implements FixedValues.OfColumn {
  private final BufferAllocator allocator;
  private final Scratch scratch;
  private final PhysicalType type;
  private final int physicalWidth;
  private final int width;
  private final FixedConversion conversion;
  private final boolean continuesDeltas;
  private final Map<ParquetEncoding, FixedValues> decoders = new EnumMap<>(ParquetEncoding.class);
  private DictionaryFixed converted;

  /** Null before the first dictionary that is kept as it is in the file. */
  private DictionaryFixed inFile;

  private FixedValues converting;
  private FixedValues dictionary;
  private ArrowBuf table;

  /**
   * {@code physicalWidth}: 0 for BYTE_ARRAY, which is supported for decimals of {@code width} bytes
   * only. {@code conversion}: null if values are taken as they are. {@code continuesDeltas}:
   * DELTA_BYTE_ARRAY pages go on where the one before ended.
   */
  public FixedEncodings(
      BufferAllocator allocator,
      Scratch scratch,
      PhysicalType type,
      int physicalWidth,
      int width,
      FixedConversion conversion,
      boolean continuesDeltas) {
    this.allocator = allocator;
    this.scratch = scratch;
    this.type = type;
    this.physicalWidth = physicalWidth;
    this.width = width;
    this.conversion = conversion;
    this.continuesDeltas = continuesDeltas;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public void startChunk() {
    dictionary = null;
    if (table != null) {
      table.close();
      table = null;
    }
  }

  @Override
  public FixedValues decoder(ParquetEncoding encoding, Page page) {
    if (!encoding.isDictionary()) {
      return decoders.computeIfAbsent(encoding, this::newDecoder);
    }
    if (dictionary == null) {
      Page.requireDictionary(page);
      requireHeld(page, type, physicalWidth);
      dictionary = load(page);
    }
    return dictionary;
  }

  private FixedValues load(Page page) {
    if (converted == null) {
      converted = new DictionaryFixed(width, scratch);
    }
    try {
      load(page, decoder(ParquetEncoding.PLAIN, null), width, converted);
      return converted;
    } catch (TimestampRangeException e) {
      // Perhaps no row that is asked for has that value.
      startChunk();
    }
    if (inFile == null) {
      inFile = new DictionaryFixed(physicalWidth, scratch);
      converting = new ConvertedFixed(inFile);
    }
    load(page, new PlainFixed(physicalWidth), physicalWidth, inFile);
    return converting;
  }

  private void load(Page page, FixedValues decoder, int bytes, DictionaryFixed ids) {
    int count = page.numValues();
    decoder.wrap(page.start(), page.end(), count);
    table = allocator.buffer((long) count * bytes);
    decoder.read(count, table.memoryAddress());
    ids.setDictionary(table, count);
  }

  public static void requireHeld(Page page, PhysicalType type, int typeLength) {
    int least =
        switch (type) {
          case BOOLEAN -> 0;
          case INT32, FLOAT, BYTE_ARRAY -> Integer.BYTES;
          case INT64, DOUBLE -> Long.BYTES;
          case INT96 -> Int96Conversion.BYTES;
          case FIXED_LEN_BYTE_ARRAY -> typeLength;
        };
    long size = page.end() - page.start();
    if ((long) page.numValues() * least > size) {
      throw new CorruptPageException(
          "num_values of the dictionary",
          Integer.toString(page.numValues()),
          "at most " + size / Math.max(1, least) + ", what its bytes can hold");
    }
  }

  private FixedValues newDecoder(ParquetEncoding encoding) {
    if (type == PhysicalType.BYTE_ARRAY) {
      BinaryValues binaries = BinaryValues.decoder(encoding, continuesDeltas);
      return BinaryToFixed.decimals(binaries, width, allocator);
    }
    FixedValues physical = physicalDecoder(encoding);
    return conversion == null ? physical : new ConvertedFixed(physical);
  }

  private FixedValues physicalDecoder(ParquetEncoding encoding) {
    boolean isInt = type == PhysicalType.INT32 || type == PhysicalType.INT64;
    if (encoding == ParquetEncoding.PLAIN) {
      return new PlainFixed(physicalWidth);
    }
    if (encoding == ParquetEncoding.DELTA_BINARY_PACKED && isInt) {
      return new DeltaFixed(type == PhysicalType.INT64);
    }
    if (encoding == ParquetEncoding.BYTE_STREAM_SPLIT
        && type != PhysicalType.INT96
        && physicalWidth > 0) {
      return new ByteStreamSplitFixed(physicalWidth);
    }
    if (encoding == ParquetEncoding.ALP
        && (type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE)) {
      return new AlpFixed(type == PhysicalType.DOUBLE);
    }
    if (encoding == ParquetEncoding.DELTA_BYTE_ARRAY && type == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
      return BinaryToFixed.copies(
          new DeltaByteArrayBinary(continuesDeltas), physicalWidth, allocator);
    }
    throw unsupported(encoding, type);
  }

  public static CorruptPageException unsupported(ParquetEncoding encoding, PhysicalType type) {
    return new CorruptPageException(
        "encoding of the values", encoding.toString(), "an encoding of " + type);
  }

  @Override
  public void close() {
    startChunk();
    decoders.values().forEach(FixedValues::close);
    if (converting != null) {
      converting.close();
    }
  }

  /** PLAIN values of a fixed width: copied as they are, both sides being little-endian. */
  public static final class PlainFixed implements FixedValues {
    private final int width;
    private long position;
    private long end;

    /** Null where all of it is there. */
    private Page page;

    public PlainFixed(int width) {
      this.width = width;
    }

    @Override
    public void wrap(long start, long endExclusive, int count) {
      this.position = start;
      this.end = endExclusive;
      this.page = null;
    }

    @Override
    public void wrap(Page newPage, long valuesStart) {
      wrap(valuesStart, newPage.end(), newPage.numValues());
      page = newPage;
    }

    @Override
    public long take(int count) {
      long from = position;
      skip(count, 0);
      if (page != null) {
        page.require(from, position);
      }
      return from;
    }

    @Override
    public void read(int count, long address) {
      long from = take(count);
      MemoryUtil.copyMemory(from, address, position - from);
    }

    @Override
    public void select(int[] positions, int count, int total, long address) {
      long from = take(total);
      FixedValues.gather(from, width, positions, count, address);
    }

    @Override
    public void skip(int count, long scratch) {
      long length = (long) count * width;
      if (length > end - position) {
        throw new CorruptPageException(
            "PLAIN values", (end - position) + " bytes", length + " bytes, " + count + " values");
      }
      position += length;
    }
  }

  public static final class DeltaFixed implements FixedValues {
    private final boolean wide;
    private final DeltaInts deltas = new DeltaInts();

    public DeltaFixed(boolean wide) {
      this.wide = wide;
    }

    @Override
    public void wrap(long start, long end, int count) {
      deltas.wrap(start, end, count);
    }

    @Override
    public void read(int count, long address) {
      if (wide) {
        deltas.readLongs(address, count);
      } else {
        deltas.readInts(address, count);
      }
    }

    @Override
    public void select(int[] positions, int count, int total, long address) {
      read(total, address);
      int width = wide ? Long.BYTES : Integer.BYTES;
      FixedValues.gather(address, width, positions, count, address);
    }
  }

  /** Values that are decoded to scratch memory, which this owns, and converted from there. */
  private final class ConvertedFixed implements FixedValues {
    private final FixedValues physical;
    private ArrowBuf memory;

    ConvertedFixed(FixedValues physical) {
      this.physical = physical;
    }

    @Override
    public void wrap(long start, long end, int count) {
      physical.wrap(start, end, count);
    }

    @Override
    public void wrap(Page page, long valuesStart) {
      physical.wrap(page, valuesStart);
    }

    @Override
    public void read(int count, long address) {
      long window = window();
      long to = address;
      for (int done = 0; done < count; ) {
        int step = Math.min(WINDOW, count - done);
        physical.read(step, window);
        try {
          conversion.convert(window, to, step);
        } catch (TimestampRangeException e) {
          throw e.at(done + e.index());
        }
        to += (long) step * width;
        done += step;
      }
    }

    @Override
    public void select(int[] positions, int count, int total, long address) {
      long window = window();
      physical.select(positions, count, total, window);
      conversion.convert(window, address, count);
    }

    /** Without the conversion: what is not asked for may be of any kind. */
    @Override
    public void skip(int count, long unused) {
      long window = window();
      for (int done = 0; done < count; ) {
        int step = Math.min(WINDOW, count - done);
        physical.skip(step, window);
        done += step;
      }
    }

    private long window() {
      if (memory == null) {
        memory = allocator.buffer((long) WINDOW * physicalWidth);
      }
      return memory.memoryAddress();
    }

    @Override
    public void close() {
      physical.close();
      if (memory != null) {
        memory.close();
        memory = null;
      }
    }
  }
}
