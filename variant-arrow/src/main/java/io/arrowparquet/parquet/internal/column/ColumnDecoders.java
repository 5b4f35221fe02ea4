// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.column.Validity.BitmapBuilder;
import io.arrowparquet.parquet.internal.encoding.DictionaryIndices;
import io.arrowparquet.parquet.internal.encoding.FixedConversion;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.Int96Conversion;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings;
import io.arrowparquet.parquet.internal.encoding.FixedValues;
import io.arrowparquet.parquet.internal.encoding.HybridDecoder;
import io.arrowparquet.parquet.internal.encoding.IndexEncodings;
import io.arrowparquet.parquet.internal.encoding.IntDecoder;
import io.arrowparquet.parquet.internal.encoding.IntDecoder.PlainBooleans;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Chooses decoders. {@code continuesDeltas}: DELTA_BYTE_ARRAY pages go on where the one before
 * ended. {@code indices}: of columns that become Int32, by name.
 */
record ColumnDecoders(
    BufferAllocator allocator,
    Scratch scratch,
    boolean continuesDeltas,
    Map<String, DictionaryIndices> indices) {
  /** {@code target}: one that {@code ArrowSchema} maps the column to. */
  ColumnDecoder decoder(String column, PhysicalType type, int typeLength, ArrowType target) {
    if (target instanceof ArrowType.Null) {
      return new NullColumnDecoder();
    }
    return switch (type) {
      case BOOLEAN -> new BooleanColumnDecoder(scratch, allocator);
      case INT32 -> fixed(type, Integer.BYTES, int32Conversion(target), target);
      case INT64 -> fixed(type, Long.BYTES, int64Conversion(target), target);
      case INT96 -> {
        TimeUnit unit = ((ArrowType.Timestamp) target).getUnit();
        yield fixed(type, Int96Conversion.BYTES, new Int96Conversion(unit), target);
      }
      case FLOAT -> fixed(type, Float.BYTES, null, target);
      case DOUBLE -> fixed(type, Double.BYTES, null, target);
      case BYTE_ARRAY -> bytes(column, target);
      case FIXED_LEN_BYTE_ARRAY ->
          fixed(type, typeLength, fixedConversion(typeLength, target), target);
    };
  }

  private ColumnDecoder bytes(String column, ArrowType target) {
    if (target instanceof ArrowType.Decimal) {
      return fixed(PhysicalType.BYTE_ARRAY, 0, null, target);
    }
    if (target instanceof ArrowType.Int) {
      return new FixedColumnDecoder(
          allocator, new IndexEncodings(allocator, scratch, indices.get(column), continuesDeltas));
    }
    return new BinaryColumnDecoder(
        allocator, scratch, column, isLarge(column, target), continuesDeltas);
  }

  private FixedColumnDecoder fixed(
      PhysicalType type, int physicalWidth, FixedConversion conversion, ArrowType target) {
    int width = width(target, physicalWidth);
    return new FixedColumnDecoder(
        allocator,
        new FixedEncodings(
            allocator, scratch, type, physicalWidth, width, conversion, continuesDeltas));
  }

  private static FixedConversion int32Conversion(ArrowType target) {
    if (target instanceof ArrowType.Decimal) {
      return FixedConversion::intsToDecimals;
    }
    if (target instanceof ArrowType.Int integer && integer.getBitWidth() == Byte.SIZE) {
      return FixedConversion::toBytes;
    }
    if (target instanceof ArrowType.Int integer && integer.getBitWidth() == Short.SIZE) {
      return FixedConversion::toShorts;
    }
    if (target instanceof ArrowType.Time time && time.getUnit() == TimeUnit.SECOND) {
      return FixedConversion::intMillisToSeconds;
    }
    return isDate64(target) ? FixedConversion::daysToMillis : null;
  }

  private static FixedConversion int64Conversion(ArrowType target) {
    if (target instanceof ArrowType.Timestamp timestamp && timestamp.getUnit() == TimeUnit.SECOND) {
      return FixedConversion::millisToSeconds;
    }
    return target instanceof ArrowType.Decimal ? FixedConversion::longsToDecimals : null;
  }

  private static FixedConversion fixedConversion(int typeLength, ArrowType target) {
    if (target instanceof ArrowType.Interval) {
      return FixedConversion::intervals;
    }
    return target instanceof ArrowType.Decimal decimal
        ? FixedConversion.bigEndian(typeLength, decimal.getBitWidth() / Byte.SIZE)
        : null;
  }

  private static int width(ArrowType target, int physicalWidth) {
    if (target instanceof ArrowType.Decimal decimal) {
      return decimal.getBitWidth() / Byte.SIZE;
    }
    if (target instanceof ArrowType.Int integer) {
      return integer.getBitWidth() / Byte.SIZE;
    }
    if (target instanceof ArrowType.Interval) {
      return IntervalMonthDayNanoVector.TYPE_WIDTH;
    }
    return target instanceof ArrowType.Timestamp || isDate64(target) ? Long.BYTES : physicalWidth;
  }

  private static boolean isDate64(ArrowType target) {
    return target instanceof ArrowType.Date date && date.getUnit() == DateUnit.MILLISECOND;
  }

  private static boolean isLarge(String column, ArrowType target) {
    return switch (target.getTypeID()) {
      case Utf8, Binary -> false;
      case LargeUtf8, LargeBinary -> true;
      default ->
          throw new UnsupportedColumnException(column, "BYTE_ARRAY as " + target, "Utf8 or Binary");
    };
  }

  public static final class NullColumnDecoder implements ColumnDecoder {
    @Override
    public void startBatch(int expectedSlots) {}

    @Override
    public void startPage(Page page, long valuesStart, Page dictionary) {}

    @Override
    public void append(long[] bits, int slots, int present) {}

    @Override
    public void select(int[] positions, int total, long[] bits, int slots, int present) {}

    @Override
    public void skip(int count) {}

    @Override
    public void finish(List<ArrowBuf> buffers) {}

    @Override
    public void close() {}
  }

  private static final class FixedColumnDecoder implements ColumnDecoder {
    private static final long MOST_GUESSED = 16L << 20;

    private final FixedValues.OfColumn encodings;
    private final int width;
    private final GrowableBuffer values;
    private FixedValues current;
    private long slotCount;

    FixedColumnDecoder(BufferAllocator allocator, FixedValues.OfColumn encodings) {
      this.encodings = encodings;
      this.width = encodings.width();
      this.values = new GrowableBuffer(allocator);
    }

    @Override
    public void startChunk() {
      encodings.startChunk();
      current = null;
    }

    @Override
    public void startBatch(int expectedSlots) {
      slotCount = 0;
      // Only a guess: values of absurd width would need it all before one of them is proved.
      values.ensure(Math.min((long) expectedSlots * width, MOST_GUESSED), 0);
    }

    @Override
    public void startPage(Page page, long valuesStart, Page dictionaryPage) {
      current = encodings.decoder(page.encoding(), dictionaryPage);
      current.wrap(page, valuesStart);
    }

    @Override
    public void append(long[] bits, int slots, int present) {
      long used = slotCount * width;
      long address = values.ensure((slotCount + slots) * width, used) + used;
      if (present < slots) {
        long from = present == 0 ? address : values(present, address, slots);
        NullScatter.scatter(from, address, width, bits, slots, present);
      } else if (present > 0) {
        current.read(present, address);
      }
      slotCount += slots;
    }

    /** Where the next values are: in the page, or decoded to the last part of the slots. */
    private long values(int present, long address, int slots) {
      long from = current.take(present);
      if (from == 0) {
        from = address + (long) (slots - present) * width;
        current.read(present, from);
      }
      return from;
    }

    @Override
    public void select(int[] positions, int total, long[] bits, int slots, int present) {
      long used = slotCount * width;
      long address = values.ensure((slotCount + Math.max(slots, total)) * width, used) + used;
      current.select(positions, present, total, address);
      if (present < slots) {
        long from = address + (long) (slots - present) * width;
        MemoryUtil.copyMemory(address, from, (long) present * width);
        NullScatter.scatter(from, address, width, bits, slots, present);
      }
      slotCount += slots;
    }

    @Override
    public void skip(int count) {
      // Decoded to where the next values go, which will overwrite them.
      long used = slotCount * width;
      current.skip(count, values.ensure(used + (long) count * width, used) + used);
    }

    @Override
    public void finish(List<ArrowBuf> buffers) {
      buffers.add(values.take(slotCount * width));
    }

    @Override
    public void close() {
      values.close();
      encodings.close();
    }
  }

  /** Booleans: PLAIN bits, or RLE after a length of four bytes. */
  private static final class BooleanColumnDecoder implements ColumnDecoder {
    private final BitmapBuilder bitmap;
    private final PlainBooleans plain = new PlainBooleans();
    private final HybridDecoder runs = new HybridDecoder();
    private final int[] values;
    private IntDecoder current = plain;

    BooleanColumnDecoder(Scratch scratch, BufferAllocator allocator) {
      this.values = scratch.values();
      this.bitmap = new BitmapBuilder(allocator);
    }

    @Override
    public void startBatch(int expectedSlots) {
      bitmap.clear();
    }

    @Override
    public void startPage(Page page, long valuesStart, Page dictionary) {
      page.require(valuesStart, page.end());
      if (page.encoding() == ParquetEncoding.PLAIN) {
        current = plain.wrap(valuesStart, page.end());
      } else if (page.encoding() == ParquetEncoding.RLE) {
        int length = LevelSections.readLength(valuesStart, page.end());
        long start = valuesStart + Integer.BYTES;
        current = runs.wrap(start, start + length, 1);
      } else {
        throw FixedEncodings.unsupported(page.encoding(), PhysicalType.BOOLEAN);
      }
    }

    @Override
    public void append(long[] bits, int slots, int present) {
      if (present > 0) {
        current.read(values, 0, present);
      }
      appendValues(bits, slots, present);
    }

    @Override
    public void select(int[] positions, int total, long[] bits, int slots, int present) {
      current.read(values, 0, total);
      for (int i = 0; i < present; i++) {
        values[i] = values[positions[i]];
      }
      appendValues(bits, slots, present);
    }

    private void appendValues(long[] bits, int slots, int present) {
      if (present < slots) {
        int from = present;
        for (int i = slots - 1; i >= 0; i--) {
          values[i] = PresentBits.bit(bits, i) == 1 ? values[--from] : 0;
        }
      }
      bitmap.append(values, slots);
    }

    @Override
    public void skip(int count) {
      current.skip(values, count);
    }

    @Override
    public void finish(List<ArrowBuf> buffers) {
      buffers.add(bitmap.take());
    }

    @Override
    public void close() {
      bitmap.close();
    }
  }
}
