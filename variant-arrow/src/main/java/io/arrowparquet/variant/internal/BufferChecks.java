// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.variant.MalformedVariantException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Bounds checks of buffers. Arrow's own checks can be switched off, and memory is read through raw
 * addresses, so each range is checked here before it is read or written.
 */
public final class BufferChecks {
  private BufferChecks() {}

  public static long bytesOfBits(long bits) {
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Refuses a range that a caller named and that is not in its buffer. */
  public static void requireRoom(ArrowBuf buffer, long position, long bytes) {
    if (position < 0 || bytes < 0 || bytes > buffer.capacity() - position) {
      throw new IndexOutOfBoundsException(
          bytes + " bytes at " + position + " of a buffer of " + buffer.capacity() + " bytes");
    }
  }

  public static void requireLength(FieldVector vector, String what, ArrowBuf buffer, long bytes) {
    if (buffer.capacity() < bytes) {
      throw new MalformedVariantException(
          "length of the " + what + " buffer of column " + vector.getName(),
          buffer.capacity() + " bytes",
          "at least " + bytes);
    }
  }

  /** Refuses the vector of a path with fewer rows than its parent has; null for none. */
  public static FieldVector requireRows(String path, FieldVector child, int rows) {
    if (child != null && child.getValueCount() < rows) {
      throw new MalformedVariantException(
              "number of rows of child " + child.getName(),
              Integer.toString(child.getValueCount()),
              "at least " + rows + ", as its parent has")
          .at(path);
    }
    return child;
  }

  /** As {@link #requireLength}, of the integers that point into a dictionary. */
  public static void requireIndices(BaseIntVector indices) {
    int width = ((ArrowType.Int) indices.getField().getType()).getBitWidth() / Byte.SIZE;
    long bytes = (long) indices.getValueCount() * width;
    requireLength(indices, "index", indices.getDataBuffer(), bytes);
  }

  public static boolean contains(ArrowBuf buffer, long start, long end) {
    return start >= 0 && end >= start && end <= buffer.capacity();
  }

  /** Refuses a range, read from data, that is not in its buffer or longer than an int counts. */
  public static void requireRange(String what, ArrowBuf buffer, long start, long end) {
    if (!contains(buffer, start, end) || end - start > Integer.MAX_VALUE) {
      throw new MalformedVariantException(
          what,
          "[" + start + ", " + end + ")",
          "a range of at most 2 GiB of the column's " + buffer.capacity() + " bytes");
    }
  }
}
