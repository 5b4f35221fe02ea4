// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** A value of {@link RandomValue} built by us, as bytes and under a cursor; for tests. */
public final class EncodedValue implements AutoCloseable {
  private final TestMemory memory = new TestMemory();
  private byte[] metadata;
  private byte[] value;

  public BufferAllocator allocator() {
    return memory.allocator();
  }

  /** Builds a value; {@link #metadata}, {@link #value} and {@link #cursor} show it then. */
  public EncodedValue build(Object plain) {
    try (VariantDictionary names = new VariantDictionary(memory.allocator());
        VariantBuilder builder = new VariantBuilder(memory.allocator()).use(names)) {
      RandomValue.append(builder, plain);
      metadata = metadata(names);
      value = value(builder);
    }
    return this;
  }

  public byte[] metadata() {
    return metadata;
  }

  public byte[] value() {
    return value;
  }

  public VariantCursor cursor() {
    return wrap(metadata, value);
  }

  public VariantCursor wrap(byte[] metadataBytes, byte[] valueBytes) {
    return memory.cursor(memory.metadata(metadataBytes), valueBytes);
  }

  /** What a builder has built. */
  public static byte[] value(VariantBuilder builder) {
    byte[] bytes = new byte[builder.lengthBytes()];
    try (TestMemory scratch = new TestMemory()) {
      ArrowBuf target = scratch.buffer(bytes);
      builder.writeTo(target, 0);
      target.getBytes(0, bytes);
    }
    return bytes;
  }

  /** The metadata of a dictionary. */
  public static byte[] metadata(VariantDictionary names) {
    byte[] bytes = new byte[names.metadataLength()];
    try (TestMemory scratch = new TestMemory()) {
      ArrowBuf target = scratch.buffer(bytes);
      names.writeMetadata(target, 0);
      target.getBytes(0, bytes);
    }
    return bytes;
  }

  @Override
  public void close() {
    memory.close();
  }
}
