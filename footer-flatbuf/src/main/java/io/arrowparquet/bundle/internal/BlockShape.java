// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of a table, numbered in the order of their declaration. Immutable once the class that
 * declares them is loaded.
 */
public final class BlockShape {
  private final List<String> names = new ArrayList<>();
  private final List<Content> contents = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  enum Content {
    NUMBER,
    STEPS,
    BYTES,
    TEXT
  }

  public int number(String name) {
    return add(name, Content.NUMBER);
  }

  /**
   * A number that grows from row to row, often by the same: a block has what each value adds to the
   * one before, and what the first adds to the number of rows in the blocks before, less 1. So it
   * is the same in all rows where the values are those of a counter. No row is null.
   */
  public int steps(String name) {
    return add(name, Content.STEPS);
  }

  boolean isSteps(int field) {
    return contents.get(field) == Content.STEPS;
  }

  public int bytes(String name) {
    return add(name, Content.BYTES);
  }

  public int text(String name) {
    return add(name, Content.TEXT);
  }

  private int add(String name, Content content) {
    names.add(name);
    contents.add(content);
    numbers.put(name, names.size() - 1);
    return names.size() - 1;
  }

  public int size() {
    return names.size();
  }

  public String name(int field) {
    return names.get(field);
  }

  /** The field's number; null for a field of a later version. */
  Integer find(String name) {
    return numbers.get(name);
  }

  boolean accepts(int field, BlockLayout.FieldType type) {
    return switch (contents.get(field)) {
      case NUMBER, STEPS -> type.kind() == BlockLayout.FieldType.Kind.INTEGER;
      case TEXT -> type.kind() == BlockLayout.FieldType.Kind.TEXT;
      case BYTES -> type.kind() != BlockLayout.FieldType.Kind.TEXT;
    };
  }

  FieldValues[] newValues() {
    FieldValues[] values = new FieldValues[size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (contents.get(i)) {
            case NUMBER, STEPS -> new NumberValues();
            case BYTES, TEXT -> new BytesValues(contents.get(i) == Content.TEXT);
          };
    }
    return values;
  }
}
