// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset.internal;

import io.arrowparquet.variant.internal.BufferChecks;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Values of a fixed width as values of another one, or of the same. Validity bits are shared, not
 * copied; values under a null are converted like others, and are arbitrary.
 */
public abstract class ConvertedValues implements FieldAdapter {
  private final int fromBytes;
  private final int toBytes;
  private final BufferAllocator allocator;

  /** Of values of {@code fromBytes} to values of {@code toBytes} each. */
  public ConvertedValues(int fromBytes, int toBytes, BufferAllocator allocator) {
    this.fromBytes = fromBytes;
    this.toBytes = toBytes;
    this.allocator = allocator;
  }

  @Override
  public final void adapt(FieldVector source, FieldVector target, int rows) {
    ArrowBuf from = source.getDataBuffer();
    BufferChecks.requireRoom(from, 0, (long) rows * fromBytes);
    try (ArrowBuf to = allocator.buffer((long) rows * toBytes)) {
      if (rows > 0) {
        convert(source, from.memoryAddress(), to.memoryAddress(), rows);
      }
      to.writerIndex((long) rows * toBytes);
      target.loadFieldBuffers(
          new ArrowFieldNode(rows, source.getNullCount()), List.of(source.getValidityBuffer(), to));
    }
  }

  /**
   * Converts all values.
   *
   * @param source says which rows are null
   * @param from address of the first value
   * @param to address for the first value; there is room for all
   */
  abstract void convert(FieldVector source, long from, long to, int rows);
}
