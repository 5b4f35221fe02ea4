// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.evolution.FieldAdapters.FieldAdapter;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.DecimalDigits;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Values of a fixed width as values of another one, or of the same. Validity bits are shared, not
 * copied; values under a null are converted like others, and are arbitrary.
 *
 * <p>Where a value may not fit although the file's statistics say so, each is compared: statistics
 * may be wrong.
 */
record ConvertedValues(int fromBytes, int toBytes, BufferAllocator allocator, Loop loop)
    implements FieldAdapter {
  static final long MILLIS_OF_DAY = 86_400_000;

  @FunctionalInterface
  interface Loop {
    /**
     * Converts {@code rows} values.
     *
     * @param source says which rows are null
     * @param from address of the first value
     * @param to address for the first value; there is room for all
     */
    void convert(FieldVector source, long from, long to, int rows);
  }

  @Override
  public void adapt(FieldVector source, FieldVector target, int rows) {
    ArrowBuf from = source.getDataBuffer();
    BufferChecks.requireRoom(from, 0, (long) rows * fromBytes);
    try (ArrowBuf to = allocator.buffer((long) rows * toBytes)) {
      if (rows > 0) {
        loop.convert(source, from.memoryAddress(), to.memoryAddress(), rows);
      }
      to.writerIndex((long) rows * toBytes);
      target.loadFieldBuffers(
          new ArrowFieldNode(rows, source.getNullCount()), List.of(source.getValidityBuffer(), to));
    }
  }

  /** Bytes of each value of a type of fixed width; a boolean is given one. */
  static int width(ArrowType type) {
    int bits = TypeLayout.getTypeLayout(type).getBufferLayouts().get(1).getTypeBitWidth();
    return Math.max(1, bits / Byte.SIZE);
  }

  static FieldAdapter widerIntegers(int narrow, int wide, BufferAllocator allocator) {
    Loop any =
        (source, from, to, rows) -> {
          for (int row = 0; row < rows; row++) {
            write(to + (long) row * wide, wide, read(from + (long) row * narrow, narrow));
          }
        };
    Loop loop = narrow == Integer.BYTES ? ConvertedValues::intsToLongs : any;
    return new ConvertedValues(narrow, wide, allocator, loop);
  }

  private static void intsToLongs(FieldVector source, long from, long to, int rows) {
    for (int row = 0; row < rows; row++) {
      MemoryUtil.putLong(
          to + (long) row * Long.BYTES, MemoryUtil.getInt(from + (long) row * Integer.BYTES));
    }
  }

  static FieldAdapter narrowerIntegers(
      int wide, int narrow, ValuePlace place, BufferAllocator allocator) {
    int unused = Long.SIZE - narrow * Byte.SIZE;
    return new ConvertedValues(
        wide,
        narrow,
        allocator,
        (source, from, to, rows) -> {
          for (int row = 0; row < rows; row++) {
            long value = read(from + (long) row * wide, wide);
            if (value << unused >> unused != value && !source.isNull(row)) {
              throw place.unfit(
                  row, Long.toString(value), "an integer of " + narrow * Byte.SIZE + " bits");
            }
            write(to + (long) row * narrow, narrow, value);
          }
        });
  }

  private static long read(long at, int width) {
    return switch (width) {
      case Byte.BYTES -> MemoryUtil.getByte(at);
      case Short.BYTES -> MemoryUtil.getShort(at);
      case Integer.BYTES -> MemoryUtil.getInt(at);
      default -> MemoryUtil.getLong(at);
    };
  }

  private static void write(long at, int width, long value) {
    switch (width) {
      case Byte.BYTES -> MemoryUtil.putByte(at, (byte) value);
      case Short.BYTES -> MemoryUtil.putShort(at, (short) value);
      case Integer.BYTES -> MemoryUtil.putInt(at, (int) value);
      default -> MemoryUtil.putLong(at, value);
    }
  }

  static FieldAdapter widerFloats(int narrow, int wide, BufferAllocator allocator) {
    Loop loop =
        narrow == Float.BYTES
            ? ConvertedValues::floatsToDoubles
            : (source, from, to, rows) -> {
              for (int row = 0; row < rows; row++) {
                float value = Float16.toFloat(MemoryUtil.getShort(from + (long) row * narrow));
                if (wide == Float.BYTES) {
                  MemoryUtil.putInt(to + (long) row * wide, Float.floatToRawIntBits(value));
                } else {
                  MemoryUtil.putLong(to + (long) row * wide, Double.doubleToRawLongBits(value));
                }
              }
            };
    return new ConvertedValues(narrow, wide, allocator, loop);
  }

  private static void floatsToDoubles(FieldVector source, long from, long to, int rows) {
    for (int row = 0; row < rows; row++) {
      float value = Float.intBitsToFloat(MemoryUtil.getInt(from + (long) row * Float.BYTES));
      MemoryUtil.putLong(to + (long) row * Double.BYTES, Double.doubleToRawLongBits(value));
    }
  }

  /**
   * Dates, timestamps, times and durations in a finer unit, of which there are {@code factor} in
   * one. Timestamps of nanoseconds end in 2262, those of other units after.
   *
   * @param fromBytes 4 or 8
   * @param toBytes 4 for times of day in milliseconds, else 8
   */
  static FieldAdapter finerUnits(
      int fromBytes, int toBytes, long factor, ValuePlace place, BufferAllocator allocator) {
    long most = Long.MAX_VALUE / factor;
    return new ConvertedValues(
        fromBytes,
        toBytes,
        allocator,
        (source, from, to, rows) -> {
          for (int row = 0; row < rows; row++) {
            long at = from + (long) row * fromBytes;
            long value =
                fromBytes == Integer.BYTES ? MemoryUtil.getInt(at) : MemoryUtil.getLong(at);
            if ((value > most || value < -most) && !source.isNull(row)) {
              throw place.unfit(
                  row, value + " units", "at most " + most + ", which the finer unit can hold");
            }
            write(to + (long) row * toBytes, toBytes, value * factor);
          }
        });
  }

  /** Milliseconds of midnights as days since 1970. */
  static FieldAdapter days(BufferAllocator allocator) {
    return new ConvertedValues(
        Long.BYTES,
        Integer.BYTES,
        allocator,
        (source, from, to, rows) -> {
          for (int row = 0; row < rows; row++) {
            long millis = MemoryUtil.getLong(from + (long) row * Long.BYTES);
            MemoryUtil.putInt(
                to + (long) row * Integer.BYTES, (int) Math.floorDiv(millis, MILLIS_OF_DAY));
          }
        });
  }

  /**
   * Decimals of one scale in vectors of 128 and 256 bits.
   *
   * @param digits that values must not exceed; 0 for no limit
   */
  static FieldAdapter decimals(
      int fromBits, int toBits, int digits, ValuePlace place, BufferAllocator allocator) {
    int fromBytes = fromBits / Byte.SIZE;
    int toBytes = toBits / Byte.SIZE;
    DecimalDigits.Limit limit = digits == 0 ? null : new DecimalDigits.Limit(fromBytes, digits);
    return new ConvertedValues(
        fromBytes,
        toBytes,
        allocator,
        (source, from, to, rows) -> {
          for (int row = 0; row < rows; row++) {
            long at = from + (long) row * fromBytes;
            if (limit != null && !limit.fits(at) && !source.isNull(row)) {
              throw place.unfit(
                  row,
                  source.getObject(row).toString(),
                  "a decimal of at most " + digits + " digits");
            }
            copyWords(at, fromBytes, to + (long) row * toBytes, toBytes);
          }
        });
  }

  private static void copyWords(long from, int fromBytes, long to, int toBytes) {
    long word = 0;
    for (int i = 0; i < toBytes; i += Long.BYTES) {
      // Words above the source's repeat its sign.
      word = i < fromBytes ? MemoryUtil.getLong(from + i) : word >> 63;
      MemoryUtil.putLong(to + i, word);
    }
  }

  /**
   * Where the values of a vector are, for errors.
   *
   * @param path dotted path in the reader's schema
   * @param rows whether a value's number is that of its row in the batch, and not that of an
   *     element
   */
  record ValuePlace(String path, boolean rows) {

    public ValuePlace child(String name, boolean inRows) {
      return new ValuePlace(FieldUnion.path(path, name), rows && inRows);
    }

    public DiagnosedException unfit(int index, String found, String expected) {
      ConversionException unfit = new ConversionException(path, found, expected);
      return rows ? unfit.atRow(index) : unfit;
    }
  }
}
