// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.shred.LevelReader;
import io.arrowparquet.variant.internal.shred.PrimitiveReader;
import io.arrowparquet.variant.internal.shred.ShreddedLevel;
import io.arrowparquet.variant.internal.shred.ShreddedRow;
import io.arrowparquet.variant.kernel.internal.build.FieldLocator;
import io.arrowparquet.variant.kernel.internal.build.FixedWidthBuilder;
import io.arrowparquet.variant.kernel.internal.build.ListBuilder;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.SqlCast;
import io.arrowparquet.variant.kernel.internal.build.StructBuilder;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.Target.RowTarget;
import io.arrowparquet.variant.kernel.internal.build.UnionBuilder;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedLevelColumns.Place;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Gives the values of one level of a shredded column to a builder, a whole column at a time.
 *
 * <pre>
 *   primitives, typed_value has the builder's type          its buffers are copied, the few of value
 *                                                        that fit put in
 *   primitives otherwise                                 row by row, from typed_value or from value
 *   objects to a Struct, arrays to a list                their children's columns, each by these rules;
 *                                                        fields without a column from value
 *   anything else                                        row by row, each put together first
 * </pre>
 *
 * <p>Parts that the builder does not need are not read.
 */
public final class ShreddedDecoder {
  private ShreddedDecoder() {}

  /**
   * Appends one row for each position of {@code rows}: its value, or a null for one that does not
   * count.
   *
   * @throws MalformedVariantException if a position that is read violates the rules
   * @throws ConversionException if a value does not fit and the builder's target does not allow
   *     that
   */
  public static void decode(
      ShreddedBatch batch,
      ShreddedLevel level,
      StructVector struct,
      Place place,
      Selection rows,
      VectorBuilder builder) {
    ShreddedLevelColumns columns = new ShreddedLevelColumns(batch, level, struct, place, rows);
    boolean fed =
        !needsDictionaries(builder)
            && switch (level.kind()) {
              case UNTYPED -> {
                decodeValues(columns, null, columns.valueRows, builder);
                yield true;
              }
              case PRIMITIVE -> {
                decodePrimitives(columns, builder);
                yield true;
              }
              case OBJECT ->
                  builder instanceof StructBuilder structs && decodeObjects(columns, structs);
              case ARRAY -> builder instanceof ListBuilder<?> lists && decodeArrays(columns, lists);
            };
    if (!fed) {
      assemble(columns, builder);
    }
  }

  /** Whether even a primitive is kept together with its row's dictionary. */
  private static boolean needsDictionaries(VectorBuilder builder) {
    return builder instanceof VariantVectorBuilder || builder instanceof UnionBuilder;
  }

