// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SizeStatistics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Files without pages whose statistics are those of many writers: bounds that are missing, NaN, too
 * long or exchanged, counts and histograms that exclude each other, chunks of nulls. Row groups in
 * a row have the same quirk, so that there are blocks of a bundle with it and blocks without.
 */
final class QuirkyLake {
  private static final int ROWS = 100;
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private static final List<String> WRITERS =
      List.of(
          "parquet-mr version 1.15.2 (build 0)",
          "parquet-cpp-arrow version 20.0.0",
          "Polars",
          "DuckDB version v1.5.6",
          "Parquet.Net version 6.0.0 (build a)",
          "parquet-cpp-arrow version 10.0.1",
          "my program version 1.0.0(build a)",
          "parquet-mr version 1.8.0 (build 0)");

  private static final List<SchemaElement> SCHEMA =
      List.of(
          group("schema", null, 8),
          leaf("t", FieldRepetitionType.REQUIRED, PhysicalType.INT64, null, null),
          leaf("i", FieldRepetitionType.OPTIONAL, PhysicalType.INT32, null, null),
          leaf(
              "u",
              FieldRepetitionType.OPTIONAL,
              PhysicalType.INT64,
              null,
              new LogicalType.IntType((byte) 64, false)),
          leaf("d", FieldRepetitionType.OPTIONAL, PhysicalType.DOUBLE, null, null),
          leaf(
              "s",
              FieldRepetitionType.OPTIONAL,
              PhysicalType.BYTE_ARRAY,
              null,
              new LogicalType.StringType()),
          leaf(
              "m",
              FieldRepetitionType.OPTIONAL,
              PhysicalType.FIXED_LEN_BYTE_ARRAY,
              5,
              new LogicalType.DecimalType(2, 10)),
          group("g", FieldRepetitionType.OPTIONAL, 1),
          leaf("x", FieldRepetitionType.OPTIONAL, PhysicalType.INT64, null, null),
          leaf("b", FieldRepetitionType.OPTIONAL, PhysicalType.BOOLEAN, null, null));

  private enum Quirk {
    NONE,
    NO_STATISTICS,
    NO_BOUNDS,
    ONE_BOUND,
    OLD_BOUNDS,
    NO_COUNTS,
    ALL_NULL,
    ALL_NULL_WITH_BOUNDS,
    TOO_MANY_NULLS,
    EXCHANGED,
    LONG_BOUND,
    NAN,
    WRONG_HISTOGRAM,
    NO_HISTOGRAM,
    WRONG_VALUES
  }

  private final Random random;
  private final boolean isQuirky;

  /**
   * A lake.
   *
   * @param isQuirky false for the statistics of one writer, all of them right
   */
  QuirkyLake(long seed, boolean isQuirky) {
    this.random = new Random(seed);
    this.isQuirky = isQuirky;
  }

  private static SchemaElement group(String name, FieldRepetitionType repetition, int children) {
    Integer number = repetition == null ? null : repetition.number();
    return new SchemaElement(null, null, number, name, children, null, null, null, null, null);
  }

  private static SchemaElement leaf(
      String name,
      FieldRepetitionType repetition,
      PhysicalType type,
      Integer length,
      LogicalType logical) {
    return new SchemaElement(
        type.number(), length, repetition.number(), name, null, null, null, null, null, logical);
  }

  /** Writes files of this many row groups. */
  void write(Path folder, int files, int rowGroups) throws IOException {
    for (int file = 0; file < files; file++) {
      int first = file * rowGroups;
      boolean hasOrders = !isQuirky || random.nextInt(4) > 0;
      FileMetaData footer =
          new FileMetaData(
              1,
              SCHEMA,
              (long) ROWS * rowGroups,
              rowGroups(first, rowGroups),
              null,
              writer(),
              hasOrders ? Collections.nCopies(8, ColumnOrder.Known.TYPE_ORDER) : null,
              null,
              null);
      CompactWriter out = new CompactWriter();
      FileMetaDataCodec.STRUCT.write(out, footer);
      byte[] thrift = out.toByteArray();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.write(MAGIC);
      bytes.write(thrift);
      bytes.write(
          ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(thrift.length).array());
      bytes.write(MAGIC);
      Files.write(folder.resolve(String.format("f%03d.parquet", file)), bytes.toByteArray());
    }
  }

  private String writer() {
    if (!isQuirky) {
      return WRITERS.get(0);
    }
    return random.nextInt(6) == 0 ? null : WRITERS.get(random.nextInt(WRITERS.size()));
  }

  private List<RowGroup> rowGroups(int first, int count) {
    int step = 1 + random.nextInt(3000);
    Quirk[] quirks = new Quirk[8];
    return IntStream.range(first, first + count)
        .mapToObj(
            number -> {
              if (quirks[0] == null || number % step == 0) {
                for (int column = 0; column < quirks.length; column++) {
                  boolean hasQuirk = isQuirky && random.nextInt(3) == 0;
                  quirks[column] =
                      hasQuirk ? Quirk.values()[random.nextInt(Quirk.values().length)] : Quirk.NONE;
                }
              }
              return rowGroup(number, quirks);
            })
        .toList();
  }

