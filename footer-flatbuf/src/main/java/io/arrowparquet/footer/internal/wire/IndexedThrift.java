// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.ByteRanges;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.FooterDirectory;
import io.arrowparquet.footer.internal.flat.FooterUnits;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactSkipper;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.SchemaElement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A Thrift footer whose parts are decoded when they are asked for, found by its {@link
 * FooterIndex}. A unit is decoded as a footer of its own, of the bytes that the index names, which
 * must be the structs it says, nothing more and nothing less.
 *
 * <p>Immutable; any thread may call it.
 */
public final class IndexedThrift implements FooterUnits {
  /** Of most: room to begin with. */
  private static final int BYTES_OF_CHUNK = 128;

  private static final ByteBuffer NO_UNITS = noUnits();

  private final FooterBytes bytes;
  private final String source;
  private final FooterIndex index;
  private final byte[] front;
  private final int version;
  private final long rows;
  private final SchemaElement root;

  /** Where in {@link #front} the fields of each row group after its columns begin, and how long. */
  private final int[][] rests;

  private IndexedThrift(FooterBytes bytes, String source, FooterIndex index) {
    this.bytes = bytes;
    this.source = source;
    this.index = index;
    this.front = index.front().toByteArray();
    CompactReader in = new CompactReader(front);
    int foundVersion = 0;
    long foundRows = 0;
    SchemaElement foundRoot = null;
    List<int[]> groups = new ArrayList<>();
    in.enterStruct();
    while (in.nextField(FileMetaDataCodec.SHAPE)) {
      switch (in.fieldId()) {
        case FileMetaDataCodec.VERSION -> foundVersion = in.readI32();
        case FileMetaDataCodec.NUM_ROWS -> foundRows = in.readI64();
        case FileMetaDataCodec.SCHEMA -> {
          requireOne(in.listBegin());
          foundRoot = SchemaElementCodec.read(in);
        }
        case FileMetaDataCodec.ROW_GROUPS -> {
          for (int left = in.listBegin(); left > 0; left--) {
            groups.add(rest(in));
          }
        }
        default -> in.skip();
      }
    }
    requireOne(foundRoot == null ? 0 : 1);
    this.version = foundVersion;
    this.rows = foundRows;
    this.root = foundRoot;
    this.rests = groups.toArray(int[][]::new);
    int chunks = Math.multiplyExact(groups.size(), index.units());
    if (index.chunks().count() != chunks) {
      throw new CorruptFooterException(
          "footer index: number of chunks", Integer.toString(index.chunks().count()), chunks);
    }
  }

