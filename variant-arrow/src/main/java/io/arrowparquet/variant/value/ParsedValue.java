// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.Malformed;
import io.arrowparquet.variant.internal.ValueHeader;
import org.apache.arrow.memory.ArrowBuf;

/**
 * The header of one value, parsed once into fields: type, place of the data, place and widths of a
 * container's tables. What {@link VariantCursor} reads values with.
 *
 * <pre>
 *             address                         ids       offsets          data      dataEnd
 *             +--------+---------------------+---------+----------------+---------+
 *   object    | header | count, 1 or 4 bytes | n ids   | n + 1 offsets  | values  |
 *   array     | header | count, 1 or 4 bytes |         | n + 1 offsets  | values  |
 *   string    | header | length, 0 or 4 bytes                           | bytes   |
 *   primitive | header |                                                | data    |
 *             +--------+---------------------+---------+----------------+---------+
 *             offsets count from data; the last one is where the values end
 * </pre>
 *
 * <p>Once parsed, everything in the picture lies in the range that was handed in.
 */
abstract class ParsedValue {
  /** Type of a cursor that shows nothing: no type has this number. */
  static final int NOT_WRAPPED = -1;

  final boolean draftTypeIds;
  private final int maxSizeBytes;

  ArrowBuf buffer;

  /** Where the outermost value starts: offsets in messages count from here. */
  long origin;

  /** The last address at which four bytes lie in the buffer, one word read in place of a few. */
  long lastWideRead;

  int typeId = NOT_WRAPPED;
  long address;

  /** Where a primitive's data, or a container's first child, begins; and where that ends. */
  long data;

  long dataEnd;

  int elementCount;
  int idSize;
  int offsetSize;
  long idMask;
  long offsetMask;
  long ids;
  long offsets;

  ParsedValue(VariantLimits limits) {
    this.draftTypeIds = limits.draftTypeIds();
    this.maxSizeBytes = limits.maxSizeBytes();
  }

  /** Parses the outermost value in {@code [start, end)} of a buffer. */
  final void parse(ArrowBuf buffer, long start, long end) {
    typeId = NOT_WRAPPED;
    elementCount = 0;
    if (!BufferChecks.contains(buffer, start, end)) {
      throw Malformed.extent("value", start, end, buffer.capacity());
    }
    if (end - start > maxSizeBytes) {
      throw Malformed.tooLarge("value", end - start, maxSizeBytes);
    }
    setBuffer(buffer);
    long base = buffer.memoryAddress();
    origin = base + start;
    lastWideRead = base + buffer.capacity() - Integer.BYTES;
    parse(base + start, base + end);
  }

  /** Parses a child of a value, in a range that the parent has checked; it may be this one. */
  final void parseChild(ParsedValue parent, long from, long limit) {
    setBuffer(parent.buffer);
    origin = parent.origin;
    lastWideRead = parent.lastWideRead;
    typeId = NOT_WRAPPED;
    parse(from, limit);
  }

  /** Skipping the unchanged store avoids a GC write barrier. */
  @SuppressWarnings("ReferenceEquality") // the same object is meant
  private void setBuffer(ArrowBuf newBuffer) {
    if (buffer != newBuffer) {
      buffer = newBuffer;
    }
  }

  private void parse(long from, long limit) {
    if (from >= limit) {
      throw Malformed.tooShort("value", from - origin, 0, 1);
    }
    address = from;
    elementCount = 0;
    int header = LittleEndian.unsignedByte(from);
    int shape = ValueHeader.SHAPES[header];
    if (shape >= 0) {
      int length = shape >>> ValueHeader.SHAPE_LENGTH_SHIFT;
      parseData(from + 1, length, limit, shape & ValueHeader.SHAPE_TYPE_MASK);
    } else {
      parseOther(header, limit);
    }
  }