  private RowGroup rowGroup(int number, Quirk[] quirks) {
    long n = number;
    long wide = random.nextInt(100_000);
    List<ColumnChunk> chunks =
        List.of(
            chunk(quirks[0], 0, PhysicalType.INT64, "t", plain(10 * n), plain(10 * n + 9)),
            chunk(quirks[1], 1, PhysicalType.INT32, "i", plain32(-number), plain32(number + 3)),
            chunk(quirks[2], 1, PhysicalType.INT64, "u", plain(n), plain(-1 - wide)),
            chunk(
                quirks[3],
                1,
                PhysicalType.DOUBLE,
                "d",
                plain(Double.doubleToRawLongBits(number % 7 == 0 ? -0.0 : number)),
                plain(Double.doubleToRawLongBits(number + 0.5))),
            chunk(quirks[4], 1, PhysicalType.BYTE_ARRAY, "s", cut(number), text(number + 5)),
            chunk(
                quirks[5],
                1,
                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                "m",
                decimal(-number),
                decimal(wide % 1000)),
            chunk(quirks[6], 2, PhysicalType.INT64, "g.x", plain(n % 5000), plain(n % 5000 + 1)),
            chunk(
                quirks[7],
                1,
                PhysicalType.BOOLEAN,
                "b",
                BinaryValue.of(new byte[] {0}),
                BinaryValue.of(new byte[] {(byte) (number / 4096 % 2)})));
    return new RowGroup(chunks, 0, ROWS, null, null, null, null);
  }

  private ColumnChunk chunk(
      Quirk quirk,
      int maxDefinition,
      PhysicalType type,
      String path,
      BinaryValue min,
      BinaryValue max) {
    boolean isNull = quirk == Quirk.ALL_NULL || quirk == Quirk.ALL_NULL_WITH_BOUNDS;
    long nulls = isNull ? ROWS : maxDefinition == 0 ? 0 : random.nextInt(3);
    nulls = quirk == Quirk.TOO_MANY_NULLS ? 2 * ROWS : nulls;
    ColumnMetaData metaData =
        new ColumnMetaData(
            type.number(),
            List.of(0),
            Stream.of(path.split("\\.")).toList(),
            0,
            quirk == Quirk.WRONG_VALUES ? ROWS - 1 : ROWS,
            10,
            10,
            null,
            4,
            null,
            null,
            quirk == Quirk.NO_STATISTICS ? null : statistics(quirk, nulls, min, max),
            null,
            null,
            null,
            quirk == Quirk.NO_HISTOGRAM ? null : sizes(quirk, maxDefinition, nulls),
            null);
    return new ColumnChunk(null, 0, metaData, null, null, null, null, null, null);
  }

  private ParquetStatistics statistics(Quirk quirk, long nulls, BinaryValue min, BinaryValue max) {
    BinaryValue lower = quirk == Quirk.EXCHANGED ? max : min;
    BinaryValue upper = quirk == Quirk.EXCHANGED ? min : max;
    if (quirk == Quirk.LONG_BOUND) {
      upper = BinaryValue.of(new byte[40]);
    }
    if (quirk == Quirk.NAN) {
      lower = plain(Double.doubleToRawLongBits(Double.NaN));
    }
    boolean hasNone =
        quirk == Quirk.NO_BOUNDS || quirk == Quirk.OLD_BOUNDS || quirk == Quirk.ALL_NULL;
    boolean hasOld = quirk == Quirk.OLD_BOUNDS || random.nextInt(50) == 0;
    return new ParquetStatistics(
        hasOld ? max : null,
        hasOld ? min : null,
        quirk == Quirk.NO_COUNTS ? null : (Long) nulls,
        random.nextInt(30) == 0 ? 5L : null,
        hasNone || quirk == Quirk.ONE_BOUND ? null : upper,
        hasNone ? null : lower,
        null,
        null,
        random.nextBoolean() ? 0L : null);
  }

  private SizeStatistics sizes(Quirk quirk, int maxDefinition, long nulls) {
    if (maxDefinition == 0) {
      return null;
    }
    long absent = Math.min(nulls, ROWS);
    long wrong = quirk == Quirk.WRONG_HISTOGRAM ? 1 : 0;
    List<Long> histogram =
        maxDefinition == 1
            ? List.of(absent - wrong, ROWS - absent)
            : List.of(absent / 2, absent - absent / 2 + wrong, ROWS - absent);
    return new SizeStatistics(null, null, histogram);
  }

  private static BinaryValue plain(long value) {
    return BinaryValue.of(
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
  }

  private static BinaryValue plain32(int value) {
    return BinaryValue.of(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
  }

  private static BinaryValue text(int number) {
    String last = number % 500 < 40 ? List.of("\uFFFD", "\uD83D\uDE00").get(number % 2) : "";
    return BinaryValue.ofUtf8(String.format("k%07d", number) + last);
  }

  /** Lower bounds may be cut. */
  private static BinaryValue cut(int number) {
    return BinaryValue.of(Arrays.copyOf(text(number).toByteArray(), 6 + number % 3));
  }

  private static BinaryValue decimal(long value) {
    byte[] bytes = new byte[5];
    byte[] number = BigInteger.valueOf(value).toByteArray();
    Arrays.fill(bytes, (byte) (value < 0 ? -1 : 0));
    System.arraycopy(number, 0, bytes, 5 - number.length, number.length);
    return BinaryValue.of(bytes);
  }
}
