// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import java.util.List;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/**
 * Geometries in WKB, the ISO variant, whose bounding boxes meet a box. Their order as bytes says
 * nothing of that, so that bounds of bytes prove nothing.
 */
final class BoxSet extends ValueSet {
  private static final double MOST_LONGITUDE = 180;
  private static final double MOST_LATITUDE = 90;

  private final BoundingBox box;
  private final boolean isGeography;

  /** {@code isGeography}: coordinates beyond the Earth's are left out, as in statistics. */
  BoxSet(BoundingBox box, boolean isGeography) {
    this.box = box;
    this.isGeography = isGeography;
  }

  /** {@link TruthSet#UNKNOWN} for bytes that are no geometry. */
  @Override
  public void test(FieldVector vector, int rows, byte[] truths) {
    Geometry geometry = new Geometry();
    BytesSet.test(
        vector,
        rows,
        truths,
        (address, length) ->
            geometry.read(address, length) ? truth(meets(geometry)) : TruthSet.UNKNOWN);
  }

  private boolean meets(Geometry of) {
    return of.xmin <= of.xmax
        && of.ymin <= of.ymax
        && meetsX(of.xmin, of.xmax)
        && meetsY(of.ymin, of.ymax);
  }

  @Override
  public boolean mayMeet(BoundingBox all) {
    boolean meetsX =
        all.xmin() <= all.xmax()
            ? meetsX(all.xmin(), all.xmax())
            : meetsX(all.xmin(), Double.POSITIVE_INFINITY)
                || meetsX(Double.NEGATIVE_INFINITY, all.xmax());
    return meetsX && meetsY(all.ymin(), all.ymax());
  }

  private boolean meetsX(double min, double max) {
    boolean wraps = box.xmin() > box.xmax();
    return wraps ? max >= box.xmin() || min <= box.xmax() : max >= box.xmin() && min <= box.xmax();
  }

  private boolean meetsY(double min, double max) {
    return max >= box.ymin() && min <= box.ymax();
  }

  @Override
  public boolean holds(Object min, Object max) {
    return false;
  }

  @Override
  List<Object> points() {
    return null;
  }

  @Override
  int intervals() {
    return 1;
  }

  @Override
  boolean beginsUpTo(int interval, Object bound) {
    return true;
  }

  @Override
  boolean endsFrom(int interval, Object bound) {
    return true;
  }

  /**
   * The bounds of a geometry's coordinates; NaNs are none, and z and m are passed over. Reads in
   * time of its length: every part of it takes bytes.
   */
  private final class Geometry {
    private static final int HEADER = 1 + Integer.BYTES;
    private static final int VARIANTS = 1000;
    private static final int MOST_VARIANT = 3;

    private double xmin;
    private double xmax;
    private double ymin;
    private double ymax;
    private long at;
    private long end;
    private boolean isBigEndian;
    private int width;

    /**
     * False if it is not well-formed: empty, cut off, of an unknown type, or with more after it.
     */
    boolean read(long address, long length) {
      at = address;
      end = address + length;
      xmin = Double.POSITIVE_INFINITY;
      xmax = Double.NEGATIVE_INFINITY;
      ymin = Double.POSITIVE_INFINITY;
      ymax = Double.NEGATIVE_INFINITY;
      for (long left = 1; left > 0; left--) {
        long parts = readOne();
        if (parts < 0) {
          return false;
        }
        left += parts;
      }
      return at == end;
    }

    /** How many geometries follow that are parts of the one that was read; negative if none was. */
    private long readOne() {
      if (end - at < HEADER || (MemoryUtil.getByte(at) & ~1) != 0) {
        return -1;
      }
      isBigEndian = MemoryUtil.getByte(at++) == 0;
      long type = number();
      int variant = (int) (type / VARIANTS);
      if (variant > MOST_VARIANT) {
        return -1;
      }
      width = Double.BYTES * (variant == 0 ? 2 : variant == MOST_VARIANT ? 4 : 3);
      return switch ((int) (type % VARIANTS)) {
        case 1 -> points(1);
        case 2 -> points(number());
        case 3 -> rings(number());
        case 4, 5, 6, 7 -> number();
        default -> -1;
      };
    }

    /** Unsigned; negative if it is cut off. */
    private long number() {
      if (end - at < Integer.BYTES) {
        return -1;
      }
      int number = MemoryUtil.getInt(at);
      at += Integer.BYTES;
      return Integer.toUnsignedLong(isBigEndian ? Integer.reverseBytes(number) : number);
    }

    private long rings(long count) {
      long found = Math.min(count, 0);
      for (long ring = 0; ring < count && found == 0; ring++) {
        found = points(number());
      }
      return found;
    }

    /** 0; negative if there are not as many. */
    private long points(long count) {
      if (count < 0 || count > (end - at) / width) {
        return -1;
      }
      for (long point = 0; point < count; point++) {
        double x = coordinate(at, MOST_LONGITUDE);
        double y = coordinate(at + Double.BYTES, MOST_LATITUDE);
        // No comparison with NaN is true.
        xmin = x < xmin ? x : xmin;
        xmax = x > xmax ? x : xmax;
        ymin = y < ymin ? y : ymin;
        ymax = y > ymax ? y : ymax;
        at += width;
      }
      return 0;
    }

    private double coordinate(long address, double most) {
      long bits = MemoryUtil.getLong(address);
      double value = Double.longBitsToDouble(isBigEndian ? Long.reverseBytes(bits) : bits);
      return isGeography && Math.abs(value) > most ? Double.NaN : value;
    }
  }
}
