// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.memory.internal;

/** What hashes of bytes multiply by, so that the high bits depend on every bit. */
public final class HashFactor {
  /** 2 to the power of 64 divided by the golden ratio, odd. */
  public static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private HashFactor() {}
}
