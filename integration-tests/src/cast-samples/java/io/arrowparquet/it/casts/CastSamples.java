// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.casts;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Random values of a type, as text that every engine casts to that type in the same way. */
public final class CastSamples {
  private static final double[] ODD_NUMBERS = {
    0,
    -0.0,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0x1p63,
    -0x1p63,
    0x1p64,
    127.5,
    -128.5,
    1e300,
    1e-300,
    2147483647.5,
    1.005,
    1e7,
    0.001,
    1e-4
  };

  /** What is a number, a date or a time to some engines and not to others, among plain ones. */
  private static final List<String> ODD_TEXTS =
      List.of(
          "true",
          "F",
          "Yes",
          "no",
          "on",
          "2",
          "t",
          "n",
          "nan",
          "inf",
          "-Infinity",
          "+inf",
          "",
          "abc",
          "1e5",
          "1.5e-3",
          "0x1F",
          "1_000",
          "1,000",
          "1.5f",
          "10d",
          ".5",
          "5.",
          "-.5",
          "+7",
          "--7",
          "1e400",
          "1e-400",
          "999999999999999999999999999999999999999999",
          "0.5",
          "1.5",
          "2.5",
          "-0.5",
          "-1.5",
          "127.5",
          "1.005",
          "10000000000",
          "9223372036854775808",
          "2024-01-31",
          "2024-1-3",
          "2024-02-30",
          "2024-01-31 12:34:56",
          "2024-01-31T12:34:56.123456789",
          "2024-01-31 12:34:56+02:00",
          "2024-01-31 12:34:56Z",
          "2024-01-31 12:34:56 UTC",
          "2024-01-31 12:34",
          "2024-01-31 12",
          "2024",
          "2024-01",
          "2024/01/31",
          "12:34:56",
          "12:34",
          "1:2:3",
          "24:00:00",
          "12:34:56.9999999",
          "2024-01-31 25:00:00",
          "2024-01-31 12:34:56 Europe/Paris",
          "00112233-4455-6677-8899-aabbccddeeff");

  private static final List<String> TYPES_AS_TEXT =
      List.of(
          "bigint",
          "double",
          "decimal(9, 2)",
          "decimal(38, 10)",
          "date",
          "timestamp",
          "timestamp_ntz",
          "time");

  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  private CastSamples() {}

  /** So many values of a type, which is named as in {@code ArrowTypeText}. */
  public static List<String> texts(String type, long seed, int count) {
    Random random = new Random(seed);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(text(type, random));
    }
    return texts;
  }

  private static String text(String type, Random random) {
    return switch (type) {
      case "boolean" -> random.nextBoolean() ? "true" : "false";
      case "tinyint" -> Byte.toString((byte) random.nextInt());
      case "int" -> Integer.toString(random.nextInt() >> random.nextInt(32));
      case "bigint" -> Long.toString(random.nextLong() >> random.nextInt(64));
      case "float" -> Float.toString((float) floating(random));
      case "double" -> Double.toString(floating(random));
      case "decimal(9, 2)" -> decimal(random, 29, 2);
      case "decimal(38, 10)" -> decimal(random, 125, 10);
      case "date" -> LocalDate.ofEpochDay(random.nextInt(40_000) - 10_000).toString();
      case "timestamp_ntz" -> TIMESTAMP.format(time(random));
      case "timestamp" -> TIMESTAMP.format(time(random)) + "+00:00";
      case "time" ->
          time(random).toLocalTime().format(DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS"));
      case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
      case "string" -> string(random);
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static String decimal(Random random, int bits, int scale) {
    BigInteger unscaled = new BigInteger(1 + random.nextInt(bits), random);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale)
        .toPlainString();
  }

  private static double floating(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> (random.nextInt(2_000) - 1_000) / 2.0;
      case 1 -> (random.nextInt(200_000) - 100_000) / 1_000.0;
      case 2 -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
      case 3 -> ODD_NUMBERS[random.nextInt(ODD_NUMBERS.length)];
      case 4 -> random.nextLong() * 0.5;
      default -> random.nextDouble() * 1_000;
    };
  }

  /** Between 1900 and 2100, where engines agree on the calendar. */
  private static LocalDateTime time(Random random) {
    long seconds = random.nextInt() * 1L;
    int micros = random.nextInt(4) == 0 ? 0 : random.nextInt(1_000_000);
    LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, micros * 1_000, ZoneOffset.UTC);
    return random.nextInt(8) == 0 ? time.with(LocalTime.MIDNIGHT) : time;
  }

  private static String string(Random random) {
    boolean plain = random.nextInt(4) == 0;
    String text =
        plain
            ? text(TYPES_AS_TEXT.get(random.nextInt(TYPES_AS_TEXT.size())), random)
            : ODD_TEXTS.get(random.nextInt(ODD_TEXTS.size()));
    return random.nextInt(10) == 0 ? " " + text + " " : text;
  }
}
