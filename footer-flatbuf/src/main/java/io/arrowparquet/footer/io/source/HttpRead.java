// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One range under way: requests, redirects and repetitions, until the buffer is full or there is no
 * more hope. A repetition goes on behind the last byte that arrived.
 *
 * <p>Done means that the buffer is not written to any more: bytes are put under this object's lock,
 * and only as long as it is not stopped.
 */
final class HttpRead extends CompletableFuture<ByteBuffer> {
  /** Where the range begins as long as only its distance from the end is known. */
  private static final long FROM_THE_END = -1;

  private static final int MAX_REDIRECTS = 5;

  private final HttpByteSource source;
  private final ByteBuffer target;
  private final int first;

  /** Offset in the file of the target's first byte. */
  private long start;

  /** The server refuses ranges that count from the end: its length is asked for first. */
  private boolean needsLength;

  private int failures;
  private int redirects;
  private boolean isStopped;
  private CompletableFuture<?> exchange;

  private HttpRead(HttpByteSource source, long start, ByteBuffer target) {
    this.source = source;
    this.start = start;
    this.target = target;
    this.first = target.position();
  }

  /** Bytes at a position. */
  static HttpRead ofRange(HttpByteSource source, long position, ByteBuffer target) {
    return new HttpRead(source, position, target);
  }

  /** The last bytes, as many as the target has room for; its limit is where they end. */
  static HttpRead ofTail(HttpByteSource source, ByteBuffer target) {
    return new HttpRead(source, FROM_THE_END, target);
  }

  /** Sends the first request. */
  HttpRead start() {
    send(source.uri());
    return this;
  }

