// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.http;

import io.arrowparquet.storage.RequestEvent;
import io.arrowparquet.storage.RetryPolicy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One range under way: requests, redirects and repetitions, until the buffer is full or there is no
 * more hope. A repetition goes on after the last byte that arrived.
 *
 * <p>Done means that the buffer is not written to any more: bytes are put under this object's lock,
 * and only as long as it is not stopped.
 */
final class HttpRead extends CompletableFuture<ByteBuffer> {
  static final long FROM_THE_END = -1;

  private static final HttpTurns TURNS = new HttpTurns();
  private static final int MAX_REDIRECTS = 5;

  /** Bytes after which attempts count anew; fewer might go on for ever. */
  private static final int PROGRESS = 64 << 10;

  final HttpByteSource source;
  final ByteBuffer target;
  final int first;

  long start;

  /** The server refuses ranges that count from the end: its length is asked for first. */
  boolean needsLength;

  private int failures;

  private int leftAtFailure;

  private int redirects;

  /** A remembered redirect did not work any more, and the original URI was asked. */
  private boolean isAskedAnew;

  private boolean isStopped;
  private CompletableFuture<?> exchange;

  private HttpRead(HttpByteSource source, long start, ByteBuffer target) {
    this.source = source;
    this.start = start;
    this.target = target;
    this.first = target.position();
    this.leftAtFailure = target.remaining();
  }

  static HttpRead ofRange(HttpByteSource source, long position, ByteBuffer target) {
    return new HttpRead(source, position, target);
  }

  /** The target's limit is where they end. */
  static HttpRead ofTail(HttpByteSource source, ByteBuffer target) {
    return new HttpRead(source, FROM_THE_END, target);
  }

  HttpRead start() {
    send(source.target());
    return this;
  }

  private void send(URI uri) {
    TURNS.take(
        uri.getAuthority(),
        turn -> {
          try {
            exchange(uri, turn);
          } catch (Throwable e) {
            // On a thread that nobody waits for, or beside ranges that are under way already.
            turn.end();
            stop(e);
          }
        });
  }

  @SuppressWarnings("FutureReturnValueIgnored") // end() is told of every outcome
  private void exchange(URI uri, HttpTurns.Turn turn) {
    HttpRequest request;
    synchronized (this) {
      if (isStopped()) {
        turn.end();
        return;
      }
      request = request(uri);
    }
    HttpAnswer answer = new HttpAnswer(this, uri);
    CompletableFuture<HttpResponse<Void>> sent = source.client().sendAsync(request, answer::body);
    synchronized (this) {
      exchange = sent;
      if (isStopped()) {
        sent.cancel(true);
        turn.end();
        return;
      }
    }
    CompletableFuture<?> ended = sent.copy();
    watch(answer, ended);
    ended.whenComplete(
        (response, failure) -> {
          turn.end();
          if (failure instanceof TimeoutException) {
            sent.cancel(true);
          }
          try {
            end(answer, failure);
          } catch (Throwable e) {
            stop(e);
          }
        });
  }

  /**
   * Ends an answer of which nothing more comes, or too little. One timer at a time, which looks at
   * what has come meanwhile; it ends with the answer.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the timer
  private void watch(HttpAnswer answer, CompletableFuture<?> ended) {
    long wait = Math.min(answer.silentUntil, answer.lateAt) - System.nanoTime();
    if (wait <= 0) {
      ended.completeExceptionally(new TimeoutException());
      return;
    }
    // The limit changes when the head of the answer comes.
    long most = Math.min(wait, source.options.silence().toNanos());
    CompletableFuture<Void> timer =
        new CompletableFuture<Void>().completeOnTimeout(null, most, TimeUnit.NANOSECONDS);
    timer.thenRun(() -> watch(answer, ended));
    ended.whenComplete((response, failure) -> timer.cancel(false));
  }

  boolean isStopped() {
    return isStopped || isDone();
  }

  /**
   * Ends the read with a failure, after which nothing is written to the buffer. Not under the lock:
   * those who wait may have locks of their own.
   */
  private boolean stop(Throwable failure) {
    synchronized (this) {
      isStopped = true;
    }
    return completeExceptionally(failure);
  }

