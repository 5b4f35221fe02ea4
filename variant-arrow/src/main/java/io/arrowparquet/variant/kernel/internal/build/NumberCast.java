// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.DecimalToFloating;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.ShortestDecimal;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.util.MemoryUtil;

/** Casts to numbers, a boolean being 1 or 0, and text being what it says; and to booleans. */
abstract class NumberCast extends SqlCast {
  final DecimalText text = new DecimalText();
  final Int128 scratch = new Int128();

  NumberCast(PrimitiveSink out) {
    super(out);
  }

  @Override
  public boolean takeBoolean(boolean value) {
    return takeInteger(value ? 1 : 0);
  }

  static final class BooleanCast extends SqlCast {
    private static final String[] TRUE = {"true", "t", "yes", "y", "1"};
    private static final String[] FALSE = {"false", "f", "no", "n", "0"};
    private static final int TO_LOWER = 'a' - 'A';

    BooleanCast(PrimitiveSink out) {
      super(out);
    }

    @Override
    public boolean takeBoolean(boolean value) {
      return out.takeBoolean(value);
    }

    @Override
    public boolean takeInteger(long value) {
      return out.takeBoolean(value != 0);
    }

    @Override
    public boolean takeFloat(float value) {
      return takeDouble(value);
    }

    @Override
    public boolean takeDouble(double value) {
      return out.takeBoolean(value != 0);
    }

    @Override
    public boolean takeDecimal(long high, long low, int scale) {
      return out.takeBoolean((high | low) != 0);
    }

    @Override
    public boolean takeString(long address, int length) {
      long start = trimmedStart(address, length);
      int trimmed = (int) (trimmedEnd(start, address + length) - start);
      if (isOneOf(TRUE, start, trimmed)) {
        return out.takeBoolean(true);
      }
      return isOneOf(FALSE, start, trimmed) && out.takeBoolean(false);
    }

    private static boolean isOneOf(String[] words, long address, int length) {
      for (String word : words) {
        if (word.length() == length && isWord(word, address)) {
          return true;
        }
      }
      return false;
    }

    static boolean isWord(String word, long address) {
      for (int i = 0; i < word.length(); i++) {
        byte b = MemoryUtil.getByte(address + i);
        int lower = b >= 'A' && b <= 'Z' ? b + TO_LOWER : b;
        if (lower != word.charAt(i)) {
          return false;
        }
      }
      return true;
    }
  }

  static final class IntegerCast extends NumberCast {
    private static final double TWO_TO_63 = 0x1p63;
    private static final double TWO_TO_64 = 0x1p64;

    IntegerCast(PrimitiveSink out) {
      super(out);
    }

    @Override
    public boolean takeInteger(long value) {
      return out.takeInteger(value);
    }

    @Override
    public boolean takeFloat(float value) {
      return takeDouble(value);
    }

    @Override
    public boolean takeDouble(double value) {
      double magnitude = Math.abs(value);
      double rounded = Math.floor(magnitude);
      // Exact: what is left after the point has no more bits than the number.
      rounded += magnitude - rounded >= 0.5 ? 1 : 0;
      if (rounded < TWO_TO_63) {
        return out.takeInteger((long) (value < 0 ? -rounded : rounded));
      }
      if (value == -TWO_TO_63) {
        return out.takeInteger(Long.MIN_VALUE);
      }
      boolean unsigned = value > 0 && rounded < TWO_TO_64;
      return unsigned && out.takeDecimal(0, (long) (rounded - TWO_TO_63) ^ Long.MIN_VALUE, 0);
    }

    @Override
    public boolean takeDecimal(long high, long low, int scale) {
      scratch.set(high, low);
      scratch.divideRounded(scale);
      return out.takeDecimal(scratch.high(), scratch.low(), 0);
    }

    @Override
    public boolean takeString(long address, int length) {
      return text.parse(address, length)
          && text.roundTo(0)
          && out.takeDecimal(text.unscaled().high(), text.unscaled().low(), 0);
    }
  }

  static final class DecimalCast extends NumberCast {
    private final int scale;
    private final ShortestDecimal shortest = new ShortestDecimal();

    DecimalCast(PrimitiveSink out, int scale) {
      super(out);
      this.scale = scale;
    }

    @Override
    public boolean takeInteger(long value) {
      scratch.set(value >> (Long.SIZE - 1), value);
      return takeScratch(0);
    }

