// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.Float16Type;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.StringType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.Settings;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.ValueBounds;
import io.arrowparquet.parquet.internal.encode.RandomChunk.Encoded;
import io.arrowparquet.parquet.internal.encode.RandomChunk.Shape;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Bounds against those of a model that decodes each value by itself.
 *
 * @see NumberBounds
 * @see BytesBounds
 */
class ValueBoundsPropertyTest {
  record Column(PhysicalType type, int length, LogicalType meaning) {}

  @Provide
  Arbitrary<Column> columns() {
    return Arbitraries.of(
        new Column(PhysicalType.BOOLEAN, 0, null),
        new Column(PhysicalType.INT32, 0, null),
        new Column(PhysicalType.INT32, 0, new IntType((byte) 32, false)),
        new Column(PhysicalType.INT32, 0, new DecimalType(2, 9)),
        new Column(PhysicalType.INT64, 0, null),
        new Column(PhysicalType.INT64, 0, new IntType((byte) 64, false)),
        new Column(PhysicalType.FLOAT, 0, null),
        new Column(PhysicalType.DOUBLE, 0, null),
        new Column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, new Float16Type()),
        new Column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 4, new DecimalType(0, 9)),
        new Column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 13, new DecimalType(0, 30)),
        new Column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 5, null),
        new Column(PhysicalType.BYTE_ARRAY, 0, null),
        new Column(PhysicalType.BYTE_ARRAY, 0, new StringType()));
  }

  @Property(tries = 1500)
  void bounds_are_those_of_the_values(
      @ForAll("columns") Column column,
      @ForAll Shape shape,
      @ForAll @IntRange(max = 600) int values,
      @ForAll @IntRange(min = 1, max = 30) int most,
      @ForAll boolean inDictionary,
      @ForAll long seed) {
    RandomChunk chunk =
        RandomChunk.of(column.type(), column.length(), column.meaning(), shape, values, seed);
    int dictionaryBytes = inDictionary ? 1 << 20 : 0;
    Settings settings = new Settings(ParquetEncoding.PLAIN, dictionaryBytes, most, true, null);
    ChunkEncoder encoder =
        ChunkEncoder.of(column.type(), column.length(), chunk.domain(), settings);
    Encoded encoded = chunk.encode(encoder, new Random(seed));

    for (int i = 0; i < chunk.pages().size(); i++) {
      requireBounds(chunk.domain(), chunk.pages().get(i), encoded.pages().get(i).bounds(), most);
    }
    List<byte[]> all = chunk.pages().stream().flatMap(List::stream).toList();
    requireBounds(chunk.domain(), all, encoded.bounds(), most);
  }

  private static void requireBounds(
      ColumnDomain domain, List<byte[]> values, ValueBounds bounds, int most) {
    List<Object> ordered =
        values.stream()
            .map(value -> decode(domain, value))
            .filter(Objects::nonNull)
            .sorted(ColumnDomain::compare)
            .toList();
    long nans = domain.mayHaveNaN() ? values.size() - ordered.size() : 0;
    assertThat(bounds.nanCount()).isEqualTo(nans);
    if (ordered.isEmpty()) {
      assertThat(bounds.min()).isNull();
      assertThat(bounds.max()).isNull();
      return;
    }
    Object least = ordered.get(0);
    Object greatest = ordered.get(ordered.size() - 1);
    if (bounds.minExact()) {
      assertThat(decode(domain, bounds.min())).isEqualTo(widened(least, -0.0));
    } else {
      assertThat(bounds.min().length).isBetween(most - 3, most);
      assertThat((byte[]) least).startsWith(bounds.min()).hasSizeGreaterThan(most);
    }
    if (bounds.maxExact()) {
      assertThat(decode(domain, bounds.max())).isEqualTo(widened(greatest, 0.0));
    } else if (bounds.max() != null) {
      assertThat(bounds.max().length).isLessThanOrEqualTo(most);
      assertThat(Arrays.compareUnsigned(bounds.max(), (byte[]) greatest)).isPositive();
    } else {
      assertThat((byte[]) greatest).hasSizeGreaterThan(most);
    }
  }

  private static Object decode(ColumnDomain domain, byte[] value) {
    return domain.decode(BinaryValue.of(value));
  }

  private static Object widened(Object value, double zero) {
    return value instanceof Double number && number == 0 ? (Object) zero : value;
  }

  @Test
  void text_is_cut_between_characters() {
    assertBounds(5, "aébc", "aébc", "aébc", true, true);
    assertBounds(4, "aébcd", "aéb", "aéc", false, false);
    assertBounds(5, "ab\u20acdef", "ab\u20ac", "ab\u20ad", false, false);
    assertBounds(4, "ab\u20acdef", "ab", "ac", false, false);
    // After the last character before the surrogates comes the first one after them.
    assertBounds(3, "\ud7ffx", "\ud7ff", "\ue000", false, false);
    // A character that is the last one is left out, as one whose successor is too long.
    assertBounds(5, "a\udbff\udfffx", "a\udbff\udfff", "b", false, false);
    assertBounds(3, "ab\u007fc", "ab\u007f", "ac", false, false);
    assertBounds(4, "\udbff\udfffx", "\udbff\udfff", null, false, false);
  }

  private static void assertBounds(
      int most, String value, String min, String max, boolean minExact, boolean maxExact) {
    ValueBounds bounds = bounds(most, value.getBytes(StandardCharsets.UTF_8));
    assertThat(text(bounds.min())).isEqualTo(min);
    assertThat(text(bounds.max())).isEqualTo(max);
    assertThat(bounds.minExact()).isEqualTo(minExact);
    assertThat(bounds.maxExact()).isEqualTo(maxExact);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void other_bytes_are_cut_anywhere() {
    byte[] value = {(byte) 0xC0, 1, -1, 5};

    assertThat(bounds(3, value).min()).containsExactly(0xC0, 1, 0xFF);
    assertThat(bounds(3, value).max()).containsExactly(0xC0, 2);
    assertThat(bounds(2, new byte[] {-1, -1, -1}).max()).isNull();
  }

  private static ValueBounds bounds(int most, byte[]... values) {
    ColumnDomain domain = ColumnDomain.of(PhysicalType.BYTE_ARRAY, 0, null, null);
    RandomChunk chunk =
        new RandomChunk(PhysicalType.BYTE_ARRAY, 0, domain, List.of(List.of(values)));
    Settings settings = new Settings(ParquetEncoding.PLAIN, 0, most, false, null);
    return chunk
        .encode(ChunkEncoder.of(PhysicalType.BYTE_ARRAY, 0, domain, settings), new Random(1))
        .bounds();
  }

  @Test
  void a_column_without_an_order_or_statistics_has_none() {
    ColumnDomain none = ColumnDomain.of(PhysicalType.BYTE_ARRAY, 0, null, null);
    ColumnDomain variant =
        ColumnDomain.of(PhysicalType.BYTE_ARRAY, 0, new LogicalType.VariantType((byte) 1), null);
    Stream.of(
            ChunkEncoder.of(
                PhysicalType.BYTE_ARRAY,
                0,
                none,
                new Settings(ParquetEncoding.PLAIN, 0, 0, false, null)),
            ChunkEncoder.of(
                PhysicalType.BYTE_ARRAY,
                0,
                variant,
                new Settings(ParquetEncoding.PLAIN, 0, 64, false, null)))
        .forEach(
            encoder -> {
              RandomChunk chunk =
                  new RandomChunk(
                      PhysicalType.BYTE_ARRAY, 0, none, List.of(List.of(new byte[] {1})));
              assertThat(chunk.encode(encoder, new Random(1)).bounds())
                  .isEqualTo(new ValueBounds(null, null, false, false, 0));
            });
  }
}
