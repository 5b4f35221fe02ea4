// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

/**
 * Finds a field of an object. By name: fields are in the order of their names' bytes, so a long
 * list is searched by halving, in one {@link NameOrder} and then, for a name that the other may
 * have elsewhere, in the other. By id: ids are in order only where the dictionary is sorted, and in
 * the same order.
 */
final class FieldSearch {
  /** Below this many fields, looking at each in turn is faster than halving. */
  static final int LINEAR_BELOW = 8;

  private FieldSearch() {}

  static int byName(VariantCursor object, byte[] name) {
    int count = object.elementCount();
    return count < LINEAR_BELOW
        ? oneByOne(object, count, name)
        : byHalves(object.metadata(), object, count, name);
  }

  private static int oneByOne(VariantCursor object, int count, byte[] name) {
    VariantMetadata metadata = object.metadata();
    for (int i = 0; i < count; i++) {
      if (metadata.nameEquals(object.fieldId(i), name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * The index of a name among the sorted ones of an object or, if that is null, of the dictionary.
   */
  static int byHalves(VariantMetadata metadata, VariantCursor object, int count, byte[] name) {
    int found = byHalves(metadata, object, count, name, NameOrder.UTF8);
    return found < 0 && NameOrder.mayDiffer(name)
        ? byHalves(metadata, object, count, name, NameOrder.UTF16)
        : found;
  }

  private static int byHalves(
      VariantMetadata metadata, VariantCursor object, int count, byte[] name, NameOrder nameOrder) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int id = object == null ? middle : object.fieldId(middle);
      int order = nameOrder.compare(metadata.nameAddress(id), metadata.nameLength(id), name);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  static int byId(VariantCursor object, int id, int hint) {
    int count = object.elementCount();
    if (hint >= 0 && hint < count && object.fieldId(hint) == id) {
      return hint;
    }
    if (count >= LINEAR_BELOW
        && object.metadata().isSorted()
        && !object.metadata().mayDifferInOrder()) {
      return byHalves(object, count, id);
    }
    for (int i = 0; i < count; i++) {
      if (object.fieldId(i) == id) {
        return i;
      }
    }
    return -1;
  }

  private static int byHalves(VariantCursor object, int count, int id) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int found = object.fieldId(middle);
      if (found == id) {
        return middle;
      }
      if (found < id) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }
}