  private void parseOther(int header, long limit) {
    int bits = header >>> ValueHeader.HEADER_SHIFT;
    switch (header & ValueHeader.BASIC_TYPE_MASK) {
      case ValueHeader.PRIMITIVE -> parsePrimitive(bits, limit);
      case ValueHeader.OBJECT -> {
        idSize = (bits >>> ValueHeader.ID_SIZE_SHIFT & ValueHeader.SIZE_MASK) + 1;
        idMask = LittleEndian.mask(idSize);
        parseContainer(bits, (bits & ValueHeader.OBJECT_LARGE_BIT) != 0, idSize, limit);
        typeId = VariantTypeIds.OBJECT;
      }
      case ValueHeader.ARRAY -> {
        parseContainer(bits, (bits & ValueHeader.ARRAY_LARGE_BIT) != 0, 0, limit);
        typeId = VariantTypeIds.ARRAY;
      }
      default -> throw new IllegalStateException("a short string has a shape");
    }
  }

  private void parsePrimitive(int id, long limit) {
    int type = id;
    int length = ValueHeader.DATA_LENGTHS[id];
    if (length < 0) {
      if (length == ValueHeader.PREFIXED) {
        parsePrefixed(id, limit);
        return;
      }
      type = ratified(id);
      length = ValueHeader.DATA_LENGTHS[type];
    }
    parseData(address + 1, length, limit, type);
    if (VariantTypeIds.isDecimal(type)) {
      checkScale();
    }
  }

  private void parsePrefixed(int type, long limit) {
    if (limit - address < ValueHeader.LENGTH_PREFIX_END) {
      throw Malformed.tooShort(
          VariantTypeIds.name(type),
          address - origin,
          limit - address,
          ValueHeader.LENGTH_PREFIX_END);
    }
    long length = LittleEndian.int32(address + 1) & 0xFFFFFFFFL;
    parseData(address + ValueHeader.LENGTH_PREFIX_END, length, limit, type);
  }

  private void parseData(long from, long length, long limit, int type) {
    if (length > limit - from) {
      throw Malformed.tooShort(
          VariantTypeIds.name(type), address - origin, limit - address, from - address + length);
    }
    data = from;
    dataEnd = from + length;
    typeId = type;
  }

  private void parseContainer(int bits, boolean large, int bytesPerId, long limit) {
    int bytesPerOffset = (bits & ValueHeader.SIZE_MASK) + 1;
    offsetSize = bytesPerOffset;
    offsetMask = LittleEndian.mask(bytesPerOffset);
    int countEnd = large ? ValueHeader.LARGE_COUNT_END : ValueHeader.SMALL_COUNT_END;
    if (limit - address < countEnd) {
      throw Malformed.tooShort("container", address - origin, limit - address, countEnd);
    }
    long count =
        large
            ? LittleEndian.int32(address + 1) & 0xFFFFFFFFL
            : LittleEndian.unsignedByte(address + 1);
    ids = address + countEnd;
    offsets = ids + count * bytesPerId;
    data = offsets + (count + 1) * bytesPerOffset;
    if (data > limit) {
      throw Malformed.count(address + 1 - origin, count, limit - ids);
    }
    long length = table(offsets, (int) count, bytesPerOffset, offsetMask);
    if (length > limit - data) {
      throw Malformed.endOfElements(data - bytesPerOffset - origin, length, limit - data);
    }
    dataEnd = data + length;
    elementCount = (int) count;
  }

  /** Entry of a table: one read of four bytes where the buffer has them, exactly as many else. */
  final long table(long start, int index, int size, long mask) {
    long entry = start + (long) index * size;
    return entry <= lastWideRead
        ? LittleEndian.int32(entry) & mask
        : LittleEndian.unsigned(entry, size);
  }

  private int ratified(int id) {
    if (!draftTypeIds || id < ValueHeader.FIRST_DRAFT_ID || id > ValueHeader.LAST_DRAFT_ID) {
      throw Malformed.unknownType(address - origin, id);
    }
    return id - ValueHeader.DRAFT_DISTANCE;
  }

  private void checkScale() {
    int scale = LittleEndian.unsignedByte(data);
    if (scale > ValueHeader.MAX_SCALE) {
      typeId = NOT_WRAPPED;
      throw Malformed.scale(data - origin, scale);
    }
  }
}
