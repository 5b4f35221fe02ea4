// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;

/** A level shredded as an array. */
final class ArrayLevelReader extends LevelReader {
  private final ListRanges ranges;
  private final LevelReader element;

  /** How long the header of the array before was. */
  private int headerLength;

  ArrayLevelReader(ShreddedLevel.ArrayLevel level, StructVector struct, ShreddedRow row) {
    super(level, struct, row);
    FieldVector list = child(struct, level.typedChild());
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
    out.startArray();
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
    out.endArray();
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
