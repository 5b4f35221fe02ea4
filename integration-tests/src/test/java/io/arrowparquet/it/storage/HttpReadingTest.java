// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.it.storage.RangeServer.Lack;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.http.HttpByteSource;
import io.arrowparquet.storage.http.HttpReadOptions;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files behind a web server, which fails in all ways that web servers and networks do. */
@Timeout(60)
class HttpReadingTest {
  private static final RetryPolicy QUICK =
      RetryPolicy.defaults()
          .withAttempts(3)
          .withFirstDelay(Duration.ofMillis(1))
          .withLongestDelay(Duration.ofMillis(5));
  private static final HttpReadOptions OPTIONS =
      HttpReadOptions.defaults().withRetries(QUICK).withTimeout(Duration.ofSeconds(5));
  private static final SourceFactory SOURCES =
      ByteSources.defaults().with("http", HttpByteSource.factory(OPTIONS));

  @TempDir private static Path folder;
  private static byte[] file;
  private static String rows;
  private static RangeServer server;
  private static FaultProxy proxy;
  private static URI uri;

  @BeforeAll
  static void start() throws IOException {
    file = StorageFile.bytes(folder, 3, 4_000, 1);
    rows = StorageFile.rows(file);
    server = new RangeServer();
    proxy = new FaultProxy(server.port());
    server.put("/file.parquet", file);
    uri = URI.create("http://127.0.0.1:" + proxy.port() + "/file.parquet?X-Signature=secret");
  }

  @AfterAll
  static void stop() throws IOException {
    proxy.close();
    server.close();
  }

