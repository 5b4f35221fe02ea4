// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.internal.ByteCopy;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.ValueHeader;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * A value under construction, in two pieces: the bytes of its leaves as they came, and the header
 * block (header, count, ids, offsets) of each container, which is known only when the container
 * ends although it precedes the children. {@link #copyTo} interleaves them, so that each byte moves
 * once however deep it lies.
 *
 * <pre>
 *   leaves:   | a | b | c | d | e |         headers: | of C | of B | of A |   in order of ends
 *             ^       ^   ^
 *             A       B   C                 A, B, C: where containers start among the leaves
 *
 *   value:    | header of A | a | b | header of B | c | header of C | d | e |
 * </pre>
 */
final class ValueTape implements AutoCloseable {
  private static final int FIRST_CONTAINERS = 16;

  final GrowableBuffer leaves;
  private final GrowableBuffer headers;
  private int[] leafStarts = new int[FIRST_CONTAINERS];
  private int[] headerStarts = new int[FIRST_CONTAINERS];
  private int[] headerLengths = new int[FIRST_CONTAINERS];
  private int containers;

  ValueTape(BufferAllocator allocator) {
    leaves = new GrowableBuffer(allocator);
    headers = new GrowableBuffer(allocator);
  }

  void clear() {
    leaves.truncate(0);
    headers.truncate(0);
    containers = 0;
  }

  int startContainer() {
    if (containers == leafStarts.length) {
      leafStarts = Arrays.copyOf(leafStarts, 2 * containers);
      headerStarts = Arrays.copyOf(headerStarts, 2 * containers);
      headerLengths = Arrays.copyOf(headerLengths, 2 * containers);
    }
    leafStarts[containers] = (int) leaves.length();
    return containers++;
  }

  long endArray(int container, int[] offsets, int from, int to, int dataLength) {
    int count = to - from;
    boolean large = count > 0xFF;
    int offsetSize = LittleEndian.sizeOf(dataLength);
    long length = countEnd(large) + (count + 1L) * offsetSize;
    int header = ValueHeader.container(false, large, 0, offsetSize);
    long at = startHeader(container, header, large, count, length);
    putOffsets(at, offsetSize, offsets, from, to, dataLength);
    return length;
  }

  long endObject(int container, int[] ids, int[] offsets, int from, int to, int dataLength) {
    int count = to - from;
    boolean large = count > 0xFF;
    int greatestId = 0;
    for (int i = from; i < to; i++) {
      greatestId = Math.max(greatestId, ids[i]);
    }
    int idSize = LittleEndian.sizeOf(greatestId);
    int offsetSize = LittleEndian.sizeOf(dataLength);
    long length = countEnd(large) + (long) count * idSize + (count + 1L) * offsetSize;
    int header = ValueHeader.container(true, large, idSize, offsetSize);
    long at = startHeader(container, header, large, count, length);
    long end = LittleEndian.putTable(at, idSize, ids, from, to);
    putOffsets(end, offsetSize, offsets, from, to, dataLength);
    return length;
  }

  private static int countEnd(boolean large) {
    return large ? ValueHeader.LARGE_COUNT_END : ValueHeader.SMALL_COUNT_END;
  }

  private long startHeader(int container, int header, boolean large, int count, long length) {
    headerStarts[container] = (int) headers.length();
    headerLengths[container] = (int) length;
    long at = headers.append(length);
    MemoryUtil.putByte(at, (byte) header);
    LittleEndian.putUnsigned(at + 1, large ? Integer.BYTES : 1, count);
    return at + countEnd(large);
  }

  private static void putOffsets(
      long address, int size, int[] offsets, int from, int to, int dataLength) {
    long end = LittleEndian.putTable(address, size, offsets, from, to);
    LittleEndian.putUnsigned(end, size, dataLength);
  }

  void copyTo(long address) {
    long to = address;
    long from = leaves.address();
    long done = 0;
    for (int i = 0; i < containers; i++) {
      long run = leafStarts[i] - done;
      ByteCopy.copy(from + done, to, run);
      to += run;
      done = leafStarts[i];
      ByteCopy.copy(headers.address() + headerStarts[i], to, headerLengths[i]);
      to += headerLengths[i];
    }
    ByteCopy.copy(from + done, to, leaves.length() - done);
  }

  @Override
  public void close() {
    containers = 0;
    leaves.close();
    headers.close();
  }
}
