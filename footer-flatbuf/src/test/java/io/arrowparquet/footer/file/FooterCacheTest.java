// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FooterCacheTest {
  private static final int CALLERS = 8;
  private static final SourceEntry FILE = file("a", "1");

  @TempDir Path folder;
  private ParquetFooter footer;
  private final AtomicInteger loads = new AtomicInteger();

  @BeforeEach
  void readFooter() throws IOException {
    footer = FooterReader.defaults().read(ParquetJavaFile.write(folder.resolve("a.parquet")));
  }

  private static SourceEntry file(String name, String version) {
    return new SourceEntry(URI.create("s3://bucket/" + name), 1_000, version);
  }

  private ParquetFooter count() {
    loads.incrementAndGet();
    return footer;
  }

  @Test
  void loads_a_footer_once() throws IOException {
    FooterCache cache = FooterCache.of(1 << 20);

    assertThat(cache.get(FILE, this::count)).isSameAs(footer);
    assertThat(cache.get(file("a", "1"), this::count)).isSameAs(footer);
    assertThat(loads).hasValue(1);
  }

  @Test
  void another_version_length_or_place_is_another_file() throws IOException {
    FooterCache cache = FooterCache.of(1 << 20);
    List<SourceEntry> files =
        List.of(
            FILE,
            file("a", "2"),
            file("b", "1"),
            new SourceEntry(FILE.uri(), 1_001, "1"),
            new SourceEntry(FILE.uri(), 1_000, null),
            new SourceEntry(FILE.uri(), SourceEntry.UNKNOWN, "1"));
    for (int round = 0; round < 2; round++) {
      for (SourceEntry file : files) {
        cache.get(file, this::count);
      }
    }

    assertThat(loads).hasValue(files.size());
  }

  @Test
  void a_file_of_which_only_the_place_is_known_is_loaded_each_time() throws IOException {
    FooterCache cache = FooterCache.of(1 << 20);
    cache.get(SourceEntry.of(FILE.uri()), this::count);
    cache.get(SourceEntry.of(FILE.uri()), this::count);

    assertThat(loads).hasValue(2);
  }

  @Test
  void the_footer_used_least_recently_leaves() throws IOException {
    FooterCache cache = FooterCache.of(2 * footer.footer().heapBytes());
    cache.get(file("a", "1"), this::count);
    cache.get(file("b", "1"), this::count);
    cache.get(file("a", "1"), this::count);
    cache.get(file("c", "1"), this::count);
    assertThat(loads).hasValue(3);

    cache.get(file("a", "1"), this::count);
    cache.get(file("c", "1"), this::count);
    assertThat(loads).hasValue(3);
    cache.get(file("b", "1"), this::count);
    assertThat(loads).hasValue(4);
  }

  @Test
  void a_footer_that_is_too_large_is_not_kept_and_drives_none_out() throws IOException {
    FooterCache cache = FooterCache.of(footer.footer().heapBytes());
    cache.get(FILE, this::count);
    byte[] wide = WideFooter.thrift(200, 2);
    ParquetFooter large =
        FooterReader.defaults()
            .fromThrift(new SourceEntry(FILE.uri(), wide.length + 12, null), ByteBuffer.wrap(wide));

    assertThat(cache.get(file("b", "1"), () -> large)).isSameAs(large);
    assertThat(cache.get(file("b", "1"), this::count)).isSameAs(footer);
    assertThat(loads).hasValue(2);
  }

  /** Its columns are decoded when they are asked for. */
  @Test
  void a_footer_that_grows_when_it_is_used_makes_no_room_for_more() throws IOException {
    long least = indexed().footer().heapBytes();
    FooterCache cache = FooterCache.of(3 * least);
    for (int file = 0; file < 20; file++) {
      FlatFooter used = cache.get(file("" + file, "1"), FooterCacheTest::indexed).footer();
      assertThat(used.flatbuffer().remaining()).isPositive();
      assertThat(used.heapBytes()).isGreaterThan(least);
    }
    for (int file = 19; file >= 0; file--) {
      cache.get(file("" + file, "1"), this::count);
    }

    assertThat(loads.get()).as("footers that had left").isGreaterThanOrEqualTo(17);
  }

  private static ParquetFooter indexed() throws IOException {
    byte[] thrift = WideFooter.thrift(2_000, 2);
    ByteBuffer ending = new FooterEnding(FooterLayout.INDEX, true, false).of("test", thrift, 4);
    ByteBuffer file = ByteBuffer.allocate(4 + ending.remaining());
    file.put(new byte[] {'P', 'A', 'R', '1'}).put(ending).flip();
    return FooterReader.defaults().read(new BufferByteSource("test", file));
  }

  @Test
  void one_of_many_callers_loads() throws Exception {
    FooterCache cache = FooterCache.of(1 << 20);
    CountDownLatch loading = new CountDownLatch(1);
    CountDownLatch mayLoad = new CountDownLatch(1);
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Future<ParquetFooter>> found = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        found.add(callers.submit(() -> cache.get(FILE, () -> awaited(loading, mayLoad))));
      }
      loading.await();
      mayLoad.countDown();
      for (Future<ParquetFooter> one : found) {
        assertThat(one.get()).isSameAs(footer);
      }
    } finally {
      callers.shutdownNow();
    }
    assertThat(loads).hasValue(1);
  }

  private ParquetFooter awaited(CountDownLatch loading, CountDownLatch mayLoad) throws IOException {
    loading.countDown();
    try {
      mayLoad.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    return count();
  }

  @Test
  void a_load_that_fails_fails_for_those_who_wait_and_is_not_kept() throws Exception {
    FooterCache cache = FooterCache.of(1 << 20);
    CountDownLatch loading = new CountDownLatch(1);
    CountDownLatch mayFail = new CountDownLatch(1);
    FutureTask<ParquetFooter> first =
        start(
            () ->
                cache.get(
                    FILE,
                    () -> {
                      awaited(loading, mayFail);
                      throw new IOException("no such bucket");
                    }));
    loading.await();
    FutureTask<ParquetFooter> second = start(() -> cache.get(FILE, this::count));
    awaitWaiting(second);
    mayFail.countDown();

    for (FutureTask<ParquetFooter> caller : List.of(first, second)) {
      assertThatThrownBy(caller::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseMessage("no such bucket");
    }
    assertThat(cache.get(FILE, this::count)).isSameAs(footer);
    assertThat(loads).hasValue(2);
  }

  @Test
  void an_interrupt_of_the_thread_that_loads_lets_another_load() throws Exception {
    FooterCache cache = FooterCache.of(1 << 20);
    CountDownLatch loading = new CountDownLatch(1);
    FutureTask<ParquetFooter> first =
        start(() -> cache.get(FILE, () -> awaited(loading, new CountDownLatch(1))));
    loading.await();
    FutureTask<ParquetFooter> second = start(() -> cache.get(FILE, this::count));
    awaitWaiting(second);
    thread(first).interrupt();

    assertThatThrownBy(first::get).hasCauseInstanceOf(InterruptedIOException.class);
    assertThat(second.get()).isSameAs(footer);
    assertThat(loads).hasValue(1);
  }

  @Test
  void an_error_of_the_thread_that_loads_lets_another_load() throws Exception {
    FooterCache cache = FooterCache.of(1 << 20);
    CountDownLatch loading = new CountDownLatch(1);
    CountDownLatch mayFail = new CountDownLatch(1);
    FutureTask<ParquetFooter> first =
        start(
            () ->
                cache.get(
                    FILE,
                    () -> {
                      awaited(loading, mayFail);
                      throw new OutOfMemoryError("none for the first");
                    }));
    loading.await();
    FutureTask<ParquetFooter> second = start(() -> cache.get(FILE, this::count));
    awaitWaiting(second);
    mayFail.countDown();

    assertThatThrownBy(first::get).hasRootCauseMessage("none for the first");
    assertThat(second.get()).isSameAs(footer);
  }

  @Test
  void an_interrupt_of_a_thread_that_waits_ends_its_call_alone() throws Exception {
    FooterCache cache = FooterCache.of(1 << 20);
    CountDownLatch loading = new CountDownLatch(1);
    CountDownLatch mayLoad = new CountDownLatch(1);
    FutureTask<ParquetFooter> first = start(() -> cache.get(FILE, () -> awaited(loading, mayLoad)));
    loading.await();
    boolean[] stays = new boolean[1];
    FutureTask<ParquetFooter> second =
        start(
            () -> {
              try {
                return cache.get(FILE, this::count);
              } finally {
                stays[0] = Thread.currentThread().isInterrupted();
              }
            });
    awaitWaiting(second);
    thread(second).interrupt();

    assertThatThrownBy(second::get)
        .hasCauseInstanceOf(InterruptedIOException.class)
        .hasMessageContaining("s3://bucket/a: the thread was interrupted");
    assertThat(stays[0]).isTrue();
    mayLoad.countDown();
    assertThat(first.get()).isSameAs(footer);
    assertThat(loads).hasValue(1);
  }

  private final List<Thread> threads = new ArrayList<>();
  private final List<FutureTask<ParquetFooter>> tasks = new ArrayList<>();

  private FutureTask<ParquetFooter> start(java.util.concurrent.Callable<ParquetFooter> call) {
    FutureTask<ParquetFooter> task = new FutureTask<>(call);
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    tasks.add(task);
    threads.add(thread);
    thread.start();
    return task;
  }

  private Thread thread(FutureTask<ParquetFooter> task) {
    return threads.get(tasks.indexOf(task));
  }

  private void awaitWaiting(FutureTask<ParquetFooter> task) throws InterruptedException {
    while (thread(task).getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
  }

  @Test
  void reads_whole_footers_through_a_factory() throws IOException {
    SourceEntry entry = ByteSources.defaults().list(folder.toUri()).get(0);
    FooterCache cache = FooterCache.of(1 << 20);
    ParquetFooter read = cache.read(entry, ByteSources.defaults());

    assertThat(read.footer().flatbuffer()).isEqualTo(footer.footer().flatbuffer());
    assertThat(
            cache.read(
                entry,
                file -> {
                  throw new AssertionError("it is kept");
                }))
        .isSameAs(read);
  }

  @Test
  void counts_the_heap_that_footers_keep() {
    int count = 30;
    byte[] thrift = WideFooter.thrift(3_000, 4);
    SourceEntry entry = new SourceEntry(FILE.uri(), thrift.length + 12, null);
    List<ParquetFooter> footers = new ArrayList<>();
    long before = usedHeap();
    for (int i = 0; i < count; i++) {
      footers.add(FooterReader.defaults().fromThrift(entry, ByteBuffer.wrap(thrift)));
    }
    long counted = footers.stream().mapToLong(one -> one.footer().heapBytes()).sum();

    assertThat((double) (usedHeap() - before)).isBetween(0.85 * counted, 1.15 * counted);
    assertThat(footers).hasSize(count);
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
