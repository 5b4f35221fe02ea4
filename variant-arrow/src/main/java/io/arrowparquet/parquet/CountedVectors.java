// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Counted;
import io.arrowparquet.parquet.internal.filter.LongSet;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * The vectors that counts and bounds of a column go into, in the order of {@link #fields}; what is
 * not known stays null.
 */
record CountedVectors(List<FieldVector> vectors) {
  static final ArrowType INT32 = new ArrowType.Int(Integer.SIZE, true);
  static final ArrowType INT64 = new ArrowType.Int(Long.SIZE, true);

  static final Field VALUE_COUNT = Field.nullable("value_count", INT64);
  static final Field NULL_COUNT = Field.nullable("null_count", INT64);
  static final Field MIN_EXACT = Field.nullable("min_is_exact", ArrowType.Bool.INSTANCE);
  static final Field MAX_EXACT = Field.nullable("max_is_exact", ArrowType.Bool.INSTANCE);
  static final String MIN = "min";
  static final String MAX = "max";

  /** How many bytes of a code point may be missing where a text was cut. */
  private static final int MOST_CUT = 3;

  /** {@code suffix} is after the names of the bounds. */
  static CountedVectors of(Function<String, ? extends ValueVector> vectors, String suffix) {
    return new CountedVectors(
        Stream.of(
                VALUE_COUNT.getName(),
                NULL_COUNT.getName(),
                MIN + suffix,
                MAX + suffix,
                MIN_EXACT.getName(),
                MAX_EXACT.getName())
            .map(name -> (FieldVector) vectors.apply(name))
            .toList());
  }

  static List<Field> fields(ArrowSchemaNode leaf) {
    return List.of(
        VALUE_COUNT, NULL_COUNT, bound(MIN, leaf), bound(MAX, leaf), MIN_EXACT, MAX_EXACT);
  }

  static Field bound(String name, ArrowSchemaNode leaf) {
    return new Field(name, boundType(leaf), null);
  }

  /** Without the field's id: a bound is no column. */
  static FieldType boundType(ArrowSchemaNode leaf) {
    Map<String, String> metadata = new HashMap<>(leaf.field().getMetadata());
    metadata.keySet().removeIf(key -> !key.startsWith("ARROW:"));
    return new FieldType(true, leaf.field().getType(), null, metadata);
  }

  void set(int row, Counted counted) {
    put(vectors.get(0), row, counted.entries(), false);
    put(vectors.get(1), row, counted.nulls(), false);
    boolean hasMin = put(vectors.get(2), row, counted.range().min(), false);
    boolean hasMax = put(vectors.get(3), row, counted.range().max(), true);
    put(vectors.get(4), row, hasMin ? counted.exactMin() : null, false);
    put(vectors.get(5), row, hasMax ? counted.exactMax() : null, false);
  }

  /** Puts a number or bytes into a column of a root. */
  static void put(VectorSchemaRoot root, Field field, int row, Object value) {
    put(root.getVector(field), row, value, false);
  }

  /**
   * Puts a bound of a {@link ColumnDomain}, or a Boolean, into a vector; false where none of its
   * values is it.
   */
  static boolean put(FieldVector vector, int row, Object bound, boolean isUpper) {
    if (bound == null) {
      return false;
    }
    FieldVector target = VariantPrimitive.storage(vector);
    if (target instanceof BitVector bits) {
      bits.setSafe(row, bound.equals(0L) || bound.equals(false) ? 0 : 1);
      return true;
    }
    if (target instanceof BaseFixedWidthVector fixed) {
      return put(fixed, row, bytes(fixed, bound));
    }
    boolean isText = isText(target.getMinorType());
    byte[] bytes = isText ? text((byte[]) bound, isUpper) : (byte[]) bound;
    if (bytes != null && target instanceof BaseVariableWidthVector variable) {
      variable.setSafe(row, bytes);
      return true;
    }
    if (bytes != null && target instanceof BaseLargeVariableWidthVector large) {
      large.setSafe(row, bytes);
      return true;
    }
    return false;
  }

  /** Whether {@link #put} would put it into a vector of the type. */
  static boolean fits(ArrowType type, Object bound, boolean isUpper) {
    return switch (type.getTypeID()) {
      case Utf8, LargeUtf8 -> text((byte[]) bound, isUpper) != null;
      case Decimal -> ((BigInteger) bound).bitLength() < ((ArrowType.Decimal) type).getBitWidth();
      default -> true;
    };
  }

  private static boolean isText(MinorType type) {
    return type == MinorType.VARCHAR || type == MinorType.LARGEVARCHAR;
  }

  private static boolean put(BaseFixedWidthVector vector, int row, byte[] bytes) {
    if (bytes == null) {
      return false;
    }
    while (vector.getValueCapacity() <= row) {
      vector.reAlloc();
    }
    vector.getDataBuffer().setBytes((long) row * bytes.length, bytes);
    BitVectorHelper.setBit(vector.getValidityBuffer(), row);
    return true;
  }

  /** As the vector has a bound; null for a decimal of more bytes. */
  private static byte[] bytes(BaseFixedWidthVector vector, Object bound) {
    int width = vector.getTypeWidth();
    if (bound instanceof Long number) {
      boolean isFlipped = LongSet.isFlipped(vector.getField().getType());
      return ColumnDomain.littleEndian(isFlipped ? LongSet.flipped(number) : number, width);
    }
    if (bound instanceof Double number) {
      return switch (width) {
        case Double.BYTES -> ColumnDomain.littleEndian(Double.doubleToLongBits(number), width);
        case Float.BYTES ->
            ColumnDomain.littleEndian(Float.floatToIntBits(number.floatValue()), width);
        default -> ColumnDomain.littleEndian(Float16.toFloat16(number.floatValue()), width);
      };
    }
    if (bound instanceof BigInteger unscaled) {
      if (unscaled.bitLength() >= width * Byte.SIZE) {
        return null;
      }
      byte[] bytes = new byte[width];
      for (int i = 0; i < width; i++) {
        bytes[i] = unscaled.shiftRight(Byte.SIZE * i).byteValue();
      }
      return bytes;
    }
    // A bound that was cut: zeros follow it, of the upper one too, which was rounded up.
    return Arrays.copyOf((byte[]) bound, width);
  }

  /**
   * A bound of texts that is one: a lower one may be cut further, which leaves it a bound. Null for
   * an upper one that is none.
   */
  private static byte[] text(byte[] bound, boolean isUpper) {
    for (int cut = 0; cut <= (isUpper ? 0 : Math.min(MOST_CUT, bound.length)); cut++) {
      byte[] text = Arrays.copyOf(bound, bound.length - cut);
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
        return text;
      } catch (CharacterCodingException e) {
        // One that ends in the middle of a code point, or an upper one that was rounded up there.
      }
    }
    return null;
  }

  /** The type in the words of {@link ArrowTypeText}, as the end of a name. */
  static String suffix(ArrowType type) {
    String text = ArrowTypeText.of(Field.nullable("bound", type));
    return "_" + text.replaceAll("\\W+", "_").replaceAll("_$", "");
  }
}
