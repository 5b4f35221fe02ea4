// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.VectorEntries;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Filters of a column by the extremes of its values, and the rows that they have to find: worked
 * out here from the values, without any statistics.
 */
final class ExtremeFilters {
  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);
  private static final long MILLIS_OF_DAY = 24 * 60 * 60 * 1000;

  /** Of keys of one class; the two zeros are equal. */
  @SuppressWarnings("unchecked")
  private static final Comparator<Object> ORDER =
      (a, b) -> {
        if (a instanceof byte[] bytes) {
          return Arrays.compareUnsigned(bytes, (byte[]) b);
        }
        if (a instanceof Double number) {
          return number.doubleValue() == (Double) b ? 0 : number.compareTo((Double) b);
        }
        return ((Comparable<Object>) a).compareTo(b);
      };

  private final Operand column;
  private final ArrowType type;
  private final List<String> entries;

  /** Null where there is no value, or one that no literal can be. */
  private final List<Object> keys = new ArrayList<>();

  private final List<Filter> filters = new ArrayList<>();

  /**
   * A filter.
   *
   * @param rows entries of the column in the rows that it finds
   */
  private record Filter(RowFilter predicate, List<String> rows) {}

  /**
   * Filters of one file, whose footer is read once.
   *
   * @param all whether each filter is tried without skipping too
   */
  record OfFile(
      PathByteSource source, ParquetFooter footer, BufferAllocator allocator, boolean all) {
    /** Filters of a column of one value a row find what its entries say. */
    void requireRows(String path, ArrowType type, List<String> values) throws IOException {
      ParquetReadOptions options = ParquetReadOptions.defaults().withColumns(List.of(path));
      int number = 0;
      for (Filter filter : of(path, type, values)) {
        ParquetReadOptions filtered = options.withFilter(filter.predicate());
        assertThat(read(filtered).getOrDefault(path, List.of()))
            .as("%s", filter.predicate())
            .isEqualTo(filter.rows());
        if (all || number++ % 4 == 0) {
          assertThat(read(filtered.withSkipping(false)).getOrDefault(path, List.of()))
              .as("%s without skipping", filter.predicate())
              .isEqualTo(filter.rows());
        }
      }
    }

    /** A filter of a group, list or map finds the same rows with skipping and without. */
    void requireSameWithoutSkipping(String group) throws IOException {
      ParquetReadOptions options = ParquetReadOptions.defaults().withColumns(List.of(group));
      for (RowFilter filter :
          List.of(Operand.column(group).isNull(), Operand.column(group).isNotNull())) {
        ParquetReadOptions filtered = options.withFilter(filter);
        assertThat(rows(filtered)).as("%s", filter).isEqualTo(rows(filtered.withSkipping(false)));
      }
    }

    private List<String> rows(ParquetReadOptions options) throws IOException {
      try (ParquetArrowReader reader =
          ParquetArrowReader.open(source, footer, options, allocator)) {
        return ArrowDatasetRows.rows(reader);
      }
    }

    private Map<String, List<String>> read(ParquetReadOptions options) throws IOException {
      ParquetArrowReader reader = ParquetArrowReader.open(source, footer, options, allocator);
      return VectorEntries.read(footer, reader, options);
    }
  }

  private ExtremeFilters(Operand column, ArrowType type, List<String> entries) {
    this.column = column;
    this.type = type;
    this.entries = entries;
  }

  /**
   * Filters of a column.
   *
   * @param entries of it, one a row, as {@link VectorEntries} has them
   */
  private static List<Filter> of(String path, ArrowType type, List<String> entries) {
    ExtremeFilters made = new ExtremeFilters(Operand.column(path), type, entries);
    made.add(made.column.isNull(), row -> VectorEntries.value(entries.get(row)) == null);
    made.add(made.column.isNotNull(), row -> VectorEntries.value(entries.get(row)) != null);
    made.addComparisons();
    return made.filters;
  }

  private void add(RowFilter predicate, IntPredicate matches) {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < entries.size(); row++) {
      if (matches.test(row)) {
        rows.add(entries.get(row));
      }
    }
    filters.add(new Filter(predicate, rows));
  }

  private void addComparisons() {
    boolean comparable = true;
    for (String entry : entries) {
      String value = VectorEntries.value(entry);
      keys.add(value == null ? null : key(value));
      comparable &= value == null || keys.get(keys.size() - 1) != null;
    }
    List<Object> sorted =
        keys.stream().filter(Objects::nonNull).filter(key -> !isNaN(key)).sorted(ORDER).toList();
    if (!comparable || sorted.isEmpty()) {
      return;
    }
    Object min = sorted.get(0);
    Object max = sorted.get(sorted.size() - 1);
    Object middle = sorted.get(sorted.size() / 2);
    for (Object key : List.of(min, middle, max)) {
      Object literal;
      try {
        literal = literal(key);
      } catch (DateTimeException e) {
        return; // beyond what Java's dates can be
      }
      compare(column.isEqualTo(literal), key, order -> order == 0, false);
      compare(column.isNotEqualTo(literal), key, order -> order != 0, true);
      compare(column.isLessThan(literal), key, order -> order < 0, false);
      compare(column.isAtMost(literal), key, order -> order <= 0, false);
      compare(column.isGreaterThan(literal), key, order -> order > 0, false);
      compare(column.isAtLeast(literal), key, order -> order >= 0, false);
      compare(column.isAtLeast(literal).not(), key, order -> order < 0, true);
    }
  }

  /** A comparison; with NaN it is false, and its negation true. */
  private void compare(RowFilter predicate, Object key, IntPredicate order, boolean nan) {
    add(
        predicate,
        row -> {
          Object value = keys.get(row);
          return value != null && (isNaN(value) ? nan : order.test(ORDER.compare(value, key)));
        });
  }

  private static boolean isNaN(Object key) {
    return key instanceof Double number && number.isNaN();
  }

  /** What values are ordered by; null if they have no order. */
  private Object key(String value) {
    return switch (type.getTypeID()) {
      case Bool -> Boolean.valueOf(value);
      case Int, Date, Time, Timestamp, Duration -> new BigInteger(value);
      case FloatingPoint -> floating(value);
      case Decimal -> new BigDecimal(new BigInteger(value), ((ArrowType.Decimal) type).getScale());
      case Utf8, LargeUtf8 -> {
        byte[] bytes = HexFormat.of().parseHex(value);
        // No literal is what is no UTF-8.
        yield Arrays.equals(new String(bytes, UTF_8).getBytes(UTF_8), bytes) ? bytes : null;
      }
      case Binary, LargeBinary, FixedSizeBinary -> HexFormat.of().parseHex(value);
      default -> null;
    };
  }

  private Double floating(String value) {
    return switch (((ArrowType.FloatingPoint) type).getPrecision()) {
      case HALF -> {
        short bits = (short) Integer.parseInt(value, 16);
        yield (double) Float16.toFloat(Short.reverseBytes(bits));
      }
      case SINGLE -> (double) Float.intBitsToFloat(Integer.parseUnsignedInt(value, 16));
      case DOUBLE -> Double.longBitsToDouble(Long.parseUnsignedLong(value, 16));
    };
  }

  private Object literal(Object key) {
    return switch (type.getTypeID()) {
      case Date -> date(((BigInteger) key).longValueExact());
      case Time -> {
        ArrowType.Time time = (ArrowType.Time) type;
        yield LocalTime.ofNanoOfDay(nanos(time.getUnit(), (BigInteger) key).longValue());
      }
      case Timestamp -> {
        ArrowType.Timestamp timestamp = (ArrowType.Timestamp) type;
        LocalDateTime local = local(nanos(timestamp.getUnit(), (BigInteger) key));
        yield timestamp.getTimezone() == null ? local : local.toInstant(ZoneOffset.UTC);
      }
      case Duration -> {
        BigInteger nanos = nanos(((ArrowType.Duration) type).getUnit(), (BigInteger) key);
        BigInteger[] parts = nanos.divideAndRemainder(NANOS);
        yield Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValue());
      }
      case Utf8, LargeUtf8 -> new String((byte[]) key, UTF_8);
      default -> key;
    };
  }

  private LocalDate date(long value) {
    boolean days = ((ArrowType.Date) type).getUnit() == DateUnit.DAY;
    return LocalDate.ofEpochDay(days ? value : Math.floorDiv(value, MILLIS_OF_DAY));
  }

  private static LocalDateTime local(BigInteger nanos) {
    BigInteger part = nanos.mod(NANOS);
    BigInteger seconds = nanos.subtract(part).divide(NANOS);
    if (seconds.bitLength() >= Long.SIZE) {
      throw new DateTimeException("seconds " + seconds);
    }
    return LocalDateTime.ofEpochSecond(seconds.longValue(), part.intValue(), ZoneOffset.UTC);
  }

  private static BigInteger nanos(TimeUnit unit, BigInteger value) {
    return value.multiply(
        BigInteger.valueOf(
            switch (unit) {
              case SECOND -> 1_000_000_000L;
              case MILLISECOND -> 1_000_000L;
              case MICROSECOND -> 1_000L;
              case NANOSECOND -> 1L;
            }));
  }
}