  /**
   * Row by row, from {@code typed_value} or {@code value}.
   *
   * @param typed null if there is none
   * @param wanted those with a {@code value}, except those that are nulls in the builder
   */
  static void decodeValues(
      ShreddedLevelColumns columns,
      PrimitiveReader typed,
      Selection wanted,
      VectorBuilder builder) {
    Selection rows = columns.rows;
    int i = rows.start();
    try {
      for (; i < rows.end(); i++) {
        if (typed != null && columns.typedRows.has(i)) {
          putTyped(columns, typed, i, builder);
        } else if (wanted.has(i)) {
          builder.put(columns.value(i));
        } else if (!rows.has(i)) {
          builder.addNulls(1);
        } else if (columns.isMissing(i)) {
          builder.putMissing();
        } else if (!builder.takeNull()) {
          builder.putMismatch(VariantTypeIds.NULL);
        }
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw rows.located(e, i);
    }
  }

  public static void decodeTyped(ShreddedLevelColumns columns, VectorBuilder builder) {
    PrimitiveReader typed = new PrimitiveReader(columns.level.primitive(), columns.typed);
    decodeValues(columns, typed, columns.valueRows, builder);
  }

  private static void putTyped(
      ShreddedLevelColumns columns, PrimitiveReader typed, int index, VectorBuilder builder) {
    try {
      builder.put(typed, index);
    } catch (MalformedVariantException e) {
      throw e.at(columns.level.path());
    }
  }

  /** Row by row, each value put together in scratch memory first. */
  public static void assemble(ShreddedLevelColumns columns, RowTarget target) {
    ShreddedBatch batch = columns.batch;
    ShreddedRow position = batch.newPosition();
    LevelReader reader = LevelReader.of(columns.level, columns.struct, position);
    VariantCursor cursor = new VariantCursor(batch.limits);
    Selection rows = columns.rows;
    int i = rows.start();
    try {
      for (; i < rows.end(); i++) {
        if (!rows.has(i)) {
          target.addNulls(1);
          continue;
        }
        if (columns.isSqlNull(i)) {
          // Such a row may have no dictionary either.
          target.putMissing();
          continue;
        }
        batch.scratch.clear();
        batch.seek(position, rows.row(i));
        if (!reader.write(i, batch.writer)) {
          if (columns.isMissing(i)) {
            target.putMissing();
            continue;
          }
          batch.writer.writeNull();
        }
        cursor.wrap(position.metadata(), batch.scratch.buffer(), 0, batch.scratch.length());
        target.put(cursor);
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw rows.located(e, i);
    }
  }

  /**
   * Appends the value at a path of each selected row. Fields off the path are not read.
   *
   * @return false, with nothing appended, if a step has no column
   */
  public static boolean decodePath(
      ShreddedBatch batch, Selection all, VariantPath path, VectorBuilder builder) {
    ShreddedLevel level = batch.column.layout().root();
    StructVector struct = batch.column.getUnderlyingVector();
    Place place = Place.TOP;
    Selection rows = all;
    for (VariantPath.Step step : path.steps()) {
      int number = step.isField() ? fieldNumber(level, step.name()) : -1;
      if (number < 0) {
        return false;
      }
      ShreddedLevelColumns columns = new ShreddedLevelColumns(batch, level, struct, place, rows);
      rows = columns.typedRows;
      struct = (StructVector) columns.typed.getChildrenFromFields().get(number);
      level = level.fields().get(number).level();
      place = Place.FIELD;
    }
    requireMissingFits(rows, builder);
    decode(batch, level, struct, place, rows, builder);
    return true;
  }

  private static int fieldNumber(ShreddedLevel level, String name) {
    for (int i = 0; i < level.fields().size(); i++) {
      if (level.fields().get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private static void requireMissingFits(Selection rows, VectorBuilder builder) {
    if (!builder.target().nullable() && !rows.isAll()) {
      int row = rows.start();
      while (rows.has(row)) {
        row++;
      }
      ConversionException mismatch = builder.target().mismatch("no value");
      throw rows.located(mismatch, row);
    }
  }

  /**
   * If {@code typed_value} has the builder's type, its buffers are copied, and if all its numbers
   * convert, they do in one loop; values of another type, which are in {@code value}, are nulls
   * there that few builders have anything else for, and are put into their places afterwards.
   */
  private static void decodePrimitives(ShreddedLevelColumns columns, VectorBuilder builder) {
    columns.requireLegal("a primitive", false);
    Selection values = columns.valueRows(fitting(builder.target()));
    // What is not a typed value becomes a null, which a target may refuse row by row.
    boolean nullsFit =
        builder.target().nullable() || columns.rows.andNot(columns.typedRows).isNone();
    boolean canReplace = values.isNone() || builder instanceof FixedWidthBuilder;
    if (nullsFit && canReplace && append(columns, builder)) {
      replaceNulls(columns, values, builder);
    } else {
      decodeValues(
          columns, new PrimitiveReader(columns.level.primitive(), columns.typed), values, builder);
    }
  }

  private static boolean append(ShreddedLevelColumns columns, VectorBuilder builder) {
    return builder.appendColumn(columns.typed, columns.typedRows)
        || builder.convertColumn(columns.level.primitive(), columns.typed, columns.typedRows);
  }

  private static void replaceNulls(
      ShreddedLevelColumns columns, Selection values, VectorBuilder builder) {
    if (values.isNone()) {
      return;
    }
    int first = builder.count() - values.size() - values.start();
    int i = values.next(values.start());
    try {
      for (; i < values.end(); i = values.next(i + 1)) {
        ((FixedWidthBuilder) builder).replaceNull(first + i, columns.value(i));
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw values.located(e, i);
    }
  }

  /**
   * By type id, whether a target may take some values of a Variant type. What has another type is a
   * null there, if that is allowed, whatever its bytes.
   */
  static boolean[] fitting(Target target) {
    boolean[] fitting = new boolean[VariantTypeIds.COUNT];
    for (int typeId = 0; typeId < fitting.length; typeId++) {
      boolean isNull = typeId == VariantTypeIds.NULL ? target.nullable() : target.mismatchIsNull();
      fitting[typeId] = !isNull || fits(typeId, target);
    }
    return fitting;
  }

  private static boolean fits(int typeId, Target target) {
    Kind kind = PrimitiveType.isPrimitive(typeId) ? PrimitiveType.of(typeId).kind() : null;
    return SqlCast.mayConvert(kind, target.field().getType(), target.mode());
  }

  /**
   * False, with nothing appended, if some objects are in {@code value} alone, or are wanted with
   * the fields that have no child.
   */
  private static boolean decodeObjects(ShreddedLevelColumns columns, StructBuilder builder) {
    columns.requireLegal("an object", true);
    if (builder.hasRest() || columns.hasAlone(VariantTypeIds.OBJECT)) {
      return false;
    }
    requireNullsFit(columns, builder);
    Selection objects = columns.typedRows;
    builder.appendRows(objects);
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < columns.level.fields().size(); i++) {
      numbers.put(columns.level.fields().get(i).name(), i);
    }
    List<VectorBuilder> others = new ArrayList<>();
    for (VectorBuilder child : builder.children()) {
      Integer number = numbers.get(name(child));
      if (number == null) {
        others.add(child);
      } else {
        ShreddedLevel field = columns.level.fields().get(number).level();
        FieldVector struct = columns.typed.getChildrenFromFields().get(number);
        decode(columns.batch, field, (StructVector) struct, Place.FIELD, objects, child);
      }
    }
    decodeOthers(columns, others);
    return true;
  }

  private static String name(VectorBuilder child) {
    Field field = child.target().field();
    return field.getName();
  }

  /** Says what is wrong with the positions that become nulls, if anything is. */
  private static void requireNullsFit(ShreddedLevelColumns columns, VectorBuilder builder) {
    Selection others = columns.rows.andNot(columns.typedRows);
    boolean nullable = builder.target().nullable();
    if (nullable && (columns.valueRows.isNone() || builder.target().mismatchIsNull())) {
      return;
    }
    int i = others.next(others.start());
    try {
      for (; i < others.end(); i = others.next(i + 1)) {
        if (columns.valueRows.has(i)) {
          int typeId = columns.value(i).typeId();
          if (!(nullable && typeId == VariantTypeIds.NULL)) {
            throw builder.target().mismatch(VariantTypeIds.name(typeId));
          }
        } else if (!nullable) {
          String found = columns.isMissing(i) ? "no value" : VariantTypeIds.name(0);
          throw builder.target().mismatch(found);
        }
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw others.located(e, i);
    }
  }

  private static void decodeOthers(ShreddedLevelColumns columns, List<VectorBuilder> others) {
    if (others.isEmpty()) {
      return;
    }
    ShreddedBatch batch = columns.batch;
    int[] numbers = others.stream().mapToInt(child -> batch.names.add(name(child))).toArray();
    FieldLocator locator = new FieldLocator(batch.names, numbers, false);
    VariantCursor field = new VariantCursor(batch.limits);
    Selection rows = columns.rows;
    int i = rows.start();
    try {
      for (; i < rows.end(); i++) {
        boolean isObject = columns.typedRows.has(i);
        VariantCursor rest = isObject && columns.valueRows.has(i) ? columns.value(i) : null;
        int[] where = rest == null ? null : locator.locate(rest);
        for (int child = 0; child < others.size(); child++) {
          if (!isObject) {
            others.get(child).addNulls(1);
          } else if (rest == null || where[child] == FieldLocator.MISSING) {
            others.get(child).putMissing();
          } else {
            rest.element(where[child], field);
            others.get(child).put(field);
          }
        }
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw rows.located(e.at(columns.level.path()), i);
    }
  }

  /**
   * False, with nothing appended, if some arrays are in {@code value} alone, or if elements are not
   * in the order of the rows.
   */
  private static boolean decodeArrays(ShreddedLevelColumns columns, ListBuilder<?> builder) {
    columns.requireLegal("an array", false);
    if (columns.hasAlone(VariantTypeIds.ARRAY)) {
      return false;
    }
    Selection elements = elements(columns);
    if (elements == null) {
      return false;
    }
    requireNullsFit(columns, builder);
    builder.requireRoom(elements.size());
    builder.appendRows(columns.typedRows, new ListRanges(columns.typed));
    StructVector struct = (StructVector) columns.typed.getChildrenFromFields().get(0);
    decode(
        columns.batch,
        columns.level.element(),
        struct,
        Place.ELEMENT,
        elements,
        (VectorBuilder) builder.elements());
    return true;
  }

  /** The elements of all arrays; null if they are not contiguous. */
  public static Selection elements(ShreddedLevelColumns columns) {
    ListRanges ranges = new ListRanges(columns.typed);
    Selection arrays = columns.typedRows;
    int first = -1;
    int end = 0;
    int i = arrays.next(arrays.start());
    try {
      for (; i < arrays.end(); i = arrays.next(i + 1)) {
        ranges.seek(i);
        if (ranges.start() == ranges.end()) {
          continue;
        }
        if (first < 0) {
          first = ranges.start();
        } else if (ranges.start() != end) {
          return null;
        }
        end = ranges.end();
      }
    } catch (MalformedVariantException e) {
      throw arrays.located(e.at(columns.level.path()), i);
    }
    return Selection.all(Math.max(first, 0), end, new Elements(columns));
  }

  private static final class Elements implements Selection.Places {
    private final String path;
    private final ListRanges ranges;
    private final Selection arrays;
    private int array = -1;

    Elements(ShreddedLevelColumns columns) {
      path = columns.level.path();
      ranges = new ListRanges(columns.typed);
      arrays = columns.typedRows;
    }

    @Override
    public int row(int element) {
      return arrays.row(array(element));
    }

    private int array(int element) {
      if (array < 0 || element < ranges.start()) {
        array = arrays.next(arrays.start());
        ranges.seek(array);
      }
      while (element >= ranges.end()) {
        array = arrays.next(array + 1);
        ranges.seek(array);
      }
      return array;
    }

    @Override
    public DiagnosedException located(DiagnosedException e, int element) {
      int owner = array(element);
      String step = "[" + (element - ranges.start()) + "]";
      return arrays.located(e.inElement(path, step), owner);
    }
  }
}
