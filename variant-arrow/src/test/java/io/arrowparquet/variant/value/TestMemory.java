// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Arrow memory for tests: every buffer ends exactly with its bytes, which end exactly with the
 * memory that was allocated, so that a read past them is a read past the allocation. Closing it
 * releases the buffers and fails the test if anything else is still held.
 */
public final class TestMemory implements AutoCloseable {
  private final RootAllocator allocator = new RootAllocator();
  private final List<ArrowBuf> buffers = new ArrayList<>();

  public BufferAllocator allocator() {
    return allocator;
  }

  /** A buffer whose capacity is the number of bytes. */
  public ArrowBuf buffer(byte[] bytes) {
    ArrowBuf whole = allocator.buffer(Math.max(1, bytes.length));
    buffers.add(whole);
    long start = whole.capacity() - bytes.length;
    whole.setBytes(start, bytes);
    return whole.slice(start, bytes.length);
  }

  public VariantMetadata metadata(byte[] bytes) {
    VariantMetadata metadata = new VariantMetadata();
    metadata.wrap(buffer(bytes), 0, bytes.length);
    return metadata;
  }

  public VariantMetadata metadata(int... bytes) {
    return metadata(bytes(bytes));
  }

  /** A dictionary of the names as given, the flag saying whether they are declared sorted. */
  public VariantMetadata names(boolean sorted, String... names) {
    return metadata(dictionary(sorted, names));
  }

  public VariantCursor cursor(VariantMetadata metadata, byte[] bytes) {
    VariantCursor cursor = new VariantCursor();
    cursor.wrap(metadata, buffer(bytes), 0, bytes.length);
    return cursor;
  }

  public VariantCursor cursor(VariantMetadata metadata, int... bytes) {
    return cursor(metadata, bytes(bytes));
  }

  /** Bytes written as numbers from -128 to 255. */
  public static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Metadata bytes with one-byte offsets. */
  public static byte[] dictionary(boolean sorted, String... names) {
    List<Integer> bytes = new ArrayList<>();
    bytes.add(sorted ? 0x11 : 0x01);
    bytes.add(names.length);
    int offset = 0;
    bytes.add(offset);
    for (String name : names) {
      offset += utf8(name).length;
      bytes.add(offset);
    }
    for (String name : names) {
      for (byte b : utf8(name)) {
        bytes.add((int) b);
      }
    }
    return bytes(bytes.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Releases all buffers. */
  public void clear() {
    buffers.forEach(ArrowBuf::close);
    buffers.clear();
  }

  @Override
  public void close() {
    clear();
    allocator.close();
  }
}
