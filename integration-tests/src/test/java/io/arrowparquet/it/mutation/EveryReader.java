// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.mutation;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.UnfitValueException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.encoding.Variant;
import io.arrowparquet.variant.encoding.VariantCursor;
import io.arrowparquet.variant.encoding.VariantValidator;
import io.arrowparquet.variant.kernels.ConversionMode;
import io.arrowparquet.variant.kernels.NaturalType;
import io.arrowparquet.variant.kernels.VariantDecode;
import io.arrowparquet.variant.kernels.VariantGet;
import io.arrowparquet.variant.kernels.VariantToJson;
import io.arrowparquet.variant.path.VariantPath;
import io.arrowparquet.variant.vector.VariantReader;
import io.arrowparquet.variant.vector.VariantVector;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Every way to read a column, told as text: what was read, or our exception's message. Any other
 * exception goes through.
 */
public final class EveryReader {
  private static final int WALKED_LEVELS = 140;

  private final BufferAllocator allocator;
  private final List<Function<VariantVector, Object>> ways;
  private final VariantValidator validator = new VariantValidator();
  private final NaturalType naturalType = new NaturalType();
  private int hash;

  /**
   * The ways to read.
   *
   * @param known a type that the row may have
   * @param path a path that the row may have
   */
  public EveryReader(BufferAllocator allocator, Field known, VariantPath path) {
    this.allocator = allocator;
    VariantDecode safe = new VariantDecode(known, ConversionMode.SAFE);
    VariantDecode strict = new VariantDecode(known, ConversionMode.STRICT);
    VariantGet variant = new VariantGet(path, "got");
    VariantGet typed = new VariantGet(path, known, ConversionMode.SAFE, VariantLimits.DEFAULT);
    ways =
        List.of(
            column -> first(column, value -> walked(value)),
            column -> first(column, value -> validated(value)),
            column -> hashed(safe.decode(column, allocator)),
            column -> hashed(naturalType.decode(column, allocator)),
            column -> first(column, value -> Variant.copyOf(value)),
            this::json,
            column -> hashed(strict.decode(column, allocator)),
            column -> hashed(variant.get(column, allocator)),
            column -> hashed(typed.get(column, allocator)));
  }

  /**
   * Reads the row in the first ways.
   *
   * @param outcomes gets one text for each of so many ways
   * @return how many of them had no complaint
   */
  public int read(VariantVector column, String[] outcomes, int count) {
    int succeeded = 0;
    for (int i = 0; i < count; i++) {
      try {
        outcomes[i] = String.valueOf(ways.get(i).apply(column));
        succeeded++;
      } catch (MalformedVariantException | UnfitValueException e) {
        outcomes[i] = e.getMessage();
      }
    }
    return succeeded;
  }

  /** How many ways there are: first the cursor, the validator and decoding. */
  public int ways() {
    return ways.size();
  }

  private static Object first(VariantVector column, Function<VariantCursor, Object> read) {
    try (VariantReader reader = new VariantReader(column)) {
      return read.apply(reader.seek(0));
    }
  }

  private Object validated(VariantCursor value) {
    validator.validate(value);
    return "valid";
  }

  private Object json(VariantVector column) {
    try (VarCharVector text = VariantToJson.write(column, allocator)) {
      return text.getObject(0);
    }
  }

  private static Object hashed(FieldVector vector) {
    try (vector) {
      return vector.getField() + " " + vector.hashCode(0);
    }
  }

  private Object walked(VariantCursor value) {
    hash = 0;
    walk(value, 0);
    return hash;
  }

  private void walk(VariantCursor value, int level) {
    if (level == WALKED_LEVELS) {
      return;
    }
    saw(value.typeId());
    saw(value.lengthBytes());
    int left = value.lengthBytes();
    VariantCursor child = value.elementCount() == 0 ? null : new VariantCursor();
    for (int i = 0; i < value.elementCount(); i++) {
      if (value.typeId() == VariantTypeIds.OBJECT) {
        field(value, i);
      }
      value.element(i, child);
      left = child.takeFrom(left);
      walk(child, level + 1);
    }
    primitive(value);
  }

  private void field(VariantCursor object, int index) {
    int id = object.fieldId(index);
    saw(id);
    String name = object.metadata().name(id);
    saw(name.hashCode());
    saw(object.findField(name.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    saw(object.findField(id, index + 1));
  }

  private void primitive(VariantCursor value) {
    switch (value.typeId()) {
      case VariantTypeIds.OBJECT, VariantTypeIds.ARRAY, VariantTypeIds.NULL -> saw(0);
      case VariantTypeIds.TRUE, VariantTypeIds.FALSE -> saw(value.getBoolean() ? 1 : 2);
      case VariantTypeIds.FLOAT -> saw(Float.floatToRawIntBits(value.getFloat()));
      case VariantTypeIds.DOUBLE ->
          saw(Long.hashCode(Double.doubleToRawLongBits(value.getDouble())));
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 -> {
        saw(value.decimalScale());
        saw(Long.hashCode(value.decimalLow()));
        saw(Long.hashCode(value.decimalHigh()));
      }
      case VariantTypeIds.STRING, VariantTypeIds.BINARY, VariantTypeIds.UUID ->
          saw(Arrays.hashCode(value.getBytes()));
      default -> saw(Long.hashCode(value.getLong()));
    }
  }

  private void saw(int what) {
    hash = 31 * hash + what;
  }
}
