// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.FooterUnits;
import io.arrowparquet.footer.internal.flat.NameSlots;
import io.arrowparquet.footer.internal.flat.PathHash;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/** Finds where the parts of a Thrift footer are, for its index. Used once. */
final class FooterIndexMaker {
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

  FooterIndexMaker(byte[] struct, FlatFooter footer) {
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
          in.nextField() && in.fieldId() == RowGroupCodec.COLUMNS && in.position() == headerAt + 1,
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
              : ((unitOf[entry] + 1L) << FooterIndex.HASH_BITS)
                  | (slots[i] & FooterIndex.HASH_MASK);
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
