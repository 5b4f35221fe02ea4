// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static io.arrowparquet.spark.Sessions.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Random nested tables, written by Spark in its ways and by us, are read alike by both.
 *
 * @see ArrowColumns
 * @see RowVectors
 */
class RandomTablesTest {
  private static final int TABLES = 30;
  private static final int DEPTH = 3;
  private static final int MAX_COLUMNS = 8;
  private static final int MAX_ROWS = 400;
  private static final double NULLS = 0.2;
  private static final List<DataType> PRIMITIVES =
      List.of(
          DataTypes.BooleanType,
          DataTypes.ByteType,
          DataTypes.ShortType,
          DataTypes.IntegerType,
          DataTypes.LongType,
          DataTypes.FloatType,
          DataTypes.DoubleType,
          DataTypes.StringType,
          DataTypes.BinaryType,
          DataTypes.DateType,
          DataTypes.TimestampType,
          DataTypes.TimestampNTZType,
          DataTypes.createDecimalType(9, 2),
          DataTypes.createDecimalType(18, 0),
          DataTypes.createDecimalType(38, 10));

  private final SparkSession spark = Sessions.session();
  @TempDir private Path folder;

  @AfterEach
  void all_memory_is_free() throws InterruptedException {
    Sessions.requireFreeMemory();
  }

  static IntStream seeds() {
    return IntStream.range(0, TABLES);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void tables_are_read_and_written_as_by_sparks_own_source(int seed) {
    Random random = new Random(seed);
    StructType type = struct(random, DEPTH, 1 + random.nextInt(MAX_COLUMNS));
    List<Row> rows = new ArrayList<>();
    for (int i = random.nextInt(MAX_ROWS); i >= 0; i--) {
      rows.add((Row) value(random, type));
    }
    spark.conf().set("spark.sql.parquet.writeLegacyFormat", random.nextInt(4) == 0);
    spark
        .conf()
        .set(
            "spark.sql.parquet.outputTimestampType",
            random.nextBoolean() ? "TIMESTAMP_MICROS" : "INT96");
    // Which costs more than it saves, but reads columns in another way.
    boolean isGenerated = random.nextInt(3) == 0;
    spark.conf().set("spark.sql.codegen.wholeStage", isGenerated);
    spark.conf().set("spark.sql.codegen.factoryMode", isGenerated ? "FALLBACK" : "NO_CODEGEN");
    // It refuses days before 1900 of INT96 otherwise.
    spark.conf().set("spark.sql.parquet.int96RebaseModeInWrite", "CORRECTED");
    String theirs = folder.resolve("theirs").toString();
    // Queries over it run no job.
    Dataset<Row> local = spark.createDataFrame(rows, type);
    Dataset<Row> table = local.repartition(1 + random.nextInt(2));
    table
        .write()
        .option("compression", random.nextBoolean() ? "zstd" : "snappy")
        .option("parquet.writer.version", random.nextBoolean() ? "v1" : "v2")
        .option("parquet.enable.dictionary", String.valueOf(random.nextBoolean()))
        .option("parquet.page.size", String.valueOf(64 << random.nextInt(10)))
        .option("parquet.block.size", String.valueOf(4096 << random.nextInt(10)))
        .parquet(theirs);
    String ours = folder.resolve("ours").toString();
    table.write().format("arrowparquet").mode(SaveMode.Append).save(ours);
    List<String> expected = sorted(local);
    for (Dataset<Row> read :
        List.of(
            spark.read().format("arrowparquet").load(theirs),
            spark.read().format("arrowparquet").load(ours),
            spark.read().parquet(ours))) {
      assertThat(read.schema().toDDL()).isEqualTo(type.toDDL());
      assertThat(sorted(read)).isEqualTo(expected);
      compareParts(random, local, read);
    }
  }

  /** A part of the columns, and of what is in structs, of a part of the rows. */
  private static void compareParts(Random random, Dataset<Row> table, Dataset<Row> read) {
    List<String> columns = new ArrayList<>();
    StructField[] fields = table.schema().fields();
    for (StructField field : fields) {
      if (field.dataType() instanceof StructType struct && random.nextBoolean()) {
        String part = struct.fields()[random.nextInt(struct.length())].name();
        columns.add(field.name() + "." + part + " AS " + field.name() + part);
      } else if (random.nextBoolean()) {
        columns.add(field.name());
      }
    }
    String name = fields[random.nextInt(fields.length)].name();
    String condition = name + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
    columns.add("1 AS one");
    String[] chosen = columns.toArray(String[]::new);
    assertThat(sorted(read.where(condition).selectExpr(chosen)))
        .as("%s where %s", columns, condition)
        .isEqualTo(sorted(table.where(condition).selectExpr(chosen)));
  }

  private static StructType struct(Random random, int depth, int columns) {
    StructType type = new StructType();
    for (int i = 0; i < columns; i++) {
      type = type.add("c" + i, type(random, depth - 1));
    }
    return type;
  }

  private static DataType type(Random random, int depth) {
    // Most columns are primitive.
    return switch (depth > 0 ? random.nextInt(6) : -1) {
      case 0 -> struct(random, depth, 1 + random.nextInt(3));
      case 1 -> DataTypes.createArrayType(type(random, depth - 1));
      case 2 -> DataTypes.createMapType(key(random), type(random, depth - 1));
      default -> PRIMITIVES.get(random.nextInt(PRIMITIVES.size()));
    };
  }

  private static DataType key(Random random) {
    return random.nextBoolean() ? DataTypes.StringType : DataTypes.IntegerType;
  }

  private static Object nullable(Random random, DataType type) {
    return random.nextDouble() < NULLS ? null : value(random, type);
  }

  private static Object value(Random random, DataType type) {
    if (type instanceof StructType struct) {
      return RowFactory.create(
          java.util.stream.Stream.of(struct.fields())
              .map(field -> nullable(random, field.dataType()))
              .toArray());
    } else if (type instanceof ArrayType array) {
      return CollectionConverters.asScala(
              IntStream.range(0, random.nextInt(4))
                  .mapToObj(i -> nullable(random, array.elementType()))
                  .toList())
          .toSeq();
    } else if (type instanceof MapType map) {
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        entries.put(value(random, map.keyType()), nullable(random, map.valueType()));
      }
      return scala.collection.immutable.Map.from(CollectionConverters.asScala(entries));
    }
    return primitive(random, type);
  }

