// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.http;

import io.arrowparquet.storage.RequestEvent;
import io.arrowparquet.storage.internal.HttpContentRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/** One answer of a {@link HttpRead}, whose lock guards it. */
final class HttpAnswer {
  /** A second of a whole answer brings at least this many bytes, on average. */
  private static final int LEAST_BYTES_PER_SECOND = 32 << 10;

  /** Bodies up to this size are read, so that their connection can be used again. */
  private static final int MOST_UNWANTED = 64 << 10;

  private static final int MOST_OF_ERROR = 4 << 10;

  private final HttpRead read;
  private final String name;
  final URI uri;
  HttpProblem problem;
  URI redirect;
  boolean givesLength;

  HttpResponse.ResponseInfo refused;

  private final ByteArrayOutputStream error = new ByteArrayOutputStream();

  /** Negative if the answer does not say it. */
  int leftAfter = -1;

  /** When this has been silent for too long, and when all of it should be there. */
  volatile long silentUntil;

  final long lateAt;

  private final long sentAt;
  private final long asked;
  private final int length;
  private volatile long headAt;
  private volatile int status;

  private int came;

  /** Late bytes of this answer must not go into the buffer of the next one. */
  boolean isOver;

  HttpAnswer(HttpRead read, URI uri) {
    this.read = read;
    this.name = read.source.name();
    this.uri = uri;
    this.sentAt = System.nanoTime();
    this.asked = read.start == HttpRead.FROM_THE_END ? -read.target.remaining() : read.position();
    this.length = read.target.remaining();
    this.silentUntil = System.nanoTime() + read.source.options.timeout().toNanos();
    long seconds = read.target.remaining() / LEAST_BYTES_PER_SECOND + 1L;
    this.lateAt = silentUntil + TimeUnit.SECONDS.toNanos(seconds);
  }

  RequestEvent event(int attempt) {
    long now = System.nanoTime();
    Duration head = status == 0 ? null : Duration.ofNanos(headAt - sentAt);
    return new RequestEvent(
        read.source.entry,
        new RequestEvent.Request(asked, length, attempt),
        new RequestEvent.Answer(status, head, Duration.ofNanos(now - sentAt), came),
        problem == null ? null : problem.failure().getMessage());
  }

  String text() {
    return error.toString(StandardCharsets.UTF_8);
  }

  private void touch() {
    silentUntil = System.nanoTime() + read.source.options.silence().toNanos();
  }

  HttpResponse.BodySubscriber<Void> body(HttpResponse.ResponseInfo info) {
    touch();
    headAt = System.nanoTime();
    status = info.statusCode();
    synchronized (read) {
      try {
        return new Body(judge(info), info);
      } catch (IOException e) {
        problem = HttpProblem.permanent(e);
      } catch (RuntimeException e) {
        // Of an answer that is not HTTP: a Content-Range of many digits, or a broken Location.
        problem = HttpProblem.permanent(new IOException(name + ": malformed answer", e));
      }
      return new Body(false, info);
    }
  }

  private boolean judge(HttpResponse.ResponseInfo info) throws IOException {
    boolean isSuffix = read.start == HttpRead.FROM_THE_END && !read.needsLength;
    switch (info.statusCode()) {
      case 206 -> {
        HttpContentRange.requireIdentity(name, info.headers());
        HttpContentRange range =
            HttpContentRange.of(name, info.headers(), read.source.version.length());
        read.source.settle(range.total(), info.headers());
        if (read.needsLength) {
          givesLength = true;
          return false;
        }
        accept(range, isSuffix);
        return true;
      }
      case 200 -> {
        HttpContentRange.requireIdentity(name, info.headers());
        return acceptWhole(info, isSuffix);
      }
      case 301, 302, 303, 307, 308 -> {
        redirect = HttpProblem.redirect(name, uri, info.headers());
        return false;
      }
      case 416 -> {
        // Nothing but an empty file has no last byte.
        if (read.start == HttpRead.FROM_THE_END && HttpContentRange.isEmpty(info.headers())) {
          read.source.settle(0, info.headers());
          read.target.limit(read.first);
          return false;
        }
        problem =
            isSuffix
                ? HttpProblem.noSuffix(name, 416)
                : HttpProblem.permanent(read.source.version.shorter("offset " + read.position()));
        return false;
      }
      default -> {
        if (isSuffix && (info.statusCode() == 400 || info.statusCode() == 501)) {
          problem = HttpProblem.noSuffix(name, info.statusCode());
        } else {
          refused = info;
        }
        return false;
      }
    }
  }

  private void accept(HttpContentRange range, boolean isSuffix) throws IOException {
    if (isSuffix) {
      long count = Math.min(read.target.remaining(), range.total());
      read.target.limit(read.target.position() + (int) count);
      read.start = range.total() - count;
    }
    range.require(name, read.position(), read.target.remaining());
    leftAfter = read.target.remaining() - range.count();
  }

  /** A server that ignores ranges sends the whole file; that is all right if it is wanted. */
  private boolean acceptWhole(HttpResponse.ResponseInfo info, boolean isSuffix) throws IOException {
    long length = info.headers().firstValueAsLong("Content-Length").orElse(-1);
    boolean isWhole =
        length >= 0
            && (isSuffix ? length <= read.target.remaining() : read.position() == 0)
            && (isSuffix || read.needsLength || length == read.target.remaining());
    if (isWhole && !read.needsLength && read.target.position() == read.first) {
      read.source.settle(length, info.headers());
      if (isSuffix) {
        read.target.limit(read.first + (int) length);
        read.start = 0;
      }
      return true;
    }
    problem =
        isSuffix
            ? HttpProblem.noSuffix(name, 200)
            : HttpProblem.permanent(
                new IOException(
                    name
                        + ": the server ignores range requests: found status 200 and "
                        + (length < 0 ? "a body of unknown length" : length + " bytes")
                        + ", expected status 206; copy the file"));
    return false;
  }

  private final class Body implements HttpResponse.BodySubscriber<Void> {
    private final boolean isWanted;
    private final boolean isRead;
    private int unwanted;
    private final CompletableFuture<Void> body = new CompletableFuture<>();
    private Flow.Subscription subscription;

    Body(boolean isWanted, HttpResponse.ResponseInfo info) {
      this.isWanted = isWanted;
      // Where it is short: the connection would be lost with it. It may be the whole file, too.
      this.isRead =
          isWanted || info.headers().firstValueAsLong("Content-Length").orElse(0) <= MOST_UNWANTED;
    }

    @Override
    public CompletableFuture<Void> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
      subscription = newSubscription;
      if (isRead) {
        subscription.request(Long.MAX_VALUE);
      } else {
        subscription.cancel();
        body.complete(null);
      }
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
      synchronized (read) {
        if (isOver || read.isStopped()) {
          subscription.cancel();
          return;
        }
        touch();
        if (!isWanted) {
          pieces.forEach(this::pass);
          return;
        }
        for (ByteBuffer piece : pieces) {
          if (piece.remaining() > read.target.remaining()) {
            subscription.cancel();
            body.completeExceptionally(new IOException("more bytes than the Content-Range says"));
            return;
          }
          came += piece.remaining();
          read.target.put(piece);
        }
      }
    }

    private void pass(ByteBuffer piece) {
      unwanted += piece.remaining();
      byte[] bytes = new byte[Math.min(piece.remaining(), MOST_OF_ERROR - error.size())];
      piece.get(bytes);
      error.writeBytes(bytes);
      if (unwanted > MOST_UNWANTED) {
        subscription.cancel();
        body.complete(null);
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
