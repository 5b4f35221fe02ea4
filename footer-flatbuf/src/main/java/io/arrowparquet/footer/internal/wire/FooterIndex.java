// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.NameSlots;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.thrift.ThriftDifference;
import io.arrowparquet.footer.internal.wire.FooterFrame.PlainTrailer;
import io.arrowparquet.footer.model.BinaryValue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Where the parts of a Thrift footer are, so that one column is found and decoded without the
 * others. The units are the root's children, with all that is below them.
 *
 * <pre>
 *   Thrift footer | version | elements of unit 0, 1, ... | rows | chunks of unit 0, 1, ... | ... | texts | orders of unit 0, 1, ... |
 *                                      row group 0: |&lt;--               --&gt;|
 * </pre>
 *
 * <p>Implements {@code footer-flatbuf/FORMAT.md}, section 1.4. Immutable.
 *
 * @param structLength bytes of the Thrift footer up to the header of field 32767
 * @param structCrc CRC-32 of these
 * @param front a footer without columns and texts, whose row groups have all but their chunks
 * @param textsAt where the fields after the row groups begin
 * @param textsEnd where they end, the column orders left out
 * @param elements bytes of each unit's schema elements
 * @param elementCounts how many these are; null for one each
 * @param columnCounts how many of them are columns; null for one each
 * @param chunks bytes of each unit's chunks, by row group
 * @param orders bytes of the column orders of each unit; null if there are none
 * @param slots units by the hash of their columns' paths, plus 1, in the low 8 bits that of the
 *     hash; null for few units, which are decoded together
 * @param names how many were placed in the slots; null without
 * @param crcs CRC-32 of the parts of each unit, of all row groups; null for few units
 */
