// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.ReadListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds each thread that decompresses until there are two; fails if a second does not come. */
public final class MeetingThreads implements ReadListener {
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final CountDownLatch others = new CountDownLatch(2);

  @Override
  public void decompressed(String file, String column, int rowGroup, int values, long nanos) {
    if (threads.add(Thread.currentThread())) {
      others.countDown();
      try {
        assertThat(others.await(1, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Those that have come. */
  public Set<Thread> threads() {
    return Set.copyOf(threads);
  }
}