  private HttpRequest request(URI uri) {
    boolean isSecure = "https".equalsIgnoreCase(uri.getScheme());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .GET()
            // Without TLS, HTTP/2 would begin with an upgrade that proxies may not know.
            .version(isSecure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
    if (isSameOrigin(uri)) {
      source.options.headers().forEach(request::setHeader);
    }
    request.timeout(source.options.timeout()).setHeader("Range", range());
    // Offsets count encoded bytes where a server compresses.
    request.setHeader("Accept-Encoding", "identity");
    demandVersion(request);
    return request.build();
  }

  /** RFC 9110, section 13.1. */
  private void demandVersion(HttpRequest.Builder request) {
    String tag = source.version.tagToMatch();
    String date = source.version.dateHeader();
    if (tag != null) {
      request.setHeader("If-Match", tag);
    } else if (date != null) {
      request.setHeader("If-Unmodified-Since", date);
    }
  }

  private boolean isSameOrigin(URI uri) {
    return uri.getScheme().equalsIgnoreCase(source.uri.getScheme())
        && uri.getAuthority().equalsIgnoreCase(source.uri.getAuthority());
  }

  private String range() {
    if (needsLength) {
      return "bytes=0-0";
    }
    if (start == FROM_THE_END) {
      return "bytes=-" + target.remaining();
    }
    long from = position();
    return "bytes=" + from + "-" + (from + target.remaining() - 1);
  }

  long position() {
    return start + target.position() - first;
  }

  private void end(HttpAnswer answer, Throwable failure) {
    Runnable next;
    RequestEvent event;
    synchronized (this) {
      answer.isOver = true;
      if (isStopped()) {
        return;
      }
      int attempt = failures + 1;
      next = next(answer, failure);
      event = answer.event(attempt);
    }
    event.tell(source.options.listener());
    next.run();
  }

  private Runnable next(HttpAnswer answer, Throwable failure) {
    HttpProblem problem = answer.problem;
    if (answer.redirect != null) {
      URI to = answer.redirect;
      return ++redirects > MAX_REDIRECTS
          ? () -> stop(new IOException(source.name() + ": more than " + redirects + " redirects"))
          : () -> send(to);
    }
    if (answer.refused != null) {
      problem = HttpProblem.ofStatus(source, answer.refused, answer.text());
    }
    if (problem == null && failure != null) {
      problem = HttpProblem.broken(source.name(), failure);
    }
    answer.problem = problem;
    if (problem == null) {
      source.remember(answer.uri);
    } else if (isExpired(answer, problem) && source.forget() && !isAskedAnew) {
      isAskedAnew = true;
      return () -> send(source.uri);
    }
    if (problem == null && answer.givesLength) {
      locateTail();
    }
    if (problem == null && target.hasRemaining()) {
      if (answer.givesLength || isPart(answer)) {
        return () -> send(source.target());
      }
      problem = HttpProblem.truncated(source.name(), target.remaining());
      answer.problem = problem;
    }
    if (problem == null) {
      return () -> complete(target.position(first));
    }
    return afterProblem(problem);
  }

  private static boolean isExpired(HttpAnswer answer, HttpProblem problem) {
    return answer.refused != null
        && answer.refused.statusCode() != 412
        && problem.kind() == HttpProblem.Kind.PERMANENT;
  }

  /** Whether an answer has all that it says it has, which is a good part of what was asked for. */
  private boolean isPart(HttpAnswer answer) {
    boolean isPart = target.remaining() == answer.leftAfter && isProgress();
    if (isPart) {
      leftAtFailure = target.remaining();
      failures = 0;
    }
    return isPart;
  }

  private boolean isProgress() {
    return leftAtFailure - target.remaining() >= PROGRESS;
  }

  private Runnable afterProblem(HttpProblem problem) {
    if (problem.kind() == HttpProblem.Kind.NO_SUFFIX && !needsLength) {
      needsLength = true;
      return () -> send(source.target());
    }
    failures = isProgress() ? 1 : failures + 1;
    leftAtFailure = isProgress() ? target.remaining() : leftAtFailure;
    RetryPolicy retries = source.options.retries();
    if (problem.kind() != HttpProblem.Kind.TRANSIENT || failures >= retries.attempts()) {
      return () -> stop(problem.failure());
    }
    long delay = retries.delayMillis(failures, problem.retryAfterMillis(), problem.isBusy());
    redirects = 0;
    source.countRepeated();
    return () -> delayedExecutor(delay, TimeUnit.MILLISECONDS).execute(() -> send(source.target()));
  }

  /** The length is known now, by which the last bytes are an ordinary range. */
  private void locateTail() {
    needsLength = false;
    long length = source.version.length();
    target.limit(first + (int) Math.min(target.remaining(), length));
    start = length - target.remaining();
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = stop(new CancellationException());
    CompletableFuture<?> sent;
    synchronized (this) {
      sent = exchange;
    }
    if (sent != null) {
      sent.cancel(true);
    }
    return cancelled;
  }

  /**
   * How many HTTP requests of this process are under way, each of which has a connection of its
   * own: up to a number to one host, and to all. Others wait, those to one host in their order; no
   * thread waits for them. Threads share one.
   */
  private static final class HttpTurns {
    private static final int MOST_OF_HOST = 64;
    private static final int MOST = 256;

    private final Map<String, Integer> underWay = new HashMap<>();

    /** Hosts take turns: the one that had the last is at the end. */
    private final LinkedHashMap<String, Queue<Consumer<Turn>>> waiting = new LinkedHashMap<>();

    private int total;

    final class Turn {
      private final String host;
      private final AtomicBoolean isOver = new AtomicBoolean();

      /**
       * While {@link #sendNext} starts the request. Its loop then starts the next one, so that
       * requests that end at once do not recurse.
       */
      private volatile boolean isStarting = true;

      private Turn(String host) {
        this.host = host;
      }

      /** Twice does no harm. */
      void end() {
        if (isOver.compareAndSet(false, true)) {
          release(host);
          if (!isStarting) {
            sendNext();
          }
        }
      }
    }

    void take(String host, Consumer<Turn> request) {
      synchronized (this) {
        waiting.computeIfAbsent(host, name -> new ArrayDeque<>()).add(request);
      }
      sendNext();
    }

    private void sendNext() {
      for (Runnable next = next(); next != null; next = next()) {
        next.run();
      }
    }

    private void start(Consumer<Turn> request, Turn turn) {
      try {
        request.accept(turn);
      } finally {
        turn.isStarting = false;
      }
    }

    private synchronized Runnable next() {
      if (total >= MOST) {
        return null;
      }
      for (Iterator<String> hosts = waiting.keySet().iterator(); hosts.hasNext(); ) {
        String host = hosts.next();
        if (underWay.getOrDefault(host, 0) < MOST_OF_HOST) {
          Queue<Consumer<Turn>> requests = waiting.get(host);
          Consumer<Turn> request = requests.remove();
          hosts.remove();
          if (!requests.isEmpty()) {
            waiting.put(host, requests);
          }
          underWay.merge(host, 1, Integer::sum);
          total++;
          return () -> start(request, new Turn(host));
        }
      }
      return null;
    }

    private synchronized void release(String host) {
      total--;
      underWay.computeIfPresent(host, (name, count) -> count == 1 ? null : count - 1);
    }
  }
}