    @Override
    public boolean takeFloat(float value) {
      return Float.isFinite(value) && takeShortest(shortest.parse(Math.abs(value)), value < 0);
    }

    @Override
    public boolean takeDouble(double value) {
      return Double.isFinite(value) && takeShortest(shortest.parse(Math.abs(value)), value < 0);
    }

    private boolean takeShortest(ShortestDecimal number, boolean negative) {
      long digits = negative ? -number.digits() : number.digits();
      scratch.set(digits >> (Long.SIZE - 1), digits);
      return takeScratch(number.exponent());
    }

    @Override
    public boolean takeDecimal(long high, long low, int valueScale) {
      scratch.set(high, low);
      return takeScratch(-valueScale);
    }

    @Override
    public boolean takeString(long address, int length) {
      if (!text.parse(address, length)) {
        return false;
      }
      scratch.set(text.unscaled().high(), text.unscaled().low());
      return takeScratch(text.exponent());
    }

    private boolean takeScratch(long exponent) {
      if (exponent > 0) {
        // As far as that goes here: a sink of more digits scales what has fewer of its own.
        return DecimalText.round(scratch, exponent) && takeScratch(0);
      }
      if (exponent + scale >= 0) {
        return out.takeDecimal(scratch.high(), scratch.low(), (int) -exponent);
      }
      DecimalText.round(scratch, exponent + scale);
      return out.takeDecimal(scratch.high(), scratch.low(), scale);
    }
  }

  /** Numbers to the nearest double or float, if that is finite or they are not. */
  static final class FloatingCast extends NumberCast {
    private static final String[] INFINITIES = {"infinity", "inf"};
    private static final String NAN = "nan";

    private final boolean wide;

    FloatingCast(PrimitiveSink out, boolean wide) {
      super(out);
      this.wide = wide;
    }

    @Override
    public boolean takeInteger(long value) {
      return wide ? out.takeDouble((double) value) : out.takeFloat((float) value);
    }

    @Override
    public boolean takeFloat(float value) {
      return wide ? out.takeDouble(value) : out.takeFloat(value);
    }

    @Override
    public boolean takeDouble(double value) {
      if (wide) {
        return out.takeDouble(value);
      }
      float nearest = (float) value;
      return (Float.isInfinite(nearest) == Double.isInfinite(value)) && out.takeFloat(nearest);
    }

    @Override
    public boolean takeDecimal(long high, long low, int scale) {
      // A decimal of 16 bytes may have a digit more than the format allows.
      if (!Int128.fits(high, low, DecimalDigits.INT128)) {
        return false;
      }
      return wide
          ? out.takeDouble(DecimalToFloating.toDouble(high, low, scale))
          : out.takeFloat(DecimalToFloating.toFloat(high, low, scale));
    }

    @Override
    public boolean takeString(long address, int length) {
      if (!text.parse(address, length)) {
        return takeWord(text.start(), text.length());
      }
      Int128 unscaled = text.unscaled();
      if (unscaled.high() == 0 && unscaled.low() == 0) {
        return takeDouble(text.isNegative() ? -0.0 : 0.0);
      }
      long exponent = text.exponent();
      boolean plain = !text.isCut() && exponent >= -DecimalDigits.INT128;
      if (plain && (exponent <= 0 || text.roundTo(0))) {
        return takeDecimal(unscaled.high(), unscaled.low(), (int) Math.max(0, -exponent));
      }
      return takeLong(text.start(), text.length());
    }

    /** A number of more digits, or farther from 1, than a decimal has; this one allocates. */
    private boolean takeLong(long address, int length) {
      byte[] bytes = new byte[length];
      MemoryUtil.copyFromMemory(address, bytes, 0, length);
      String number = new String(bytes, StandardCharsets.US_ASCII);
      if (wide) {
        double value = Double.parseDouble(number);
        return Double.isFinite(value) && out.takeDouble(value);
      }
      float value = Float.parseFloat(number);
      return Float.isFinite(value) && out.takeFloat(value);
    }

    private boolean takeWord(long address, int length) {
      if (length == NAN.length() && BooleanCast.isWord(NAN, address)) {
        return takeDouble(Double.NaN);
      }
      byte first = length == 0 ? 0 : MemoryUtil.getByte(address);
      int sign = first == '-' || first == '+' ? 1 : 0;
      for (String infinity : INFINITIES) {
        if (length == sign + infinity.length() && BooleanCast.isWord(infinity, address + sign)) {
          return takeDouble(first == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        }
      }
      return false;
    }
  }
}
