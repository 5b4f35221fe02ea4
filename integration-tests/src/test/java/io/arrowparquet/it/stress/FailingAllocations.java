// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.stress;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.OutOfMemoryException;

/** Lets an allocator fail once, at its n-th allocation, by Arrow's exception or the JDK's error. */
final class FailingAllocations implements AllocationListener {
  private final AtomicLong left;
  private final boolean asError;

  /**
   * A listener of one allocator.
   *
   * @param at number of the allocation that fails, from 1; 0 for none
   * @param asError whether as the JDK's error
   */
  FailingAllocations(long at, boolean asError) {
    this.left = new AtomicLong(at);
    this.asError = asError;
  }

  @Override
  public void onPreAllocation(long size) {
    if (left.decrementAndGet() == 0) {
      if (asError) {
        throw new OutOfMemoryError("made up");
      }
      throw new OutOfMemoryException("made up");
    }
  }

  /** Whether an allocation has failed. */
  boolean hasFailed() {
    return left.get() <= 0;
  }
}
