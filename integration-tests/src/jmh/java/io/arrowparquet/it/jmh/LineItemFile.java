// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Rows as those of TPC-H's table {@code lineitem}: the same columns and types, as many distinct
 * values, the same order; words of the comments are drawn at random. Written by parquet-java, in
 * its default layout but for the size of row groups.
 */
final class LineItemFile {
  private static final int BATCH = 10_000;
  private static final int ROW_GROUP = 500_000;
  static final int FIRST_DAY = 8035;
  static final int DAYS = 2526;
  private static final int COMMENT = 10;
  private static final int COMMENT_LENGTHS = 34;
  private static final String[] INSTRUCTIONS = {
    "DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN"
  };
  private static final String[] MODES = {"REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"};
  private static final String[] WORDS =
      ("the furiously quickly carefully slyly blithely final regular special express ironic bold"
              + " pending even silent unusual deposits requests accounts packages foxes theodolites"
              + " pinto beans instructions dependencies platelets ideas asymptotes sleep wake are"
              + " haggle nag use boost cajole detect among above according to about")
          .split(" ");

  private static final Schema SCHEMA =
      new Schema(
          List.of(
              field("l_orderkey", new ArrowType.Int(64, true)),
              field("l_partkey", new ArrowType.Int(64, true)),
              field("l_suppkey", new ArrowType.Int(64, true)),
              field("l_linenumber", new ArrowType.Int(32, true)),
              field("l_quantity", new ArrowType.Decimal(15, 2, 128)),
              field("l_extendedprice", new ArrowType.Decimal(15, 2, 128)),
              field("l_discount", new ArrowType.Decimal(15, 2, 128)),
              field("l_tax", new ArrowType.Decimal(15, 2, 128)),
              field("l_returnflag", ArrowType.Utf8.INSTANCE),
              field("l_linestatus", ArrowType.Utf8.INSTANCE),
              field("l_shipdate", new ArrowType.Date(DateUnit.DAY)),
              field("l_commitdate", new ArrowType.Date(DateUnit.DAY)),
              field("l_receiptdate", new ArrowType.Date(DateUnit.DAY)),
              field("l_shipinstruct", ArrowType.Utf8.INSTANCE),
              field("l_shipmode", ArrowType.Utf8.INSTANCE),
              field("l_comment", ArrowType.Utf8.INSTANCE)));

  private LineItemFile() {}

  private static Field field(String name, ArrowType type) {
    return Field.nullable(name, type);
  }

  /** Names of all columns. */
  static List<String> columns() {
    return SCHEMA.getFields().stream().map(Field::getName).toList();
  }

  /** Arrow's form of the filter for keys of orders in a range. */
  static ByteBuffer orders(long from, long to) {
    return SubstraitFilter.range(SCHEMA, 0, from, to);
  }

  /** Arrow's form of the filter for keys of parts below a number. */
  static ByteBuffer partsBelow(long to) {
    return SubstraitFilter.lessThan(SCHEMA, 1, to);
  }

  /** Writes a file of its own for each call. */
  static Path write(int rows, ParquetCodec codec, BufferAllocator allocator) throws IOException {
    Path file = Files.createTempFile("lineitem", ".parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(codec)
            .withRowGroupRows(ROW_GROUP)
            .withOverwrite(true);
    Random random = new Random(7);
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, SCHEMA, options, allocator)) {
      long order = 1;
      int line = 1;
      for (int from = 0; from < rows; from += BATCH) {
        int count = Math.min(BATCH, rows - from);
        for (int row = 0; row < count; row++, line++) {
          if (line > 1 + order % 7) {
            order += order % 8 == 0 ? 25 : 1;
            line = 1;
          }
          fill(root.getFieldVectors(), row, order, line, random);
        }
        root.setRowCount(count);
        writer.write(root);
      }
      writer.finish();
    }
    return file;
  }

  /** Has DuckDB write the rows of a file into another, by day of shipping: one page a chunk. */
  static Path rewrittenByDuckDb(Path file, ParquetCodec codec) throws IOException, SQLException {
    Path written = Files.createTempFile("lineitem-duckdb", ".parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET threads = 1");
      statement.execute(
          ("COPY (SELECT * FROM read_parquet('%s') ORDER BY l_shipdate) TO '%s'"
                  + " (FORMAT PARQUET, CODEC '%s', ROW_GROUP_SIZE %d)")
              .formatted(file, written, codec, ROW_GROUP));
    }
    return written;
  }

  private static void fill(
      List<FieldVector> vectors, int row, long order, int line, Random random) {
    List<FieldVector> left = new ArrayList<>(vectors);
    int part = 1 + random.nextInt(200_000);
    int quantity = 1 + random.nextInt(50);
    int ship = FIRST_DAY + random.nextInt(DAYS);
    int receipt = ship + 1 + random.nextInt(30);
    boolean open = ship > FIRST_DAY + DAYS / 2;
    ((BigIntVector) left.remove(0)).setSafe(row, order);
    ((BigIntVector) left.remove(0)).setSafe(row, part);
    ((BigIntVector) left.remove(0)).setSafe(row, 1 + random.nextInt(10_000));
    ((IntVector) left.remove(0)).setSafe(row, line);
    decimal(left.remove(0), row, quantity * 100L);
    decimal(left.remove(0), row, quantity * (90_000L + part / 10 % 20_001 + part % 1000 * 100L));
    decimal(left.remove(0), row, random.nextInt(11));
    decimal(left.remove(0), row, random.nextInt(9));
    text(left.remove(0), row, open ? "N" : random.nextBoolean() ? "R" : "A");
    text(left.remove(0), row, open ? "O" : "F");
    ((DateDayVector) left.remove(0)).setSafe(row, ship);
    ((DateDayVector) left.remove(0)).setSafe(row, ship - 60 + random.nextInt(120));
    ((DateDayVector) left.remove(0)).setSafe(row, receipt);
    text(left.remove(0), row, INSTRUCTIONS[random.nextInt(INSTRUCTIONS.length)]);
    text(left.remove(0), row, MODES[random.nextInt(MODES.length)]);
    text(left.remove(0), row, comment(random));
  }

  private static String comment(Random random) {
    StringBuilder text = new StringBuilder(WORDS[random.nextInt(WORDS.length)]);
    int length = COMMENT + random.nextInt(COMMENT_LENGTHS);
    int start = random.nextInt(text.length());
    while (text.length() < start + length) {
      text.append(' ').append(WORDS[random.nextInt(WORDS.length)]);
    }
    return text.substring(start, start + length);
  }

  private static void decimal(FieldVector vector, int row, long hundredths) {
    ((DecimalVector) vector).setSafe(row, BigDecimal.valueOf(hundredths, 2));
  }

  private static void text(FieldVector vector, int row, String value) {
    ((VarCharVector) vector).setSafe(row, value.getBytes(StandardCharsets.US_ASCII));
  }
}
