// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import java.util.Arrays;
import java.util.Map;

/**
 * Where two encodings of one {@code FileMetaData} differ. Thrift can say the same in more than one
 * way: fields in any order, headers in long form, varints with leading zeros, any element type for
 * an empty list.
 *
 * <pre>{@code
 * row_groups[0].columns[3].meta_data.encodings
 * }</pre>
 */
public final class ThriftDifference {
  /** By struct and field id: the struct that the field, or each element of the field, is. */
  private static final Map<StructShape, Map<Integer, StructShape>> CHILDREN =
      Map.of(
          FileMetaDataCodec.SHAPE,
          Map.of(
              FileMetaDataCodec.SCHEMA, SchemaElementCodec.SHAPE,
              FileMetaDataCodec.ROW_GROUPS, RowGroupCodec.SHAPE,
              FileMetaDataCodec.KEY_VALUE_METADATA, ParquetStructs.KEY_VALUE.shape()),
          SchemaElementCodec.SHAPE,
          Map.of(SchemaElementCodec.LOGICAL_TYPE, LogicalTypeCodec.UNION.shape()),
          RowGroupCodec.SHAPE,
          Map.of(
              RowGroupCodec.COLUMNS,
              ColumnChunkCodec.SHAPE,
              RowGroupCodec.SORTING_COLUMNS,
              ParquetStructs.SORTING_COLUMN.shape()),
          ColumnChunkCodec.SHAPE,
          Map.of(ColumnChunkCodec.META_DATA, ColumnMetaDataCodec.SHAPE),
          ColumnMetaDataCodec.SHAPE,
          Map.of(
              ColumnMetaDataCodec.KEY_VALUE_METADATA, ParquetStructs.KEY_VALUE.shape(),
              ColumnMetaDataCodec.STATISTICS, StatisticsCodec.SHAPE,
              ColumnMetaDataCodec.ENCODING_STATS, ParquetStructs.PAGE_ENCODING_STATS.shape(),
              ColumnMetaDataCodec.SIZE_STATISTICS, ParquetStructs.SIZE_STATISTICS.shape(),
              ColumnMetaDataCodec.GEOSPATIAL_STATISTICS,
                  ParquetStructs.GEOSPATIAL_STATISTICS.shape()));

  private final CompactReader left;
  private final CompactReader right;

  private ThriftDifference(byte[] left, byte[] right) {
    this.left = new CompactReader(left);
    this.right = new CompactReader(right);
  }

  /**
   * The first field, in the order of {@code left}, whose bytes are not the same in both.
   *
   * @param left one encoding: a whole struct, stop byte included
   * @param right the other
   * @return the path of the field; null if the bytes are equal
   * @throws io.arrowparquet.footer.CorruptFooterException if one is not a Thrift struct
   */
  public static String firstField(byte[] left, byte[] right) {
    return firstField(FileMetaDataCodec.SHAPE, left, right);
  }

  /** As {@link #firstField(byte[], byte[])}, of structs of some shape. */
  public static String firstField(StructShape shape, byte[] left, byte[] right) {
    if (Arrays.equals(left, right)) {
      return null;
    }
    return new ThriftDifference(left, right).struct(shape, "");
  }

  /** Compares the structs at the readers' positions; goes past them if they are equal. */
  private String struct(StructShape shape, String prefix) {
    left.enterStruct();
    right.enterStruct();
    while (true) {
      int leftStart = left.position();
      int rightStart = right.position();
      boolean more = left.nextField();
      if (right.nextField() != more) {
        return prefix + name(shape, more ? left.fieldId() : right.fieldId());
      }
      if (!more) {
        left.leaveStruct();
        right.leaveStruct();
        return null;
      }
      String path = prefix + name(shape, left.fieldId());
      if (left.fieldId() != right.fieldId()
          || left.fieldType() != right.fieldType()
          || !sameBytesSince(leftStart, rightStart)) {
        return path;
      }
      String different = value(child(shape, left.fieldId()), path);
      if (different != null) {
        return different;
      }
    }
  }

  private String value(StructShape child, String path) {
    int type = left.fieldType();
    if (child != null && type == CompactType.STRUCT) {
      return struct(child, path + ".");
    }
    int leftStart = left.position();
    int rightStart = right.position();
    if (child != null && type == CompactType.LIST) {
      return list(child, path);
    }
    left.skip();
    right.skip();
    return sameBytesSince(leftStart, rightStart) ? null : path;
  }

  private String list(StructShape child, String path) {
    int leftStart = left.position();
    int rightStart = right.position();
    int count = left.listBegin();
    boolean sameCount = right.listBegin() == count;
    if (!sameCount || !sameBytesSince(leftStart, rightStart)) {
      return path;
    }
    int type = left.elementType();
    for (int i = 0; i < count; i++) {
      String element = path + "[" + i + "]";
      String different =
          type == CompactType.STRUCT ? struct(child, element + ".") : element(type, element);
      if (different != null) {
        return different;
      }
    }
    return null;
  }

  private String element(int type, String path) {
    int leftStart = left.position();
    int rightStart = right.position();
    left.skipElement(type);
    right.skipElement(type);
    return sameBytesSince(leftStart, rightStart) ? null : path;
  }

  private boolean sameBytesSince(int leftStart, int rightStart) {
    return Arrays.equals(
        left.array(), leftStart, left.position(), right.array(), rightStart, right.position());
  }

  /** The struct that a field, or each element of it, is; null if it is none, or none known. */
  private static StructShape child(StructShape shape, int id) {
    return shape == null ? null : CHILDREN.getOrDefault(shape, Map.of()).get(id);
  }

  private static String name(StructShape shape, int id) {
    String name = shape == null ? null : shape.fieldName(id);
    return name == null ? "field " + id : name;
  }
}
