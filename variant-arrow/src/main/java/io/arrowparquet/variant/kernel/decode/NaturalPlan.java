// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.Malformed;
import io.arrowparquet.variant.internal.NameBudget;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.decode.NaturalNode.NaturalMember;
import io.arrowparquet.variant.kernel.internal.build.BuilderPlan;
import io.arrowparquet.variant.kernel.internal.build.FixedWidthBuilder;
import io.arrowparquet.variant.kernel.internal.build.ListBuilder;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import java.util.Arrays;
import java.util.Locale;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** What all positions of one batch share. */
final class NaturalPlan {
  /** Kind of a missing value, where it differs from null: a number that no other kind has. */
  static final int MISSING = VariantTypeIds.FALSE;

  /** Kind of the member for values of all types without a member of their own. */
  static final int VARIANT = VariantTypeIds.COUNT;

  /** Codes of further members of a kind that one member cannot hold. */
  private static final int FIRST_FURTHER_CODE = VARIANT + 1;

  private final VariantLimits limits;
  private final NameTable names;
  private final BufferAllocator allocator;
  private final NaturalTypeOptions options;
  private final NameBudget paths;
  private final int[] kinds = new int[VariantTypeIds.COUNT];

  NaturalPlan(NaturalTypeOptions options, NameTable names, BufferAllocator allocator) {
    this.options = options;
    this.limits = options.limits();
    this.names = names;
    this.allocator = allocator;
    this.paths = new NameBudget(limits);
    Arrays.setAll(kinds, VariantTypeIds::widest);
    if (options.exactIntegers()) {
      for (int typeId = VariantTypeIds.INT8; typeId <= VariantTypeIds.INT64; typeId++) {
        kinds[typeId] = typeId;
      }
    }
  }

  int kind(int typeId) {
    return kinds[typeId];
  }

  void takePath(String path) {
    paths.take(path.length(), MalformedVariantException.UNKNOWN);
  }

  NaturalTypeOptions options() {
    return options;
  }

  int missingKind() {
    return options.tellNullFromMissing() ? MISSING : VariantTypeIds.NULL;
  }

  /** What takes further fields, after rows that have none; started, the caller's to release. */
  VariantVectorBuilder.RestBuilder newRest(int nulls) {
    VariantVectorBuilder.RestBuilder rest =
        new VariantVectorBuilder.RestBuilder(
            VariantVectorBuilder.unshredded(NaturalTypeOptions.REST));
    try {
      rest.start(allocator);
      rest.addNulls(nulls);
      return rest;
    } catch (Throwable e) {
      rest.release();
      throw e;
    }
  }

  NameTable names() {
    return names;
  }

  GrowableBuffer newBuffer() {
    return new GrowableBuffer(allocator);
  }

  VariantCursor newCursor() {
    return new VariantCursor(limits);
  }

  Target anything(String path) {
    return new Target(Field.nullable("", ArrowType.Null.INSTANCE), path, ConversionMode.SAFE);
  }

  /** Started, the caller's to release; {@code same}: members of the kind that there are already. */
  NaturalMember newMember(int kind, int same, NaturalPlace place) {
    VectorBuilder builder = newBuilder(kind, place);
    try {
      builder.start(allocator);
    } catch (Throwable e) {
      builder.release();
      throw e;
    }
    int code = same == 0 ? kind : FIRST_FURTHER_CODE + same;
    return new NaturalMember(kind, code, name(kind) + (same == 0 ? "" : "_" + same), builder);
  }

  private String name(int kind) {
    return kind == VariantTypeIds.INT64 && options.exactIntegers()
        ? lowerCase(PrimitiveType.INT64)
        : memberName(kind);
  }

  /** The name of a kind's member in a union, where integers of all widths are of one kind. */
  static String memberName(int kind) {
    return switch (kind) {
      case VariantTypeIds.OBJECT -> "object";
      case VariantTypeIds.ARRAY -> "array";
      case VariantTypeIds.INT64 -> "int";
      case MISSING -> "missing";
      case VARIANT -> "variant";
      case VariantTypeIds.TRUE -> "boolean";
      case VariantTypeIds.DECIMAL16 -> "decimal";
      default -> lowerCase(PrimitiveType.of(kind));
    };
  }

