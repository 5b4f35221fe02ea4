// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.shred.FieldIds;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.Arrays;

/**
 * Finds the fields that an object's target wants: which field of the value each child is.
 *
 * <p>Where few fields are wanted of a wide object, each is searched for by its name; otherwise the
 * value's field ids are gone through once. An object with the same fields as the one before costs
 * one comparison of their ids.
 */
public final class FieldLocator {
  /** In place of a field's index: the object does not have it. */
  public static final int MISSING = -1;

  /** An object with this many times more fields than wanted, and some, is searched by name. */
  private static final int WIDE_FACTOR = 8;

  private static final int WIDE_FIELDS = 32;

  private final NameTable names;
  private final int[] numbers;

  /** The child of a name by its number plus one; where there is none, one beyond the last child. */
  private int[] children;

  private final int[] where;
  private final FieldIds ids = new FieldIds();
  private final boolean othersToo;

  /** {@code othersToo}: whether {@link #isWanted} will be asked. */
  public FieldLocator(NameTable names, int[] numbers, boolean othersToo) {
    this.names = names;
    this.othersToo = othersToo;
    this.numbers = numbers.clone();
    this.where = new int[numbers.length + 1];
    this.children = new int[0];
  }

  /** The index of each child's field in the object, or {@link #MISSING}; valid until the next. */
  public int[] locate(VariantCursor object) {
    int fields = object.elementCount();
    if (!othersToo && fields > WIDE_FIELDS && fields > WIDE_FACTOR * numbers.length) {
      search(object);
    } else if (!ids.read(object)) {
      scan();
    }
    return where;
  }

  boolean isWanted(int field) {
    return children[names.ofId()[ids.id(field)] + 1] < numbers.length;
  }

  private void scan() {
    int[] numberOfId = names.ofId();
    int[] childOfNumber = children();
    Arrays.fill(where, MISSING);
    // From the last to the first: of two fields with one name the first counts. Only a full
    // validation finds such objects.
    for (int field = ids.count() - 1; field >= 0; field--) {
      where[childOfNumber[numberOfId[ids.id(field)] + 1]] = field;
    }
  }

  /** The table of children, as long as that of names, to which others add. */
  private int[] children() {
    if (children.length <= names.size()) {
      children = new int[names.size() + 1];
      Arrays.fill(children, numbers.length);
      for (int child = 0; child < numbers.length; child++) {
        children[numbers[child] + 1] = child;
      }
    }
    return children;
  }

  private void search(VariantCursor object) {
    ids.forget();
    for (int child = 0; child < numbers.length; child++) {
      where[child] = object.findField(names.utf8(numbers[child]));
    }
  }
}
