// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.FileMetrics.Bound;
import io.arrowparquet.parquet.FileMetrics.Bounds;
import io.arrowparquet.parquet.FileMetrics.Totals;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantDictionary;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a Variant column. Bounds are by path: of each {@code typed_value} of a primitive
 * type, outside of arrays, where no row has a value of another type but Variant null. Paths are
 * normalized as RFC 9535 has it: {@code $['location']['latitude']}, and {@code $} for the whole.
 *
 * <p>{@link #lower} and {@link #upper} give them as Iceberg's {@code lower_bounds} and {@code
 * upper_bounds} have them, {@link #z85} that text as Delta's statistics have it.
 *
 * <p>Immutable, but for the arrays of bounds; threads may share one.
 *
 * @param path dotted path of the group in the file
 * @param fieldId null if the schema gives it none
 * @param totals bytes of all of its columns; null is a Variant that is null as a whole, which
 *     Variant null is not
 * @param bounds by path
 */
public record VariantMetrics(
    String path, @Nullable Integer fieldId, Totals totals, Map<String, PathBounds> bounds) {
  private static final int Z85_BASE = 85;
  private static final int Z85_CHARACTERS = 5;
  private static final String Z85_DIGITS =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

  /** Keeps an unchangeable copy of the map. */
  public VariantMetrics {
    bounds = Collections.unmodifiableMap(new LinkedHashMap<>(bounds));
  }

  /**
   * The bounds of one path.
   *
   * @param type Arrow's for the type that the values have
   * @param bounds of the values
   */
  public record PathBounds(Field type, Bounds bounds) {}

  /**
   * The lower bounds as one Variant, its metadata and then its value: an object whose fields are
   * the paths. Null if there is none.
   *
   * @param allocator for scratch memory
   */
  public byte @Nullable [] lower(BufferAllocator allocator) {
    return encoded(Bounds::lower, allocator);
  }

  /** The upper bounds, as {@link #lower}. */
  public byte @Nullable [] upper(BufferAllocator allocator) {
    return encoded(Bounds::upper, allocator);
  }

  private byte[] encoded(Function<Bounds, Bound> side, BufferAllocator allocator) {
    if (bounds.values().stream().map(PathBounds::bounds).map(side).allMatch(Objects::isNull)) {
      return null;
    }
    try (VariantDictionary names = new VariantDictionary(allocator);
        VariantBuilder builder = new VariantBuilder(allocator).use(names)) {
      builder.startObject();
      // In the order of the names, so that the metadata is sorted.
      bounds.keySet().stream().sorted().forEach(name -> names.intern(name));
      bounds.forEach(
          (name, found) -> {
            Bound bound = side.apply(found.bounds());
            if (bound != null) {
              append(builder.field(name), VariantPrimitive.of(found.type()), bound);
            }
          });
      builder.endObject();
      int metadata = names.metadataLength();
      byte[] encoded = new byte[metadata + builder.lengthBytes()];
      try (ArrowBuf buffer = allocator.buffer(encoded.length)) {
        names.writeMetadata(buffer, 0);
        builder.writeTo(buffer, metadata);
        buffer.getBytes(0, encoded);
      }
      return encoded;
    }
  }

  private static void append(VariantBuilder builder, VariantPrimitive type, Bound bound) {
    byte[] plain = bound.plain();
    PrimitiveType primitive = type.type();
    switch (primitive.kind()) {
      case BOOLEAN -> builder.appendBoolean(plain[0] != 0);
      case INTEGER -> appendInteger(builder, primitive, number(plain));
      case FLOAT -> builder.appendFloat(Float.intBitsToFloat((int) number(plain)));
      case DOUBLE -> builder.appendDouble(Double.longBitsToDouble(number(plain)));
      case DECIMAL -> {
        BigInteger unscaled = ((BigDecimal) bound.value()).unscaledValue();
        long high = unscaled.shiftRight(Long.SIZE).longValue();
        builder.appendDecimal(type.typeId(), high, unscaled.longValue(), type.scale());
      }
      case DATE -> builder.appendDate((int) number(plain));
      case TIME, TIMESTAMP -> builder.appendTime(type.typeId(), number(plain));
      case STRING -> builder.appendString(plain, 0, plain.length);
      case BINARY -> builder.appendBinary(plain, 0, plain.length);
      case UUID -> {
        ByteBuffer halves = ByteBuffer.wrap(plain);
        builder.appendUuid(halves.getLong(), halves.getLong());
      }
      case NULL -> builder.appendNull();
    }
  }

  /** In the width of the type, which both bounds have. */
  private static void appendInteger(VariantBuilder builder, PrimitiveType type, long number) {
    switch (type) {
      case INT8 -> builder.appendInt8((byte) number);
      case INT16 -> builder.appendInt16((short) number);
      case INT32 -> builder.appendInt32((int) number);
      default -> builder.appendInt64(number);
    }
  }

  private static long number(byte[] plain) {
    byte[] wide = Arrays.copyOf(plain, Long.BYTES);
    return ByteBuffer.wrap(wide).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Bytes in Z85 (ZeroMQ's RFC 32), after zeros to a multiple of four bytes. */
  public static String z85(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < bytes.length; at += Integer.BYTES) {
      byte[] word = Arrays.copyOfRange(bytes, at, at + Integer.BYTES);
      long rest = ByteBuffer.wrap(word).getInt() & 0xFFFFFFFFL;
      char[] digits = new char[Z85_CHARACTERS];
      for (int i = Z85_CHARACTERS - 1; i >= 0; i--) {
        digits[i] = Z85_DIGITS.charAt((int) (rest % Z85_BASE));
        rest /= Z85_BASE;
      }
      text.append(digits);
    }
    return text.toString();
  }
}
