// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * One level of a shredded column, bound to its vectors: puts each position's Variant together from
 * {@code value} and {@code typed_value} (variant-arrow/FORMAT.md, section 2), encoded or as JSON
 * text.
 *
 * <p>The two are methods of their own all the way down, not one that writes to either: unshredding
 * is spent in calls as small as these, which are to stay calls of one known target.
 */
public class LevelReader {
  private final ShreddedLevel level;
  final ShreddedRow row;
  private final ValidityBits present;

  /** Null if there is no {@code value}, or nothing in it. */
  private final BinaryColumn value;

  /** Where {@code value} itself has nulls; those of a dictionary's or a run's values are more. */
  private final ValidityBits valueBits;

  /** Whether the places of {@code value}'s rows need no looking up. */
  private final boolean plainValue;

  private final ValidityBits typed;
  private VariantCursor own;

  public LevelReader(ShreddedLevel level, StructVector struct, ShreddedRow row) {
    this.level = level;
    this.row = row;
    ValidityBits rows = ValidityBits.of(struct);
    this.present = rows.noneNull() ? null : rows;
    FieldVector values = level.value(struct);
    this.value = hasNothing(values) ? null : BinaryColumn.of(values, null);
    this.valueBits = value == null ? null : ValidityBits.of(values);
    this.plainValue = values instanceof VarBinaryVector;
    FieldVector typedValues = level.typed(struct);
    this.typed = hasNothing(typedValues) ? null : ValidityBits.of(typedValues);
  }

  private static boolean hasNothing(FieldVector vector) {
    return vector == null || ValidityBits.of(vector).allNull();
  }

  public static LevelReader of(ShreddedLevel level, StructVector struct, ShreddedRow row) {
    return switch (level.kind()) {
      case UNTYPED -> new LevelReader(level, struct, row);
      case PRIMITIVE -> new Primitive(level, struct, row);
      case ARRAY -> new Array(level, struct, row);
      case OBJECT -> new ObjectLevelReader(level, struct, row);
    };
  }

  final String path() {
    return level.path();
  }

  /** 64 positions as bits, from {@code 64 * word} on; where a bit is 0 there is no Variant. */
  final long mayHave(int word) {
    long bits = valueBits == null ? 0 : valueBits.word(word);
    if (typed != null) {
      bits |= typed.word(word);
    }
    return present == null ? bits : bits & present.word(word);
  }

  /** Gathers 64 positions from {@code 64 * word} on, as far as they are short and valid. */
  final void gather(int word, ShortCells cells, int first) {
    cells.clear(first);
    long ofValue = valueBits == null ? 0 : valueBits.word(word);
    long ofTyped = typed == null ? 0 : typed.word(word);
    int start = word * ShortCells.ROWS;
    gatherTyped(ofTyped & ~ofValue, start, cells, first);
    if (!plainValue) {
      return;
    }
    for (long left = ofValue & ~ofTyped; left != 0; left &= left - 1) {
      int row = Long.numberOfTrailingZeros(left);
      value.seek(start + row);
      cells.setEncoded(first + row, value.buffer(), value.start(), value.end());
    }
  }

  void gatherTyped(long rows, int start, ShortCells cells, int first) {}

  public final boolean write(int index, ValueWriter out) {
    // A field's Struct ought not to be null, but some writers say so where the field is missing.
    if (present != null && present.isNull(index)) {
      return false;
    }
    boolean hasValue = value != null && !value.isNull(index);
    if (typed != null && !typed.isNull(index)) {
      writeTyped(index, hasValue ? rest(index) : null, out);
      return true;
    }
    if (hasValue) {
      VariantCursor encoded = rest(index);
      out.writeEncoded(encoded.buffer().memoryAddress() + encoded.start(), encoded.lengthBytes());
    }
    return hasValue;
  }

  public final boolean writeText(int index, JsonTextGenerator out) {
    if (present != null && present.isNull(index)) {
      return false;
    }
    boolean hasValue = value != null && !value.isNull(index);
    boolean hasTyped = typed != null && !typed.isNull(index);
    try {
      if (hasTyped) {
        writeTypedText(index, hasValue ? rest(index) : null, out);
      } else if (hasValue) {
        writePart(rest(index), out);
      }
    } catch (MalformedVariantException e) {
      throw e.at(path());
    }
    return hasTyped || hasValue;
  }

