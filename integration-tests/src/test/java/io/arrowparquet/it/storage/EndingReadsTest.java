// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.hadoop.HadoopByteSource;
import io.arrowparquet.storage.hadoop.ParquetInputSource;
import io.arrowparquet.storage.http.HttpByteSource;
import io.arrowparquet.storage.http.HttpReadOptions;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Storage that falls silent, and stays so: whatever is closed or interrupted meanwhile ends at
 * once, in order, and the bytes that come at last change no memory that was freed.
 */
@Timeout(60)
class EndingReadsTest {
  /** Of closing, and of a thread that waits. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  @TempDir private static Path folder;
  private static S3Server s3;
  private static RangeServer web;
  private static FaultProxy webProxy;
  private static byte[] file;
  private static byte[] bundle;

  /** What is read from, and how. */
  private enum Storage {
    HTTP,
    S3,
    /** Of parquet-java, deaf to interrupts. */
    INPUT_FILE,
    /** Deaf to interrupts, and to closing. */
    HADOOP,
    /** Blocks the thread that asks. */
    CALLERS;

    private FaultProxy proxy() {
      return this == S3 ? s3.proxy() : webProxy;
    }

    private URI uri(String path) {
      URI uri = URI.create("http://127.0.0.1:" + webProxy.port() + path);
      return this == S3 ? s3.uri(path.substring(1)) : uri;
    }

    private SourceFactory sources() {
      return switch (this) {
        case HTTP -> HttpByteSource.factory(HttpReadOptions.defaults());
        case S3 -> S3Storage.of(s3.client());
        case INPUT_FILE ->
            entry -> ParquetInputSource.open(deaf(entry.uri()), entry.uri().toString());
        case CALLERS -> entry -> new DeafFile.Source(deaf(entry.uri()));
        case HADOOP ->
            entry -> {
              URI uri = entry.uri();
              Configuration configuration = new Configuration(false);
              configuration.set("fs.deaf.impl", DeafFile.Files.class.getName());
              String path = "/" + deaf(uri).length() + uri.getPath();
              return HadoopByteSource.open(
                  new org.apache.hadoop.fs.Path("deaf://" + uri.getAuthority() + path),
                  configuration);
            };
      };
    }

    private static DeafFile deaf(URI uri) {
      return new DeafFile(uri, uri.getPath().endsWith("bundle") ? bundle.length : file.length);
    }
  }

  /** Which answer is held back, and after how many bytes. */
  private enum Silence {
    BEFORE_AN_ANSWER(0, 0),
    IN_AN_ANSWER(0, 2_000),
    IN_A_LATER_ONE(1, 2_000);

    private final int requests;
    private final int bytes;

    Silence(int requests, int bytes) {
      this.requests = requests;
      this.bytes = bytes;
    }
  }

  /** What reads. */
  private enum Kind {
    READER,
    /** Whose columns several threads wait for. */
    READER_OF_THREADS,
    SET,
    SCAN
  }

  /** How it ends. */
  private enum Ending {
    CLOSED_BY_ANOTHER_THREAD,
    INTERRUPTED_AND_CLOSED,
    CLOSED_AFTER_A_FAILURE
  }

