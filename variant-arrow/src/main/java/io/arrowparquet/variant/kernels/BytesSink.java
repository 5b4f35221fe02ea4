// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.encoding.VariantCursor;
import io.arrowparquet.variant.vector.internal.GrowableBuffer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Binary and Utf8, and their large forms: binaries or strings, one end of bytes a row. */
final class BytesSink extends Sink {
  private final boolean text;
  private final boolean large;
  private final GrowableBuffer ends = new GrowableBuffer();
  private final GrowableBuffer bytes = new GrowableBuffer();

  BytesSink(Target target, boolean text, boolean large) {
    super(target);
    this.text = text;
    this.large = large;
  }

  @Override
  boolean take(VariantCursor value) {
    return switch (value.typeId()) {
      case VariantTypeIds.STRING -> text && append(value.bytesAddress(), value.bytesLength());
      case VariantTypeIds.BINARY -> !text && append(value.bytesAddress(), value.bytesLength());
      case VariantTypeIds.NULL -> takeNull();
      default -> false;
    };
  }

  @Override
  boolean takeString(long address, int length) {
    return text && append(address, length);
  }

  @Override
  boolean takeBinary(long address, int length) {
    return !text && append(address, length);
  }

  /** Appends bytes whatever they are. */
  boolean append(long address, int length) {
    if (!large && bytes.length() + length > Integer.MAX_VALUE) {
      throw tooLarge(text ? "LargeUtf8" : "LargeBinary");
    }
    bytes.appendBytes(address, length);
    appendEnd();
    validity.appendOne();
    return true;
  }

  private void appendEnd() {
    if (large) {
      ends.appendLong(bytes.length());
    } else {
      ends.appendInt((int) bytes.length());
    }
  }

  @Override
  void start(BufferAllocator allocator) {
    validity.start(allocator);
    ends.start(allocator);
    bytes.start(allocator);
    appendEnd();
  }

  @Override
  void addNulls(int rows) {
    for (int i = 0; i < rows; i++) {
      appendEnd();
    }
    validity.appendZeros(rows);
  }

  @Override
  void load(FieldVector vector) {
    load(vector, validity.count(), validity.zeros(), validity.take(), ends.take(), bytes.take());
  }

  @Override
  void release() {
    validity.release();
    ends.release();
    bytes.release();
  }
}
