// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.NodePath;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.VariantPruning;
import io.arrowparquet.parquet.internal.prune.PruningStatistics.ChunkKnowledge;
import io.arrowparquet.parquet.internal.prune.PruningStatistics.OfColumn;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.SqlCast;
import io.arrowparquet.variant.value.VariantPath;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The statistics that bound the values of an operand of the filter.
 *
 * <p>For a path in a Variant column, the statistics of the path's {@code typed_value} count for
 * rows in which the {@code value} beside it has nothing: another type's value may be there. The
 * {@code value}s above do not count: a field that {@code typed_value} names is in none of them
 * (variant-arrow/FORMAT.md, section 2), and if it is against the rules, rows that are read do not
 * look there either.
 */
final class OperandStatistics {
  private enum Use {
    SAME,
    /** They are the operand's where they fit it, and null where not. */
    WHERE_THEY_FIT,
    /** They are cast to the operand's by {@link #cast}, in their order, or to null. */
    CAST,
    OTHER,
    /** They are a column's below the operand, a group, whose levels show where it is null. */
    OF_GROUP,
    /** The file has no column for them, so there are none. */
    NONE
  }

  private final StatisticsSource source;
  private final boolean isPath;

  /** Of the {@code value} at the end of a path; null if there is none. */
  private TrustedStatistics value;

  private TrustedStatistics typed;

  /** Of a list's elements that are compared; null for others. */
  private TrustedStatistics elements;

  private ArrowSchemaNode leaf;
  private Use use = Use.OTHER;
  private CastBounds cast;

  /** Least definition level at which the operand is not null, for a group. */
  private int groupLevel;

  private OperandStatistics(StatisticsSource source, boolean isPath) {
    this.source = source;
    this.isPath = isPath;
  }

