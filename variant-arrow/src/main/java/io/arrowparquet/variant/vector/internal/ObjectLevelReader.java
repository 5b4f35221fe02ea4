// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector.internal;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.encoding.VariantCursor;
import io.arrowparquet.variant.encoding.VariantMetadata;
import io.arrowparquet.variant.vector.ShreddedLevel;
import io.arrowparquet.variant.vector.ShreddedLevel.ShreddedField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * A level shredded as an object: the fields that have columns are merged with those of {@code
 * value}, in the order of the names' bytes. A name that has a column counts there only, even where
 * {@code value} has it against the rules.
 */
final class ObjectLevelReader extends LevelReader {
  private final byte[][] names;
  private final int[] numbers;
  private final LevelReader[] fields;
  private final PresentFields present;
  private final ShortCells cells;
  private final VariantCursor child;

  /** How long the header of the object before was. */
  private int headerLength;

  ObjectLevelReader(ShreddedLevel.ObjectLevel level, StructVector struct, ShreddedRow row) {
    super(level, struct, row);
    FieldVector object = child(struct, level.typedChild());
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < level.fields().size(); i++) {
      order.add(i);
    }
    order.sort(
        (left, right) ->
            Arrays.compareUnsigned(
                utf8(level.fields().get(left)), utf8(level.fields().get(right))));
    int count = order.size();
    names = new byte[count][];
    numbers = new int[count];
    fields = new LevelReader[count];
    for (int i = 0; i < count; i++) {
      ShreddedField field = level.fields().get(order.get(i));
      names[i] = utf8(field);
      numbers[i] = row.addName(field.name());
      FieldVector column = object.getChildrenFromFields().get(order.get(i));
      requireRows(column, object.getValueCount());
      fields[i] = LevelReader.of(field.level(), (StructVector) column, row);
    }
    present = new PresentFields(fields);
    cells = present.cells();
    child = new VariantCursor(row.limits());
  }

  private static byte[] utf8(ShreddedField field) {
    return field.name().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public LevelReader field(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < names.length; i++) {
      if (Arrays.equals(names[i], utf8)) {
        return fields[i];
      }
    }
    return null;
  }

  @Override
  void writeTyped(int index, VariantCursor rest, ValueWriter out) {
    if (rest != null && rest.typeId() != VariantTypeIds.OBJECT) {
      requireNoValue(rest, "an object");
    }
    int start = out.start();
    long position = out.position();
    int reserved = headerLength;
    out.reserveHeader(reserved);
    if (rest == null) {
      writeFields(index, out);
    } else {
      merge(rest, index, out);
    }
    headerLength = out.endObject(start, position, reserved);
  }

  private void writePresent(int field, int index, ValueWriter out) {
    int cell = PresentFields.cell(field, index);
    int id = row().id(numbers[field]);
    if (id < 0 || cells.length(cell) == 0) {
      writeField(field, index, out);
    } else {
      out.field(id);
      cells.write(cell, out);
    }
  }

  private void writeFields(int index, ValueWriter out) {
    for (int word = 0; word < present.wordCount(); word++) {
      for (long left = present.word(index, word); left != 0; left &= left - 1) {
        writePresent(word * Long.SIZE + Long.numberOfTrailingZeros(left), index, out);
      }
    }
  }

  private void merge(VariantCursor rest, int index, ValueWriter out) {
    int restCount = rest.elementCount();
    int restIndex = 0;
    for (int i = 0; i < fields.length; i++) {
      restIndex = writeRestBefore(i, rest, restIndex, restCount, out);
      writeField(i, index, out);
    }
    while (restIndex < restCount) {
      writeRest(rest, restIndex++, out);
    }
  }

  /** Writes the fields of {@code value} that come before a column's, and skips that name itself. */
  private int writeRestBefore(
      int field, VariantCursor rest, int firstIndex, int restCount, ValueWriter out) {
    VariantMetadata metadata = row().metadata();
    int restIndex = firstIndex;
    while (restIndex < restCount) {
      int order = metadata.compareName(rest.fieldId(restIndex), names[field]);
      if (order > 0) {
        return restIndex;
      }
      if (order < 0) {
        writeRest(rest, restIndex, out);
      }
      restIndex++;
    }
    return restIndex;
  }

  private void writeRest(VariantCursor rest, int restIndex, ValueWriter out) {
    rest.element(restIndex, child);
    out.field(rest.fieldId(restIndex));
    out.writeEncoded(child.buffer().memoryAddress() + child.start(), child.lengthBytes());
  }

  private void writeField(int field, int index, ValueWriter out) {
    int id = row().id(numbers[field]);
    out.field(id);
    if (!fields[field].write(index, out)) {
      out.noField();
    } else if (id < 0) {
      throw new MalformedVariantException(
              "name of a shredded field",
              MalformedVariantException.UNKNOWN,
              "no such name in the row's dictionary",
              "every name that is present")
          .at(fields[field].path());
    }
  }
}
