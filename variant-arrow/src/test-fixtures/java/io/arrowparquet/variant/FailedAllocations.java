// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;

/**
 * An allocator that fails when it is told to, and the check that an operation survives it: the
 * error comes out as it was thrown, everything closes, and nothing is held.
 */
public final class FailedAllocations implements AutoCloseable {
  /** What is thrown, and by which allocations. */
  private enum Failure {
    /** Arrow's error, by one allocation; those after it succeed. */
    ARROW,
    /** The JDK's error, by one allocation and all after it. */
    JDK
  }

  /** Uses memory of the allocator, and has given it back when it returns or throws. */
  @FunctionalInterface
  public interface Operation {
    void run(BufferAllocator allocator) throws Exception;
  }

  private final Listener listener = new Listener();
  private final BufferAllocator allocator = new RootAllocator(listener, Long.MAX_VALUE);

  /** The allocator, which does not fail outside of {@link #failEach}. */
  public BufferAllocator allocator() {
    return allocator;
  }

  /**
   * Runs an operation again and again, failing its first allocation, its second and so on, until it
   * succeeds; all of it with Arrow's error, then with the JDK's.
   *
   * @param name for the message
   * @return how many allocations the operation makes
   */
  public int failEach(String name, Operation operation) {
    int allocations = 0;
    for (Failure failure : Failure.values()) {
      allocations = 0;
      while (fails(name, operation, failure, allocations + 1)) {
        allocations++;
      }
    }
    return allocations;
  }

  private boolean fails(String name, Operation operation, Failure failure, int number) {
    String place = name + ", allocation " + number + ", error of " + failure;
    long held = allocator.getAllocatedMemory();
    listener.fail(failure, number);
    Throwable found = catchThrowable(() -> operation.run(allocator));
    Throwable thrown = listener.stop();
    if (thrown == null || thrown instanceof Error) {
      assertThat(found).as(place).isSameAs(thrown);
    } else {
      // Some of Arrow's vectors throw another one of their own.
      assertThat(found).as(place).isExactlyInstanceOf(OutOfMemoryException.class);
    }
    if (found != null) {
      assertThat(found.getSuppressed()).as(place + ": what closing throws").isEmpty();
    }
    assertThat(allocator.getAllocatedMemory()).as(place + ": memory held").isEqualTo(held);
    return thrown != null;
  }

  @Override
  public void close() {
    allocator.close();
  }

  private static final class Listener implements AllocationListener {
    private Failure failure;
    private int left;
    private Throwable thrown;

    void fail(Failure newFailure, int number) {
      failure = newFailure;
      left = number;
      thrown = null;
    }

    /** Fails no more; what was thrown first, null if nothing was. */
    Throwable stop() {
      failure = null;
      return thrown;
    }

    @Override
    public void onPreAllocation(long size) {
      if (failure == null) {
        return;
      }
      left--;
      if (left == 0 && failure == Failure.ARROW) {
        OutOfMemoryException e = new OutOfMemoryException("as the test wants it");
        thrown = e;
        throw e;
      }
      if (left <= 0 && failure == Failure.JDK) {
        OutOfMemoryError e = new OutOfMemoryError("as the test wants it");
        thrown = thrown == null ? e : thrown;
        throw e;
      }
    }
  }
}
