// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BitAppender;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.internal.shred.PrimitiveReader;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Builds the builders of a target type, and numbers the names they want. */
public final class BuilderPlan {
  private final VariantLimits limits;
  private final NameTable names;

  public BuilderPlan(VariantLimits limits, NameTable names) {
    this.limits = limits;
    this.names = names;
  }

  /**
   * The builder of a target.
   *
   * @throws IllegalArgumentException if no Variant converts to its type, or to that of a child
   */
  public VectorBuilder builder(Target target) {
    Field field = target.field();
    ArrowType type = field.getType();
    if (type instanceof ParquetVariantType) {
      return variant(target);
    }
    if (field.getDictionary() != null) {
      throw refused(target);
    }
    return switch (type.getTypeID()) {
      case Struct -> struct(target);
      case Union -> union(target, (ArrowType.Union) type);
      case Map -> map(target);
      case List -> list(target, ListBuilder.Form.LIST);
      case LargeList -> list(target, ListBuilder.Form.LARGE_LIST);
      case ListView -> list(target, ListBuilder.Form.LIST_VIEW);
      case LargeListView -> list(target, ListBuilder.Form.LARGE_LIST_VIEW);
      case FixedSizeList -> {
        VectorBuilder elements = builder(target.element(field.getChildren().get(0)));
        int size = ((ArrowType.FixedSizeList) type).getListSize();
        yield new FixedSizeListBuilder(target, size, elements, cursor());
      }
      default -> withCasts(primitive(target));
    };
  }

  /**
   * The builder of a target that is neither a container nor a Variant.
   *
   * @throws IllegalArgumentException if no Variant converts to its type
   */
  public static VectorBuilder primitive(Target target) {
    if (VariantPrimitive.isUuid(target.field())) {
      return new FixedBytesBuilder(target, VariantPrimitive.UUID_BYTES, true);
    }
    ArrowType type = target.field().getType();
    return switch (type.getTypeID()) {
      case Null -> new NullBuilder(target);
      case Bool -> new BooleanBuilder(target);
      case Int -> new IntegerBuilder(target, (ArrowType.Int) type);
      case FloatingPoint -> floating(target, (ArrowType.FloatingPoint) type);
      case Decimal -> decimal(target, (ArrowType.Decimal) type);
      case Date, Timestamp, Time -> temporal(target, type);
      case Utf8 -> new BytesBuilder(target, true, false);
      case LargeUtf8 -> new BytesBuilder(target, true, true);
      case Utf8View -> new ViewBuilder(target, true);
      case Binary -> new BytesBuilder(target, false, false);
      case LargeBinary -> new BytesBuilder(target, false, true);
      case BinaryView -> new ViewBuilder(target, false);
      case FixedSizeBinary ->
          new FixedBytesBuilder(target, ((ArrowType.FixedSizeBinary) type).getByteWidth(), false);
      default -> throw refused(target);
    };
  }

  private VectorBuilder withCasts(VectorBuilder builder) {
    Target target = builder.target();
    if (target.mode().casts()) {
      builder.castBy(SqlCasts.to(target.field(), builder, limits));
    }
    return builder;
  }

  private static VectorBuilder floating(Target target, ArrowType.FloatingPoint type) {
    return switch (type.getPrecision()) {
      case SINGLE, DOUBLE -> new FloatingBuilder(target, type.getPrecision());
      case HALF -> throw refused(target);
    };
  }

  private static VectorBuilder decimal(Target target, ArrowType.Decimal type) {
    // Arrow Java has no vectors of 32 and 64 bits.
    boolean large = type.getBitWidth() == 256;
    int maxDigits = large ? DecimalDigits.INT256 : DecimalDigits.INT128;
    boolean known =
        (large || type.getBitWidth() == 128)
            && type.getPrecision() >= 1
            && type.getPrecision() <= maxDigits
            && type.getScale() >= -maxDigits
            && type.getScale() <= maxDigits;
    if (!known) {
      throw refused(target);
    }
    return large ? new LargeDecimalBuilder(target, type) : new DecimalBuilder(target, type);
  }

  private static VectorBuilder temporal(Target target, ArrowType type) {
    if (type instanceof ArrowType.Timestamp timestamp) {
      boolean local = timestamp.getTimezone() == null || timestamp.getTimezone().isEmpty();
      TemporalBuilder.Kind kind =
          local ? TemporalBuilder.Kind.LOCAL_TIMESTAMP : TemporalBuilder.Kind.INSTANT;
      long unit = PrimitiveType.nanosPer(timestamp.getUnit());
      return new TemporalBuilder(target, kind, Long.BYTES, unit);
    }
    if (type instanceof ArrowType.Time time) {
      int width = time.getBitWidth() / Byte.SIZE;
      long unit = PrimitiveType.nanosPer(time.getUnit());
      return new TemporalBuilder(target, TemporalBuilder.Kind.TIME, width, unit);
    }
    VariantPrimitive primitive = VariantPrimitive.of(target.field());
    if (primitive == null) {
      throw refused(target);
    }
    return new TemporalBuilder(target, TemporalBuilder.Kind.DATE, Integer.BYTES, 1);
  }

