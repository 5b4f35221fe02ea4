// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.util.ArrayDeque;

/** Truths of the rows of batches: arrays that are used again. One thread at a time. */
public final class TruthArrays {
  private final ArrayDeque<byte[]> free = new ArrayDeque<>();

  /** None yet. */
  public TruthArrays() {}

  /** An array of at least so many truths, whatever they are. */
  byte[] take(int rows) {
    byte[] truths = free.poll();
    return truths == null || truths.length < rows ? new byte[rows] : truths;
  }

  /** Takes an array back that is used no more. */
  public void give(byte[] truths) {
    free.push(truths);
  }
}
