// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ShreddedField;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;

/** A level shredded as an object. */
final class ObjectLevelReader extends LevelReader {
  private final byte[][] names;
  private final int[] numbers;
  private final LevelReader[] fields;
  private final PresentFields present;
  private final ShortCells cells;
  private final FieldMerge merge;

  /** The names as JSON has them, each made when first written. */
  private final byte[][] quotedNames;

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
    merge = new FieldMerge(names, row.limits());
    quotedNames = new byte[count][];
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
    try {
      merge.start(rest);
      while (merge.next()) {
        if (merge.hasColumn()) {
          writeField(merge.column(), index, out);
        } else {
          VariantCursor child = merge.value();
          out.field(merge.fieldId());
          out.writeEncoded(child.buffer().memoryAddress() + child.start(), child.lengthBytes());
        }
      }
    } catch (MalformedVariantException e) {
      throw e.at(path());
    }
  }

  private void writeField(int field, int index, ValueWriter out) {
    int id = row().id(numbers[field]);
    out.field(id);
    if (!fields[field].write(index, out)) {
      out.noField();
    } else if (id < 0) {
      throw noName(field);
    }
  }

  @Override
  void writeTypedText(int index, VariantCursor rest, JsonTextGenerator out) {
    if (rest != null && rest.typeId() != VariantTypeIds.OBJECT) {
      requireNoValue(rest, "an object");
    }
    out.startObject();
    if (rest == null) {
      writeFieldTexts(index, out);
    } else {
      mergeTexts(rest, index, out);
    }
    out.endObject();
  }

  private void writeFieldTexts(int index, JsonTextGenerator out) {
    for (int word = 0; word < present.wordCount(); word++) {
      for (long left = present.word(index, word); left != 0; left &= left - 1) {
        int field = word * Long.SIZE + Long.numberOfTrailingZeros(left);
        int before = out.length();
        out.name(quotedName(field));
        int cell = PresentFields.cell(field, index);
        if (row().id(numbers[field]) < 0 || !cells.writeText(cell, out)) {
          out.truncate(before);
          writeFieldText(field, index, out);
        }
      }
    }
  }

  private void mergeTexts(VariantCursor rest, int index, JsonTextGenerator out) {
    merge.start(rest);
    while (merge.next()) {
      if (merge.hasColumn()) {
        writeFieldText(merge.column(), index, out);
      } else {
        out.name(rest, merge.fieldId());
        writeRestText(rest, out);
      }
    }
  }

  private void writeRestText(VariantCursor rest, JsonTextGenerator out) {
    try {
      out.writeEncoded(merge.value());
    } catch (MalformedVariantException e) {
      throw e.within(path() + VariantPath.Step.field(rest.metadata().name(merge.fieldId())));
    }
  }

  private void writeFieldText(int field, int index, JsonTextGenerator out) {
    int before = out.length();
    out.name(quotedName(field));
    if (!fields[field].writeText(index, out)) {
      out.truncate(before);
    } else if (row().id(numbers[field]) < 0) {
      throw noName(field);
    }
  }

  private byte[] quotedName(int field) {
    if (quotedNames[field] == null) {
      quotedNames[field] =
          JsonTextGenerator.quotedName(new String(names[field], StandardCharsets.UTF_8));
    }
    return quotedNames[field];
  }

  private MalformedVariantException noName(int field) {
    return new MalformedVariantException(
            "name of a shredded field",
            MalformedVariantException.UNKNOWN,
            "no such name in the row's dictionary",
            "every name that is present")
        .at(fields[field].path());
  }
}
