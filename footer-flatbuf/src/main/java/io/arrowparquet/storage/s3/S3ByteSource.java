// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.RequestEvent;
import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.BlockingByteSource;
import io.arrowparquet.storage.internal.HttpContentRange;
import io.arrowparquet.storage.internal.PendingReads;
import io.arrowparquet.storage.internal.SourceVersion;
import io.arrowparquet.storage.internal.ThreadedRead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.metrics.CoreMetric;
import software.amazon.awssdk.http.HttpMetric;
import software.amazon.awssdk.metrics.MetricCollection;
import software.amazon.awssdk.metrics.MetricPublisher;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

final class S3ByteSource extends BlockingByteSource {
  private static final int PIECE = 64 << 10;
  private static final long FROM_THE_END = -1;

  private final S3Client client;
  private final SourceEntry entry;
  private final Consumer<RequestEvent> listener;
  private final S3Location location;
  private final RetryPolicy retries = RetryPolicy.defaults();
  private final SourceVersion version;
  private final AtomicLong repeated = new AtomicLong();
  private volatile boolean isClosed;

  S3ByteSource(S3Client client, SourceEntry entry, Consumer<RequestEvent> listener) {
    super(S3Location.ofObject(entry.uri()).name(), SourceEntry.UNKNOWN, ReadHints.REMOTE);
    this.client = client;
    this.entry = entry;
    this.listener = listener;
    this.location = S3Location.ofObject(entry.uri());
    this.version = new SourceVersion(name(), entry);
  }

  @Override
  public long length() throws IOException {
    long known = version.length();
    return known != SourceEntry.UNKNOWN ? known : readTail(1).length();
  }

  @Override
  public long knownLength() {
    return version.length();
  }

  @Override
  public String version() {
    return version.text();
  }

  @Override
  public ByteSource.Tail readTail(int most) throws IOException {
    if (version.length() != SourceEntry.UNKNOWN) {
      return super.readTail(most);
    }
    ByteBuffer bytes = ByteBuffer.allocate(Math.max(1, most));
    PendingReads.await(ThreadedRead.start(bytes, this::readLast), name());
    return new ByteSource.Tail(version.length(), bytes.limit(Math.min(bytes.limit(), most)));
  }

  private void readLast(ThreadedRead target) throws IOException {
    long total;
    Exchange exchange = new Exchange(-target.remaining(), target.remaining(), 0);
    try (ResponseInputStream<GetObjectResponse> in = exchange.send()) {
      total = settle(in, FROM_THE_END, target);
      exchange.read(in, target);
    } catch (SdkException | IOException e) {
      if (e instanceof SdkException refused
          && S3Failures.status(refused) == S3Failures.RANGE_NOT_SATISFIABLE) {
        version.settleEmpty(); // nothing but an empty object has no last byte
        target.limit(0);
        exchange.end(null);
        return;
      }
      throw exchange.failed(e);
    }
    if (target.remaining() > 0) {
      read(total - target.remaining(), target);
    }
  }

  @Override
  protected void read(long position, ThreadedRead target) throws IOException {
    requireInside(name(), version.length(), position, target.remaining());
    long end = position + target.remaining();
    for (int failures = 0; target.remaining() > 0; ) {
      if (failures > 0) {
        repeated.incrementAndGet();
        pause(failures);
      }
      int missing = target.remaining();
      Exchange exchange = new Exchange(end - missing, missing, failures);
      try (ResponseInputStream<GetObjectResponse> in = exchange.send()) {
        settle(in, end - missing, target);
        exchange.read(in, target);
      } catch (SdkException | IOException e) {
        throw exchange.failed(e);
      }
      // Attempts are those to get the next byte: storage may cut off each long answer.
      failures = target.remaining() < missing ? 1 : failures + 1;
      if (target.remaining() > 0 && failures >= retries.attempts()) {
        throw new IOException(
            name() + ": the answer ends " + target.remaining() + " bytes early, again and again");
      }
    }
  }

  private IOException interrupted(Throwable cause) {
    return PendingReads.interrupted(name() + ": the thread was interrupted", cause);
  }

