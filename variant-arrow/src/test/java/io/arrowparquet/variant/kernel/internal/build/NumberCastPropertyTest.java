// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.internal.DecimalToFloating;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Numbers and their text against {@link BigDecimal}. */
class NumberCastPropertyTest {
  private static final BigInteger LIMIT = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);

  @Provide
  static Arbitrary<BigInteger> unscaled() {
    Arbitrary<Integer> bits = Arbitraries.integers().between(0, 126);
    return Arbitraries.oneOf(
            Arbitraries.bigIntegers().between(LIMIT.negate(), LIMIT),
            Arbitraries.longs().map(BigInteger::valueOf),
            // Halves and numbers beside them, for ties.
            bits.map(BigInteger.ONE::shiftLeft),
            bits.flatMap(
                b -> Arbitraries.longs().map(l -> BigInteger.valueOf(l).shiftLeft(b % 60))))
        .map(value -> value.abs().min(LIMIT).multiply(BigInteger.valueOf(value.signum() | 1)));
  }

  private static long high(BigInteger value) {
    return value.shiftRight(Long.SIZE).longValue();
  }

  private static BigInteger number(Int128 number) {
    return BigInteger.valueOf(number.high())
        .shiftLeft(Long.SIZE)
        .add(new BigInteger(Long.toUnsignedString(number.low())));
  }

  @Property(tries = 1_000)
  void decimals_become_the_nearest_double_and_float(
      @ForAll("unscaled") BigInteger unscaled, @ForAll @IntRange(max = 38) int scale) {
    String text = new BigDecimal(unscaled, scale).toString();
    assertThat(DecimalToFloating.toDouble(high(unscaled), unscaled.longValue(), scale) + 0.0)
        .isEqualTo(Double.parseDouble(text) + 0.0);
    assertThat(DecimalToFloating.toFloat(high(unscaled), unscaled.longValue(), scale) + 0.0f)
        .isEqualTo(Float.parseFloat(text) + 0.0f);
  }

  @Property(tries = 1_000)
  void halves_between_two_floats_round_to_the_even_one(
      @ForAll @IntRange(min = 1 << 23, max = (1 << 24) - 1) int mantissa,
      @ForAll @IntRange(max = 20) int exponent,
      @ForAll @IntRange(min = -1, max = 1) int beside) {
    BigInteger half =
        BigInteger.valueOf(2L * mantissa + 1)
            .shiftLeft(exponent + 20)
            .add(BigInteger.valueOf(beside));
    assertThat(DecimalToFloating.toFloat(high(half), half.longValue(), 0))
        .isEqualTo(Float.parseFloat(half.toString()));
  }

  @Property(tries = 1_000)
  void dividing_rounds_from_the_middle_away_from_zero(
      @ForAll("unscaled") BigInteger unscaled, @ForAll @IntRange(max = 80) int digits) {
    Int128 number = new Int128();
    number.set(high(unscaled), unscaled.longValue());
    number.divideRounded(digits);
    assertThat(number(number))
        .isEqualTo(
            new BigDecimal(unscaled, digits).setScale(0, RoundingMode.HALF_UP).toBigIntegerExact());
  }

  @Provide
  static Arbitrary<String> numbers() {
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMinLength(0).ofMaxLength(45);
    Arbitrary<String> sign = Arbitraries.of("", "-", "+");
    Arbitrary<String> exponent =
        Arbitraries.oneOf(
            Arbitraries.just(""), Arbitraries.integers().between(-60, 60).map(e -> "e" + e));
    return sign.flatMap(
        s ->
            digits.flatMap(
                whole ->
                    digits.flatMap(
                        part ->
                            exponent.map(
                                e -> s + (whole.isEmpty() ? "0" : whole) + "." + part + e))));
  }

  @Property(tries = 1_000)
  void text_is_read_as_the_number_it_says(@ForAll("numbers") String text) {
    DecimalText parser = new DecimalText();
    assertThat(parse(parser, text)).isTrue();
    BigDecimal expected = new BigDecimal(text);
    BigDecimal read = new BigDecimal(number(parser.unscaled()), (int) -parser.exponent());
    if (parser.isCut()) {
      BigDecimal digits = expected.round(new MathContext(38, RoundingMode.DOWN));
      assertThat(read).isEqualByComparingTo(digits);
    } else {
      assertThat(read).isEqualByComparingTo(expected);
    }
    assertThat(parser.isNegative()).isEqualTo(text.startsWith("-"));
  }

  @Property(tries = 1_000)
  void text_becomes_the_double_that_java_reads(@ForAll("numbers") String text) {
    double[] taken = new double[1];
    PrimitiveSink sink =
        new PrimitiveSink() {
          @Override
          public boolean takeDouble(double value) {
            taken[0] = value;
            return true;
          }
        };
    boolean finite =
        withBytes(
            text,
            (address, length) ->
                new NumberCast.FloatingCast(sink, true).takeString(address, length));
    double expected = Double.parseDouble(text);
    assertThat(finite).isEqualTo(Double.isFinite(expected));
    if (finite) {
      assertThat(taken[0]).isEqualTo(expected);
    }
  }

  @Property(tries = 1_000)
  void other_text_is_no_number(@ForAll String text) {
    DecimalText parser = new DecimalText();
    boolean expected = text.trim().matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    assertThat(parse(parser, text)).isEqualTo(expected);
  }

  private static boolean parse(DecimalText parser, String text) {
    return withBytes(text, parser::parse);
  }

  private interface Bytes {
    boolean use(long address, int length);
  }

  private static boolean withBytes(String text, Bytes use) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf buffer = allocator.buffer(bytes.length + 1)) {
      buffer.setBytes(0, bytes);
      return use.use(buffer.memoryAddress(), bytes.length);
    }
  }
}
