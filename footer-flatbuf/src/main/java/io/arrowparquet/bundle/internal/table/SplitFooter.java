// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.table.RowGroupRest.Group;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Thrift footer taken apart: schema, row groups with the places of their column chunks, entries
 * of {@code key_value_metadata}, and the head, which is the struct without these. Column chunks are
 * stepped over, not read. Any thread may make one for a {@link SegmentWriter}.
 *
 * @param head the struct less {@code schema}, {@code num_rows}, {@code row_groups} and {@code
 *     key_value_metadata}
 * @param keyValues the structs of the entries; null if the list is absent
 */
@SuppressWarnings("ArrayRecordComponent") // lives as long as the file is worked on
public record SplitFooter(
    byte[] struct,
    int schemaStart,
    int schemaEnd,
    long numRows,
    byte[] head,
    List<byte[]> keyValues,
    List<Group> rowGroups) {

  /** Takes apart a struct, which is kept and not to be changed. */
  public static SplitFooter of(byte[] struct) {
    return new Splitter(struct).split();
  }

  /** The head with the schema's own bytes, where its definition does not give the same. */
  byte[] headWithSchema() {
    RawFields fields = RawFields.of(BinaryValue.of(head));
    CompactWriter out = new CompactWriter(head.length + schemaEnd - schemaStart);
    out.structBegin();
    fields.writeBelow(out, FileMetaDataCodec.SCHEMA);
    out.fieldHeader(FileMetaDataCodec.SCHEMA, CompactType.LIST);
    out.writeRaw(struct, schemaStart, schemaEnd - schemaStart);
    fields.writeRest(out);
    out.structEnd();
    return out.toByteArray();
  }

  private static final class Splitter {
    private final CompactReader in;
    private final RawFields rare = new RawFields();
    private int schemaStart;
    private int schemaEnd;
    private long numRows;
    private List<byte[]> keyValues;
    private List<Group> rowGroups = List.of();

    Splitter(byte[] struct) {
      in = new CompactReader(struct);
    }

    SplitFooter split() {
      long seen = 0;
      in.enterStruct();
      while (in.nextField()) {
        int id = in.fieldId();
        int start = in.position();
        if (!FileMetaDataCodec.SHAPE.accepts(id, in.fieldType(), nextByte())) {
          rare.skip(in);
          continue;
        }
        seen |= 1L << id;
        switch (id) {
          case FileMetaDataCodec.SCHEMA -> {
            in.skip();
            schemaStart = start;
            schemaEnd = in.position();
          }
          case FileMetaDataCodec.NUM_ROWS -> numRows = in.readI64();
          case FileMetaDataCodec.ROW_GROUPS -> rowGroups = readRowGroups();
          case FileMetaDataCodec.KEY_VALUE_METADATA -> keyValues = readKeyValues();
          default -> rare.skip(in);
        }
      }
      in.leaveStruct(FileMetaDataCodec.SHAPE, seen);
      return new SplitFooter(
          in.array(), schemaStart, schemaEnd, numRows, rare.toStruct(), keyValues, rowGroups);
    }

    private byte nextByte() {
      return in.position() < in.end() ? in.array()[in.position()] : 0;
    }

    private List<byte[]> readKeyValues() {
      int count = in.listBegin();
      List<byte[]> entries = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int start = in.position();
        in.skipStruct();
        entries.add(Arrays.copyOfRange(in.array(), start, in.position()));
      }
      return entries;
    }

    private List<Group> readRowGroups() {
      int count = in.listBegin();
      List<Group> groups = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        groups.add(readRowGroup());
      }
      return groups;
    }

    private Group readRowGroup() {
      RawFields others = new RawFields();
      Long[] numbers = RowGroupRest.noNumbers();
      int[] chunks = {0};
      long seen = 0;
      in.enterStruct();
      while (in.nextField()) {
        int id = in.fieldId();
        boolean isAccepted = RowGroupCodec.SHAPE.accepts(id, in.fieldType(), nextByte());
        seen |= isAccepted ? 1L << id : 0;
        int index = isAccepted ? RowGroupRest.indexOf(id) : -1;
        if (index >= 0) {
          numbers[index] = in.fieldType() == CompactType.I16 ? in.readI16() : in.readI64();
        } else if (isAccepted && id == RowGroupCodec.COLUMNS) {
          chunks = readChunks();
        } else {
          others.skip(in);
        }
      }
      in.leaveStruct(RowGroupCodec.SHAPE, seen);
      byte[] rest = others.isEmpty() ? null : others.toStruct();
      return new Group(numbers, rest, chunks, List.of());
    }

    private int[] readChunks() {
      int count = in.listBegin();
      int[] starts = new int[Math.min(count, 1 << 10) + 1];
      for (int i = 0; i < count; i++) {
        if (i + 1 == starts.length) {
          starts = Arrays.copyOf(starts, (int) Math.min(count + 1L, 2L * starts.length));
        }
        starts[i] = in.position();
        ColumnChunkCodec.skip(in, 1);
      }
      starts[count] = in.position();
      return starts.length == count + 1 ? starts : Arrays.copyOf(starts, count + 1);
    }
  }
}
