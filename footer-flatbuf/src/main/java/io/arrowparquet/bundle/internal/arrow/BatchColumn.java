// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

import io.arrowparquet.footer.model.BinaryValue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One column of a record batch, whose buffers have been compared with its rows. Immutable.
 *
 * @param type of the values
 * @param validity bits of the rows that have a value; null for all
 * @param offsets of a variable type: ascending, and inside the data
 * @param isConstant whether the first value counts for all rows of a block
 */
public record BatchColumn(
    FieldType type, Slice validity, Slice offsets, Slice data, boolean isConstant) {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Bytes of a buffer. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Slice(byte[] array, int start, int length) {
    /** The same bytes in an array of their own. */
    public Slice copy() {
      return new Slice(Arrays.copyOfRange(array, start, start + length), 0, length);
    }

    int intAt(int index) {
      return (int) INT.get(array, start + Integer.BYTES * index);
    }
  }

  boolean isNull(int row) {
    int at = isConstant ? 0 : row;
    return validity != null && (validity.array[validity.start + (at >> 3)] >> (at & 7) & 1) == 0;
  }

  /** The value of an integer. */
  long number(int row) {
    int at = data.start + (isConstant ? 0 : row) * type.width();
    return switch (type.width()) {
      case 1 -> data.array[at];
      case 2 -> (short) SHORT.get(data.array, at);
      case 4 -> (int) INT.get(data.array, at);
      default -> (long) LONG.get(data.array, at);
    };
  }

  /** The bytes of a value of any type; an integer's are little-endian. */
  BinaryValue bytes(int row) {
    int at = isConstant ? 0 : row;
    if (!type.isVariable()) {
      return new BinaryValue(data.array, data.start + at * type.width(), type.width());
    }
    int from = offsets.intAt(at);
    return new BinaryValue(data.array, data.start + from, offsets.intAt(at + 1) - from);
  }
}