  private void pause(int failures) throws IOException {
    try {
      Thread.sleep(retries.delayMillis(failures, 0, false));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
  }

  /**
   * One request to the client, which may send it several times. What it measures of each is
   * published before the body is read.
   */
  private final class Exchange implements MetricPublisher {
    private final RequestEvent.Request asked;
    private List<MetricCollection> attempts = List.of();
    private long headAt;
    private int came;

    Exchange(long offset, int length, int failures) {
      this.asked = new RequestEvent.Request(offset, length, failures);
    }

    ResponseInputStream<GetObjectResponse> send() throws IOException {
      if (isClosed) {
        throw new IOException(name() + ": is closed");
      }
      long from = asked.offset();
      String range =
          from < 0 ? "bytes=" + from : "bytes=" + from + "-" + (from + asked.length() - 1);
      GetObjectRequest request =
          GetObjectRequest.builder()
              .bucket(location.bucket())
              .key(location.key())
              .range(range)
              .ifMatch(version.tagToMatch())
              .ifUnmodifiedSince(version.dateToMatch())
              .overrideConfiguration(
                  override -> override.metricPublishers(publishers()).addMetricPublisher(this))
              .build();
      return client.getObject(request);
    }

    /** Those of a request replace the client's. A class of the caller's may not tell of these. */
    private List<MetricPublisher> publishers() {
      try {
        return client.serviceClientConfiguration().overrideConfiguration().metricPublishers();
      } catch (UnsupportedOperationException e) {
        return List.of();
      }
    }

    /**
     * Reads what comes; a connection that breaks is no exception, as the rest is asked for again.
     */
    void read(ResponseInputStream<GetObjectResponse> in, ThreadedRead target) throws IOException {
      target.abortBy(in::abort);
      byte[] piece = new byte[Math.min(PIECE, target.remaining())];
      while (target.remaining() > 0) {
        int count;
        try {
          count = in.read(piece, 0, Math.min(piece.length, target.remaining()));
        } catch (IOException | SdkException e) {
          in.abort();
          if (Thread.currentThread().isInterrupted()) {
            throw interrupted(e);
          }
          count = -1;
        }
        if (count < 0) {
          end(name() + ": the answer ends " + target.remaining() + " bytes early");
          return;
        }
        target.put(piece, count);
        came += count;
      }
      end(null);
    }

    @Override
    public void publish(MetricCollection call) {
      headAt = System.nanoTime();
      attempts = call.childrenWithName("ApiCallAttempt").toList();
      repeated.addAndGet(Math.max(0, attempts.size() - 1));
    }

    @Override
    public void close() {}

    IOException failed(Exception failure) {
      IOException known = failure instanceof SdkException e ? failure(e) : (IOException) failure;
      end(known.getMessage());
      return known;
    }

    void end(String problem) {
      for (int i = 0; i < attempts.size(); i++) {
        MetricCollection attempt = attempts.get(i);
        boolean isLast = i == attempts.size() - 1;
        int status = first(attempt.metricValues(HttpMetric.HTTP_STATUS_CODE), 0);
        Duration head =
            first(attempt.metricValues(CoreMetric.SERVICE_CALL_DURATION), Duration.ZERO);
        Duration all = isLast ? head.plusNanos(System.nanoTime() - headAt) : head;
        new RequestEvent(
                entry,
                new RequestEvent.Request(asked.offset(), asked.length(), asked.attempt() + i + 1),
                new RequestEvent.Answer(status, status == 0 ? null : head, all, isLast ? came : 0),
                isLast ? problem : name() + (status == 0 ? ": no answer" : ": status " + status))
            .tell(listener);
      }
      attempts = List.of();
    }

    private static <T> T first(List<T> values, T none) {
      return values.isEmpty() ? none : values.get(0);
    }
  }

  private IOException failure(SdkException e) {
    if (S3Failures.status(e) == S3Failures.PRECONDITION_FAILED && version.text() != null) {
      return version.refused(null);
    }
    return S3Failures.status(e) == S3Failures.RANGE_NOT_SATISFIABLE
        ? version.shorter("the range that was asked for")
        : S3Failures.of(name(), e);
  }

  /** The length of the object, of an answer that has bytes to fill the target with. */
  private long settle(ResponseInputStream<GetObjectResponse> in, long position, ThreadedRead target)
      throws IOException {
    GetObjectResponse answer = in.response();
    try {
      HttpContentRange range =
          HttpContentRange.parse(name(), answer.contentRange(), version.length());
      long total = range.total();
      version.settle(total, answer.eTag(), answer.lastModified());
      if (position == FROM_THE_END) {
        target.limit((int) Math.min(target.remaining(), total));
      }
      long first = position == FROM_THE_END ? total - target.remaining() : position;
      range.require(name(), first, target.remaining());
      return total;
    } catch (IOException e) {
      in.abort(); // to close it would be to read the rest, which may be the whole object
      throw e;
    }
  }

  @Override
  public long repeatedRequests() {
    return repeated.get();
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