  private static String lowerCase(PrimitiveType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private VectorBuilder newBuilder(int kind, NaturalPlace place) {
    if (kind == VariantTypeIds.OBJECT || kind == VariantTypeIds.ARRAY) {
      place.requireContainer(limits.maxDepth());
    }
    Target anything = anything(place.path());
    return switch (kind) {
      case VariantTypeIds.OBJECT -> new NaturalStruct(this, place);
      case VariantTypeIds.ARRAY ->
          new ListBuilder<>(anything, new NaturalNode(this, place.element()), newCursor());
      case VariantTypeIds.INT8, VariantTypeIds.INT16, VariantTypeIds.INT32, VariantTypeIds.INT64 ->
          new NaturalInteger(anything);
      case MISSING -> new BuilderPlan.NullBuilder(anything);
      case VARIANT -> new VariantVectorBuilder(VariantVectorBuilder.unshredded(""));
      case VariantTypeIds.DECIMAL16 -> new NaturalDecimal(anything);
      default -> {
        Field field = VariantPrimitive.of(kind).field("");
        yield BuilderPlan.primitive(new Target(field, place.path(), ConversionMode.SAFE));
      }
    };
  }

  /** Integers as wide as the widest of them; rows widen together when a wider one comes. */
  private static final class NaturalInteger extends FixedWidthBuilder {
    private int typeId = VariantTypeIds.INT8;

    NaturalInteger(Target target) {
      super(target);
    }

    @Override
    public boolean take(VariantCursor value) {
      if (value.typeId() > typeId) {
        widen(value.typeId());
      }
      return takeInteger(value.getLong());
    }

    private void widen(int newTypeId) {
      int from = width();
      typeId = newTypeId;
      values.widen(from, width());
    }

    @Override
    public boolean appendColumn(FieldVector column, Selection rows) {
      typeId = VariantPrimitive.of(column.getField()).typeId();
      appendValues(column, rows);
      return true;
    }

    @Override
    public boolean takeInteger(long value) {
      switch (typeId) {
        case VariantTypeIds.INT8 -> values.appendByte((int) value);
        case VariantTypeIds.INT16 -> values.appendShort((int) value);
        case VariantTypeIds.INT32 -> values.appendInt((int) value);
        case VariantTypeIds.INT64 -> values.appendLong(value);
        default -> throw VariantTypeIds.unexpected(typeId);
      }
      return markValid();
    }

    @Override
    public int width() {
      return PrimitiveType.of(typeId).dataLength();
    }

    @Override
    public Field naturalField(String name) {
      return VariantPrimitive.of(typeId).field(name);
    }
  }

  /**
   * Decimals with the greatest scale among them, and 9, 18 or 38 digits, as they need. A decimal
   * that would need more, together with those before, is not taken.
   */
  private static final class NaturalDecimal extends FixedWidthBuilder {
    private static final int WIDTH = 2 * Long.BYTES;

    private final Int128 scratch = new Int128();
    private final GrowableBuffer scales = new GrowableBuffer();
    private int minScale = DecimalDigits.INT128;
    private int maxScale;
    private int integerDigits;

    NaturalDecimal(Target target) {
      super(target);
    }

    @Override
    public boolean takeDecimal(long high, long low, int scale) {
      scratch.set(high, low);
      int digits = scratch.digits();
      if (digits > DecimalDigits.INT128) {
        throw new MalformedVariantException(
            "digits of a decimal16",
            "more than " + DecimalDigits.INT128,
            "at most " + DecimalDigits.INT128);
      }
      int newScale = Math.max(maxScale, scale);
      int newIntegerDigits = Math.max(integerDigits, digits - scale);
      if (newScale + newIntegerDigits > DecimalDigits.INT128) {
        return false;
      }
      minScale = Math.min(minScale, scale);
      maxScale = newScale;
      integerDigits = newIntegerDigits;
      scales.appendByte(scale);
      values.appendLong(low);
      values.appendLong(high);
      return markValid();
    }

    @Override
    public int width() {
      return WIDTH;
    }

    @Override
    public void start(BufferAllocator allocator) {
      super.start(allocator);
      scales.start(allocator);
    }

    @Override
    public void addNulls(int rows) {
      super.addNulls(rows);
      scales.appendZeros(rows);
    }

    @Override
    public Field naturalField(String name) {
      int precision = PrimitiveType.ofDecimal(maxScale + integerDigits).digits();
      return VariantPrimitive.ofDecimal(precision, maxScale).field(name);
    }

    @Override
    public void load(FieldVector vector) {
      if (minScale < maxScale) {
        rescale();
      }
      scales.release();
      super.load(vector);
    }

    private void rescale() {
      int rows = count();
      for (int row = 0; row < rows; row++) {
        long address = values.address() + (long) row * WIDTH;
        int scale = MemoryUtil.getByte(scales.address() + row);
        scratch.set(MemoryUtil.getLong(address + Long.BYTES), MemoryUtil.getLong(address));
        if (!scratch.rescale(maxScale - scale)) {
          throw new IllegalStateException(
              "a decimal was taken that does not fit the others' scale");
        }
        MemoryUtil.putLong(address, scratch.low());
        MemoryUtil.putLong(address + Long.BYTES, scratch.high());
      }
    }

    @Override
    public void release() {
      super.release();
      scales.release();
    }
  }

  /** {@code path}: {@code $.items[*].price}; {@code depth}: levels of containers around it. */
  record NaturalPlace(String path, int depth) {
    static final NaturalPlace ROOT = new NaturalPlace("$", 0);

    NaturalPlace field(String name) {
      return new NaturalPlace(path + VariantPath.Step.field(name), depth + 1);
    }

    NaturalPlace element() {
      return new NaturalPlace(path + "[*]", depth + 1);
    }

    void requireContainer(int maxDepth) {
      if (depth >= maxDepth) {
        throw Malformed.tooDeep(MalformedVariantException.UNKNOWN, maxDepth);
      }
    }
  }
}
