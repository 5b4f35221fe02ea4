// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

/**
 * FixedSizeBinary: UUIDs for 16 bytes, and binaries of just the width unless the type is a UUID's.
 */
public final class FixedBytesBuilder extends FixedWidthBuilder {
  private static final int UUID_BYTES = 16;

  private final int width;
  private final boolean uuidOnly;

  public FixedBytesBuilder(Target target, int width, boolean uuidOnly) {
    super(target);
    this.width = width;
    this.uuidOnly = uuidOnly;
  }

  public @Override int width() {
    return width;
  }

  @Override
  public boolean takeUuid(long address) {
    return append(address, UUID_BYTES);
  }

  @Override
  public boolean takeUuid(long mostSignificant, long leastSignificant) {
    if (width != UUID_BYTES) {
      return false;
    }
    values.appendLong(Long.reverseBytes(mostSignificant));
    values.appendLong(Long.reverseBytes(leastSignificant));
    return markValid();
  }

  @Override
  public boolean takeBinary(long address, int length) {
    return !uuidOnly && append(address, length);
  }

  private boolean append(long address, int length) {
    if (length != width) {
      return false;
    }
    values.appendBytes(address, length);
    return markValid();
  }
}
