// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.internal.ListRanges;
import org.apache.arrow.vector.FieldVector;

/** A list or a map: an entry has as many entries below it as elements, or one that says none. */
final class ListNodeWriter extends NodeWriter {
  private final NodeWriter element;
  private final int repetition;
  private final Slots below = new Slots();
  private ListRanges ranges;

  /** A list; {@code element} was planned one repetition below {@code levels}. */
  ListNodeWriter(String path, Levels levels, boolean nullable, NodeWriter element) {
    super(path, levels, nullable);
    this.element = element;
    this.repetition = levels.repetition() + 1;
  }

  @Override
  void start(FieldVector vector) {
    FieldVector list = storage(vector);
    super.start(list);
    ranges = new ListRanges(list);
    element.start(list.getChildrenFromFields().get(0));
  }

  @Override
  void write(Slots slots) {
    below.clearFor(slots);
    for (int i = 0; i < slots.count(); i++) {
      int row = slots.index(i);
      if (row == Slots.NONE) {
        below.addAbsent(slots.definition(i), slots.repetition(i));
      } else if (!isNull(row)) {
        addElements(row, slots.repetition(i));
      } else if (isNullable()) {
        below.addAbsent(nullDefinition(), slots.repetition(i));
      } else {
        throw nullInRequired(slots.rowOf(i));
      }
    }
    element.write(below);
  }

  private void addElements(int row, int firstRepetition) {
    ranges.seek(row);
    int start = ranges.start();
    int end = ranges.end();
    if (start == end) {
      below.addAbsent(definition(), firstRepetition);
      return;
    }
    below.addPresent(start, firstRepetition);
    for (int i = start + 1; i < end; i++) {
      below.addPresent(i, repetition);
    }
  }

  @Override
  void end() {
    super.end();
    ranges = null;
    element.end();
  }
}
