// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.bundle.internal.arrow.BlockShape;

/**
 * The fields of a column chunk that pruning needs: one row for each chunk. Bounds have the bytes of
 * the PLAIN encoding.
 */
public final class ChunkFacts {
  public static final BlockShape SHAPE = new BlockShape();

  public static final int NUM_VALUES = SHAPE.number("num_values");

  /** {@link #HAS_META_DATA} and so on. */
  public static final int FLAGS = SHAPE.number("flags");

  public static final int TYPE = SHAPE.number("type");
  public static final int NULL_COUNT = SHAPE.number("null_count");
  public static final int DISTINCT_COUNT = SHAPE.number("distinct_count");
  public static final int NAN_COUNT = SHAPE.number("nan_count");
  public static final int MIN_VALUE = SHAPE.bytes("min_value");
  public static final int MAX_VALUE = SHAPE.bytes("max_value");
  public static final int IS_MIN_VALUE_EXACT = SHAPE.number("is_min_value_exact");
  public static final int IS_MAX_VALUE_EXACT = SHAPE.number("is_max_value_exact");

  /** The deprecated bounds, where they are not those above. */
  public static final int MIN = SHAPE.bytes("min");

  public static final int MAX = SHAPE.bytes("max");

  /** The Thrift struct. */
  public static final int SIZE_STATISTICS = SHAPE.bytes("size_statistics");

  // Of FLAGS.
  public static final int HAS_META_DATA = 1;
  public static final int HAS_STATISTICS = 1 << 1;

  /** path_in_schema is there, and is the schema's. */
  public static final int HAS_PATH = 1 << 2;

  /** The deprecated bound is there, and equals the other. */
  public static final int MIN_IS_MIN_VALUE = 1 << 3;

  public static final int MAX_IS_MAX_VALUE = 1 << 4;

  static final int FLAG_COUNT = 5;
  static final int ALL_FLAGS = (1 << FLAG_COUNT) - 1;

  private ChunkFacts() {}
}
