// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static io.arrowparquet.bundle.internal.table.ChunkTable.Struct.META_DATA;
import static io.arrowparquet.bundle.internal.table.ChunkTable.Struct.STATISTICS;

import io.arrowparquet.bundle.internal.BlockShape;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import java.util.function.IntFunction;

/**
 * The fields of a column chunk that pruning needs: one row for each chunk. Bounds have the bytes of
 * the PLAIN encoding.
 */
public final class ChunkFacts {
  static final ChunkTable TABLE = new ChunkTable();
  public static final BlockShape SHAPE = TABLE.shape;
  public static final int NUM_VALUES = TABLE.field(META_DATA, ColumnMetaDataCodec.NUM_VALUES);
  public static final int FLAGS = SHAPE.number("flags");
  public static final int TYPE = TABLE.field(META_DATA, ColumnMetaDataCodec.TYPE);
  public static final int NULL_COUNT = TABLE.field(STATISTICS, StatisticsCodec.NULL_COUNT);
  public static final int DISTINCT_COUNT = TABLE.field(STATISTICS, StatisticsCodec.DISTINCT_COUNT);
  public static final int NAN_COUNT = TABLE.field(STATISTICS, StatisticsCodec.NAN_COUNT);
  public static final int MIN_VALUE = TABLE.field(STATISTICS, StatisticsCodec.MIN_VALUE);
  public static final int MAX_VALUE = TABLE.field(STATISTICS, StatisticsCodec.MAX_VALUE);
  public static final int IS_MIN_VALUE_EXACT =
      TABLE.field(STATISTICS, StatisticsCodec.IS_MIN_VALUE_EXACT);
  public static final int IS_MAX_VALUE_EXACT =
      TABLE.field(STATISTICS, StatisticsCodec.IS_MAX_VALUE_EXACT);

  /** The deprecated bounds, where they are not those above. */
  public static final int MIN = TABLE.derived(STATISTICS, StatisticsCodec.MIN, "min");

  public static final int MAX = TABLE.derived(STATISTICS, StatisticsCodec.MAX, "max");

  public static final int SIZE_STATISTICS =
      TABLE.field(META_DATA, ColumnMetaDataCodec.SIZE_STATISTICS);
  public static final int GEOSPATIAL_STATISTICS =
      TABLE.field(META_DATA, ColumnMetaDataCodec.GEOSPATIAL_STATISTICS);

  // Of FLAGS.
  public static final int HAS_META_DATA = 1;
  public static final int HAS_STATISTICS = 1 << 1;

  /** path_in_schema is there, and is the schema's. */
  public static final int HAS_PATH = 1 << 2;

  /** The deprecated bound is there, and equals the other. */
  public static final int MIN_IS_MIN_VALUE = 1 << 3;

  public static final int MAX_IS_MAX_VALUE = 1 << 4;
  static final int FLAG_COUNT = 5;

  private ChunkFacts() {}

  /** What a row says of its chunk; null if nothing. */
  static ChunkClaims claims(IntFunction<Long> numbers, IntFunction<BinaryValue> bytes) {
    Long flags = numbers.apply(FLAGS);
    Long type = numbers.apply(TYPE);
    Long entries = numbers.apply(NUM_VALUES);
    if (flags == null || (flags & HAS_META_DATA) == 0 || type == null || entries == null) {
      return null;
    }
    return new ChunkClaims(
        PhysicalType.forNumber(type.intValue()),
        entries,
        new ParquetStatistics(
            bytes.apply((flags & MAX_IS_MAX_VALUE) == 0 ? MAX : MAX_VALUE),
            bytes.apply((flags & MIN_IS_MIN_VALUE) == 0 ? MIN : MIN_VALUE),
            numbers.apply(NULL_COUNT),
            numbers.apply(DISTINCT_COUNT),
            bytes.apply(MAX_VALUE),
            bytes.apply(MIN_VALUE),
            flag(numbers.apply(IS_MAX_VALUE_EXACT)),
            flag(numbers.apply(IS_MIN_VALUE_EXACT)),
            numbers.apply(NAN_COUNT)),
        read(ParquetStructs.SIZE_STATISTICS, bytes.apply(SIZE_STATISTICS)),
        read(ParquetStructs.GEOSPATIAL_STATISTICS, bytes.apply(GEOSPATIAL_STATISTICS)));
  }

  private static <T> T read(StructCodec<T> codec, BinaryValue struct) {
    return struct == null ? null : codec.read(new CompactReader(struct.toByteArray()));
  }

  private static Boolean flag(Long number) {
    return number == null ? null : (Boolean) ((number & 1) != 0);
  }
}