  private void send(URI uri) {
    try {
      exchange(uri);
    } catch (Throwable e) {
      // On a thread that nobody waits for, or beside ranges that are under way already.
      stop(e);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // end() is told of every outcome
  private void exchange(URI uri) {
    HttpRequest request;
    synchronized (this) {
      if (isStopped()) {
        return;
      }
      request = request(uri);
    }
    Answer answer = new Answer(uri);
    CompletableFuture<HttpResponse<Void>> sent = source.client().sendAsync(request, answer::body);
    synchronized (this) {
      exchange = sent;
      if (isStopped()) {
        sent.cancel(true);
        return;
      }
    }
    sent.copy()
        .orTimeout(timeoutMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (response, failure) -> {
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

  private boolean isStopped() {
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

  private long timeoutMillis() {
    return source.options().timeout().toMillis() * (1 + (target.remaining() >> 20));
  }

  private HttpRequest request(URI uri) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).GET();
    if (isSameOrigin(uri)) {
      source.options().headers().forEach(request::setHeader);
    }
    request.timeout(source.options().timeout()).setHeader("Range", range());
    // Offsets count encoded bytes where a server compresses.
    request.setHeader("Accept-Encoding", "identity");
    demandVersion(request);
    return request.build();
  }

  /** RFC 9110, section 13.1. */
  private void demandVersion(HttpRequest.Builder request) {
    String tag = source.resource().tagToMatch();
    String date = source.resource().dateHeader();
    if (tag != null) {
      request.setHeader("If-Match", tag);
    } else if (date != null) {
      request.setHeader("If-Unmodified-Since", date);
    }
  }

  private boolean isSameOrigin(URI uri) {
    return uri.getScheme().equalsIgnoreCase(source.uri().getScheme())
        && uri.getAuthority().equalsIgnoreCase(source.uri().getAuthority());
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

  /** Of the next byte. */
  private long position() {
    return start + target.position() - first;
  }

  /** An answer has come to its end, or will not. */
  private void end(Answer answer, Throwable failure) {
    Runnable next;
    synchronized (this) {
      answer.isOver = true;
      if (isStopped()) {
        return;
      }
      next = next(answer, failure);
    }
    next.run();
  }

  /** What is to be done outside of the lock. */
  private Runnable next(Answer answer, Throwable failure) {
    HttpProblem problem = answer.problem;
    if (answer.redirect != null) {
      URI to = answer.redirect;
      return ++redirects > MAX_REDIRECTS
          ? () -> stop(new IOException(source.name() + ": more than " + redirects + " redirects"))
          : () -> send(to);
    }
    if (problem == null && failure != null) {
      problem = HttpProblem.broken(source.name(), failure);
    }
    if (problem == null && answer.givesLength) {
      locateTail();
    }
    if (problem == null && target.hasRemaining()) {
      if (answer.givesLength) {
        return () -> send(source.uri());
      }
      problem = HttpProblem.truncated(source.name(), target.remaining());
    }
    if (problem == null) {
      return () -> complete(target.position(first));
    }
    return afterProblem(problem);
  }

  private Runnable afterProblem(HttpProblem problem) {
    if (problem.kind() == HttpProblem.Kind.NO_SUFFIX && !needsLength) {
      needsLength = true;
      return () -> send(source.uri());
    }
    failures++;
    RetryPolicy retries = source.options().retries();
    if (problem.kind() != HttpProblem.Kind.TRANSIENT || failures >= retries.attempts()) {
      return () -> stop(problem.failure());
    }
    long delay = retries.delayMillis(failures, problem.retryAfterMillis());
    redirects = 0;
    return () -> delayedExecutor(delay, TimeUnit.MILLISECONDS).execute(() -> send(source.uri()));
  }

  /** The length is known now, by which the last bytes are an ordinary range. */
  private void locateTail() {
    needsLength = false;
    long length = source.resource().length();
    target.limit(first + (int) Math.min(target.remaining(), length));
    start = length - target.remaining();
  }

  /** Ends the request; the memory is the caller's from then on. */
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

  /** One answer: its head decides what becomes of its body. */
  private final class Answer {
    private final URI uri;
    private HttpProblem problem;
    private URI redirect;
    private boolean givesLength;

    /** Late bytes of this answer must not go into the buffer of the next one. */
    private boolean isOver;

    Answer(URI uri) {
      this.uri = uri;
    }

    HttpResponse.BodySubscriber<Void> body(HttpResponse.ResponseInfo info) {
      synchronized (HttpRead.this) {
        try {
          return judge(info) ? new Body(true) : new Body(false);
        } catch (IOException e) {
          problem = HttpProblem.permanent(e);
        } catch (RuntimeException e) {
          // Of an answer that is not HTTP: a Content-Range of many digits, or a broken Location.
          problem = HttpProblem.permanent(new IOException(source.name() + ": malformed answer", e));
        }
        return new Body(false);
      }
    }

    /** Whether the body is wanted. */
    private boolean judge(HttpResponse.ResponseInfo info) throws IOException {
      boolean isSuffix = start == FROM_THE_END && !needsLength;
      switch (info.statusCode()) {
        case 206 -> {
          HttpContentRange.requireIdentity(source.name(), info.headers());
          HttpContentRange range = HttpContentRange.of(source.name(), info.headers());
          source.settle(range.total(), info.headers());
          if (needsLength) {
            givesLength = true;
            return false;
          }
          accept(range, isSuffix);
          return true;
        }
        case 200 -> {
          HttpContentRange.requireIdentity(source.name(), info.headers());
          return acceptWhole(info, isSuffix);
        }
        case 301, 302, 303, 307, 308 -> {
          redirect = HttpProblem.redirect(source.name(), uri, info.headers());
          return false;
        }
        case 416 -> {
          // Nothing but an empty file has no last byte.
          if (start == FROM_THE_END && HttpContentRange.isEmpty(info.headers())) {
            source.settle(0, info.headers());
            target.limit(first);
            return false;
          }
          problem =
              isSuffix
                  ? HttpProblem.noSuffix(source.name(), 416)
                  : HttpProblem.permanent(source.resource().shorter("offset " + position()));
          return false;
        }
        default -> {
          problem =
              isSuffix && (info.statusCode() == 400 || info.statusCode() == 501)
                  ? HttpProblem.noSuffix(source.name(), info.statusCode())
                  : HttpProblem.ofStatus(source, info);
          return false;
        }
      }
    }

    private void accept(HttpContentRange range, boolean isSuffix) throws IOException {
      if (isSuffix) {
        long count = Math.min(target.remaining(), range.total());
        target.limit(target.position() + (int) count);
        start = range.total() - count;
      }
      range.require(source.name(), position(), target.remaining());
    }

    /** A server that ignores ranges sends the whole file; that is all right if it is wanted. */
    private boolean acceptWhole(HttpResponse.ResponseInfo info, boolean isSuffix)
        throws IOException {
      long length = info.headers().firstValueAsLong("Content-Length").orElse(-1);
      boolean isWhole =
          length >= 0
              && (isSuffix ? length <= target.remaining() : position() == 0)
              && (isSuffix || needsLength || length == target.remaining());
      if (isWhole && !needsLength && target.position() == first) {
        source.settle(length, info.headers());
        if (isSuffix) {
          target.limit(first + (int) length);
          start = 0;
        }
        return true;
      }
      problem =
          isSuffix
              ? HttpProblem.noSuffix(source.name(), 200)
              : HttpProblem.permanent(
                  new IOException(
                      source.name()
                          + ": the server ignores range requests: found status 200 and "
                          + (length < 0 ? "a body of unknown length" : length + " bytes")
                          + ", expected status 206; copy the file"));
      return false;
    }

    /** Puts the bytes of the body into the target, or refuses them. */
    private final class Body implements HttpResponse.BodySubscriber<Void> {
      private final boolean isWanted;
      private final CompletableFuture<Void> body = new CompletableFuture<>();
      private Flow.Subscription subscription;

      Body(boolean isWanted) {
        this.isWanted = isWanted;
      }

      @Override
      public CompletableFuture<Void> getBody() {
        return body;
      }

      @Override
      public void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        if (isWanted) {
          subscription.request(Long.MAX_VALUE);
        } else {
          // Not read: it may be the whole file. The connection is lost with it.
          subscription.cancel();
          body.complete(null);
        }
      }

      @Override
      public void onNext(List<ByteBuffer> pieces) {
        synchronized (HttpRead.this) {
          if (isOver || isStopped()) {
            subscription.cancel();
            return;
          }
          for (ByteBuffer piece : pieces) {
            if (piece.remaining() > target.remaining()) {
              subscription.cancel();
              body.completeExceptionally(new IOException("more bytes than the Content-Range says"));
              return;
            }
            target.put(piece);
          }
        }
      }

      @Override
      public void onError(Throwable failure) {
        body.completeExceptionally(
            failure instanceof CompletionException ? failure.getCause() : failure);
      }

      @Override
      public void onComplete() {
        body.complete(null);
      }
    }
  }
}
