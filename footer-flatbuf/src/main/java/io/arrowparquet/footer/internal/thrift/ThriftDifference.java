// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import java.util.Arrays;

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
    return firstField(FileMetaDataCodec.STRUCT, left, right);
  }

  /** As {@link #firstField(byte[], byte[])}, of other structs. */
  public static String firstField(StructCodec<?> codec, byte[] left, byte[] right) {
    if (Arrays.equals(left, right)) {
      return null;
    }
    return new ThriftDifference(left, right).struct(codec, "");
  }

  /** Compares the structs at the readers' positions; goes past them if they are equal. */
  private String struct(ThriftType<?> of, String prefix) {
    left.enterStruct();
    right.enterStruct();
    while (true) {
      int leftStart = left.position();
      int rightStart = right.position();
      boolean more = left.nextField();
      if (right.nextField() != more) {
        return prefix + name(of, more ? left.fieldId() : right.fieldId());
      }
      if (!more) {
        left.leaveStruct();
        right.leaveStruct();
        return null;
      }
      String path = prefix + name(of, left.fieldId());
      if (left.fieldId() != right.fieldId()
          || left.fieldType() != right.fieldType()
          || !sameBytesSince(leftStart, rightStart)) {
        return path;
      }
      ThriftType<?> type =
          of instanceof StructCodec<?> codec ? codec.fieldType(left.fieldId()) : null;
      String different = value(type, path);
      if (different != null) {
        return different;
      }
    }
  }

  private String value(ThriftType<?> type, String path) {
    if (shape(type) != null && left.fieldType() == CompactType.STRUCT) {
      return struct(type, path + ".");
    }
    int leftStart = left.position();
    int rightStart = right.position();
    boolean isList = left.fieldType() == CompactType.LIST;
    if (isList && type instanceof ThriftType.ListType<?> list && shape(list.element()) != null) {
      return list(list.element(), path);
    }
    left.skip();
    right.skip();
    return sameBytesSince(leftStart, rightStart) ? null : path;
  }

  private String list(ThriftType<?> of, String path) {
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
          type == CompactType.STRUCT ? struct(of, element + ".") : element(type, element);
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

  /** Of a struct or union; null of another type, or none that is known. */
  private static StructShape shape(ThriftType<?> type) {
    return type instanceof StructCodec<?> struct
        ? struct.shape()
        : type instanceof UnionCodec<?> union ? union.shape() : null;
  }

  private static String name(ThriftType<?> type, int id) {
    StructShape shape = shape(type);
    String name = shape == null ? null : shape.fieldName(id);
    return name == null ? "field " + id : name;
  }
}