  private void writePart(VariantCursor part, JsonTextGenerator out) {
    try {
      out.writeEncoded(part);
    } catch (MalformedVariantException e) {
      throw e.within(path());
    }
  }

  public LevelReader field(String name) {
    return null;
  }

  /** Whether a position is an object, as its {@code typed_value} says; only then has it fields. */
  public final boolean isTypedObject(int index) {
    return typed != null && (present == null || !present.isNull(index)) && !typed.isNull(index);
  }

  private VariantCursor rest(int index) {
    VariantCursor cursor = cursor();
    try {
      value.seek(index);
      cursor.wrap(row.metadata(), value.buffer(), value.start(), value.end());
    } catch (MalformedVariantException e) {
      throw e.at(path());
    }
    return cursor;
  }

  /** A cursor for this level alone, since levels below read theirs meanwhile. */
  private VariantCursor cursor() {
    if (own == null) {
      own = new VariantCursor(row.limits());
    }
    return own;
  }

  void writeTyped(int index, VariantCursor rest, ValueWriter out) {
    throw noTyped();
  }

  void writeTypedText(int index, VariantCursor rest, JsonTextGenerator out) {
    throw noTyped();
  }

  private static IllegalStateException noTyped() {
    return new IllegalStateException("a level without typed_value has no typed_value");
  }

  final void requireNoValue(VariantCursor rest, String typedKind) {
    if (rest != null) {
      throw level.besideTyped(rest, typedKind);
    }
  }

  private static final class Primitive extends LevelReader {
    private final PrimitiveReader typed;

    Primitive(ShreddedLevel level, StructVector struct, ShreddedRow row) {
      super(level, struct, row);
      typed = new PrimitiveReader(level.primitive(), level.typed(struct));
    }

    @Override
    void gatherTyped(long rows, int start, ShortCells cells, int first) {
      typed.gather(rows, start, cells, first);
    }

    @Override
    void writeTyped(int index, VariantCursor rest, ValueWriter out) {
      requireNoValue(rest, "a primitive");
      try {
        typed.write(index, out);
      } catch (MalformedVariantException e) {
        throw e.at(path());
      }
    }

    @Override
    void writeTypedText(int index, VariantCursor rest, JsonTextGenerator out) {
      requireNoValue(rest, "a primitive");
      typed.writeText(index, out);
    }
  }

  private static final class Array extends LevelReader {
    private final ListRanges ranges;
    private final LevelReader element;
    private int headerLength;

    Array(ShreddedLevel level, StructVector struct, ShreddedRow row) {
      super(level, struct, row);
      FieldVector list = level.typed(struct);
      ranges = new ListRanges(list);
      element =
          LevelReader.of(level.element(), (StructVector) list.getChildrenFromFields().get(0), row);
    }

    @Override
    void writeTyped(int index, VariantCursor rest, ValueWriter out) {
      requireNoValue(rest, "an array");
      seek(index);
      int first = ranges.start();
      int end = ranges.end();
      int start = out.start();
      long position = out.position();
      int reserved = headerLength;
      out.reserveHeader(reserved);
      int i = first;
      try {
        for (; i < end; i++) {
          out.element();
          if (!element.write(i, out)) {
            // Elements are never missing: one without value and typed_value reads as Variant null.
            out.writeNull();
          }
        }
      } catch (MalformedVariantException e) {
        throw inElement(e, i - first);
      }
      headerLength = out.endArray(start, position, reserved);
    }

    @Override
    void writeTypedText(int index, VariantCursor rest, JsonTextGenerator out) {
      requireNoValue(rest, "an array");
      seek(index);
      int first = ranges.start();
      int end = ranges.end();
      int i = first;
      out.start('[');
      try {
        for (; i < end; i++) {
          out.element();
          if (!element.writeText(i, out)) {
            out.writeNull();
          }
        }
      } catch (MalformedVariantException e) {
        throw inElement(e, i - first);
      }
      out.end(']');
    }

    private void seek(int index) {
      try {
        ranges.seek(index);
      } catch (MalformedVariantException e) {
        throw e.at(path());
      }
    }

    private DiagnosedException inElement(MalformedVariantException e, int number) {
      return e.at(element.path()).inElement(path(), "[" + number + "]");
    }
  }
}
