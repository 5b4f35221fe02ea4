// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.RequestEvent;
import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.http.HttpByteSource;
import io.arrowparquet.storage.http.HttpReadOptions;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers whose answers are slow, short, elsewhere or refusals. */
@Timeout(60)
class HttpAnswersTest {
  private static final int SIZE = 7 << 20;

  /** Long enough for a busy machine to go on sending within it. */
  private static final Duration SILENCE = Duration.ofSeconds(1);

  /** What a read may take beside the limits that it waits for. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private static final HttpReadOptions OPTIONS =
      HttpReadOptions.defaults()
          .withRetries(
              RetryPolicy.defaults()
                  .withAttempts(2)
                  .withFirstDelay(Duration.ofMillis(1))
                  .withLongestDelay(Duration.ofMillis(5)));

  private final byte[] file = new byte[SIZE];
  private RangeServer server;
  private FaultProxy proxy;
  private URI direct;
  private URI uri;

  @BeforeEach
  void serve() throws IOException {
    new Random(1).nextBytes(file);
    server = new RangeServer();
    proxy = new FaultProxy(server.port());
    direct = server.put("/file", file);
    uri = URI.create("http://127.0.0.1:" + proxy.port() + "/file");
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    server.close();
  }

  private static HttpByteSource source(URI uri) {
    return HttpByteSource.open(SourceEntry.of(uri), OPTIONS);
  }

  private void readAll(HttpByteSource source) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(SIZE);
    source.readFully(0, bytes);
    assertThat(bytes.array()).isEqualTo(file);
  }

  /** A read, which gives what it took. */
  @FunctionalInterface
  private interface Timed {
    Duration read() throws IOException;
  }

  /**
   * What it gives, each time; how quick it is, in one of three times, as others may be hindered.
   */
  private static void requireWithin(Duration most, Timed read) throws IOException {
    Duration took = read.read();
    for (int again = 0; again < 2 && took.compareTo(most) > 0; again++) {
      took = read.read();
    }
    assertThat(took).isLessThanOrEqualTo(most);
  }

