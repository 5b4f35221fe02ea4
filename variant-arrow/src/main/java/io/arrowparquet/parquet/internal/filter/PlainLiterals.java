// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.model.Type;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * The single values of a {@link ValueSet} as PLAIN encodes them in a column: what Bloom filters
 * hash. The opposite of {@code BoundsDecoder}.
 *
 * <p>Only where a value has one encoding: not the decimals in BYTE_ARRAYs, which may have leading
 * bytes, nor INT96, nor what becomes another number in the vector (integers of 8 and 16 bits, cut
 * off from 32; seconds, from milliseconds). Immutable.
 */
public final class PlainLiterals {
  private static final int NARROW_BITS = 16;

  private final Type type;
  private final int typeLength;
  private final boolean unsignedLong;
  private final boolean encodes;

  private PlainLiterals(SchemaElementView element, ArrowType vectorType) {
    this.type = element.type();
    this.typeLength = element.typeLength();
    this.unsignedLong = type == Type.INT64 && LongSet.isUnsigned(vectorType);
    this.encodes = type != null && encodes(vectorType);
  }

  /**
   * Of a column.
   *
   * @param vectorType of the column's vector
   */
  public static PlainLiterals of(SchemaElementView element, ArrowType vectorType) {
    return new PlainLiterals(element, vectorType);
  }

  private boolean encodes(ArrowType vectorType) {
    boolean narrow =
        vectorType instanceof ArrowType.Int integer && integer.getBitWidth() <= NARROW_BITS;
    boolean seconds =
        vectorType instanceof ArrowType.Timestamp timestamp
            && timestamp.getUnit() == TimeUnit.SECOND;
    boolean half = vectorType instanceof ArrowType.FloatingPoint;
    if (!Comparisons.isComparable(vectorType) || narrow || seconds) {
      return false;
    }
    return switch (type) {
      case INT32, INT64, FLOAT, DOUBLE -> true;
      case BYTE_ARRAY -> !(vectorType instanceof ArrowType.Decimal);
      case FIXED_LEN_BYTE_ARRAY -> !half && typeLength > 0;
      case BOOLEAN, INT96 -> false;
    };
  }

  /** The values of a set that the column can hold; null if they are not single values. */
  public List<byte[]> encode(ValueSet set) {
    List<Object> points = encodes ? set.points() : null;
    if (points == null) {
      return null;
    }
    List<byte[]> encoded = new ArrayList<>(points.size());
    for (Object point : points) {
      add(point, encoded);
    }
    return encoded;
  }

  private void add(Object point, List<byte[]> encoded) {
    if (point instanceof byte[] bytes) {
      encoded.add(bytes);
    } else if (point instanceof Double number) {
      addNumber(number, encoded);
    } else if (type == Type.FIXED_LEN_BYTE_ARRAY) {
      addBigEndian((BigInteger) point, encoded);
    } else {
      BigInteger number = number(point);
      boolean unsigned = type == Type.INT32 && number.signum() >= 0;
      int bits = type == Type.INT32 ? Integer.SIZE : Long.SIZE;
      if (number.bitLength() < bits || (unsigned && number.bitLength() == bits)) {
        addInteger(number.longValue(), encoded);
      }
    }
  }

  private BigInteger number(Object point) {
    if (point instanceof BigInteger decimal) {
      return decimal;
    }
    long number = (Long) point;
    return BigInteger.valueOf(unsignedLong ? LongSet.flipped(number) : number);
  }

  private void addInteger(long number, List<byte[]> encoded) {
    int width = type == Type.INT32 ? Integer.BYTES : Long.BYTES;
    byte[] bytes =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
    encoded.add(Arrays.copyOf(bytes, width));
  }

  /** Both zeros are equal to each of them. */
  private void addNumber(double number, List<byte[]> encoded) {
    addBits(number, encoded);
    if (number == 0) {
      addBits(-0.0, encoded);
    }
  }

  private void addBits(double number, List<byte[]> encoded) {
    if (type == Type.DOUBLE) {
      encoded.add(littleEndian(Double.BYTES).putDouble(number).array());
    } else if ((float) number == number) {
      encoded.add(littleEndian(Float.BYTES).putFloat((float) number).array());
    }
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void addBigEndian(BigInteger unscaled, List<byte[]> encoded) {
    byte[] shortest = unscaled.toByteArray();
    if (shortest.length > typeLength) {
      return;
    }
    byte[] bytes = new byte[typeLength];
    Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? -1 : 0));
    System.arraycopy(shortest, 0, bytes, typeLength - shortest.length, shortest.length);
    encoded.add(bytes);
  }
}