  static List<OperandStatistics> of(
      StatisticsSource source, RawColumns columns, List<Operand> operands, BoundPredicate filter) {
    Set<Integer> compared = filter.comparedSets().keySet();
    List<OperandStatistics> statistics = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      Operand operand = operands.get(i);
      statistics.add(of(source, operand, columns.path(operand), compared.contains(i)));
    }
    return statistics;
  }

  /** {@code compared}: values are compared, and not only asked whether they are null. */
  private static OperandStatistics of(
      StatisticsSource source, Operand operand, NodePath path, boolean compared) {
    ArrowSchemaNode column = path.column();
    OperandStatistics statistics =
        new OperandStatistics(source, operand instanceof VariantProjection);
    if (operand instanceof VariantProjection projection) {
      statistics.follow(column, projection.path().steps(), projection);
    } else if (column.kind() == Kind.LEAF) {
      statistics.use(column, Use.SAME);
    } else {
      ArrowSchemaNode any = ArrowSchemaNode.leaves(List.of(column)).findFirst().orElseThrow();
      statistics.use(any, Use.OF_GROUP);
      statistics.groupLevel = column.definitionLevel();
      if (compared && column.kind() == Kind.LIST) {
        ArrowSchemaNode element = column.children().get(0);
        statistics.elements = element.kind() == Kind.LEAF ? statistics.statistics(element) : null;
      }
    }
    return statistics;
  }

  private void use(ArrowSchemaNode used, Use newUse) {
    leaf = used;
    typed = statistics(used);
    use = newUse;
  }

  private TrustedStatistics statistics(ArrowSchemaNode leaf) {
    return source.column(leaf.column(), leaf.field().getType());
  }

  private void follow(
      ArrowSchemaNode level, List<VariantPath.Step> steps, VariantProjection projection) {
    ArrowSchemaNode typedValue = VariantPruning.child(level, ShreddedLayout.TYPED_VALUE);
    ArrowSchemaNode field = steps.isEmpty() ? null : VariantPruning.field(level, steps.get(0));
    if (field != null) {
      follow(field, steps.subList(1, steps.size()), projection);
      return;
    }
    ArrowSchemaNode last = VariantPruning.child(level, ShreddedLayout.VALUE);
    value = last == null ? null : statistics(last);
    if (typedValue == null) {
      use = Use.NONE;
    } else if (!steps.isEmpty()) {
      use = typedValue.kind() == Kind.LIST && !steps.get(0).isField() ? Use.OTHER : Use.NONE;
    } else if (typedValue.kind() == Kind.LEAF) {
      useTyped(typedValue, projection);
    }
  }

  private void useTyped(ArrowSchemaNode typedValue, VariantProjection projection) {
    Field target = projection.target();
    Use found = useAs(typedValue.field().getType(), target.getType());
    if (found == Use.OTHER && projection.mode().casts()) {
      cast = CastBounds.of(typedValue.field(), target);
      found = cast == null ? Use.OTHER : Use.CAST;
    }
    use(typedValue, found);
  }

  private static Use useAs(ArrowType type, ArrowType target) {
    if (type.equals(target)) {
      return Use.SAME;
    }
    if (type instanceof ArrowType.Int from && target instanceof ArrowType.Int to) {
      return from.getIsSigned() && to.getIsSigned() ? Use.WHERE_THEY_FIT : Use.OTHER;
    }
    if (type instanceof ArrowType.FloatingPoint from
        && target instanceof ArrowType.FloatingPoint to) {
      // Wider ones hold the same numbers; narrower ones would be rounded.
      return from.getPrecision().compareTo(to.getPrecision()) < 0 ? Use.SAME : Use.OTHER;
    }
    boolean texts = type instanceof ArrowType.Utf8 && target instanceof ArrowType.LargeUtf8;
    boolean binaries = type instanceof ArrowType.Binary && target instanceof ArrowType.LargeBinary;
    return texts || binaries ? Use.SAME : Use.OTHER;
  }

  List<Integer> columns() {
    List<Integer> columns = new ArrayList<>();
    if (value != null) {
      columns.add(value.column());
    }
    if (typed != null && (use != Use.OF_GROUP || elements != null)) {
      columns.add(typed.column());
    }
    return columns;
  }

  /** The column whose chunks can be asked for single values of the operand; null if none can. */
  ArrowSchemaNode comparedLeaf() {
    boolean values = use == Use.SAME || use == Use.WHERE_THEY_FIT;
    return values || elements != null ? leaf : null;
  }

  /** The operand's own column; null for a path, and for a group. */
  ArrowSchemaNode columnItself() {
    return isPath || elements != null ? null : comparedLeaf();
  }

  ColumnDomain domain() {
    return typed.domain();
  }

  PruningStatistics ofChunks(int rowGroup) {
    return ofPages(rowGroup, null, Map.of());
  }

  /**
   * Of column indexes, and of chunks where there are none; {@code indexes} may be null. {@code
   * known}: what is known of chunks besides, by column.
   */
  PruningStatistics ofPages(int rowGroup, PageIndexes indexes, Map<Integer, ChunkKnowledge> known) {
    ChunkKnowledge more = comparedLeaf() == null ? null : known.get(leaf.column());
    if (elements != null) {
      return new PruningStatistics.OfList(
          new OfColumn(typed.ofGroup(rowGroup, groupLevel)),
          new OfColumn(ranges(elements, rowGroup, indexes), more));
    }
    if (use == Use.OF_GROUP) {
      return new PruningStatistics.OfList(new OfColumn(typed.ofGroup(rowGroup, groupLevel)), null);
    }
    long rows = source.chunks().rows(rowGroup);
    List<Range> found =
        typed == null ? List.of(untyped(rows)) : converted(ranges(typed, rowGroup, indexes));
    BoundingBox box = use == Use.SAME ? typed.box(rowGroup) : null;
    OfColumn all = new OfColumn(found, box == null ? more : ChunkKnowledge.ofBox(box, more));
    return value == null
        ? all
        : new PruningStatistics.OfPath(new OfColumn(ranges(value, rowGroup, indexes), null), all);
  }

  private Range untyped(long rows) {
    return use == Use.NONE ? new Range(rows, null, null, false, true, true) : Range.unknown(rows);
  }

  private static List<Range> ranges(TrustedStatistics column, int rowGroup, PageIndexes indexes) {
    ColumnIndex index = indexes == null ? null : indexes.columnIndex(column.column());
    if (index == null) {
      return List.of(column.ofChunk(rowGroup));
    }
    return column.ofPages(rowGroup, index, indexes.pages(column.column()));
  }

  private List<Range> converted(List<Range> found) {
    if (use == Use.SAME) {
      return found;
    }
    List<Range> ranges = new ArrayList<>();
    for (Range range : found) {
      Object min = bound(range.min());
      Object max = bound(range.max());
      boolean known = min != null && max != null;
      ranges.add(
          new Range(
              range.end(),
              known ? min : null,
              known ? max : null,
              range.unbounded() || !known,
              true,
              range.allNull()));
    }
    return ranges;
  }

  private Object bound(Object typedBound) {
    return switch (use) {
      case WHERE_THEY_FIT -> typedBound;
      case CAST -> cast.cast(typedBound);
      case SAME, OTHER, OF_GROUP, NONE -> null;
    };
  }

  /**
   * Bounds of a {@code typed_value} to bounds of what its values are cast to, by the cast itself:
   * one that keeps the order of values takes their least and greatest to the least and greatest of
   * the results. Bounds are as in {@link io.arrowparquet.footer.internal.statistics.ColumnDomain}.
   */
  private record CastBounds(VariantPrimitive typed, Taken taken, SqlCast cast) {
    private static final int INT128_BITS = 127;

    /** The way from a {@code typed_value} to a target; null if the cast does not keep the order. */
    static CastBounds of(Field typed, Field target) {
      VariantPrimitive primitive = VariantPrimitive.of(typed);
      ArrowType type = target.getType();
      boolean usable =
          primitive != null
              && SqlCast.keepsOrder(primitive.type().kind(), type)
              && !(type instanceof ArrowType.Int integer && !integer.getIsSigned());
      if (!usable) {
        return null;
      }
      Taken taken = new Taken(type);
      return new CastBounds(primitive, taken, SqlCast.to(target, taken, VariantLimits.defaults()));
    }

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
}
