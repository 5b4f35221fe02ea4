// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.Arrays;

/**
 * Fields of a Thrift struct as they are in the bytes: those that have no field of their own in a
 * table. They are kept as a struct of the same ids, and merged with the others when the struct is
 * written again. For one thread.
 */
public final class RawFields {
  private static final int INITIAL = 4;

  private byte[] array;
  private int[] ids = new int[INITIAL];
  private int[] types = new int[INITIAL];
  private int[] starts = new int[INITIAL];
  private int[] ends = new int[INITIAL];
  private int count;
  private int written;

  /** The fields of a struct; none if it is null. */
  public static RawFields of(BinaryValue struct) {
    RawFields fields = new RawFields();
    if (struct != null) {
      CompactReader in = new CompactReader(struct.toByteArray());
      in.enterStruct();
      while (in.nextField()) {
        fields.skip(in);
      }
      in.leaveStruct();
    }
    return fields;
  }

  /** Skips the reader's current field, and keeps it. */
  public void skip(CompactReader in) {
    int start = in.position();
    in.skip();
    keep(in, start);
  }

  /** Keeps the reader's current field, whose value ends at the reader's position. */
  public void keep(CompactReader in, int start) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
      types = Arrays.copyOf(types, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    array = in.array();
    ids[count] = in.fieldId();
    types[count] = in.fieldType();
    starts[count] = start;
    ends[count] = in.position();
    count++;
  }

  public void clear() {
    count = 0;
    written = 0;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** The fields of a struct among these, which is no longer one of them; none if there is none. */
  public RawFields takeStruct(int id) {
    for (int i = 0; i < count; i++) {
      if (ids[i] == id && types[i] == CompactType.STRUCT) {
        BinaryValue struct = new BinaryValue(array, starts[i], ends[i] - starts[i]);
        types[i] = CompactType.STOP;
        return of(struct);
      }
    }
    return new RawFields();
  }

  /** The value of a field; null if there is none. */
  public BinaryValue value(int id, int type) {
    for (int i = count - 1; i >= 0; i--) {
      if (ids[i] == id && types[i] == type) {
        return new BinaryValue(array, starts[i], ends[i] - starts[i]);
      }
    }
    return null;
  }

  /** Writes those not yet written whose ids are less, in their order. */
  public void writeBelow(CompactWriter out, int id) {
    while (written < count && ids[written] < id) {
      write(out, written++);
    }
  }

  /** Writes all that are left. */
  public void writeRest(CompactWriter out) {
    while (written < count) {
      write(out, written++);
    }
  }

  private void write(CompactWriter out, int i) {
    if (types[i] != CompactType.STOP) {
      out.fieldHeader(ids[i], types[i]);
      out.writeRaw(array, starts[i], ends[i] - starts[i]);
    }
  }
}
