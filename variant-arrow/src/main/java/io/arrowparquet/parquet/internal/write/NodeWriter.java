// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.ValidityBits;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * One place of the schema: hands the entries of its vector on to the columns below it.
 *
 * <p>Per batch {@link #start}, then {@link #write} for one run of rows after another, then {@link
 * #end}, which is called after failures too, and any number of times.
 */
abstract class NodeWriter {
  static final String NOT_NULLABLE = "a value: the field is not nullable";

  final Node node;
  private ValidityBits validity;

  NodeWriter(Node node) {
    this.node = node;
  }

  /**
   * Writers of a part of the columns each, which different threads may use at the same time; this
   * one is not used any more then.
   */
  List<NodeWriter> parts() {
    return List.of(this);
  }

  /**
   * A place of the schema.
   *
   * @param path in the file
   * @param definition definition level of an entry that is there, and not null
   * @param repetition repetition level of the innermost list around it
   */
  record Node(List<String> path, int definition, int repetition, boolean nullable) {
    static final Node ROOT = new Node(List.of(), 0, 0, false);

    Node child(String name, boolean isNullable) {
      List<String> names = new ArrayList<>(path);
      names.add(name);
      Node child = new Node(List.copyOf(names), definition, repetition, false);
      return isNullable ? child.optional() : child;
    }

    Node repeated(String name) {
      return new Node(child(name, false).path, definition + 1, repetition + 1, false);
    }

    Node optional() {
      return nullable ? this : new Node(path, definition + 1, repetition, true);
    }

    int nullDefinition() {
      return nullable ? definition - 1 : definition;
    }

    String name() {
      return path.get(path.size() - 1);
    }

    String dotted() {
      return String.join(".", path);
    }
  }

  /** Takes the vector of a batch; borrowed until {@link #end}. */
  void start(FieldVector vector) {
    validity = ValidityBits.of(vector);
  }

  /** Which rows are null; null where all are. */
  final ValidityBits validity() {
    return validity;
  }

  boolean isNull(int row) {
    return validity == null || validity.isNull(row);
  }

  /**
   * The entries of a group's children: the same if none is null, or else put into {@code below}.
   */
  final Slots entriesOfChildren(Slots slots, Slots below, boolean allowNulls) {
    if (validity.noneNull()) {
      return slots;
    }
    if (allowNulls) {
      below.clearFor(slots);
      below.addNotNull(slots, validity, node.nullDefinition());
    } else {
      addEntries(slots, below, false);
    }
    return below;
  }

  /** Fills {@code below}, for what is below this place, with the entries of each entry of it. */
  final void addEntries(Slots slots, Slots below, boolean allowNulls) {
    below.clearFor(slots);
    for (int i = 0; i < slots.count(); i++) {
      int row = slots.index(i);
      if (row == Slots.NONE) {
        below.addAbsent(slots.definition(i), slots.repetition(i));
      } else if (!isNull(row)) {
        try {
          addEntries(row, slots.repetition(i), below);
        } catch (MalformedVariantException e) {
          throw e.at(node.dotted()).atRow(slots.rowOf(i));
        }
      } else if (allowNulls) {
        below.addAbsent(node.nullDefinition(), slots.repetition(i));
      } else {
        throw new ConversionException(node.dotted(), "null", NOT_NULLABLE).atRow(slots.rowOf(i));
      }
    }
  }

  /** Adds the entries of a row that is there: one in a group. */
  void addEntries(int row, int firstRepetition, Slots below) {
    below.addPresent(row, firstRepetition);
  }

  abstract void write(Slots slots);

  void end() {
    validity = null;
  }

  static FieldVector requireRows(FieldVector vector, long rows) {
    if (vector.getValueCount() < rows) {
      throw new IllegalArgumentException(
          "vector "
              + vector.getName()
              + " has "
              + vector.getValueCount()
              + " rows, expected "
              + rows);
    }
    return vector;
  }
}