  private static ByteBuffer noUnits() {
    CompactWriter out = new CompactWriter();
    out.structBegin();
    out.i32Field(FileMetaDataCodec.VERSION, 1);
    out.listField(FileMetaDataCodec.SCHEMA, CompactType.STRUCT, 1);
    SchemaElementCodec.write(
        out, new SchemaElement(null, null, null, "", 0, null, null, null, null, null));
    out.i64Field(FileMetaDataCodec.NUM_ROWS, 0);
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, 0);
    out.structEnd();
    return ThriftToFlatBuffers.convertInMemory(out.array(), 0, out.size()).flatbuffer();
  }

  private static void requireOne(int elements) {
    if (elements != 1) {
      throw new CorruptFooterException(
          "footer index: schema elements of its front", Integer.toString(elements), "the root");
    }
  }

  private static int[] rest(CompactReader in) {
    in.enterStruct();
    if (!in.nextField(RowGroupCodec.SHAPE) || in.fieldId() != RowGroupCodec.COLUMNS) {
      throw new CorruptFooterException(
          "footer index: row group of its front", in.position(), "another field first", "columns");
    }
    in.skip();
    int start = in.position();
    while (in.nextField()) {
      in.skip();
    }
    in.leaveStruct();
    return new int[] {start, in.position() - 1 - start};
  }

  /**
   * A footer of bytes that begin with the Thrift footer and end with the index.
   *
   * @param length bytes of the index, its checksums included
   * @throws CorruptFooterException if the index is not that of a footer of this size
   */
  public static FlatFooter open(FooterBytes bytes, String source, int length) {
    try {
      FooterIndex index = read(bytes, length);
      return FlatFooter.of(new IndexedThrift(bytes, source, index));
    } catch (ArithmeticException e) {
      throw new CorruptFooterException("footer index", 0, e.getMessage(), "sizes of a footer", e);
    }
  }

  /** Where in the bytes the checksums of their blocks are: at the end of the index. */
  public static FooterDirectory directory(int size, int length) {
    return new FooterDirectory(size - checksums(size, length), 0, 0, 0, 0, new int[0]);
  }

  private static int checksums(int size, int length) {
    int checksums = Integer.BYTES * BlockChecksums.count(size);
    if (checksums > length) {
      throw new CorruptFooterException(
          "size of the footer index", length + " bytes", "room for " + checksums + " of checksums");
    }
    return checksums;
  }

  private static FooterIndex read(FooterBytes bytes, int length) {
    int start = bytes.size() - length;
    int own = length - checksums(bytes.size(), length);
    FooterIndex index = FooterIndex.read(bytes, start, start + own);
    if (index.structLength() < 0 || index.structLength() >= start) {
      throw new CorruptFooterException(
          "footer index: bytes of the Thrift footer",
          Integer.toString(index.structLength()),
          "fewer than " + start + ", where the index begins");
    }
    // Each takes a byte or more; callers make arrays of this many.
    int elements = index.elementCount();
    if (elements <= index.units() - 1
        || elements > index.structLength()
        || index.columnCount() < 0
        || index.columnCount() >= elements) {
      throw new CorruptFooterException(
          "footer index: number of schema elements and columns",
          elements + " and " + index.columnCount(),
          "as many as " + index.structLength() + " bytes may have");
    }
    return index;
  }

  /** Proves that the index is the one that attaching makes of the Thrift footer. */
  public static void verify(FooterBytes bytes, int length) {
    FooterIndex index = read(bytes, length);
    byte[] struct = struct(bytes, index);
    FooterIndex expected =
        FooterIndex.of(
            struct,
            FlatFooter.wrap(
                ThriftToFlatBuffers.convertInMemory(struct, 0, struct.length).flatbuffer()));
    String difference = expected.difference(index);
    if (difference != null) {
      throw new CorruptFooterException(
          "footer index: " + difference, "another value", "that of the Thrift footer");
    }
  }

  private static byte[] struct(FooterBytes bytes, FooterIndex index) {
    byte[] struct = new byte[index.structLength() + 1];
    if (index.structLength() > 0) {
      ByteRanges all = new ByteRanges(bytes.size());
      all.add(0, index.structLength());
      bytes.fetch(all);
      bytes.copyTo(0, struct, 0, index.structLength());
    }
    return struct;
  }

  @Override
  public FooterBytes none() {
    return new FooterBytes(NO_UNITS, source, 0);
  }

  @Override
  public FooterBytes front() {
    return converted(front, front.length, 0);
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public int rowGroups() {
    return rests.length;
  }

  @Override
  public FooterBytes texts() {
    CompactWriter out = new CompactWriter();
    // Ids of fields count from the row groups, which end the front.
    out.writeRaw(front, 0, front.length - 1);
    append(out, index.textsAt(), index.textsEnd());
    out.writeByte(CompactType.STOP);
    return converted(out.array(), out.size(), index.textsAt());
  }

  @Override
  public FooterBytes whole() {
    byte[] struct = struct(bytes, index);
    return converted(struct, struct.length, 0);
  }

  @Override
  public FooterBytes units(BitSet wanted, int firstRowGroup, int endRowGroup) {
    int rowGroups = endRowGroup - firstRowGroup;
    // A stream of ten numbers takes longer than all that follows of one.
    int[] units = new int[wanted.cardinality()];
    for (int i = 0, unit = -1; i < units.length; i++) {
      unit = wanted.nextSetBit(unit + 1);
      units[i] = unit;
    }
    long[][] parts = new long[units.length][];
    int[] partColumns = new int[units.length];
    int elements = 0;
    int columns = 0;
    for (int i = 0; i < units.length; i++) {
      parts[i] = index.parts(units[i], firstRowGroup, endRowGroup);
      elements += elements(units[i]);
      columns += columns(units[i]);
      partColumns[i] = columns;
    }
    open(units, parts, rowGroups == rowGroups());
    // Parts do not overlap, so that this is more than they take.
    long most = 2L * (index.structLength() + front.length) + 16L * rowGroups + 1024;
    CompactWriter out =
        new CompactWriter(
            (int) Math.min(most, 1024 + (1L + rowGroups) * columns * BYTES_OF_CHUNK),
            (int) Math.min(most, Integer.MAX_VALUE),
            text -> text.getBytes(StandardCharsets.UTF_8));
    out.structBegin();
    out.i32Field(FileMetaDataCodec.VERSION, version);
    out.listField(FileMetaDataCodec.SCHEMA, CompactType.STRUCT, 1 + elements);
    SchemaElementCodec.write(out, root.withChildren(units.length));
    for (int i = 0; i < units.length; i++) {
      appendStructs(out, parts[i], 0, elements(units[i]));
    }
    out.i64Field(FileMetaDataCodec.NUM_ROWS, rows);
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, rowGroups);
    int[] partEnds = appendRowGroups(out, parts, columns, firstRowGroup, endRowGroup);
    if (index.orders() != null) {
      out.listField(FileMetaDataCodec.COLUMN_ORDERS, CompactType.STRUCT, columns);
      for (int i = 0; i < units.length; i++) {
        appendStructs(out, parts[i], 2 + 2 * rowGroups, columns(units[i]));
      }
    }
    out.structEnd();
    try {
      return new FooterBytes(
          ThriftToFlatBuffers.convertInMemory(out.array(), 0, out.size(), partColumns, partEnds)
              .flatbuffer(),
          source,
          0);
    } catch (CorruptFooterException e) {
      // Says where in the file it is.
      for (int i = 0; i < units.length; i++) {
        for (int group = 0; group < rowGroups; group++) {
          appendStructs(new CompactWriter(), parts[i], 2 + 2 * group, columns(units[i]));
        }
      }
      throw bytes.located(e, 0);
    }
  }

  /** Gives where the chunks of each unit end, which the conversion proves. */
  private int[] appendRowGroups(
      CompactWriter out, long[][] parts, int columns, int firstRowGroup, int endRowGroup) {
    int[] ends = new int[Math.multiplyExact(endRowGroup - firstRowGroup, parts.length)];
    int part = 0;
    for (int group = firstRowGroup; group < endRowGroup; group++) {
      out.structBegin();
      out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, columns);
      for (long[] ofUnit : parts) {
        appendOpen(out, ofUnit, 2 * (1 + group - firstRowGroup));
        ends[part++] = out.size();
      }
      out.writeRaw(front, rests[group][0], rests[group][1]);
      out.structEnd();
    }
    return ends;
  }

  private int elements(int unit) {
    return index.firstElement(unit + 1) - index.firstElement(unit);
  }

  private int columns(int unit) {
    return index.firstColumn(unit + 1) - index.firstColumn(unit);
  }

  private FooterBytes converted(byte[] thrift, int length, long at) {
    try {
      return new FooterBytes(
          ThriftToFlatBuffers.convertInMemory(thrift, 0, length).flatbuffer(), source, 0);
    } catch (CorruptFooterException e) {
      throw bytes.located(e.shiftedBy(at), 0);
    }
  }

  /** Bytes that must be this many structs. */
  private void appendStructs(CompactWriter out, long[] parts, int part, int count) {
    int start = out.size();
    appendOpen(out, parts, part);
    int end = out.size();
    int p = start;
    try {
      for (int i = 0; i < count; i++) {
        p = CompactSkipper.struct(out.array(), p, end, CompactReader.DEFAULT_MAX_DEPTH);
      }
    } catch (CorruptFooterException e) {
      throw bytes.located(e.shiftedBy(parts[part] - start), 0);
    }
    if (p != end) {
      throw bytes.located(
          new CorruptFooterException(
              "structs that the footer index names",
              parts[part],
              count + " of " + (p - start) + " bytes",
              (end - start) + " bytes"),
          0);
    }
  }

  private void appendOpen(CompactWriter out, long[] parts, int part) {
    appendOpen(out, (int) parts[part], (int) (parts[part + 1] - parts[part]));
  }

  private void append(CompactWriter out, long from, long to) {
    index.requireInside(from, to);
    if (from < to) {
      bytes.open((int) from, (int) (to - from));
      appendOpen(out, (int) from, (int) (to - from));
    }
  }

  private void appendOpen(CompactWriter out, int from, int length) {
    byte[] array = bytes.array();
    if (array != null) {
      out.writeRaw(array, bytes.arrayStart() + from, length);
    } else if (length > 0) {
      byte[] copy = new byte[length];
      bytes.copyTo(from, copy, 0, length);
      out.writeRaw(copy, 0, length);
    }
  }

  /**
   * Has parts of units fetched, and compared with the checksums of their blocks; in an array with
   * those of the units, if these are all of their parts, which takes a fraction of the time.
   */
  private void open(int[] units, long[][] parts, boolean areAll) {
    ByteRanges ranges = new ByteRanges(bytes.size());
    for (int i = 0; i < units.length; i++) {
      boolean isProven = areAll && isProven(units[i], parts[i]);
      for (int part = 0; part < parts[i].length && !isProven; part += 2) {
        ranges.add(parts[i][part], parts[i][part + 1]);
      }
    }
    bytes.fetch(ranges);
  }

  private boolean isProven(int unit, long[] parts) {
    byte[] array = bytes.array();
    if (array == null || bytes.directory() == null || index.crcs() == null) {
      return false;
    }
    CRC32 crc = new CRC32();
    for (int i = 0; i < parts.length; i += 2) {
      crc.update(array, bytes.arrayStart() + (int) parts[i], (int) (parts[i + 1] - parts[i]));
    }
    return index.crcs().get(unit) == crc.getValue();
  }

  @Override
  public int[] candidates(int hash) {
    return index.candidates(hash);
  }

  @Override
  public int count() {
    return index.units();
  }

  @Override
  public int elementCount() {
    return index.elementCount();
  }

  @Override
  public int columnCount() {
    return index.columnCount();
  }

  @Override
  public int unitOfColumn(int column) {
    return index.unitOfColumn(column);
  }

  @Override
  public int unitOfElement(int element) {
    return index.unitOfElement(element);
  }

  @Override
  public int firstColumn(int unit) {
    return index.firstColumn(unit);
  }

  @Override
  public int firstElement(int unit) {
    return index.firstElement(unit);
  }

  @Override
  public boolean haveOrders() {
    return index.orders() != null;
  }

  @Override
  public boolean haveSameSchema(FooterUnits others) {
    return others instanceof IndexedThrift that
        && root.equals(that.root)
        && count() == that.count()
        && Arrays.equals(schema(), that.schema());
  }

  /** Bytes of the schema elements, and of the column orders or of the texts that may have them. */
  private byte[] schema() {
    CompactWriter out = new CompactWriter();
    append(out, index.elements().sum(0), index.elements().sum(count()));
    PackedLengths orders = index.orders();
    append(
        out,
        orders == null ? index.textsAt() : orders.sum(0),
        orders == null ? index.textsEnd() : orders.sum(count()));
    return out.toByteArray();
  }

  @Override
  public boolean isFetchedInParts() {
    return bytes.isFetchedInParts();
  }

  @Override
  public long thriftCrc32() {
    return index.structCrc() & 0xFFFFFFFFL;
  }

  @Override
  public long heapBytes() {
    return bytes.heapBytes() + front.length + 2L * Integer.BYTES * rests.length;
  }
}
