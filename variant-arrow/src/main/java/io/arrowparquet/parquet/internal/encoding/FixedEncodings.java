// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encoding.BinaryValues.DeltaLengthBinary;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.Int96Conversion;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import io.arrowparquet.parquet.internal.page.DictionaryPage;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Makes the decoders of one column whose vector has values of a fixed width: those of the physical
 * type, followed by the conversion, if any, to the vector's width.
 */
public final class FixedEncodings implements AutoCloseable {
  private final BufferAllocator allocator;
  private final DictionaryWindow window;
  private final PhysicalType type;
  private final int physicalWidth;
  private final int width;
  private final FixedConversion conversion;
  private final boolean continuesDeltas;
  private final List<ConvertedFixed> converted = new ArrayList<>();
  private final List<BinaryToFixed> ofBinaries = new ArrayList<>();

  /**
   * Decoders of a column.
   *
   * @param window of dictionary encodings, shared with other columns
   * @param physicalWidth bytes of a value in the file; 0 for BYTE_ARRAY
   * @param width bytes of a value in the vector
   * @param conversion from the one to the other; null if values are taken as they are, or are
   *     BYTE_ARRAYs, which only decimals of {@code width} bytes are made from
   * @param continuesDeltas whether DELTA_BYTE_ARRAY pages go on where the one before ended
   */
  public FixedEncodings(
      BufferAllocator allocator,
      DictionaryWindow window,
      PhysicalType type,
      int physicalWidth,
      int width,
      FixedConversion conversion,
      boolean continuesDeltas) {
    this.allocator = allocator;
    this.window = window;
    this.type = type;
    this.physicalWidth = physicalWidth;
    this.width = width;
    this.conversion = conversion;
    this.continuesDeltas = continuesDeltas;
  }

  /** Bytes of a value in the vector. */
  public int width() {
    return width;
  }

  /** Bytes of a value in the file; 0 for BYTE_ARRAY. */
  int physicalWidth() {
    return physicalWidth;
  }

  /** Refuses a dictionary that declares more values than its bytes hold, before it is decoded. */
  void checkDictionary(DictionaryPage page) {
    requireHeld(page, type, physicalWidth);
  }

  /** As {@link #checkDictionary}; {@code typeLength} is that of FIXED_LEN_BYTE_ARRAY. */
  public static void requireHeld(DictionaryPage page, PhysicalType type, int typeLength) {
    int least = leastBytes(type, typeLength);
    if ((long) page.numValues() * least > page.size()) {
      throw new CorruptPageException(
          "num_values of the dictionary",
          Integer.toString(page.numValues()),
          "at most " + page.size() / Math.max(1, least) + ", what its bytes can hold");
    }
  }

  private static int leastBytes(PhysicalType type, int typeLength) {
    return switch (type) {
      case BOOLEAN -> 0;
      case INT32, FLOAT, BYTE_ARRAY -> Integer.BYTES;
      case INT64, DOUBLE -> Long.BYTES;
      case INT96 -> Int96Conversion.BYTES;
      case FIXED_LEN_BYTE_ARRAY -> typeLength;
    };
  }

  /** A new decoder; the column's decoder handles dictionary encodings. */
  public FixedValues decoder(ParquetEncoding encoding) {
    if (type == PhysicalType.BYTE_ARRAY) {
      return opened(
          BinaryToFixed.decimals(binaryDecoder(encoding, continuesDeltas), width, allocator));
    }
    FixedValues physical = physicalDecoder(encoding);
    return conversion == null ? physical : converted(physical);
  }

  /** Adds the conversion to a decoder. */
  FixedValues converted(FixedValues physical) {
    ConvertedFixed result =
        new ConvertedFixed(allocator, physical, physicalWidth, width, conversion);
    converted.add(result);
    return result;
  }

  private FixedValues opened(BinaryToFixed decoder) {
    ofBinaries.add(decoder);
    return decoder;
  }

  /** A decoder of dictionary encodings, of a dictionary of so many bytes a value. */
  DictionaryFixed dictionary(int bytes) {
    return new DictionaryFixed(bytes, window);
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
      return opened(
          BinaryToFixed.copies(
              new DeltaByteArrayBinary(continuesDeltas), physicalWidth, allocator));
    }
    throw unsupported(encoding, type);
  }

  /** A decoder of BYTE_ARRAY values. */
  public static BinaryValues binaryDecoder(ParquetEncoding encoding, boolean continuesDeltas) {
    return switch (encoding) {
      case PLAIN -> new PlainBinary();
      case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthBinary();
      case DELTA_BYTE_ARRAY -> new DeltaByteArrayBinary(continuesDeltas);
      default -> throw unsupported(encoding, PhysicalType.BYTE_ARRAY);
    };
  }

  public static CorruptPageException unsupported(ParquetEncoding encoding, PhysicalType type) {
    return new CorruptPageException(
        "encoding of the values", encoding.toString(), "an encoding of " + type);
  }

  @Override
  public void close() {
    converted.forEach(ConvertedFixed::close);
    converted.clear();
    ofBinaries.forEach(BinaryToFixed::close);
    ofBinaries.clear();
  }

  /** PLAIN values of a fixed width: copied as they are, both sides being little-endian. */
  public static final class PlainFixed implements FixedValues {
    private final int width;
    private long position;
    private long end;

    /** Of values of {@code width} bytes. */
    public PlainFixed(int width) {
      this.width = width;
    }

    @Override
    public void wrap(long start, long endExclusive, int count) {
      this.position = start;
      this.end = endExclusive;
    }

    @Override
    public void read(int count, long address) {
      long from = position;
      skip(count, address);
      MemoryUtil.copyMemory(from, address, position - from);
    }

    @Override
    public void select(int[] positions, int count, int total, long address) {
      long from = position;
      skip(total, address);
      SelectedValues.gather(from, width, positions, count, address);
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

  /** DELTA_BINARY_PACKED values of INT32 or INT64. */
  public static final class DeltaFixed implements FixedValues {
    private final boolean wide;
    private final DeltaInts deltas = new DeltaInts();

    /** Of INT64 values if {@code wide}, else of INT32 values. */
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
      SelectedValues.gather(address, width, positions, count, address);
    }
  }

  /**
   * Values that are decoded to scratch memory and converted from there. Owns the scratch memory.
   */
  private static final class ConvertedFixed implements FixedValues, AutoCloseable {
    private final FixedValues physical;
    private final int physicalWidth;
    private final FixedConversion conversion;
    private final BufferAllocator allocator;
    private final int width;
    private ArrowBuf scratch;

    ConvertedFixed(
        BufferAllocator allocator,
        FixedValues physical,
        int physicalWidth,
        int width,
        FixedConversion conversion) {
      this.allocator = allocator;
      this.physical = physical;
      this.physicalWidth = physicalWidth;
      this.width = width;
      this.conversion = conversion;
    }

    @Override
    public void wrap(long start, long end, int count) {
      physical.wrap(start, end, count);
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
      if (scratch == null) {
        scratch = allocator.buffer((long) WINDOW * physicalWidth);
      }
      return scratch.memoryAddress();
    }

    @Override
    public void close() {
      if (scratch != null) {
        scratch.close();
        scratch = null;
      }
    }
  }
}