record FooterIndex(
    int structLength,
    int structCrc,
    BinaryValue front,
    int textsAt,
    int textsEnd,
    PackedLengths elements,
    PackedLengths elementCounts,
    PackedLengths columnCounts,
    PackedLengths chunks,
    PackedLengths orders,
    PackedLengths slots,
    Integer names,
    PackedLengths crcs) {
  static final int HASH_BITS = 8;
  static final int HASH_MASK = (1 << HASH_BITS) - 1;

  /** Slots that a search looks at. */
  private static final int MOST_SLOTS = 1 << 12;

  private static final StructCodec<FooterIndex> STRUCT =
      StructCodec.of(FooterIndex.class)
          .required(1, "struct_length", I32)
          .required(2, "struct_crc32", I32)
          .required(3, "front", BINARY)
          .required(4, "texts_at", I32)
          .required(5, "texts_end", I32)
          .required(6, "elements", PackedLengths.STRUCT)
          .optional(7, "element_counts", PackedLengths.STRUCT)
          .optional(8, "column_counts", PackedLengths.STRUCT)
          .required(9, "chunks", PackedLengths.STRUCT)
          .optional(10, "orders", PackedLengths.STRUCT)
          .optional(11, "slots", PackedLengths.STRUCT)
          .optional(12, "names", I32)
          .optional(13, "crcs", PackedLengths.STRUCT);

  /**
   * @param start where it begins in the bytes
   * @param end where it ends, without the checksums
   */
  static FooterIndex read(FooterBytes bytes, int start, int end) {
    int length = end - start < Integer.BYTES ? -1 : bytes.i32(start);
    if (length < 0 || length > end - start - Integer.BYTES) {
      throw new CorruptFooterException(
          "footer index: size of its header", start, length, "less than " + (end - start));
    }
    byte[] header = new byte[length];
    if (length > 0) {
      bytes.copyTo(start + Integer.BYTES, header, 0, length);
    }
    FooterIndex index = STRUCT.read(new CompactReader(header));
    return index.placed(bytes, start + Integer.BYTES + length, end);
  }

  private FooterIndex placed(FooterBytes in, int start, int end) {
    int units = units();
    int rowGroups = units > 0 ? chunks.count() / units : 0;
    long chunksAt = elements.runBytes() + (orders == null ? 0 : orders.runBytes());
    long crcsAt = chunksAt + rowGroups * chunks.runBytes();
    long step = crcsAt + (crcs == null ? 0 : crcs.unsummedBytes());
    int runs = PackedLengths.runs(units);
    long countsAt = start + runs * step;
    long columnsAt = countsAt + (elementCounts == null ? 0 : runs * elementCounts.runBytes());
    long slotsAt = columnsAt + (columnCounts == null ? 0 : runs * columnCounts.runBytes());
    long slotBytes = slots == null ? 0 : slots.unsummedBytes();
    long found = slotsAt + (slots == null ? 0 : PackedLengths.runs(slots.count()) * slotBytes);
    if (found != end) {
      throw new CorruptFooterException("footer index: its end", start, found, end);
    }
    return new FooterIndex(
        structLength,
        structCrc,
        front,
        textsAt,
        textsEnd,
        elements.at(in, start, step, 1, units),
        elementCounts == null
            ? null
            : elementCounts.at(in, countsAt, elementCounts.runBytes(), 1, units),
        columnCounts == null
            ? null
            : columnCounts.at(in, columnsAt, columnCounts.runBytes(), 1, units),
        chunks.at(in, start + chunksAt, step, rowGroups, rowGroups * units),
        orders == null ? null : orders.at(in, start + elements.runBytes(), step, 1, units),
        slots == null ? null : slots.unsummedAt(in, slotsAt, slotBytes, slots.count()),
        names,
        crcs == null ? null : crcs.unsummedAt(in, start + crcsAt, step, units));
  }

  /**
   * Where in the Thrift footer the bytes of a unit are: its elements, its chunks of some row groups
   * and its orders, each with its beginning and its end.
   */
  long[] parts(int unit, int firstRowGroup, int endRowGroup) {
    int ends = 2 * (1 + endRowGroup - firstRowGroup);
    long[] parts = new long[orders == null ? ends : ends + 2];
    elements.range(0, unit, parts, 0);
    for (int i = 2; i < ends; i += 2) {
      chunks.range(firstRowGroup + i / 2 - 1, unit, parts, i);
    }
    if (orders != null) {
      orders.range(0, unit, parts, ends);
    }
    for (int i = 0; i < parts.length; i += 2) {
      requireInside(parts[i], parts[i + 1]);
    }
    return parts;
  }

  void requireInside(long from, long to) {
    if (from < 0 || from > to || to > structLength) {
      throw new CorruptFooterException(
          "footer index: place of a part",
          from + " to " + to,
          "within the " + structLength + " bytes of the Thrift footer");
    }
  }

  /** The first part in which this index differs from another; null if none does. */
  String difference(FooterIndex other) {
    String field = ThriftDifference.firstField(STRUCT, header(), other.header());
    return field != null || Arrays.equals(bytes(), other.bytes())
        ? field
        : "lengths, slots or crcs";
  }

  private byte[] header() {
    CompactWriter out = new CompactWriter();
    STRUCT.write(out, this);
    return out.toByteArray();
  }

  byte[] bytes() {
    byte[] header = header();
    CompactWriter out = new CompactWriter();
    out.writeRaw(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(header.length)
            .array(),
        0,
        Integer.BYTES);
    out.writeRaw(header, 0, header.length);
    int runs = PackedLengths.runs(units());
    writeRuns(out, runs, elements, orders, chunks, crcs);
    writeRuns(out, runs, elementCounts);
    writeRuns(out, runs, columnCounts);
    writeRuns(out, slots == null ? 0 : PackedLengths.runs(slots.count()), slots);
    return out.toByteArray();
  }

  /** Run 0 of each list that is there, run 1 of each ... */
  private static void writeRuns(CompactWriter out, int runs, PackedLengths... lists) {
    for (int run = 0; run < runs; run++) {
      for (PackedLengths list : lists) {
        if (list != null) {
          list.writeRun(run, out);
        }
      }
    }
  }

  int units() {
    return elements.count();
  }

  int elementCount() {
    return 1 + (elementCounts == null ? units() : (int) elementCounts.sum(units()));
  }

  int columnCount() {
    return columnCounts == null ? units() : (int) columnCounts.sum(units());
  }

  int firstElement(int unit) {
    return 1 + (elementCounts == null ? unit : (int) elementCounts.sum(unit));
  }

  int firstColumn(int unit) {
    return columnCounts == null ? unit : (int) columnCounts.sum(unit);
  }

  int unitOfColumn(int column) {
    return columnCounts == null ? column : columnCounts.indexOf(column);
  }

  int unitOfElement(int element) {
    return elementCounts == null ? element - 1 : elementCounts.indexOf(element - 1);
  }

  /** Units that may have a column whose path has this hash, or whose name has it. */
  int[] candidates(int hash) {
    int home = slots == null ? 0 : NameSlots.home(hash, NameSlots.homes(names == null ? 0 : names));
    int[] found = new int[4];
    int count = 0;
    for (int place = home; slots != null && place < slots.count(); place++) {
      long slot = slots.get(place);
      if (slot == 0) {
        break;
      }
      if (place - home > MOST_SLOTS) {
        throw new CorruptFooterException(
            "footer index", "more than " + MOST_SLOTS + " columns at one place", "few");
      }
      if ((slot & HASH_MASK) == (hash & HASH_MASK)) {
        found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
        found[count++] = unit((slot >>> HASH_BITS) - 1);
      }
    }
    return Arrays.copyOf(found, count);
  }

  private int unit(long unit) {
    if (unit < 0 || unit >= units()) {
      throw new CorruptFooterException(
          "footer index: unit of a slot", Long.toString(unit), "one of " + units());
    }
    return (int) unit;
  }

  /**
   * @param struct a Thrift {@code FileMetaData} without an extension
   * @param footer what it was converted to
   * @throws IllegalArgumentException if its fields do not come in an order that an index can say
   */
  static FooterIndex of(byte[] struct, FlatFooter footer) {
    return new FooterIndexMaker(struct, footer).make();
  }

  /** A new array: the struct with its index in field 32767. */
  byte[] attachTo(byte[] struct) {
    byte[] index = bytes();
    int blocks = 0;
    int length = index.length;
    int size = sizeWith(length);
    while (BlockChecksums.count(size) != blocks) {
      blocks = BlockChecksums.count(size);
      length = index.length + blocks * Integer.BYTES;
      size = sizeWith(length);
    }
    ByteBuffer framed = FooterFrame.index(Arrays.copyOf(index, length));
    byte[] value = new byte[framed.remaining()];
    framed.get(value);
    byte[] whole = StructExtension.append(struct, value);
    int crc = BlockChecksums.fill(ByteBuffer.wrap(whole, 0, size), size - blocks * Integer.BYTES);
    ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).putInt(size, crc);
    return whole;
  }

  /** From the beginning of the footer to the end of an index of this many bytes. */
  private int sizeWith(int length) {
    int header = StructExtension.headerLength(Math.addExact(length, PlainTrailer.OVERHEAD));
    return Math.addExact(Math.addExact(structLength, header), length);
  }
}
