// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.apache.arrow.memory.AllocationListener;

/** Holds the first thread that comes to it, so that tests know what another one meets. */
public final class Gate implements AllocationListener {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);
  private volatile boolean armed = true;

  /** A gate that holds nobody before {@link #arm}. */
  public static Gate unarmed() {
    Gate gate = new Gate();
    gate.armed = false;
    return gate;
  }

  /** Holds who comes from now on. */
  public void arm() {
    armed = true;
  }

  /** The result of what a thread of its own does. */
  public static <T> FutureTask<T> start(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "worker");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** Waits until the gate is opened. */
  public void pass() {
    if (!armed) {
      return;
    }
    reached.countDown();
    try {
      opened.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Memory is asked for: a gate may be an allocator's listener. */
  @Override
  public void onPreAllocation(long size) {
    pass();
  }

  /** Waits until a thread is at the gate. */
  public void awaitReached() throws InterruptedException {
    reached.await();
  }

  /** Lets everybody through from now on. */
  public void open() {
    opened.countDown();
  }
}
