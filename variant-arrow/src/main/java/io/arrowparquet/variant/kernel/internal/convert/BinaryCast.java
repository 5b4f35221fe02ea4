// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.convert;

/** Text to its UTF-8 bytes. */
final class BinaryCast extends SqlCast {

  BinaryCast(PrimitiveSink out) {
    super(out);
  }

  @Override
  public boolean takeBinary(long address, int length) {
    return out.takeBinary(address, length);
  }

  @Override
  public boolean takeString(long address, int length) {
    return out.takeBinary(address, length);
  }
}
