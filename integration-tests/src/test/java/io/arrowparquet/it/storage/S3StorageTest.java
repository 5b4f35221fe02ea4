// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.hadoop.HadoopByteSource;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;

/** Objects on a real S3 server in the process, through a proxy that spoils requests. */
@Timeout(60)
class S3StorageTest {
  private static final int S3_PART = 8 << 20;

  @TempDir private static Path folder;
  @AutoClose private static S3Server server;
  private static SourceFactory sources;
  private static byte[] file;
  private static String rows;
  private static URI uri;

  @BeforeAll
  static void start() throws Exception {
    server = new S3Server();
    sources = ByteSources.defaults().with("s3", S3Storage.of(server.client()));
    file = StorageFile.bytes(folder, 3, 4_000, 1);
    rows = StorageFile.rows(file);
    uri = server.put("table/a b.parquet", file);
  }

  @BeforeEach
  void spoil_nothing() {
    server.proxy().spoil(request -> Fault.NONE);
  }

  private static String read() throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(uri, sources, ParquetReadOptions.defaults(), allocator)) {
      return StorageFile.rows(reader);
    }
  }

  @Test
  void a_key_with_special_characters_is_never_another_one() throws IOException {
    server.put("special/a", new byte[] {1});
    URI encoded = URI.create("s3://bucket/special/a%231%3Fb%25.parquet");
    try (ByteSink sink = S3Storage.of(server.client()).create(encoded)) {
      sink.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
      sink.commit();
    }
    assertThat(server.keys("special/")).containsExactly("special/a", "special/a#1?b%.parquet");
    try (ByteSource source = S3Storage.of(server.client()).open(SourceEntry.of(encoded))) {
      assertThat(source.length()).isEqualTo(3);
    }
    for (String refused : List.of("a#1.parquet", "a?1", "a%FF")) {
      URI uri = URI.create("s3://bucket/special/" + refused);
      assertThatThrownBy(() -> S3Storage.of(server.client()).open(SourceEntry.of(uri)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> S3Storage.of(server.client()).replace(uri, null))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://bucket/a#1.parquet", "http://h/a#1.parquet", "file:///a#1.parquet"})
  void a_fragment_is_refused_by_all_storage(String text) {
    URI uri = URI.create(text);
    for (SourceFactory sources :
        List.of(ByteSources.defaults(), HadoopByteSource.factory(new Configuration(false)))) {
      assertThatThrownBy(() -> sources.open(uri))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              SourceEntry.name(uri)
                  + ": has a fragment, what follows #: write a # in a name as %23");
    }
  }

  @Test
  void reads_a_parquet_file_with_one_request_for_the_footer_and_one_for_each_row_group()
      throws IOException {
    assertThat(read()).isEqualTo(rows);
    assertThat(server.proxy().requests()).isEqualTo(1 + 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 700, 5_000, 60_000})
  void a_connection_cut_once_at_any_request_changes_nothing(int after) throws IOException {
    for (int spoilt = 0; spoilt < 4; spoilt++) {
      int number = spoilt;
      server.proxy().spoil(request -> request == number ? new Fault.Cut(after) : Fault.NONE);

      assertThat(read()).isEqualTo(rows);
    }
  }

  @Test
  void a_server_that_is_busy_or_sends_too_little_is_asked_again() throws IOException {
    for (Fault fault : List.of(new Fault.Busy(), new Fault.Shortened(7))) {
      for (int spoilt = 0; spoilt < 4; spoilt += 2) {
        int number = spoilt;
        server.proxy().spoil(request -> request == number ? fault : Fault.NONE);

        assertThat(read()).isEqualTo(rows);
      }
    }
  }

  @Test
  void a_proxy_that_cuts_off_each_answer_only_makes_it_slower() throws IOException {
    server.proxy().spoil(request -> new Fault.Cut(15_000));

    assertThat(read()).isEqualTo(rows);
    assertThat(server.proxy().requests()).isGreaterThan(3 * 5);
  }

  @Test
  void an_answer_that_brings_nothing_is_asked_for_as_often_as_there_are_attempts() {
    server.proxy().spoil(request -> request == 0 ? Fault.NONE : new Fault.Shortened(1 << 20));

    assertThatThrownBy(S3StorageTest::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("again and again");
    assertThat(server.proxy().requests()).isBetween(6, 11);
  }

  @Test
  void a_silent_server_is_waited_for_as_long_as_the_clients_time_out_is() throws IOException {
    try (S3Client impatient = server.client(Duration.ofMillis(300))) {
      SourceFactory silent = ByteSources.defaults().with("s3", S3Storage.of(impatient));
      for (int after : new int[] {0, 2_000}) {
        server.proxy().spoil(request -> request == 1 ? new Fault.Stall(after) : Fault.NONE);
        long start = System.nanoTime();
        try (RootAllocator allocator = new RootAllocator();
            ParquetArrowReader reader =
                ParquetArrowReader.open(uri, silent, ParquetReadOptions.defaults(), allocator)) {
          assertThat(StorageFile.rows(reader)).isEqualTo(rows);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
      }
    }
  }

  @Test
  void a_server_that_stays_broken_is_an_exception_that_names_the_object() {
    server.proxy().spoil(request -> request >= 1 ? new Fault.Busy() : Fault.NONE);

    assertThatThrownBy(S3StorageTest::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("s3://bucket/table/a b.parquet: ")
        .hasMessageNotContaining("secret");
  }

  @Test
  void an_object_that_changes_between_requests_is_an_exception() {
    byte[] other = file.clone();
    other[1_000]++;
    for (int changed = 1; changed < 4; changed++) {
      int number = changed;
      Runnable change = () -> server.put("table/a b.parquet", other);
      server.proxy().spoil(request -> request == number ? new Fault.After(change) : Fault.NONE);
      try {
        assertThatThrownBy(S3StorageTest::read).isInstanceOf(ChangedSourceException.class);
      } finally {
        server.put("table/a b.parquet", file);
      }
    }
  }

  @Test
  void tails_ranges_and_ends() throws IOException {
    byte[] bytes = new byte[100];
    new Random(1).nextBytes(bytes);
    SourceEntry entry = SourceEntry.of(server.put("bytes", bytes));
    try (ByteSource source = S3Storage.of(server.client()).open(entry)) {
      ByteSource.Tail tail = source.readTail(30);
      assertThat(tail).isEqualTo(new ByteSource.Tail(100, ByteBuffer.wrap(bytes, 70, 30)));
      assertThat(source.readTail(1_000).bytes()).isEqualTo(ByteBuffer.wrap(bytes));
      List<CompletableFuture<ByteBuffer>> reads =
          source.readRanges(
              List.of(new ByteRange(90, 10), new ByteRange(95, 6), new ByteRange(0, 0)),
              ByteBuffer::allocateDirect);
      assertThat(reads.get(0).join()).isEqualTo(ByteBuffer.wrap(bytes, 90, 10));
      assertThatThrownBy(reads.get(1)::join).hasRootCauseInstanceOf(EOFException.class);
      assertThat(reads.get(1)).isCompletedExceptionally();
      assertThat(reads.get(2).join().remaining()).isZero();
    }
    try (ByteSource empty =
        S3Storage.of(server.client()).open(SourceEntry.of(server.put("empty", new byte[0])))) {
      assertThat(empty.readTail(10)).isEqualTo(new ByteSource.Tail(0, ByteBuffer.allocate(0)));
    }
    try (ByteSource missing =
        S3Storage.of(server.client()).open(SourceEntry.of(server.uri("missing")))) {
      assertThatThrownBy(missing::length).isInstanceOf(NoSuchFileException.class);
    }
  }

  @Test
  void an_interrupt_ends_a_read() throws IOException {
    server.proxy().delay(20);
    try (ByteSource source = S3Storage.of(server.client()).open(SourceEntry.of(uri))) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> source.readTail(10)).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      server.proxy().delay(0);
    }
  }

  @Test
  void objects_below_a_prefix_are_listed_with_their_versions() throws IOException {
    server.put("list/b", new byte[] {1});
    server.put("list/a/c?d", new byte[] {1, 2});

    List<SourceEntry> found = sources.list(server.uri("list/"));

    assertThat(found).extracting(SourceEntry::length).containsExactly(2L, 1L);
    assertThat(found.get(0).uri()).isEqualTo(server.uri("list/a/c?d"));
    try (ByteSource source = sources.open(found.get(0))) {
      assertThat(source.readTail(5).bytes()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
      assertThat(source.version()).isEqualTo(found.get(0).version());
    }
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1_000, 9_000_000})
  void an_object_appears_whole_when_it_is_committed(int length) throws IOException {
    byte[] bytes = random(length);
    try (ByteSink sink = S3Storage.of(server.client()).replace(server.uri("out"), null)) {
      for (int at = 0; at < length; at += 300_000) {
        sink.write(ByteBuffer.wrap(bytes, at, Math.min(300_000, length - at)));
      }
      assertThat(server.has("out")).isFalse();
      sink.commit();
      assertThat(server.get("out")).isEqualTo(bytes);
    } finally {
      server.delete("out");
    }
  }

  @Test
  void an_upload_that_fails_or_is_given_up_leaves_nothing() throws IOException {
    byte[] bytes = random(9_000_000);
    // An upload that the server has begun, of which no client knows the id, cannot be aborted.
    int begunInSilence = 0;
    for (int spoilt = 0; spoilt < 4; spoilt++) {
      int from = spoilt;
      server.proxy().spoil(request -> request >= from ? new Fault.Cut(0) : Fault.NONE);
      ByteSink sink = S3Storage.of(server.client()).replace(server.uri("given-up"), null);
      assertThatThrownBy(
              () -> {
                sink.write(ByteBuffer.wrap(bytes));
                sink.commit();
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("s3://bucket/given-up: ");
      server.proxy().spoil(request -> Fault.NONE);
      sink.close();
      begunInSilence = spoilt == 0 ? server.uploadsLeft() : begunInSilence;
      if (server.has("given-up")) { // the answer to the last request was lost
        assertThat(server.get("given-up")).isEqualTo(bytes);
        server.delete("given-up");
      }
    }
    try (ByteSink sink = S3Storage.of(server.client()).replace(server.uri("given-up"), null)) {
      sink.write(ByteBuffer.wrap(bytes));
    }
    assertThat(server.has("given-up")).isFalse();
    assertThat(server.uploadsLeft()).isEqualTo(begunInSilence);
  }

  /** A part that arrives after the abort stays. */
  @Test
  void an_upload_that_is_interrupted_is_aborted_after_its_parts_have_arrived() throws Exception {
    int uploadsBefore = server.uploadsLeft();
    CountDownLatch mayArrive = new CountDownLatch(1);
    Fault held = new Fault.After(() -> await(mayArrive));
    server.proxy().spoil((request, line) -> line.contains("partNumber=1") ? held : Fault.NONE);
    ByteSink sink = S3Storage.of(server.client()).create(server.uri("interrupted"));
    FutureTask<Void> closing =
        new FutureTask<>(
            () -> {
              sink.close();
              return null;
            });
    try {
      sink.write(ByteBuffer.wrap(random(9_000_000)));
      Thread.currentThread().interrupt();
      assertThatThrownBy(sink::commit).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
      new Thread(closing).start();
      Thread.sleep(300);
      assertThat(server.proxy().lines()).noneMatch(line -> line.startsWith("DELETE "));
    } finally {
      mayArrive.countDown();
      closing.get();
    }
    assertThat(server.proxy().lines().get(server.proxy().requests() - 1)).startsWith("DELETE ");
    assertThat(server.uploadsLeft()).isEqualTo(uploadsBefore);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 9_000_000})
  void a_lost_answer_to_any_request_of_an_upload_changes_nothing(int length) throws IOException {
    byte[] bytes = random(length);
    int requests = length > S3_PART ? 4 : 1;
    for (int spoilt = 0; spoilt < requests; spoilt++) {
      int number = spoilt;
      server.proxy().spoil(request -> request == number ? new Fault.Cut(0) : Fault.NONE);
      try (ByteSink sink = S3Storage.of(server.client()).create(server.uri("lost"))) {
        sink.write(ByteBuffer.wrap(bytes));
        sink.commit();
      }
      assertThat(server.get("lost")).isEqualTo(bytes);
      server.delete("lost");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 9_000_000})
  void of_two_writers_of_one_object_the_first_to_commit_wins(int length) throws IOException {
    byte[] bytes = random(length);
    String key = "raced-" + length;
    try (ByteSink first = S3Storage.of(server.client()).create(server.uri(key));
        ByteSink second = S3Storage.of(server.client()).create(server.uri(key))) {
      first.write(ByteBuffer.wrap(bytes));
      second.write(ByteBuffer.wrap(bytes, 0, length / 2));
      first.commit();
      assertThatThrownBy(second::commit).isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(server.get(key)).isEqualTo(bytes);
    try (ByteSource source = S3Storage.of(server.client()).open(SourceEntry.of(server.uri(key)))) {
      source.readTail(1);
      try (ByteSink third =
              S3Storage.of(server.client()).replace(server.uri(key), source.version());
          ByteSink fourth =
              S3Storage.of(server.client()).replace(server.uri(key), source.version())) {
        third.write(ByteBuffer.wrap(bytes, 0, 3));
        fourth.write(ByteBuffer.wrap(bytes));
        third.commit();
        assertThatThrownBy(fourth::commit).isInstanceOf(ChangedSourceException.class);
      }
    }
    assertThat(server.get(key)).hasSize(3);
  }

  @Test
  void a_writer_to_s3_makes_the_file_that_a_writer_to_a_path_makes() throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = StorageFile.batch(12_000, 1, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                S3Storage.of(server.client()).create(server.uri("written")),
                root.getSchema(),
                StorageFile.options(4_000),
                allocator)) {
      writer.write(root);
      assertThat(server.has("written")).isFalse();
      writer.finish();
    }
    assertThat(server.get("written")).isEqualTo(file);
  }

  @Test
  void a_footer_is_attached_to_a_copy_and_a_writer_that_fails_leaves_no_object()
      throws IOException {
    byte[] plain = StorageFile.plainBytes(folder, 3, 4_000, 1);
    URI from = server.put("plain", plain);
    try (ByteSource input = sources.open(from);
        ByteSink output = S3Storage.of(server.client()).replace(server.uri("attached"), null)) {
      FooterAttacher.defaults().attach(input, output);
    }
    assertThat(server.get("attached")).isEqualTo(file);
    try (ByteSource input = sources.open(server.uri("attached"))) {
      assertThat(FooterVerifier.defaults().verify(input).layout()).isEqualTo(FooterLayout.SPEC);
    }
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = StorageFile.batch(12_000, 1, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                S3Storage.of(server.client()).create(server.uri("unfinished")),
                root.getSchema(),
                StorageFile.options(4_000),
                allocator)) {
      writer.write(root);
    }
    assertThat(server.has("unfinished")).isFalse();
  }
}