  private static Duration since(long nanoTime) {
    return Duration.ofNanos(System.nanoTime() - nanoTime);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 1_000, 1 << 20, SIZE - 1})
  void an_answer_that_falls_silent_is_asked_for_again(int after) throws IOException {
    HttpReadOptions options = OPTIONS.withTimeout(SILENCE).withSilence(SILENCE);
    requireWithin(
        SILENCE.plus(LIMIT),
        () -> {
          HttpByteSource source = HttpByteSource.open(SourceEntry.of(uri), options);
          proxy.spoil(request -> request == 0 ? new Fault.Stall(after) : Fault.NONE);
          long start = System.nanoTime();
          readAll(source);
          Duration took = since(start);
          assertThat(took).isGreaterThanOrEqualTo(SILENCE);
          assertThat(proxy.requests()).isEqualTo(2);
          return took;
        });
  }

  @Test
  void silence_that_stays_is_an_exception_after_the_attempts() throws IOException {
    HttpByteSource source = HttpByteSource.open(SourceEntry.of(uri), OPTIONS.withSilence(SILENCE));
    requireWithin(
        SILENCE.multipliedBy(2).plus(LIMIT),
        () -> {
          proxy.spoil(request -> new Fault.Stall(1_000));
          long start = System.nanoTime();
          assertThatThrownBy(() -> readAll(source))
              .isInstanceOf(IOException.class)
              .hasMessage(source.name() + ": the answer takes too long");
          Duration took = since(start);
          assertThat(proxy.requests()).isEqualTo(2);
          return took;
        });
  }

  @Test
  void a_line_that_is_slow_and_not_silent_is_waited_for() throws IOException {
    proxy.spoil(request -> new Fault.Slow(15, SILENCE.toMillis() / 10));
    long start = System.nanoTime();
    readAll(HttpByteSource.open(SourceEntry.of(uri), OPTIONS.withSilence(SILENCE)));
    assertThat(since(start)).isGreaterThan(SILENCE);
    assertThat(proxy.requests()).isEqualTo(1);
  }

  @Test
  void attempts_count_anew_after_progress() throws IOException {
    proxy.spoil(request -> new Fault.Cut(1 << 20));
    readAll(source(uri));
    assertThat(proxy.requests()).isBetween(7, 9);
  }

  @Test
  void a_trickle_is_no_progress() {
    proxy.spoil(request -> new Fault.Cut(1_000));
    assertThatThrownBy(() -> readAll(source(uri))).isInstanceOf(IOException.class);
    assertThat(proxy.requests()).isEqualTo(2);
  }

  @Test
  void a_part_of_what_was_asked_for_is_taken_where_the_answer_says_so() throws IOException {
    server.limitParts(1 << 20);
    readAll(source(direct));
    assertThat(server.requests()).hasSize(7);

    server.limitParts(10);
    assertThatThrownBy(() -> readAll(source(direct))).isInstanceOf(IOException.class);
    assertThat(server.requests()).hasSize(7 + 2);
  }

  @ParameterizedTest
  @CsvSource({"bytes, true", "Bytes, true", "BYTES, false", "bytes, false"})
  void ranges_are_understood_however_they_are_named(String unit, boolean withTotal)
      throws IOException {
    HttpByteSource source = source(direct);
    source.length();
    server.nameRanges(unit, withTotal);
    readAll(source);
  }

  @ParameterizedTest
  @CsvSource({"lines, true", "'', true"})
  void ranges_of_another_unit_are_refused(String unit, boolean withTotal) {
    server.nameRanges(unit, withTotal);
    assertThatThrownBy(() -> readAll(source(direct)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Content-Range: found");
  }

  @Test
  void redirects_are_remembered_until_their_target_refuses() throws IOException {
    try (RangeServer first = new RangeServer()) {
      first.redirect("/file", uri);
      URI asked = URI.create("http://127.0.0.1:" + first.port() + "/file");
      proxy.spoil(request -> request == 2 ? new Fault.Gone() : Fault.NONE);
      HttpByteSource source = source(asked);
      for (int read = 0; read < 4; read++) {
        source.readFully(0, ByteBuffer.allocate(100));
      }
      // One to learn of the target, and one when that was gone.
      assertThat(first.requests()).hasSize(2);
      assertThat(proxy.requests()).isEqualTo(5);

      proxy.spoil(request -> new Fault.Gone());
      assertThatThrownBy(() -> source.readFully(0, ByteBuffer.allocate(100)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("status 404");
    }
  }

  @Test
  void connections_outlive_redirects() throws IOException {
    server.redirect("/moved", direct);
    URI moved = URI.create("http://127.0.0.1:" + proxy.port() + "/moved");
    for (int file = 0; file < 5; file++) {
      source(moved).readFully(0, ByteBuffer.allocate(100));
    }
    assertThat(proxy.requests()).isEqualTo(5);
    assertThat(proxy.connections()).isEqualTo(1);
  }

  /** When the server that is busy says that it can be asked again. */
  static Stream<Supplier<String>> waits() {
    return Stream.of(
        () -> "1",
        () -> {
          ZonedDateTime until = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(2);
          return DateTimeFormatter.RFC_1123_DATE_TIME.format(until);
        });
  }

  @ParameterizedTest
  @MethodSource("waits")
  void a_wait_that_a_busy_server_asks_for_is_kept(Supplier<String> wait) throws IOException {
    HttpReadOptions options =
        OPTIONS.withRetries(OPTIONS.retries().withLongestDelay(Duration.ofSeconds(10)));
    server.send("Retry-After", wait.get());
    server.refuse(503, "");
    proxy.spoil(request -> request == 1 ? new Fault.After(() -> server.refuse(0, "")) : Fault.NONE);
    long start = System.nanoTime();
    readAll(HttpByteSource.open(SourceEntry.of(uri), options));
    assertThat(since(start)).isGreaterThan(Duration.ofMillis(900));
    assertThat(proxy.requests()).isEqualTo(2);
  }

  @Test
  void a_wait_that_is_not_kept_is_told() {
    server.send("Retry-After", "3600");
    server.refuse(503, "");
    assertThatThrownBy(() -> readAll(source(direct)))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(
            "status 503; the server asks for a wait of 3600000 ms, and at most 5 are waited");
  }

  @Test
  void requests_without_tls_ask_for_no_other_version_of_http() throws IOException {
    source(direct).readFully(0, ByteBuffer.allocate(100));
    assertThat(server.requestHeaders().get(0))
        .doesNotContainKey("Upgrade")
        .doesNotContainKey("Http2-settings");
  }

  @Test
  void a_process_has_a_bounded_number_of_requests_at_once() throws Exception {
    List<FaultProxy> hosts = new ArrayList<>();
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
    try {
      for (int host = 0; host < 5; host++) {
        FaultProxy stalling = new FaultProxy(server.port());
        hosts.add(stalling);
        stalling.spoil(request -> new Fault.Stall(0));
        HttpByteSource source = source(URI.create("http://127.0.0.1:" + stalling.port() + "/file"));
        for (int range = 0; range < 70; range++) {
          reads.addAll(source.readRanges(List.of(new ByteRange(range, 1)), ByteBuffer::allocate));
        }
      }
      IntSupplier stalled = () -> hosts.stream().mapToInt(FaultProxy::stalled).sum();
      while (stalled.getAsInt() < 256) {
        Thread.sleep(10);
      }
      Thread.sleep(100);
      assertThat(stalled.getAsInt()).isEqualTo(256);
    } finally {
      reads.forEach(read -> read.cancel(true));
      for (FaultProxy host : hosts) {
        host.close();
      }
    }
  }

  @Test
  void a_host_has_a_bounded_number_of_requests_at_once() {
    proxy.spoil(request -> Fault.NONE);
    proxy.delay(100);
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
    for (int file = 0; file < 300; file++) {
      reads.addAll(source(uri).readRanges(List.of(new ByteRange(file, 10)), ByteBuffer::allocate));
    }
    reads.forEach(CompletableFuture::join);
    assertThat(proxy.mostUnderWay()).isBetween(8, 64);
  }

  @Test
  void requests_that_wait_for_their_turn_can_be_cancelled() throws IOException {
    proxy.spoil(request -> new Fault.Stall(0));
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
    for (int file = 0; file < 200; file++) {
      reads.addAll(source(uri).readRanges(List.of(new ByteRange(file, 10)), ByteBuffer::allocate));
    }
    reads.forEach(read -> read.cancel(true));
    assertThat(reads).allMatch(CompletableFuture::isDone);
    proxy.spoil(request -> Fault.NONE);
    readAll(source(uri));
  }

  @Test
  void a_listener_is_told_of_each_request_whatever_it_throws() throws IOException {
    List<RequestEvent> events = Collections.synchronizedList(new ArrayList<>());
    HttpReadOptions options =
        OPTIONS.withListener(
            event -> {
              events.add(event);
              throw new AssertionError("of a listener");
            });
    proxy.spoil(request -> request == 0 ? new Fault.Busy() : Fault.NONE);
    HttpByteSource source = HttpByteSource.open(SourceEntry.of(uri), options);
    source.readFully(10, ByteBuffer.allocate(100));

    assertThat(events).hasSize(2);
    RequestEvent failed = events.get(0);
    assertThat(failed.request()).isEqualTo(new RequestEvent.Request(10, 100, 1));
    assertThat(failed.answer())
        .extracting(RequestEvent.Answer::status, RequestEvent.Answer::bytes)
        .containsExactly(503, 0);
    assertThat(failed.problem()).isEqualTo(source.name() + ": status 503");
    RequestEvent repeated = events.get(1);
    assertThat(repeated.file()).isEqualTo(SourceEntry.of(uri));
    assertThat(repeated.request()).isEqualTo(new RequestEvent.Request(10, 100, 2));
    assertThat(repeated.answer())
        .extracting(RequestEvent.Answer::status, RequestEvent.Answer::bytes)
        .containsExactly(206, 100);
    assertThat(repeated.problem()).isNull();
    assertThat(repeated.answer().toFirstByte())
        .isBetween(Duration.ZERO, repeated.answer().duration());
    assertThat(source.repeatedRequests()).isEqualTo(1);

    proxy.spoil(request -> new Fault.Cut(0));
    assertThatThrownBy(() -> source.readFully(0, ByteBuffer.allocate(1)))
        .isInstanceOf(IOException.class);
    RequestEvent broken = events.get(events.size() - 1);
    assertThat(broken.answer().status()).isZero();
    assertThat(broken.answer().toFirstByte()).isNull();
    assertThat(broken.problem()).contains("the connection failed");
  }

  static Stream<List<String>> refusals() {
    return Stream.of(
        List.of(
            "<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>Request has expired"
                + "</Message><Expires>2026</Expires></Error>",
            "status 403 (Request has expired)"),
        List.of(
            "{\"error\": {\"message\": \"token\u001b expired\"}}", "status 403 (token expired)"),
        List.of("<html>Forbidden</html>", "status 403"),
        List.of("", "status 403"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void a_refusal_says_the_servers_reason(List<String> bodyAndMessage) {
    server.refuse(403, bodyAndMessage.get(0));
    assertThatThrownBy(() -> source(direct).readTail(10))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage(source(direct).name() + ": " + bodyAndMessage.get(1));
  }

  @Test
  void a_host_that_is_not_there_is_said_in_words() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    for (String place :
        List.of("http://no-such-host.invalid/a", "http://127.0.0.1:" + closed + "/a")) {
      assertThatThrownBy(() -> source(URI.create(place)).readTail(10))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(place + ": ")
          .hasMessageNotContainingAny("java.", "Exception", "null", "-1");
    }
    assertThatThrownBy(() -> source(URI.create("http://a_b/c")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("http://a_b/c: has no host that requests can be sent to");
  }
}