  @BeforeAll
  static void start() throws Exception {
    s3 = new S3Server();
    web = new RangeServer();
    webProxy = new FaultProxy(web.port());
    file = StorageFile.bytes(folder, 3, 6_000, 1);
    List<BundleInput> inputs = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      s3.put(name + ".parquet", file);
      web.put("/" + name + ".parquet", file);
      Path path = Files.write(folder.resolve(name + ".parquet"), file);
      inputs.add(BundleInput.of(folder, path));
    }
    Path bundleFile = folder.resolve("bundle");
    new BundleWriter(BundleStore.of(bundleFile), BundleOptions.defaults()).write(inputs, false);
    bundle = Files.readAllBytes(bundleFile);
    s3.put("bundle", bundle);
    web.put("/bundle", bundle);
  }

  @AfterAll
  static void stop() throws Exception {
    webProxy.close();
    web.close();
    s3.close();
  }

  @BeforeEach
  @AfterEach
  void spoil_nothing() {
    s3.proxy().spoil(request -> Fault.NONE);
    webProxy.spoil(request -> Fault.NONE);
  }

  private static void silence(Storage storage, int requests, int bytes) {
    storage.proxy().spoil(request -> request < requests ? Fault.NONE : new Fault.Stall(bytes));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 1_000 && !condition.getAsBoolean(); i++) {
      Thread.sleep(10);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  /** What is thrown on a thread of its own; null for nothing. */
  private static final class Waiting extends FutureTask<Throwable> {
    private final Thread thread = new Thread(this, "waiting");

    Waiting(ThrowingCallable work) {
      super(() -> catchThrowable(work));
      thread.start();
    }

    /** It ends within the limit. */
    Throwable failure() throws Exception {
      return get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Batches of any kind. */
  private interface Batches extends Closeable {
    boolean next() throws IOException;
  }

  private static Batches open(
      Storage storage, Kind kind, ExecutorService workers, BufferAllocator allocator)
      throws IOException {
    List<URI> uris = Stream.of("/a", "/b", "/c").map(n -> storage.uri(n + ".parquet")).toList();
    if (kind == Kind.READER) {
      ParquetArrowReader reader =
          ParquetArrowReader.open(
              uris.get(0), storage.sources(), ParquetReadOptions.defaults(), allocator);
      return batches(reader::loadNextBatch, reader::close);
    }
    if (kind == Kind.READER_OF_THREADS) {
      ByteSource bytes = storage.sources().open(uris.get(0));
      ParquetFooter footer = FooterReader.defaults().read(bytes);
      ParquetArrowReader reader =
          ParquetArrowReader.open(
              bytes, footer, ParquetReadOptions.defaults().withThreads(workers, 3), allocator);
      return batches(
          reader::loadNextBatch,
          () -> {
            try (bytes) {
              reader.close();
            }
          });
    }
    ParquetFileSet set = ParquetFileSet.open(uris, storage.sources());
    if (kind == Kind.SET) {
      FileSetReader reader = set.read(ParquetReadOptions.defaults(), allocator);
      return batches(reader::loadNextBatch, reader::close);
    }
    // Begins to read at once.
    ParquetScanOptions options = ParquetScanOptions.defaults().withThreads(2);
    List<ParquetScan> scan = new ArrayList<>();
    return batches(
        () -> {
          synchronized (scan) {
            if (scan.isEmpty()) {
              scan.add(set.scan(options, workers, allocator));
            }
          }
          try (VectorSchemaRoot batch = scan.get(0).next()) {
            return batch != null;
          }
        },
        () -> scan.get(0).close());
  }

  /** Loads a batch. */
  @FunctionalInterface
  private interface Load {
    boolean next() throws IOException;
  }

  private static Batches batches(Load load, Closeable all) {
    return new Batches() {
      @Override
      public boolean next() throws IOException {
        return load.next();
      }

      @Override
      public void close() throws IOException {
        all.close();
      }
    };
  }

  static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (Storage storage : Storage.values()) {
      for (Silence silence : Silence.values()) {
        for (Kind kind : Kind.values()) {
          cases.add(Arguments.of(storage, silence, kind, Ending.CLOSED_BY_ANOTHER_THREAD));
          cases.add(Arguments.of(storage, silence, kind, Ending.INTERRUPTED_AND_CLOSED));
        }
        // One thread waits for a source that blocks it, not for what fails meanwhile.
        if (storage != Storage.CALLERS) {
          cases.add(Arguments.of(storage, silence, Kind.SET, Ending.CLOSED_AFTER_A_FAILURE));
        }
        cases.add(Arguments.of(storage, silence, Kind.SCAN, Ending.CLOSED_AFTER_A_FAILURE));
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatever_waits_for_pages_ends_at_once(
      Storage storage, Silence silence, Kind kind, Ending ending) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(3);
    try (RootAllocator allocator = new RootAllocator();
        Batches batches = open(storage, kind, workers, allocator)) {
      boolean fails = ending == Ending.CLOSED_AFTER_A_FAILURE;
      if (fails) {
        Fault silent = new Fault.Stall(silence.bytes);
        storage.proxy().spoil((n, line) -> line.contains("/a.") ? new Fault.Gone() : silent);
      } else {
        silence(storage, silence.requests, silence.bytes);
      }
      try {
        requireEnd(storage, batches, ending);
      } catch (Throwable e) {
        storage.proxy().resume(); // or closing waits for it
        throw e;
      }
      workers.shutdown();
      assertThat(workers.awaitTermination(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    }
    // Now the bytes come, of which none may be put anywhere.
    storage.proxy().resume();
    await(EndingReadsTest::noneReads);
  }

  private static void requireEnd(Storage storage, Batches batches, Ending ending) throws Exception {
    Waiting reading =
        new Waiting(
            () -> {
              while (batches.next()) {
                // goes on to the answer that is held back
              }
            });
    boolean fails = ending == Ending.CLOSED_AFTER_A_FAILURE;
    if (!fails) {
      await(() -> storage.proxy().stalled() > 0);
      Thread.sleep(30);
    }
    if (ending == Ending.CLOSED_BY_ANOTHER_THREAD) {
      Waiting closing = new Waiting(batches::close);
      assertThat(reading.failure())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
      assertThat(closing.failure()).isNull();
      return;
    }
    if (!fails) {
      reading.thread.interrupt();
    }
    assertThat(reading.failure())
        .isInstanceOf(fails ? IOException.class : InterruptedIOException.class);
    Waiting closing =
        new Waiting(
            () -> {
              Thread.currentThread().interrupt();
              batches.close();
              assertThat(Thread.interrupted()).isTrue();
            });
    assertThat(closing.failure()).isNull();
  }

  /** Whether all threads of blocking storage are idle. */
  private static boolean noneReads() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith("arrowparquet-io-"))
        .flatMap(thread -> Arrays.stream(thread.getValue()))
        .noneMatch(frame -> frame.getClassName().endsWith(".ThreadedRead"));
  }

  /** What is read before there are rows. */
  private enum Opening {
    READER,
    SET,
    /** By several threads. */
    SET_AT_ONCE,
    BUNDLE,
    SET_OF_A_BUNDLE
  }

  static Stream<Arguments> openings() {
    List<Arguments> cases = new ArrayList<>();
    for (Storage storage : Storage.values()) {
      for (Silence silence : List.of(Silence.BEFORE_AN_ANSWER, Silence.IN_AN_ANSWER)) {
        for (Opening opening : Opening.values()) {
          // Others know the versions of files without a request.
          if (opening != Opening.SET_OF_A_BUNDLE
              || storage == Storage.HTTP
              || storage == Storage.S3) {
            cases.add(Arguments.of(storage, silence, opening));
          }
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("openings")
  void an_interrupt_ends_what_waits_for_footers_and_bundles(
      Storage storage, Silence silence, Opening opening) throws Exception {
    SourceFactory sources = storage.sources();
    List<URI> uris = Stream.of("/a", "/b", "/c").map(n -> storage.uri(n + ".parquet")).toList();
    ByteSource segment = sources.open(storage.uri("/bundle"));
    ExecutorService workers = Executors.newFixedThreadPool(2);
    try (RootAllocator allocator = new RootAllocator();
        FooterBundle bundle =
            opening == Opening.SET_OF_A_BUNDLE ? FooterBundle.open(segment) : null) {
      silence(storage, 0, Math.min(silence.bytes, 400));
      Waiting reading =
          new Waiting(
              () -> {
                switch (opening) {
                  case READER ->
                      ParquetArrowReader.open(
                          uris.get(0), sources, ParquetReadOptions.defaults(), allocator);
                  case SET -> ParquetFileSet.open(uris, sources);
                  case SET_AT_ONCE -> ParquetFileSet.open(uris, sources, workers);
                  case BUNDLE -> FooterBundle.open(segment);
                  case SET_OF_A_BUNDLE ->
                      ParquetFileSet.open(
                          bundle,
                          BundleFolder.of(storage.uri("/bundle"), sources),
                          BundleTrust.STAT,
                          ParquetReadOptions.defaults(),
                          found -> {});
                }
              });
      await(() -> storage.proxy().stalled() > 0);
      assertThat(reading.isDone()).isFalse();
      reading.thread.interrupt();
      try {
        assertThat(reading.failure()).isInstanceOf(InterruptedIOException.class);
      } catch (Throwable e) {
        storage.proxy().resume(); // or closing waits for it
        throw e;
      }
      workers.shutdown();
      assertThat(workers.awaitTermination(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    }
    storage.proxy().resume();
    await(EndingReadsTest::noneReads);
  }

  @ParameterizedTest
  @EnumSource(names = "CALLERS", mode = EnumSource.Mode.EXCLUDE)
  void what_comes_after_a_read_was_cancelled_is_put_nowhere(Storage storage) throws Exception {
    for (Silence silence : List.of(Silence.BEFORE_AN_ANSWER, Silence.IN_AN_ANSWER)) {
      silence(storage, 0, silence.bytes);
      List<ByteBuffer> memory = new ArrayList<>();
      ByteSource source = storage.sources().open(storage.uri("/a.parquet"));
      List<CompletableFuture<ByteBuffer>> reads =
          source.readRanges(
              List.of(new ByteRange(0, 100_000), new ByteRange(100_000, 50_000)),
              size -> {
                memory.add(ByteBuffer.allocateDirect(size));
                return memory.get(memory.size() - 1);
              });
      await(() -> storage.proxy().stalled() > 0);
      Thread.sleep(30);

      reads.forEach(read -> read.cancel(true));

      for (CompletableFuture<ByteBuffer> read : reads) {
        assertThatThrownBy(() -> read.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
            .isInstanceOf(CancellationException.class);
      }
      byte[] freed = new byte[100_000];
      Arrays.fill(freed, (byte) 0x5A);
      memory.forEach(buffer -> buffer.duplicate().clear().put(freed, 0, buffer.capacity()));
      new Waiting(source::close).failure();
      storage.proxy().resume();
      await(EndingReadsTest::noneReads);
      Thread.sleep(50);
      for (ByteBuffer buffer : memory) {
        assertThat(buffer.duplicate().clear())
            .isEqualTo(ByteBuffer.wrap(freed, 0, buffer.capacity()));
      }
    }
  }
}