  private static Object primitive(Random random, DataType type) {
    if (type instanceof BooleanType) {
      return random.nextBoolean();
    } else if (type instanceof ByteType) {
      return (byte) random.nextInt();
    } else if (type instanceof ShortType) {
      return (short) random.nextInt();
    } else if (type instanceof IntegerType) {
      return random.nextInt();
    } else if (type instanceof LongType) {
      return random.nextLong();
    } else if (type instanceof FloatType) {
      return Float.intBitsToFloat(random.nextInt());
    } else if (type instanceof DoubleType) {
      return random.nextInt(8) == 0 ? Double.NaN : random.nextGaussian();
    } else if (type instanceof StringType) {
      return "é".repeat(random.nextInt(5)) + random.nextInt(20);
    } else if (type instanceof BinaryType) {
      return Integer.toString(random.nextInt(), Character.MAX_RADIX)
          .getBytes(StandardCharsets.UTF_8);
    } else if (type instanceof DateType) {
      return java.sql.Date.valueOf(LocalDate.ofEpochDay(random.nextInt(40_000) - 20_000L));
    } else if (type instanceof DecimalType decimal) {
      BigInteger digits = new BigInteger(decimal.precision() * 3, random);
      BigDecimal value = new BigDecimal(digits, decimal.scale());
      return random.nextBoolean() ? value : value.negate();
    }
    Instant time = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000) * 1000L);
    return type instanceof TimestampType
        ? java.sql.Timestamp.from(time)
        : LocalDateTime.ofInstant(time, ZoneOffset.UTC);
  }
}