  private VectorBuilder struct(Target target) {
    List<VectorBuilder> children = new ArrayList<>();
    List<Field> fields = target.field().getChildren();
    int[] numbers = new int[fields.size()];
    Set<String> seen = new HashSet<>();
    RestBuilder rest = null;
    int restIndex = 0;
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      if (!seen.add(field.getName())) {
        throw new IllegalArgumentException(
            target.path() + ": two children named " + field.getName());
      }
      if (isRest(field)) {
        rest = new RestBuilder(variant(target.field(field)));
        restIndex = i;
      } else {
        numbers[children.size()] = names.add(field.getName());
        children.add(builder(target.field(field)));
      }
    }
    int[] wanted = Arrays.copyOf(numbers, children.size());
    FieldLocator locator = new FieldLocator(names, wanted, rest != null);
    return new StructBuilder(target, children, rest, restIndex, locator, cursor());
  }

  private static boolean isRest(Field field) {
    return field.getType() instanceof ParquetVariantType
        && field.getName().equals(NaturalTypeOptions.REST);
  }

  private VectorBuilder list(Target target, ListBuilder.Form form) {
    VectorBuilder elements = builder(target.element(target.field().getChildren().get(0)));
    return new ListBuilder(target, form, elements, cursor());
  }

  private VectorBuilder map(Target target) {
    List<Field> entry = target.field().getChildren().get(0).getChildren();
    Field key = entry.get(0);
    VectorBuilder keys =
        switch (key.getType().getTypeID()) {
          case Utf8, LargeUtf8, Utf8View -> builder(target.member(key));
          default -> throw refused(target.member(key));
        };
    return new MapBuilder(target, keys, builder(target.element(entry.get(1))), cursor(), limits);
  }

  private VectorBuilder union(Target target, ArrowType.Union type) {
    List<Field> children = target.field().getChildren();
    if (children.isEmpty()) {
      throw refused(target);
    }
    byte[] typeIds = new byte[children.size()];
    List<VectorBuilder> members = new ArrayList<>();
    int nullMember = 0;
    for (int i = typeIds.length - 1; i >= 0; i--) {
      typeIds[i] = (byte) (type.getTypeIds() == null ? i : type.getTypeIds()[i]);
      nullMember = children.get(i).getType() instanceof ArrowType.Null ? i : nullMember;
    }
    for (Field child : children) {
      members.add(builder(target.member(child)));
    }
    boolean dense = type.getMode() == UnionMode.Dense;
    return new UnionBuilder(
        target, dense, typeIds, members, UnionCandidates.of(children), nullMember);
  }

  private static VariantVectorBuilder variant(Target target) {
    ShreddedLayout layout = ShreddedLayout.of(target.field());
    if (layout.isShredded()) {
      throw new IllegalArgumentException(
          target.path() + ": a shredded Variant is not a target to decode to; shred it afterwards");
    }
    List<Field> children = target.field().getChildren();
    Field metadata = children.get(layout.metadataChild());
    Field value = children.get(layout.root().valueChild());
    return new VariantVectorBuilder(
        target,
        binary(target.member(metadata)),
        binary(target.member(value)),
        layout.metadataChild());
  }

  private static BytesBuilder binary(Target target) {
    return switch (target.field().getType().getTypeID()) {
      case Binary -> new BytesBuilder(target, false, false);
      case LargeBinary -> new BytesBuilder(target, false, true);
      default -> throw refused(target);
    };
  }

  private VariantCursor cursor() {
    return new VariantCursor(limits);
  }

  private static IllegalArgumentException refused(Target target) {
    return new IllegalArgumentException(
        target.path() + ": no Variant converts to " + target.field().getType());
  }

  /** Bool: booleans. */
  private static final class BooleanBuilder extends VectorBuilder {
    private final BitAppender values = own(new BitAppender());

    BooleanBuilder(Target target) {
      super(target);
    }

    @Override
    public boolean takeBoolean(boolean value) {
      validity.appendOne();
      values.append(value);
      return true;
    }

    @Override
    public boolean appendColumn(FieldVector column, Selection rows) {
      VariantPrimitive primitive = VariantPrimitive.of(column.getField());
      if (primitive == null || primitive.typeId() != VariantTypeIds.TRUE) {
        return false;
      }
      ArrowBuf data = column.getDataBuffer();
      BufferChecks.requireLength(column, "value", data, BufferChecks.bytesOfBits(rows.end()));
      // Bits of values are bits like any others: those set, of the positions that count.
      Selection set = rows.and(data);
      for (int i = rows.start(); i < rows.end(); i += Long.SIZE) {
        values.appendWord(set.word(i), Math.min(Long.SIZE, rows.end() - i));
      }
      appendValidity(rows);
      return true;
    }

    @Override
    public void addNulls(int rows) {
      validity.appendZeros(rows);
      values.appendZeros(rows);
    }
  }

  /**
   * Decimal128: decimals and integers that have the type's scale, or can be brought to it without
   * dropping a digit other than 0, and then fit its precision.
   */
  private static final class DecimalBuilder extends FixedWidthBuilder {
    private final int precision;
    private final int scale;
    private final Int128 scratch = new Int128();

    DecimalBuilder(Target target, ArrowType.Decimal type) {
      super(target);
      precision = type.getPrecision();
      scale = type.getScale();
    }

    @Override
    public int width() {
      return 2 * Long.BYTES;
    }

    /**
     * Not if one has more digits than its type: such a one is for going row by row to deal with.
     */
    @Override
    boolean areInRange(FieldVector column, Selection rows) {
      ArrowBuf data = PrimitiveReader.storage(column).getDataBuffer();
      BufferChecks.requireLength(column, "value", data, (long) rows.end() * width());
      boolean fit = true;
      for (int i = rows.next(rows.start()); fit && i < rows.end(); i = rows.next(i + 1)) {
        long address = data.memoryAddress() + (long) i * width();
        scratch.set(MemoryUtil.getLong(address + Long.BYTES), MemoryUtil.getLong(address));
        fit = scratch.fits(precision);
      }
      return fit;
    }

    @Override
    public boolean takeInteger(long value) {
      return takeDecimal(value >> (Long.SIZE - 1), value, 0);
    }

    @Override
    public boolean takeDecimal(long high, long low, int valueScale) {
      scratch.set(high, low);
      if (!scratch.rescale(scale - valueScale) || !scratch.fits(precision)) {
        return false;
      }
      values.appendLong(scratch.low());
      values.appendLong(scratch.high());
      return markValid();
    }
  }

  /**
   * FixedSizeBinary: UUIDs for 16 bytes, and binaries of just the width unless the type is a
   * UUID's.
   */
  private static final class FixedBytesBuilder extends FixedWidthBuilder {
    private static final int UUID_BYTES = 16;

    private final int width;
    private final boolean uuidOnly;

    FixedBytesBuilder(Target target, int width, boolean uuidOnly) {
      super(target);
      this.width = width;
      this.uuidOnly = uuidOnly;
    }

    @Override
    public int width() {
      return width;
    }

    @Override
    public boolean takeUuid(long address) {
      return append(address, UUID_BYTES);
    }

    @Override
    public boolean takeUuid(long mostSignificant, long leastSignificant) {
      if (width != UUID_BYTES) {
        return false;
      }
      values.appendLong(Long.reverseBytes(mostSignificant));
      values.appendLong(Long.reverseBytes(leastSignificant));
      return markValid();
    }

    @Override
    public boolean takeBinary(long address, int length) {
      return !uuidOnly && append(address, length);
    }

    private boolean append(long address, int length) {
      if (length != width) {
        return false;
      }
      values.appendBytes(address, length);
      return markValid();
    }
  }

  /** FixedSizeList: arrays of just that many elements. */
  private static final class FixedSizeListBuilder extends VectorBuilder {
    private final int size;
    private final VectorBuilder elements;
    private final VariantCursor element;

    FixedSizeListBuilder(Target target, int size, VectorBuilder elements, VariantCursor element) {
      super(target);
      this.size = size;
      this.elements = own(elements);
      this.element = element;
    }

    @Override
    public boolean takeArray(VariantCursor array) {
      if (array.elementCount() != size) {
        return false;
      }
      requireRoom(1);
      putElements(array, size, element, elements);
      validity.appendOne();
      return true;
    }

    private void requireRoom(int rows) {
      if ((long) rows * size > Integer.MAX_VALUE - elements.count()) {
        throw tooLarge("a list of another kind");
      }
    }

    @Override
    public void addNulls(int rows) {
      requireRoom(rows);
      validity.appendZeros(rows);
      elements.addNulls(rows * size);
    }
  }
}
