// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

/**
 * Wire types of the Thrift compact protocol: the low four bits of a field header, of a list header
 * and each half of a map's type byte.
 *
 * <p>Plain ints and no enum: readers compare one per field in their innermost loop.
 */
public final class CompactType {
  /** Ends a struct; never the type of a value. */
  public static final int STOP = 0;

  /** The boolean true. In a field header this is the whole value. */
  public static final int BOOLEAN_TRUE = 1;

  /** The boolean false. In a field header this is the whole value. */
  public static final int BOOLEAN_FALSE = 2;

  public static final int I8 = 3;

  /** Zig-zag varint of at most 16 significant bits. */
  public static final int I16 = 4;

  /** Zig-zag varint of at most 32 significant bits; enums too. */
  public static final int I32 = 5;

  /** Zig-zag varint of at most 64 significant bits. */
  public static final int I64 = 6;

  /** Eight bytes, little-endian IEEE 754. */
  public static final int DOUBLE = 7;

  /** Varint length, then that many bytes; strings too. */
  public static final int BINARY = 8;

  /** List header, then the elements without types. */
  public static final int LIST = 9;

  public static final int SET = 10;

  /** Varint entry count, then (unless it is 0) a byte with both types, then the entries. */
  public static final int MAP = 11;

  /** Fields, ended by a stop byte; unions too. */
  public static final int STRUCT = 12;

  /** Sixteen bytes. Newer than Parquet's use of Thrift; known here so that it can be skipped. */
  public static final int UUID = 13;

  private static final String[] NAMES = {
    "stop", "bool", "bool", "i8", "i16", "i32", "i64", "double", "binary", "list", "set", "map",
    "struct", "uuid"
  };

  private CompactType() {}

  /** The type's name for messages; {@code type 15} for numbers the protocol does not define. */
  public static String nameOf(int type) {
    return type >= 0 && type < NAMES.length ? NAMES[type] : "type " + type;
  }
}
