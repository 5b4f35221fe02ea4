// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockShape;
import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.Arrays;
import java.util.List;

/** The fields of a row group: one row for each, in the order of files and row groups. */
public final class RowGroupRest {
  static final BlockShape SHAPE = new BlockShape();
  public static final int FILE = SHAPE.steps("file");
  public static final int ROW_GROUP = SHAPE.number("row_group");
  public static final int NUM_ROWS = SHAPE.number(name(RowGroupCodec.NUM_ROWS));
  static final int HEAD_OFFSET = SHAPE.number("head_offset");
  static final int HEAD_LENGTH = SHAPE.number("head_length");
  static final int HEAD_CRC = SHAPE.number("head_crc");

  /** The fields before, which planning needs, are in a block of their own. */
  static final int FACTS = SHAPE.size();

  /** Ids of the fields of the Thrift struct that have a column, ascending. */
  private static final int[] IDS = {
    RowGroupCodec.TOTAL_BYTE_SIZE,
    RowGroupCodec.NUM_ROWS,
    RowGroupCodec.FILE_OFFSET,
    RowGroupCodec.TOTAL_COMPRESSED_SIZE,
    RowGroupCodec.ORDINAL
  };

  private static final int[] COLUMNS =
      Arrays.stream(IDS)
          .map(id -> id == RowGroupCodec.NUM_ROWS ? NUM_ROWS : SHAPE.number(name(id)))
          .toArray();

  /** The Thrift struct RowGroup, less its columns and the fields above. */
  public static final int REST = SHAPE.bytes("rest");

  /** {@link ChunkIndex} of some columns; null without. */
  static final int INDEXES = SHAPE.bytes("indexes");

  private RowGroupRest() {}

  private static String name(int id) {
    return RowGroupCodec.SHAPE.fieldName(id);
  }

  /**
   * @param numbers values of the fields that have a column, in the order of their ids
   * @param rest the struct less its columns and these fields; null if there are none
   * @param chunkStarts where each chunk begins, and after them where the last one ends; null where
   *     that is not known
   * @param indexes those of its chunks that are in the segment
   */
  @SuppressWarnings("ArrayRecordComponent") // lives as long as the file is worked on
  record Group(Long[] numbers, byte[] rest, int[] chunkStarts, List<ChunkIndex> indexes) {
    static Group ofRows(long rows) {
      Long[] numbers = new Long[IDS.length];
      numbers[indexOf(RowGroupCodec.NUM_ROWS)] = rows;
      return new Group(numbers, null, null, List.of());
    }

    Group with(List<ChunkIndex> added) {
      return new Group(numbers, rest, chunkStarts, added);
    }

    int chunks() {
      return chunkStarts.length - 1;
    }
  }

  static Long[] noNumbers() {
    return new Long[IDS.length];
  }

  /** Where the value of a field is among the numbers of a group; negative if it is not. */
  static int indexOf(int id) {
    return Arrays.binarySearch(IDS, id);
  }

  public static BundlePlace head(BlockRows rows, int row) {
    return BundlePlace.of(rows, HEAD_OFFSET, row);
  }

  private static Long number(BlockRows rows, int index, int row) {
    return RowGroupCodec.SHAPE.isRequired(IDS[index])
        ? (Long) rows.number(COLUMNS[index], row)
        : rows.optionalNumber(COLUMNS[index], row);
  }

  static Group group(BlockRows rows, int row) {
    Long[] numbers = noNumbers();
    Arrays.setAll(numbers, i -> number(rows, i, row));
    BinaryValue rest = rows.bytes(REST, row);
    return new Group(
        numbers, rest == null ? null : rest.toByteArray(), null, ChunkIndex.of(rows, row));
  }

  public static void write(CompactWriter out, RawFields rest, BlockRows rows, int row) {
    for (int i = 0; i < IDS.length; i++) {
      Long value = number(rows, i, row);
      if (value != null) {
        rest.writeBelow(out, IDS[i]);
        int type = RowGroupCodec.SHAPE.type(IDS[i]);
        out.fieldHeader(IDS[i], type);
        out.writeI64(type == CompactType.I16 ? value.shortValue() : value);
      }
    }
    rest.writeRest(out);
  }

  static void add(BlockWriter to, long file, long rowGroup, BundlePlace head, Group group) {
    to.number(FILE).add(file);
    to.number(ROW_GROUP).add(rowGroup);
    for (int i = 0; i < IDS.length; i++) {
      to.number(COLUMNS[i]).add(group.numbers[i]);
    }
    head.addTo(to, HEAD_OFFSET);
    to.bytes(REST).add(group.rest);
    to.bytes(INDEXES).add(group.indexes.isEmpty() ? null : ChunkIndex.write(group.indexes));
  }
}
