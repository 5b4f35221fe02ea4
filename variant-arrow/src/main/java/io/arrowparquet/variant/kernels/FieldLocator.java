// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.encoding.VariantCursor;
import io.arrowparquet.variant.vector.internal.NameTable;
import java.util.Arrays;

/**
 * Finds the fields that an object's target wants: which field of the value each child is.
 *
 * <p>Where few fields are wanted of a wide object, each is searched for by its name; otherwise the
 * value's field ids are gone through once, until every child has its field. A child found in the
 * same place as in the row before costs one comparison.
 */
final class FieldLocator {
  /** In place of a field's index: the object does not have it. */
  static final int MISSING = -1;

  /** An object with so many times more fields than wanted, and some, is searched by name. */
  private static final int WIDE_FACTOR = 8;

  private static final int WIDE_FIELDS = 32;

  private final NameTable names;
  private final int[] numbers;

  /** The child of a name by its number plus one; names added later have none. */
  private final int[] children;

  private final int[] where;

  /** Finds these names, as the table numbers them, each once. */
  FieldLocator(NameTable names, int[] numbers) {
    this.names = names;
    this.numbers = numbers.clone();
    this.where = new int[numbers.length];
    Arrays.fill(where, MISSING);
    children = new int[names.size() + 1];
    Arrays.fill(children, MISSING);
    for (int child = 0; child < numbers.length; child++) {
      children[numbers[child] + 1] = child;
    }
  }

  /** The index of each child's field in the object, or {@link #MISSING}; valid until the next. */
  int[] locate(VariantCursor object) {
    int fields = object.elementCount();
    if (fields > WIDE_FIELDS && fields > WIDE_FACTOR * numbers.length) {
      search(object);
    } else if (!sameAsBefore(object, fields)) {
      scan(object, fields);
    }
    return where;
  }

  private boolean sameAsBefore(VariantCursor object, int fields) {
    int[] numberOfId = names.ofId();
    for (int child = 0; child < where.length; child++) {
      int at = where[child];
      if (at < 0 || at >= fields || numberOfId[object.fieldId(at)] != numbers[child]) {
        return false;
      }
    }
    return true;
  }

  private void scan(VariantCursor object, int fields) {
    int[] numberOfId = names.ofId();
    Arrays.fill(where, MISSING);
    int left = where.length;
    for (int field = 0; field < fields && left > 0; field++) {
      int slot = numberOfId[object.fieldId(field)] + 1;
      int child = slot < children.length ? children[slot] : MISSING;
      // The first of two fields with one name counts; only a full validation finds such objects.
      if (child >= 0 && where[child] < 0) {
        where[child] = field;
        left--;
      }
    }
  }

  private void search(VariantCursor object) {
    for (int child = 0; child < where.length; child++) {
      where[child] = object.findField(names.utf8(numbers[child]));
    }
  }
}
