// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.FooterUnits;
import io.arrowparquet.footer.internal.flat.NameSlots;
import io.arrowparquet.footer.internal.flat.PathHash;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.thrift.ThriftDifference;
import io.arrowparquet.footer.internal.wire.FooterFrame.PlainTrailer;
import io.arrowparquet.footer.model.BinaryValue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

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
    long crcsAt = chunksAt + (long) rowGroups * chunks.runBytes();
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
        orders == null ? null : orders.at(in, (long) start + elements.runBytes(), step, 1, units),
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

  int placed() {
    return names == null ? 0 : names;
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

  /**
   * @param struct a Thrift {@code FileMetaData} without an extension
   * @param footer what it was converted to
   * @throws IllegalArgumentException if its fields do not come in an order that an index can say
   */
  static FooterIndex of(byte[] struct, FlatFooter footer) {
    return new Maker(struct, footer).make();
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

  /** Finds where the parts of a struct are. */
  private static final class Maker {
    private final byte[] struct;
    private final FlatFooter footer;
    private final CompactReader in;
    private final CompactWriter front = new CompactWriter();
    private final int[] elementCounts;
    private final int[] columnCounts;
    private PackedLengths elements;
    private PackedLengths chunks;
    private PackedLengths orders;
    private int textsAt;
    private int textsEnd;
    private int names;

    Maker(byte[] struct, FlatFooter footer) {
      this.struct = struct;
      this.footer = footer;
      this.in = new CompactReader(struct);
      int[] starts =
          IntStream.range(1, footer.elementCount())
              .filter(element -> footer.parentElement(element) == 0)
              .toArray();
      this.elementCounts = new int[starts.length];
      this.columnCounts = new int[starts.length];
      for (int unit = 0; unit < starts.length; unit++) {
        int end = unit + 1 < starts.length ? starts[unit + 1] : footer.elementCount();
        elementCounts[unit] = end - starts[unit];
        columnCounts[unit] =
            (int)
                IntStream.range(starts[unit], end)
                    .filter(element -> footer.elementColumn(element) >= 0)
                    .count();
      }
    }

    FooterIndex make() {
      front.structBegin();
      front.i32Field(FileMetaDataCodec.VERSION, footer.version());
      in.enterStruct();
      int before = 0;
      int headerAt = in.position();
      while (in.nextField()) {
        int id = in.fieldId();
        // Parts are cut out of the struct and put together again, which ids in order allow.
        require(id > before && in.position() == headerAt + 1, "fields in the order of their ids");
        // Orders that other fields follow stay where they are: among the texts.
        orders = null;
        before = id;
        switch (id) {
          case FileMetaDataCodec.SCHEMA -> schema();
          case FileMetaDataCodec.ROW_GROUPS -> rowGroups();
          case FileMetaDataCodec.COLUMN_ORDERS -> orders(headerAt);
          default -> in.skip();
        }
        headerAt = in.position();
      }
      front.structEnd();
      int structLength = struct.length - 1;
      boolean areFew = elementCounts.length <= FooterUnits.FEW;
      return new FooterIndex(
          structLength,
          (int) StructExtension.crc32WithoutExtension(struct, 0, struct.length),
          BinaryValue.of(front.toByteArray()),
          textsAt,
          orders == null ? structLength : textsEnd,
          elements,
          unlessOnes(elementCounts),
          unlessOnes(columnCounts),
          chunks,
          orders,
          areFew ? null : PackedLengths.ofNumbers(slots()),
          areFew ? null : (Integer) names,
          areFew ? null : crcs());
    }

    private static PackedLengths unlessOnes(int[] counts) {
      boolean areOnes = IntStream.of(counts).allMatch(count -> count == 1);
      return areOnes ? null : PackedLengths.of(0, counts);
    }

    private static void require(boolean holds, String expected) {
      if (!holds) {
        throw new IllegalArgumentException(
            "layout index takes a Thrift footer with " + expected + ", as Thrift libraries write");
      }
    }

    private void schema() {
      in.listBegin();
      int[] lengths = new int[elementCounts.length];
      front.listField(FileMetaDataCodec.SCHEMA, CompactType.STRUCT, 1);
      SchemaElementCodec.write(front, SchemaElementCodec.read(in).withChildren(0));
      int first = in.position();
      for (int unit = 0; unit < lengths.length; unit++) {
        lengths[unit] = skip(elementCounts[unit]);
      }
      elements = PackedLengths.of(first, lengths);
      front.i64Field(FileMetaDataCodec.NUM_ROWS, footer.numRows());
    }

    private int skip(int structs) {
      int start = in.position();
      for (int i = 0; i < structs; i++) {
        in.skipStruct();
      }
      return in.position() - start;
    }

    private void rowGroups() {
      require(elements != null, "its schema before its row groups");
      int groups = in.listBegin();
      front.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, groups);
      int each = columnCounts.length;
      int[] lengths = new int[Math.multiplyExact(groups, each)];
      int[] firsts = new int[groups];
      for (int group = 0; group < groups; group++) {
        int headerAt = in.position();
        in.enterStruct();
        require(
            in.nextField()
                && in.fieldId() == RowGroupCodec.COLUMNS
                && in.position() == headerAt + 1,
            "the columns of a row group as its first field");
        in.listBegin();
        firsts[group] = in.position();
        for (int unit = 0; unit < each; unit++) {
          lengths[group * each + unit] = skip(columnCounts[unit]);
        }
        int end = in.position();
        while (in.nextField()) {
          in.skip();
        }
        in.leaveStruct();
        front.structBegin();
        front.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, 0);
        front.writeRaw(struct, end, in.position() - 1 - end);
        front.structEnd();
      }
      chunks = PackedLengths.of(firsts, lengths);
      textsAt = in.position();
    }

    private void orders(int headerAt) {
      require(chunks != null, "its row groups before its column orders");
      if (in.listBegin() != footer.columnCount()) {
        // Of no column in particular: a text.
        in.position(headerAt + 1);
        in.skip();
        return;
      }
      textsEnd = headerAt;
      int first = in.position();
      int[] lengths = new int[columnCounts.length];
      for (int unit = 0; unit < lengths.length; unit++) {
        lengths[unit] = skip(columnCounts[unit]);
      }
      orders = PackedLengths.of(first, lengths);
    }

    /** Groups below the root are found too. */
    private long[] slots() {
      IntStream.Builder units = IntStream.builder();
      IntStream.Builder hashes = IntStream.builder();
      int element = 1;
      int column = 0;
      for (int unit = 0; unit < columnCounts.length; unit++) {
        if (columnCounts[unit] > 0 && elementCounts[unit] > 1) {
          units.add(unit);
          hashes.add(PathHash.of(footer.elementPath(element)));
        }
        for (int i = 0; i < columnCounts[unit]; i++) {
          units.add(unit);
          hashes.add(PathHash.of(footer.columnPath(column++)));
        }
        element += elementCounts[unit];
      }
      int[] unitOf = units.build().toArray();
      int[] hash = hashes.build().toArray();
      names = hash.length;
      long[] slots = NameSlots.place(hash);
      for (int i = 0; i < slots.length; i++) {
        int entry = (int) (slots[i] >>> Integer.SIZE);
        slots[i] =
            entry == NameSlots.FREE
                ? 0
                : ((unitOf[entry] + 1L) << HASH_BITS) | (slots[i] & HASH_MASK);
      }
      return slots;
    }

    private PackedLengths crcs() {
      long[] crcs = new long[columnCounts.length];
      for (int unit = 0; unit < crcs.length; unit++) {
        CRC32 crc = new CRC32();
        update(crc, elements, 0, unit);
        for (int group = 0; group < footer.rowGroupCount(); group++) {
          update(crc, chunks, group, unit);
        }
        if (orders != null) {
          update(crc, orders, 0, unit);
        }
        crcs[unit] = crc.getValue();
      }
      return PackedLengths.ofNumbers(crcs);
    }

    private void update(CRC32 crc, PackedLengths lengths, int row, int i) {
      long[] range = new long[2];
      lengths.range(row, i, range, 0);
      crc.update(struct, (int) range[0], (int) (range[1] - range[0]));
    }
  }
}
