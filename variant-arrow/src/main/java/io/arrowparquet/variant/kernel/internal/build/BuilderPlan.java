// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BitAppender;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder.RestBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

public record BuilderPlan(VariantLimits limits, NameTable names) {

  /**
   * The builder of a target.
   *
   * @throws IllegalArgumentException if no Variant converts to its type, or to that of a child
   */
  public VectorBuilder builder(Target target) {
    Field field = target.field();
    ArrowType type = field.getType();
    if (type instanceof ParquetVariantType) {
      return new VariantVectorBuilder(unshredded(target));
    }
    if (field.getDictionary() != null) {
      throw refused(target);
    }
    return switch (type.getTypeID()) {
      case Struct -> struct(target);
      case Union -> union(target);
      case Map -> map(target);
      case List, LargeList, ListView, LargeListView ->
          new ListBuilder<>(target, elements(target), cursor());
      case FixedSizeList -> new FixedSizeListBuilder(target, elements(target), cursor());
      default -> withCasts(primitive(target));
    };
  }

  /** For what is neither a container nor a Variant; refuses types as {@link #builder} does. */
  public static VectorBuilder primitive(Target target) {
    ArrowType type = target.field().getType();
    return switch (type.getTypeID()) {
      case Null -> new NullBuilder(target);
      case Bool -> new BooleanBuilder(target);
      case Int -> new NumberBuilder.IntegerBuilder(target);
      case FloatingPoint -> floating(target, (ArrowType.FloatingPoint) type);
      case Decimal -> decimal(target, (ArrowType.Decimal) type);
      case Timestamp, Time -> new TemporalBuilder(target);
      case Utf8, LargeUtf8, Binary, LargeBinary -> new BytesBuilder(target);
      case Utf8View, BinaryView -> new ViewBuilder(target);
      case FixedSizeBinary -> new FixedBytesBuilder(target);
      default -> {
        VariantPrimitive primitive = VariantPrimitive.of(target.field());
        if (primitive == null) {
          throw refused(target);
        }
        yield primitive.type() == PrimitiveType.UUID
            ? new FixedBytesBuilder(target)
            : new TemporalBuilder(target);
      }
    };
  }

  private VectorBuilder withCasts(VectorBuilder builder) {
    Target target = builder.target();
    if (target.mode().casts()) {
      builder.castBy(SqlCast.to(target.field(), builder, limits));
    }
    return builder;
  }

  private static VectorBuilder floating(Target target, ArrowType.FloatingPoint type) {
    return switch (type.getPrecision()) {
      case SINGLE, DOUBLE -> new NumberBuilder.FloatingBuilder(target);
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
    return large ? new DecimalBuilder.Large(target, type) : new DecimalBuilder(target, type);
  }

  private VectorBuilder struct(Target target) {
    List<VectorBuilder> children = new ArrayList<>();
    List<Field> fields = target.field().getChildren();
    int[] numbers = new int[fields.size()];
    Set<String> seen = new HashSet<>();
    int named = 0;
    for (Field field : fields) {
      if (!seen.add(field.getName())) {
        throw new IllegalArgumentException(
            target.path() + ": two children named " + field.getName());
      }
      if (isRest(field)) {
        children.add(new RestBuilder(unshredded(target.field(field))));
      } else {
        numbers[named++] = names.add(field.getName());
        children.add(builder(target.field(field)));
      }
    }
    int[] wanted = Arrays.copyOf(numbers, named);
    FieldLocator locator = new FieldLocator(names, wanted, named < children.size());
    return new StructBuilder(target, children, locator, cursor());
  }

  private static boolean isRest(Field field) {
    return field.getType() instanceof ParquetVariantType
        && field.getName().equals(NaturalTypeOptions.REST);
  }

  private VectorBuilder elements(Target target) {
    return builder(target.element(target.field().getChildren().get(0)));
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

  private VectorBuilder union(Target target) {
    List<Field> children = target.field().getChildren();
    if (children.isEmpty()) {
      throw refused(target);
    }
    return new UnionBuilder(
        target, children.stream().map(child -> builder(target.member(child))).toList());
  }

  /** The target, if it is one of a Variant that values can be decoded to. */
  private static Target unshredded(Target target) {
    if (ShreddedLayout.of(target.field()).isShredded()) {
      throw new IllegalArgumentException(
          target.path() + ": a shredded Variant is not a target to decode to; shred it afterwards");
    }
    for (Field child : target.field().getChildren()) {
      switch (child.getType().getTypeID()) {
        case Binary, LargeBinary -> {}
        default -> throw refused(target.member(child));
      }
    }
    return target;
  }

  private VariantCursor cursor() {
    return new VariantCursor(limits);
  }

  private static IllegalArgumentException refused(Target target) {
    return new IllegalArgumentException(
        target.path() + ": no Variant converts to " + target.field().getType());
  }

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
      rows.and(data).appendTo(values);
      rows.appendTo(validity);
      return true;
    }

    @Override
    public void addNulls(int rows) {
      validity.appendZeros(rows);
      values.appendZeros(rows);
    }
  }

  /** UUIDs for 16 bytes, and binaries of just the width unless the type is a UUID's. */
  private static final class FixedBytesBuilder extends FixedWidthBuilder {
    private final int width;
    private final boolean uuidOnly;

    FixedBytesBuilder(Target target) {
      super(target);
      uuidOnly = VariantPrimitive.isUuid(target.field());
      width =
          target.field().getType() instanceof ArrowType.FixedSizeBinary binary
              ? binary.getByteWidth()
              : VariantPrimitive.UUID_BYTES;
    }

    @Override
    public int width() {
      return width;
    }

    @Override
    public boolean takeUuid(long address) {
      return append(address, VariantPrimitive.UUID_BYTES);
    }

    @Override
    public boolean takeUuid(long mostSignificant, long leastSignificant) {
      if (width != VariantPrimitive.UUID_BYTES) {
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

  private static final class FixedSizeListBuilder extends VectorBuilder {
    private final int size;
    private final VectorBuilder elements;
    private final VariantCursor element;

    FixedSizeListBuilder(Target target, VectorBuilder elements, VariantCursor element) {
      super(target);
      this.size = ((ArrowType.FixedSizeList) target.field().getType()).getListSize();
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

  /** Null: Variant nulls, and nothing else. */
  public static final class NullBuilder extends VectorBuilder {
    private int count;

    public NullBuilder(Target target) {
      super(target);
    }

    @Override
    public void start(BufferAllocator allocator) {
      count = 0;
    }

    @Override
    public boolean takeNull() {
      count++;
      return true;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public void addNulls(int rows) {
      count += rows;
    }

    @Override
    public void load(FieldVector vector) {
      vector.loadFieldBuffers(new ArrowFieldNode(count, count), List.of());
    }
  }
}
