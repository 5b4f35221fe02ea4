// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.SqlCast;
import java.math.BigInteger;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Bounds of a {@code typed_value} to bounds of what its values are cast to, by the cast itself: one
 * that keeps the order of values takes their least and greatest to the least and greatest of the
 * results. Bounds are as in {@link io.arrowparquet.footer.internal.statistics.ColumnDomain}.
 */
final class CastBounds {
  private static final int INT128_BITS = 127;

  private final VariantPrimitive typed;
  private final Taken taken;
  private final SqlCast cast;

  private CastBounds(VariantPrimitive typed, Field target) {
    this.typed = typed;
    this.taken = new Taken(target.getType());
    this.cast = SqlCast.to(target, taken, VariantLimits.defaults());
  }

  /** The way from a {@code typed_value} to a target; null if the cast does not keep the order. */
  static CastBounds of(Field typed, Field target) {
    VariantPrimitive primitive = VariantPrimitive.of(typed);
    ArrowType type = target.getType();
    boolean usable =
        primitive != null
            && SqlCast.keepsOrder(primitive.type().kind(), type)
            && !(type instanceof ArrowType.Int integer && !integer.getIsSigned());
    return usable ? new CastBounds(primitive, target) : null;
  }

  /** What becomes of a bound; null if nothing does, or it was null. */
  Object cast(Object bound) {
    taken.value = null;
    boolean isCast = bound != null && give(bound);
    return isCast ? taken.value : null;
  }

  private boolean give(Object bound) {
    PrimitiveType type = typed.type();
    return switch (type.kind()) {
      case INTEGER -> cast.takeInteger((Long) bound);
      case FLOAT -> cast.takeFloat(((Double) bound).floatValue());
      case DOUBLE -> cast.takeDouble((Double) bound);
      case DECIMAL -> give((BigInteger) bound);
      case DATE ->
          (Long) bound == ((Long) bound).intValue() && cast.takeDate(((Long) bound).intValue());
      case TIME -> cast.takeTime((Long) bound, type.nanosPerUnit());
      case TIMESTAMP -> cast.takeTimestamp((Long) bound, type.nanosPerUnit(), type.isUtc());
      case NULL, BOOLEAN, BINARY, STRING, UUID -> false;
    };
  }

  private boolean give(BigInteger unscaled) {
    return unscaled.bitLength() <= INT128_BITS
        && cast.takeDecimal(
            unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue(), typed.scale());
  }

  /** Keeps the value taken last as one of the target's bounds. */
  private static final class Taken implements PrimitiveSink {
    private final ArrowType type;
    private Object value;

    Taken(ArrowType type) {
      this.type = type;
    }

    private boolean keep(Object bound) {
      value = bound;
      return true;
    }

    @Override
    public boolean takeInteger(long number) {
      return keep(number);
    }

    @Override
    public boolean takeFloat(float number) {
      return takeDouble(number);
    }

    @Override
    public boolean takeDouble(double number) {
      return !Double.isNaN(number) && keep(number);
    }

    @Override
    public boolean takeDecimal(long high, long low, int scale) {
      BigInteger unscaled =
          BigInteger.valueOf(high)
              .shiftLeft(Long.SIZE)
              .add(new BigInteger(Long.toUnsignedString(low)));
      if (type instanceof ArrowType.Decimal decimal) {
        return decimal.getScale() >= scale
            && keep(unscaled.multiply(BigInteger.TEN.pow(decimal.getScale() - scale)));
      }
      return unscaled.bitLength() < Long.SIZE && keep(unscaled.longValue());
    }

    @Override
    public boolean takeDate(int days) {
      return keep((long) days);
    }

    @Override
    public boolean takeTimestamp(long number, long unit, boolean utc) {
      return keepUnits(
          number, unit, PrimitiveType.nanosPer(((ArrowType.Timestamp) type).getUnit()));
    }

    @Override
    public boolean takeTime(long number, long unit) {
      return keepUnits(number, unit, PrimitiveType.nanosPer(((ArrowType.Time) type).getUnit()));
    }

    private boolean keepUnits(long number, long unit, long targetUnit) {
      if (unit < targetUnit) {
        return number % (targetUnit / unit) == 0 && keep(number / (targetUnit / unit));
      }
      long factor = unit / targetUnit;
      long product = number * factor;
      boolean fits = Math.multiplyHigh(number, factor) == product >> (Long.SIZE - 1);
      return fits && keep(product);
    }
  }
}
