// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.bundle.arrow.BlockShape;

/**
 * The fields of a column chunk that pruning needs: one row for each chunk. Bounds have the bytes of
 * the PLAIN encoding.
 */
final class ChunkFacts {
  static final BlockShape SHAPE = new BlockShape();

  static final int NUM_VALUES = SHAPE.number("num_values");

  /** {@link #HAS_META_DATA} and so on. */
  static final int FLAGS = SHAPE.number("flags");

  static final int TYPE = SHAPE.number("type");
  static final int NULL_COUNT = SHAPE.number("null_count");
  static final int DISTINCT_COUNT = SHAPE.number("distinct_count");
  static final int NAN_COUNT = SHAPE.number("nan_count");
  static final int MIN_VALUE = SHAPE.bytes("min_value");
  static final int MAX_VALUE = SHAPE.bytes("max_value");
  static final int IS_MIN_VALUE_EXACT = SHAPE.number("is_min_value_exact");
  static final int IS_MAX_VALUE_EXACT = SHAPE.number("is_max_value_exact");

  /** The deprecated bounds, where they are not those above. */
  static final int MIN = SHAPE.bytes("min");

  static final int MAX = SHAPE.bytes("max");

  /** The Thrift struct. */
  static final int SIZE_STATISTICS = SHAPE.bytes("size_statistics");

  // Of FLAGS.
  static final int HAS_META_DATA = 1;
  static final int HAS_STATISTICS = 1 << 1;

  /** path_in_schema is there, and is the schema's. */
  static final int HAS_PATH = 1 << 2;

  /** The deprecated bound is there, and equals the other. */
  static final int MIN_IS_MIN_VALUE = 1 << 3;

  static final int MAX_IS_MAX_VALUE = 1 << 4;

  private ChunkFacts() {}
}
