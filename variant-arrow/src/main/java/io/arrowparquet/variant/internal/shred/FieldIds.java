// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.RememberedBytes;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import java.util.Arrays;

/**
 * The field ids of one object after another at the same place of the rows. Rows mostly repeat their
 * dictionary and their fields: then nothing is read but the bytes that prove it, and what was
 * derived from the ids of the object before holds for this one.
 *
 * <p>Threads: one object per thread. Borrows nothing from one call to the next.
 */
public final class FieldIds {
  private static final int FIRST_CAPACITY = 32;

  private final RememberedBytes before = new RememberedBytes();
  private VariantMetadata metadata;
  private long generation;
  private int[] ids = new int[FIRST_CAPACITY];
  private int count;

  /** Whether the ids are, one by one, those of the object read before, and mean the same names. */
  public boolean read(VariantCursor object) {
    VariantMetadata dictionary = object.metadata();
    int fields = object.elementCount();
    long table = object.fieldIdsAddress();
    int length = (int) Math.min(Integer.MAX_VALUE, (long) fields * object.fieldIdBytes());
    boolean sameNames = dictionary == metadata && dictionary.generation() == generation;
    if (sameNames && count == fields && before.are(table, length)) {
      return true;
    }
    before.forget();
    readIds(object, dictionary);
    if (sameNames) {
      // Not remembered at once: where every row has other names it never comes to use.
      before.remember(table, length);
    }
    metadata = dictionary;
    generation = dictionary.generation();
    return false;
  }

  public void forget() {
    before.forget();
  }

  private void readIds(VariantCursor object, VariantMetadata dictionary) {
    int fields = object.elementCount();
    if (ids.length < fields) {
      ids = Arrays.copyOf(ids, Math.max(fields, 2 * ids.length));
    }
    count = 0;
    if (object.fieldIdBytes() == 1) {
      long at = object.fieldIdsAddress();
      int names = dictionary.size();
      for (int i = 0; i < fields; i++) {
        int id = LittleEndian.unsignedByte(at + i);
        ids[i] = id;
        if (id >= names) {
          object.fieldId(i);
        }
      }
    } else {
      for (int i = 0; i < fields; i++) {
        ids[i] = object.fieldId(i);
      }
    }
    count = fields;
  }

  public int count() {
    return count;
  }

  /** The id of a field, below {@link #count}; less than the dictionary's size. */
  public int id(int field) {
    return ids[field];
  }
}
