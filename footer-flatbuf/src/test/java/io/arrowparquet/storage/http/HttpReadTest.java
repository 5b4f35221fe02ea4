// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.SourceEntry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads from a server that gives less than it is asked for. */
@Timeout(60)
class HttpReadTest {
  private static final int PROGRESS = 64 << 10;
  private static final int MOST_OF_HOST = 64;

  private final byte[] file = new byte[1 << 20];
  private final List<String> ranges = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private volatile Answers answers;

  /** Answers a range that begins at {@code from}. */
  private interface Answers {
    void answer(HttpExchange exchange, String range, int from, int to) throws IOException;
  }

  @BeforeEach
  void serve() throws IOException {
    serve(Runnable::run);
  }

  private void serve(Executor threads) throws IOException {
    new Random(1).nextBytes(file);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/file",
        exchange -> {
          String range =
              exchange.getRequestHeaders().getFirst("Range").substring("bytes=".length());
          ranges.add(range);
          int dash = range.indexOf('-');
          int last = Integer.parseInt(range.substring(dash + 1));
          int from = dash == 0 ? file.length - last : Integer.parseInt(range.substring(0, dash));
          answers.answer(exchange, range, from, dash == 0 ? file.length : last + 1);
          exchange.close();
        });
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Sends a part, which the head says is all. */
  private void send(HttpExchange exchange, int from, int to) throws IOException {
    exchange
        .getResponseHeaders()
        .set("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + file.length);
    exchange.sendResponseHeaders(206, to - from);
    exchange.getResponseBody().write(file, from, to - from);
  }

  private HttpByteSource source(int attempts) {
    HttpReadOptions options =
        HttpReadOptions.defaults()
            .withRetries(
                RetryPolicy.defaults().withAttempts(attempts).withFirstDelay(Duration.ZERO));
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/file");
    return HttpByteSource.open(SourceEntry.of(uri), options);
  }

  @Test
  void a_part_of_the_range_is_gone_on_with_behind_its_last_byte() throws Exception {
    answers = (exchange, range, from, to) -> send(exchange, from, Math.min(to, from + PROGRESS));
    ByteBuffer target = ByteBuffer.allocate(4 * PROGRESS);

    ByteBuffer read = HttpRead.ofRange(source(1), 7, target).start().get();

    assertThat(read).isEqualTo(ByteBuffer.wrap(file, 7, 4 * PROGRESS));
    assertThat(ranges).hasSize(4).element(1).isEqualTo(7 + PROGRESS + "-" + (6 + 4 * PROGRESS));
  }

  @Test
  void attempts_count_anew_after_progress_and_are_used_up_without() throws Exception {
    answers =
        (exchange, range, from, to) -> {
          if (ranges.size() % 2 == 1) {
            exchange.sendResponseHeaders(503, -1);
          } else {
            send(exchange, from, Math.min(to, from + PROGRESS));
          }
        };
    HttpByteSource patient = source(2);
    assertThat(HttpRead.ofRange(patient, 0, ByteBuffer.allocate(4 * PROGRESS)).start().get())
        .isEqualTo(ByteBuffer.wrap(file, 0, 4 * PROGRESS));
    assertThat(ranges).hasSize(8);
    assertThat(patient.repeatedRequests()).isEqualTo(4);

    answers = (exchange, range, from, to) -> exchange.sendResponseHeaders(503, -1);
    ranges.clear();
    assertThatThrownBy(() -> HttpRead.ofRange(source(3), 0, ByteBuffer.allocate(1)).start().get())
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage(source(1).name() + ": status 503");
    assertThat(ranges).hasSize(3);
  }

  @Test
  void the_last_bytes_are_found_where_a_server_does_not_count_from_the_end() throws Exception {
    answers =
        (exchange, range, from, to) -> {
          if (range.startsWith("-")) {
            exchange.sendResponseHeaders(501, -1);
          } else {
            send(exchange, from, to);
          }
        };
    ByteBuffer target = ByteBuffer.allocate(100);

    ByteBuffer read = HttpRead.ofTail(source(1), target).start().get();

    assertThat(read).isEqualTo(ByteBuffer.wrap(file, file.length - 100, 100));
    assertThat(ranges).containsExactly("-100", "0-0", file.length - 100 + "-" + (file.length - 1));
  }

  @Test
  void nothing_is_written_after_a_read_is_cancelled() throws Exception {
    CountDownLatch isAsked = new CountDownLatch(1);
    CountDownLatch isCancelled = new CountDownLatch(1);
    answers =
        (exchange, range, from, to) -> {
          isAsked.countDown();
          try {
            isCancelled.await(30, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          send(exchange, from, to);
        };
    byte[] memory = new byte[1_000];
    HttpRead read = HttpRead.ofRange(source(1), 0, ByteBuffer.wrap(memory)).start();
    assertThat(isAsked.await(30, TimeUnit.SECONDS)).isTrue();

    assertThat(read.cancel(true)).isTrue();
    isCancelled.countDown();
    server.stop(1); // waits for the answer

    assertThatThrownBy(read::get).isInstanceOf(CancellationException.class);
    assertThat(memory).containsOnly(0);
  }

  /** One that ends lets the next begin, which ends at once: not as calls within calls. */
  @Test
  void however_many_reads_wait_and_are_cancelled_others_have_their_turns() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    server.stop(0);
    ranges.clear();
    serve(threads);
    CountDownLatch isOver = new CountDownLatch(1);
    answers =
        (exchange, range, from, to) -> {
          try {
            isOver.await(30, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        };
    try {
      HttpByteSource source = source(1);
      List<HttpRead> reads = new ArrayList<>();
      for (int i = 0; i < 30_000; i++) {
        reads.add(HttpRead.ofRange(source, 0, ByteBuffer.allocate(1)).start());
      }
      awaitRequests(MOST_OF_HOST);
      Collections.reverse(reads);
      reads.forEach(read -> read.cancel(true));
      ranges.clear();

      for (int i = 0; i < MOST_OF_HOST; i++) {
        reads.set(i, HttpRead.ofRange(source, 0, ByteBuffer.allocate(1)).start());
      }
      awaitRequests(MOST_OF_HOST);
    } finally {
      isOver.countDown();
      threads.shutdown();
    }
  }

  private void awaitRequests(int count) throws InterruptedException {
    while (ranges.size() < count) {
      Thread.sleep(1);
    }
  }
}
