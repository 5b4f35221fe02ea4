// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ShreddedField;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.value.VariantPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;

final class ObjectLevelReader extends LevelReader {
  private final byte[][] names;
  private final int[] numbers;
  private final LevelReader[] fields;
  private final PresentFields present;
  private final ShortCells cells;
  private final FieldMerge merge;
  private final byte[][] quotedNames;
  private int headerLength;

  ObjectLevelReader(ShreddedLevel level, StructVector struct, ShreddedRow row) {
    super(level, struct, row);
    FieldVector object = level.typed(struct);
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
      BufferChecks.requireRows(path(), column, object.getValueCount());
      fields[i] = LevelReader.of(field.level(), (StructVector) column, row);
    }
    present = new PresentFields(fields);
    cells = present.cells;
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
    requireObject(rest);
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

  private void requireObject(VariantCursor rest) {
    if (rest != null && rest.typeId() != VariantTypeIds.OBJECT) {
      requireNoValue(rest, "an object");
    }
  }

  private void writePresent(int field, int index, ValueWriter out) {
    int cell = PresentFields.cell(field, index);
    int id = row.id(numbers[field]);
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
    int id = row.id(numbers[field]);
    out.field(id);
    if (!fields[field].write(index, out)) {
      out.noField();
    } else if (id < 0) {
      throw noName(field);
    }
  }

  @Override
  void writeTypedText(int index, VariantCursor rest, JsonTextGenerator out) {
    requireObject(rest);
    out.start('{');
    if (rest == null) {
      writeFieldTexts(index, out);
    } else {
      mergeTexts(rest, index, out);
    }
    out.end('}');
  }

  private void writeFieldTexts(int index, JsonTextGenerator out) {
    for (int word = 0; word < present.wordCount(); word++) {
      for (long left = present.word(index, word); left != 0; left &= left - 1) {
        int field = word * Long.SIZE + Long.numberOfTrailingZeros(left);
        int before = out.length();
        out.name(quotedName(field));
        int cell = PresentFields.cell(field, index);
        if (row.id(numbers[field]) < 0 || !cells.writeText(cell, out)) {
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
    } else if (row.id(numbers[field]) < 0) {
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
            "no such name in the row's dictionary",
            "every name that is present")
        .at(fields[field].path());
  }

  /**
   * Which fields the objects of a level may have: the fields' validity read 64 objects at a time
   * and turned, so that an object's missing fields cost nothing.
   *
   * <pre>
   *   by field:  one word of 64 objects     by object:  one word of 64 fields
   *     a   1 0 1 ..                          0   1 1 0 ..
   *     b   1 1 0 ..            ->            1   0 1 0 ..
   *     c   0 0 1 ..                          2   1 0 1 ..
   * </pre>
   */
  private static final class PresentFields {
    private static final int NONE = -1;
    private static final int INDEX_BITS = Long.SIZE - 1;
    private static final long LOW_HALF = 0xFFFFFFFFL;

    private final LevelReader[] fields;
    private final long[][] words;
    private final ShortCells cells;
    private int block = NONE;

    PresentFields(LevelReader[] fields) {
      this.fields = fields;
      words = new long[(fields.length + INDEX_BITS) / Long.SIZE][Long.SIZE];
      cells = new ShortCells(fields.length);
    }

    static int cell(int field, int index) {
      return field * ShortCells.ROWS + (index & INDEX_BITS);
    }

    int wordCount() {
      return words.length;
    }

    /**
     * 64 fields of an object from field {@code 64 * word} on; a field whose bit is 0 is missing.
     */
    long word(int index, int word) {
      if (index / Long.SIZE != block) {
        read(index / Long.SIZE);
      }
      return words[word][index & INDEX_BITS];
    }

    private void read(int newBlock) {
      for (int i = 0; i < words.length; i++) {
        long[] square = words[i];
        int first = i * Long.SIZE;
        int count = Math.min(Long.SIZE, fields.length - first);
        for (int field = 0; field < count; field++) {
          square[field] = fields[first + field].mayHave(newBlock);
          fields[first + field].gather(newBlock, cells, (first + field) * ShortCells.ROWS);
        }
        Arrays.fill(square, count, Long.SIZE, 0);
        turn(square);
      }
      block = newBlock;
    }

    /** Makes columns of rows: swaps quarters of the square, then of the quarters, down to bits. */
    private static void turn(long[] square) {
      long low = LOW_HALF;
      for (int half = Integer.SIZE; half != 0; half >>= 1) {
        for (int row = 0; row < Long.SIZE; row = (row + half + 1) & ~half) {
          long swapped = ((square[row] >>> half) ^ square[row + half]) & low;
          square[row] ^= swapped << half;
          square[row + half] ^= swapped;
        }
        low ^= low << (half >> 1);
      }
    }
  }

  /**
   * Goes through the fields of an object that is partly shredded, in the order of the names' bytes:
   * those that have columns merged with those of {@code value}. A name that has a column counts
   * there only, even where {@code value} has it against the rules.
   */
  private static final class FieldMerge {
    private static final int NONE = -1;

    private final byte[][] names;
    private final VariantCursor child;
    private VariantCursor rest;

    /**
     * The fields of {@code value} in the order of their names' bytes; null if they are so there.
     */
    private Integer[] sorted;

    private int nextColumn;
    private int nextOfRest;

    /** How many bytes the values still to come from {@code value} may have. */
    private int bytesLeft;

    private int column;
    private int fieldId;

    FieldMerge(byte[][] names, VariantLimits limits) {
      this.names = names;
      this.child = new VariantCursor(limits);
    }

    void start(VariantCursor newRest) {
      rest = newRest;
      nextColumn = 0;
      nextOfRest = 0;
      bytesLeft = newRest.lengthBytes();
      sorted = newRest.metadata().mayDifferInOrder() ? sorted(newRest) : null;
    }

    private static Integer[] sorted(VariantCursor object) {
      VariantMetadata metadata = object.metadata();
      Integer[] fields = new Integer[object.elementCount()];
      Arrays.setAll(fields, i -> i);
      Arrays.sort(fields, (a, b) -> metadata.compare(object.fieldId(a), object.fieldId(b)));
      return fields;
    }

    private int fieldOfRest() {
      return sorted == null ? nextOfRest : sorted[nextOfRest];
    }

    boolean next() {
      while (nextOfRest < rest.elementCount()) {
        int id = rest.fieldId(fieldOfRest());
        int order =
            nextColumn == names.length ? -1 : rest.metadata().compareName(id, names[nextColumn]);
        if (order > 0) {
          break;
        }
        int index = fieldOfRest();
        nextOfRest++;
        if (order < 0) {
          rest.element(index, child);
          bytesLeft = child.takeFrom(bytesLeft);
          fieldId = id;
          column = NONE;
          return true;
        }
      }
      column = nextColumn;
      return nextColumn++ < names.length;
    }

    boolean hasColumn() {
      return column != NONE;
    }

    int column() {
      return column;
    }

    int fieldId() {
      return fieldId;
    }

    VariantCursor value() {
      return child;
    }
  }
}