  private static String read() throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(uri, SOURCES, ParquetReadOptions.defaults(), allocator)) {
      return StorageFile.rows(reader);
    }
  }

  @Test
  void reads_a_parquet_file_with_one_request_for_the_footer_and_one_for_each_row_group()
      throws IOException {
    proxy.spoil(request -> Fault.NONE);

    assertThat(read()).isEqualTo(rows);
    assertThat(proxy.requests()).isEqualTo(1 + 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 20, 300, 5_000, 60_000})
  void a_connection_cut_once_at_any_request_changes_nothing(int after) throws IOException {
    for (int spoilt = 0; spoilt < 4; spoilt++) {
      int number = spoilt;
      proxy.spoil(request -> request == number ? new Fault.Cut(after) : Fault.NONE);

      assertThat(read()).isEqualTo(rows);
    }
  }

  @Test
  void a_server_that_is_busy_or_sends_too_little_is_asked_again() throws IOException {
    for (Fault fault : List.of(new Fault.Busy(), new Fault.Shortened(7))) {
      for (int spoilt = 0; spoilt < 4; spoilt++) {
        int number = spoilt;
        proxy.spoil(request -> request == number ? fault : Fault.NONE);

        assertThat(read()).isEqualTo(rows);
      }
    }
  }

  @Test
  void requests_that_were_repeated_show_in_the_statistics() throws IOException {
    proxy.spoil(request -> request == 0 || request == 2 ? new Fault.Busy() : Fault.NONE);
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(uri, SOURCES, ParquetReadOptions.defaults(), allocator)) {
      assertThat(StorageFile.rows(reader)).isEqualTo(rows);
      assertThat(reader.statistics().repeatedRequests()).isEqualTo(2);
    }
  }

  @Test
  void a_server_that_stays_broken_is_an_exception_without_credentials() {
    for (Fault fault : List.of(new Fault.Busy(), new Fault.Cut(0))) {
      for (int spoilt = 0; spoilt < 4; spoilt++) {
        int from = spoilt;
        proxy.spoil(request -> request >= from ? fault : Fault.NONE);

        assertThatThrownBy(HttpReadingTest::read)
            .isInstanceOf(IOException.class)
            .hasMessageContaining("/file.parquet: ")
            .hasMessageNotContaining("secret");
        // The JDK's client asks again by itself where a connection breaks before the answer.
        assertThat(proxy.requests()).isBetween(from + QUICK.attempts(), from + 20);
      }
    }
  }

  @Test
  void a_file_that_changes_between_requests_is_an_exception() {
    byte[] other = file.clone();
    other[1_000]++;
    for (int changed = 1; changed < 4; changed++) {
      int number = changed;
      Runnable change = () -> server.put("/file.parquet", other);
      proxy.spoil(request -> request == number ? new Fault.After(change) : Fault.NONE);
      try {
        assertThatThrownBy(HttpReadingTest::read).isInstanceOf(ChangedSourceException.class);
      } finally {
        server.put("/file.parquet", file);
      }
    }
  }

  @Test
  void a_changed_file_is_found_where_the_server_checks_no_condition() throws IOException {
    try (RangeServer careless = new RangeServer(Lack.CONDITIONS)) {
      URI place = careless.put("/a", new byte[] {1, 2, 3, 4});
      HttpByteSource source = HttpByteSource.open(SourceEntry.of(place), OPTIONS);
      source.readFully(0, ByteBuffer.allocate(2));
      careless.put("/a", new byte[] {1, 2, 3, 5});

      assertThatThrownBy(() -> source.readFully(2, ByteBuffer.allocate(2)))
          .isInstanceOf(ChangedSourceException.class)
          .hasMessageContaining("ETag");
    }
  }

  @ParameterizedTest
  @EnumSource
  void servers_that_lack_something_give_the_right_bytes_or_are_refused_by_name(Lack lack)
      throws IOException {
    try (RangeServer server = new RangeServer(lack)) {
      byte[] bytes = {10, 11, 12, 13, 14, 15, 16};
      URI place = server.put("/a", bytes);
      HttpByteSource source = HttpByteSource.open(SourceEntry.of(place), OPTIONS);

      if (lack == Lack.RANGES) {
        assertThat(source.readTail(10).bytes()).isEqualTo(ByteBuffer.wrap(bytes));
        assertThatThrownBy(() -> source.readFully(1, ByteBuffer.allocate(3)))
            .isInstanceOf(IOException.class)
            .hasMessage(
                source.name()
                    + ": the server ignores range requests: found status 200 and 7 bytes,"
                    + " expected status 206; copy the file");
      } else {
        ByteSource.Tail tail = source.readTail(3);
        assertThat(tail.length()).isEqualTo(7);
        assertThat(tail.bytes()).isEqualTo(ByteBuffer.wrap(bytes, 4, 3));
      }
    }
  }

  @Test
  void an_answer_that_is_compressed_is_refused_whole_or_in_part() throws IOException {
    for (Lack[] lacks : new Lack[][] {{}, {Lack.RANGES}}) {
      try (RangeServer server = new RangeServer(lacks)) {
        HttpByteSource source =
            HttpByteSource.open(SourceEntry.of(server.put("/a", new byte[7])), OPTIONS);
        server.send("Content-Encoding", "gzip");

        assertThatThrownBy(() -> source.readTail(10))
            .isInstanceOf(IOException.class)
            .hasMessage(
                source.name() + ": the server compresses the file (gzip), so it has no offsets");
      }
    }
  }

  @Test
  void headers_of_the_options_change_neither_range_nor_encoding() throws IOException {
    try (RangeServer server = new RangeServer()) {
      URI place = server.put("/a", new byte[] {1, 2, 3, 4});
      HttpReadOptions headers =
          OPTIONS.withHeader("range", "bytes=0-0").withHeader("accept-encoding", "gzip");
      ByteBuffer target = ByteBuffer.allocate(2);

      HttpByteSource.open(SourceEntry.of(place), headers).readFully(2, target);

      assertThat(target.array()).containsExactly(3, 4);
      assertThat(server.requestHeaders().get(0))
          .containsEntry("Accept-encoding", List.of("identity"));
    }
  }

  @Test
  void credentials_are_not_sent_to_where_a_server_leads() throws IOException {
    try (RangeServer first = new RangeServer();
        RangeServer second = new RangeServer()) {
      URI moved = first.redirect("/a", second.put("/a", new byte[7]));
      URI place = URI.create("http://user:secret@127.0.0.1:" + first.port() + moved.getPath());
      HttpClient client = HttpClient.newHttpClient();
      HttpReadOptions options = OPTIONS.withClient(client).withHeader("X-Token", "secret");

      assertThat(HttpByteSource.open(SourceEntry.of(place), options).length()).isEqualTo(7);

      assertThat(first.requestHeaders().get(0)).containsKeys("Authorization", "X-token");
      assertThat(second.requestHeaders().get(0)).doesNotContainKeys("Authorization", "X-token");
    }
  }

  @ParameterizedTest
  @EnumSource(names = "NEVER", mode = EnumSource.Mode.EXCLUDE)
  void a_client_that_follows_redirects_is_refused(HttpClient.Redirect redirect) {
    HttpClient client = HttpClient.newBuilder().followRedirects(redirect).build();

    assertThatThrownBy(() -> OPTIONS.withClient(client))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("follows redirects (" + redirect + ") sends Authorization");
  }

  @Test
  void a_client_whose_threads_refuse_work_fails_the_reads() throws IOException {
    proxy.spoil(request -> Fault.NONE);
    AtomicInteger left = new AtomicInteger();
    HttpClient client =
        HttpClient.newBuilder()
            .executor(
                work -> {
                  if (left.getAndDecrement() <= 0) {
                    throw new RejectedExecutionException("no thread");
                  }
                  work.run();
                })
            .build();
    HttpReadOptions options = OPTIONS.withClient(client).withTimeout(Duration.ofMillis(200));
    for (int most = 0; most < 8; most++) {
      left.set(most);
      List<ByteRange> ranges = List.of(new ByteRange(0, 10), new ByteRange(20, 10));
      List<CompletableFuture<ByteBuffer>> reads =
          HttpByteSource.open(new SourceEntry(uri, file.length, null), options)
              .readRanges(ranges, ByteBuffer::allocate);

      for (CompletableFuture<ByteBuffer> read : reads) {
        assertThat(read.handle((bytes, failure) -> true).orTimeout(20, TimeUnit.SECONDS).join())
            .isTrue();
      }
    }
  }

  @Test
  void a_name_of_other_characters_is_read_by_that_name() throws IOException {
    try (RangeServer server = new RangeServer()) {
      URI ascii = server.put("/\u00e9e\u0301\u20ac", new byte[7]).resolve("/");
      for (String name : List.of("\u00e9e\u0301\u20ac", "%C3%A9e%CC%81%E2%82%AC")) {
        URI place = URI.create(ascii + name);
        assertThat(HttpByteSource.open(place).length()).isEqualTo(7);
      }
    }
  }

  @Test
  void empty_and_missing_files() throws IOException {
    try (RangeServer server = new RangeServer()) {
      HttpByteSource empty =
          HttpByteSource.open(SourceEntry.of(server.put("/empty", new byte[0])), OPTIONS);
      assertThat(empty.readTail(10)).isEqualTo(new ByteSource.Tail(0, ByteBuffer.allocate(0)));
      assertThatThrownBy(() -> empty.readFully(0, ByteBuffer.allocate(1)))
          .isInstanceOf(EOFException.class);
      URI missing = server.put("/empty", new byte[0]).resolve("/missing");
      assertThatThrownBy(() -> HttpByteSource.open(missing).length())
          .isInstanceOf(NoSuchFileException.class);
    }
  }

  @Test
  void a_known_length_and_version_need_no_request_and_are_demanded() throws IOException {
    proxy.spoil(request -> Fault.NONE);
    try (HttpByteSource source =
        HttpByteSource.open(new SourceEntry(uri, file.length, "\"other\""), OPTIONS)) {
      assertThat(source.length()).isEqualTo(file.length);
      assertThat(proxy.requests()).isZero();
      assertThatThrownBy(() -> source.readTail(8)).isInstanceOf(ChangedSourceException.class);
    }
  }

  @Test
  void ranges_are_read_at_once_into_memory_of_the_caller() throws IOException {
    proxy.spoil(request -> Fault.NONE);
    proxy.delay(100);
    try (HttpByteSource source = HttpByteSource.open(SourceEntry.of(uri), OPTIONS)) {
      List<ByteRange> ranges =
          List.of(
              new ByteRange(5, 1000),
              new ByteRange(0, 4),
              new ByteRange(9_000, 0),
              new ByteRange(50_000, 20_000));

      List<CompletableFuture<ByteBuffer>> reads =
          source.readRanges(ranges, ByteBuffer::allocateDirect);

      for (int i = 0; i < ranges.size(); i++) {
        int from = (int) ranges.get(i).offset();
        assertThat(reads.get(i).join())
            .isEqualTo(ByteBuffer.wrap(file, from, ranges.get(i).length()));
      }
      assertThat(proxy.mostUnderWay()).isEqualTo(3);
    } finally {
      proxy.delay(0);
    }
  }

  @Test
  void memory_of_a_cancelled_read_is_not_written_to_any_more() throws Exception {
    proxy.spoil(request -> Fault.NONE);
    proxy.delay(50);
    try (HttpByteSource source = HttpByteSource.open(SourceEntry.of(uri), OPTIONS)) {
      ByteBuffer target = ByteBuffer.allocate(100_000);
      CompletableFuture<ByteBuffer> read =
          source.readRanges(List.of(new ByteRange(0, 100_000)), size -> target).get(0);

      read.cancel(true);

      assertThat(read).isDone();
      byte[] then = target.array().clone();
      Thread.sleep(150);
      assertThat(target.array()).isEqualTo(then);
    } finally {
      proxy.delay(0);
    }
  }

  @Test
  void an_interrupt_and_a_silent_server_end_a_read() throws Exception {
    proxy.spoil(request -> new Fault.Silence());
    HttpReadOptions impatient =
        OPTIONS
            .withTimeout(Duration.ofMillis(100))
            .withRetries(
                RetryPolicy.defaults()
                    .withAttempts(2)
                    .withFirstDelay(Duration.ZERO)
                    .withLongestDelay(Duration.ZERO));
    assertThatThrownBy(() -> HttpByteSource.open(SourceEntry.of(uri), impatient).readTail(10))
        .isInstanceOf(IOException.class);

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> HttpByteSource.open(SourceEntry.of(uri), OPTIONS).readTail(10))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
