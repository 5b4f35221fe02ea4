// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.value.VariantBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Decimals of 128 and 256 bits: the Variant decimal that has the precision of the type, so that a
 * column keeps one type; a number of more digits than its type allows takes a wider one. A negative
 * scale is none that a Variant has: such numbers are written with scale 0.
 */
final class DecimalWriter extends FixedWidthWriter {
  private static final int WORDS_128 = 2;

  private final ArrowType.Decimal type;
  private final int words;
  private final PrimitiveType decimal;
  private final int scale;

  /** By how many digits unscaled numbers grow, the scale being negative. */
  private final int shift;

  private final boolean stringify;
  private final Int128 number = new Int128();

  /**
   * A writer of decimals.
   *
   * @param type of 128 or 256 bits, its scale at most 38
   * @param stringify whether numbers of more than 38 digits become text
   */
  DecimalWriter(String path, FieldVector vector, ArrowType.Decimal type, boolean stringify) {
    super(path, vector, type.getBitWidth() / Byte.SIZE);
    this.type = type;
    this.words = type.getBitWidth() / Long.SIZE;
    this.scale = Math.max(0, type.getScale());
    this.shift = scale - type.getScale();
    int digits = Math.max(type.getPrecision() + shift, scale);
    this.decimal = PrimitiveType.ofDecimal(digits);
    this.stringify = stringify;
  }

  @Override
  void write(int row, VariantBuilder out) {
    long at = at(row);
    number.set(MemoryUtil.getLong(at + Long.BYTES), MemoryUtil.getLong(at));
    if (!isInt128(at) || !number.rescale(shift) || !number.fits(DecimalDigits.INT128)) {
      writeTooLong(at, out);
    } else if (number.fits(decimal.digits())) {
      out.appendDecimal(decimal.typeId(), number.high(), number.low(), scale);
    } else {
      out.appendDecimal(number.high(), number.low(), scale);
    }
  }

  /** Whether the words above the first two say no more than their sign. */
  private boolean isInt128(long at) {
    long sign = number.high() >> (Long.SIZE - 1);
    for (int word = WORDS_128; word < words; word++) {
      if (MemoryUtil.getLong(at + (long) word * Long.BYTES) != sign) {
        return false;
      }
    }
    return true;
  }

  private void writeTooLong(long at, VariantBuilder out) {
    byte[] bigEndian = new byte[words * Long.BYTES];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[bigEndian.length - 1 - i] = MemoryUtil.getByte(at + i);
    }
    BigDecimal value = new BigDecimal(new BigInteger(bigEndian), type.getScale());
    if (!stringify) {
      throw mismatch(
          value.toPlainString(), "a decimal of at most " + DecimalDigits.INT128 + " digits");
    }
    out.appendString(value.toPlainString());
  }
}
