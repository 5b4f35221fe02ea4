// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Arrow memory that is appended to and grows by doubling; afterwards a vector takes it over.
 *
 * <p>Numbers are written at absolute addresses, the room having been made by {@link #reserve}: one
 * comparison per append. Arrow's buffers are little-endian on every machine this runs on, as Arrow
 * Java demands.
 *
 * <p>Owns its memory until {@link #take} or {@link #release}, by the rules of {@link VectorMemory};
 * where either growing or taking fails, it still has all of it.
 */
public final class GrowableBuffer implements VectorMemory.Source, VectorMemory.Part, AutoCloseable {
  private static final long FIRST_BYTES = 1024;

  /** Up to this number of zeros is written in words, past the end if need be. */
  private static final int FEW_BYTES = 16 * Long.BYTES;

  /** Unused memory is given back from this size on, if it is more than three quarters of all. */
  private static final long MUCH_UNUSED = 64 << 10;

  private BufferAllocator allocator;
  private ArrowBuf buffer;
  private long address;
  private long capacity;
  private long length;

  /** What was taken last: the next batch likely needs as much. */
  private long expected;

  public GrowableBuffer() {}

  public GrowableBuffer(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  @Override
  public void start(BufferAllocator newAllocator) {
    release();
    allocator = newAllocator;
  }

  public long length() {
    return length;
  }

  /** Address of the first byte; moves when the buffer grows. */
  public long address() {
    return address;
  }

  /** The memory itself, null before anything was written; another one when it has grown. */
  public ArrowBuf buffer() {
    return buffer;
  }

  /** Makes room for this many bytes more and returns the address to write them at. */
  public long reserve(long bytes) {
    if (capacity - length < bytes) {
      grow(bytes);
    }
    return address + length;
  }

  public long append(long bytes) {
    long at = reserve(bytes);
    length += bytes;
    return at;
  }

  /** Makes room for {@code bytes} in all, keeping the first {@code used}; returns the address. */
  public long ensure(long bytes, long used) {
    length = used;
    if (bytes > capacity) {
      move(Math.max(bytes, buffer == null ? expected : 2 * capacity));
    }
    return address;
  }

  public void advance(long bytes) {
    length += bytes;
  }

  public long room() {
    return capacity - length;
  }

  /** Counts as appended what was written up to an address, where {@link #reserve} made room. */
  public void advanceTo(long end) {
    length = end - address;
  }

  /** Whether a buffer's memory is freed by whom it is counted, and that is this one's allocator. */
  public boolean canShare(ArrowBuf other) {
    ReferenceManager manager = other.getReferenceManager();
    return manager != ReferenceManager.NO_OP
        && manager.getAllocator().getRoot() == allocator.getRoot();
  }

  /**
   * Becomes the first bytes of a buffer that {@linkplain #canShare can be shared}. They are held,
   * and copied only when others are appended.
   */
  public void share(ArrowBuf other, long bytes) {
    ArrowBuf held = other.getReferenceManager().retain(other, allocator);
    release();
    buffer = held;
    address = held.memoryAddress();
    capacity = bytes;
    length = bytes;
  }

  public void appendByte(int value) {
    MemoryUtil.putByte(reserve(Byte.BYTES), (byte) value);
    length += Byte.BYTES;
  }

  public void appendShort(int value) {
    MemoryUtil.putShort(reserve(Short.BYTES), (short) value);
    length += Short.BYTES;
  }

  public void appendInt(int value) {
    MemoryUtil.putInt(reserve(Integer.BYTES), value);
    length += Integer.BYTES;
  }

  public void appendLong(long value) {
    MemoryUtil.putLong(reserve(Long.BYTES), value);
    length += Long.BYTES;
  }

  public void appendBytes(long from, int bytes) {
    ByteCopy.copy(from, reserve(bytes), bytes);
    length += bytes;
  }

  public void appendAll(long from, long bytes) {
    MemoryUtil.copyMemory(from, reserve(bytes), bytes);
    length += bytes;
  }

  public void appendRepeated(long number, int width, int times) {
    long at = reserve((long) width * times);
    if (width == Long.BYTES) {
      for (int i = 0; i < times; i++) {
        MemoryUtil.putLong(at + (long) i * Long.BYTES, number);
      }
    } else {
      for (int i = 0; i < times; i++) {
        MemoryUtil.putInt(at + (long) i * Integer.BYTES, (int) number);
      }
    }
    length += (long) width * times;
  }

  public void appendZeros(long bytes) {
    if (bytes <= FEW_BYTES) {
      long end = reserve(FEW_BYTES);
      for (long i = 0; i < bytes; i += Long.BYTES) {
        MemoryUtil.putLong(end + i, 0);
      }
    } else {
      MemoryUtil.setMemory(reserve(bytes), bytes, (byte) 0);
    }
    length += bytes;
  }

  /** Takes the last bytes away from the end and writes them over those at a place before. */
  public void moveLast(int bytes, long place) {
    length -= bytes;
    ByteCopy.copy(address + length, address + place, bytes);
  }

  public long removeLong() {
    length -= Long.BYTES;
    return MemoryUtil.getLong(address + length);
  }

  /** Widens every number appended, of {@code from} bytes, signed, to {@code to} bytes. */
  public void widen(int from, int to) {
    long count = length / from;
    reserve(count * to - length);
    // From the last to the first: no number is overwritten before it was read.
    for (long i = count - 1; i >= 0; i--) {
      long value = LittleEndian.signed(address + i * from, from);
      switch (to) {
        case Short.BYTES -> MemoryUtil.putShort(address + i * to, (short) value);
        case Integer.BYTES -> MemoryUtil.putInt(address + i * to, (int) value);
        default -> MemoryUtil.putLong(address + i * to, value);
      }
    }
    length = count * to;
  }

  private void grow(long bytes) {
    long growing = buffer == null ? expected + expected / 8 : 2 * capacity;
    long wanted = Math.max(Math.max(length + bytes, growing), FIRST_BYTES);
    move(wanted);
  }

  private void move(long wanted) {
    ArrowBuf other = KeptMemory.take(wanted, allocator);
    if (buffer != null) {
      MemoryUtil.copyMemory(address, other.memoryAddress(), length);
      buffer.close();
    }
    buffer = other;
    address = other.memoryAddress();
    capacity = other.capacity();
  }

  public void clear() {
    length = 0;
  }

  public void truncate(long newLength) {
    length = newLength;
  }

  public ArrowBuf take(long bytes) {
    length = bytes;
    return take();
  }

  @Override
  public ArrowBuf take() {
    if (capacity - length > MUCH_UNUSED && length < capacity / 4) {
      move(Math.max(length, 1));
    }
    expected = length;
    ArrowBuf taken = buffer == null ? allocator.getEmpty() : buffer;
    if (buffer != null) {
      taken.writerIndex(length);
    }
    forget();
    return taken;
  }

  @Override
  public void release() {
    if (buffer != null) {
      buffer.close();
    }
    forget();
  }

  @Override
  public void close() {
    release();
  }

  private void forget() {
    buffer = null;
    address = 0;
    capacity = 0;
    length = 0;
  }

  /**
   * How much memory the rows of a batch will fill, extrapolated from the first of them, so that a
   * buffer is not copied again and again to grow. Never more than a multiple of what is filled
   * already, since the first rows may be unlike the others.
   */
  public static final class SizeEstimate {
    private static final int FIRST_SAMPLE = 512;
    private static final int FACTOR = 8;

    private final int rows;
    private int nextSample = FIRST_SAMPLE;

    public SizeEstimate(int rows) {
      this.rows = rows;
    }

    /** Makes room for the rows from this one on, whenever enough more were written. */
    public void beforeRow(int row, GrowableBuffer bytes) {
      if (row == nextSample) {
        long average = 1 + bytes.length() / row;
        bytes.reserve(Math.min(average * (rows - row), FACTOR * bytes.length()));
        nextSample = (int) Math.min(Integer.MAX_VALUE, (long) FACTOR * row);
      }
    }
  }
}
