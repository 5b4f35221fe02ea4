// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.http.HttpByteSource;
import io.arrowparquet.storage.internal.BlockingByteSource;
import io.arrowparquet.storage.internal.HttpContentRange;
import io.arrowparquet.storage.internal.PendingReads;
import io.arrowparquet.storage.internal.SourceBounds;
import io.arrowparquet.storage.internal.SourceLibraries;
import io.arrowparquet.storage.internal.SourceVersion;
import io.arrowparquet.storage.internal.ThreadedRead;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * An object on S3, or on a store that speaks its protocol, through the AWS SDK for Java 2, an
 * optional dependency.
 *
 * <p>All requests are {@code GetObject} of a range, under the condition that the version is that of
 * the first answer: an object that was replaced is a {@link
 * io.arrowparquet.storage.ChangedSourceException}. The version is the ETag; of a store that gives
 * none, or a weak one, it is as {@link HttpByteSource} has it. The client repeats requests that
 * fail as it is configured to; a body that breaks off is gone on with from the first byte that is
 * missing, as often as {@link RetryPolicy#defaults} has attempts without a further byte. How long a
 * server may be silent, before an answer and in the middle of it, is the client's socket timeout:
 * 30 seconds, unless it was made with another one.
 *
 * <p>Threads: may be shared; everything is read on daemon threads. A read that is cancelled, or
 * whose thread is interrupted, ends at once, and its answer is aborted. Where the answer has not
 * begun, the daemon thread ends with the client's socket timeout.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class S3ByteSource extends BlockingByteSource {
  private static final int PIECE = 64 << 10;

  private final S3Client client;
  private final S3Location location;
  private final String name;
  private final RetryPolicy retries = RetryPolicy.defaults();
  private final SourceVersion version;
  private final AtomicLong repeated = new AtomicLong();
  private volatile boolean isClosed;

  private S3ByteSource(S3Client client, SourceEntry entry) {
    this.client = client;
    this.location = S3Location.ofObject(entry.uri());
    this.name = location.name();
    this.version = new SourceVersion(name, entry);
  }

  /**
   * A source; no request is sent yet.
   *
   * @param client stays the caller's
   * @param entry of a URI {@code s3://bucket/key}; its version is one that {@link #version} or a
   *     list gave
   * @throws IllegalArgumentException if the URI is of another form
   */
  public static S3ByteSource open(S3Client client, SourceEntry entry) {
    SourceLibraries.S3.require();
    return new S3ByteSource(client, entry);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ReadHints hints() {
    return ReadHints.REMOTE;
  }

  @Override
  public long length() throws IOException {
    long known = version.length();
    return known != SourceEntry.UNKNOWN ? known : readTail(1).length();
  }

  @Override
  public String version() {
    return version.text();
  }

  @Override
  public ByteSource.Tail readTail(int most) throws IOException {
    long known = version.length();
    if (known == SourceEntry.UNKNOWN) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.max(1, most));
      PendingReads.await(ThreadedRead.start(bytes, this::readLast), name);
      return new ByteSource.Tail(version.length(), bytes.limit(Math.min(bytes.limit(), most)));
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, known));
    readFully(known - bytes.remaining(), bytes);
    return new ByteSource.Tail(known, bytes.flip());
  }

  /** Reads as many of the last bytes as there is room for. */
  private void readLast(ThreadedRead target) throws IOException {
    long total;
    try (ResponseInputStream<GetObjectResponse> in = get("bytes=-" + target.remaining())) {
      HttpContentRange range = settle(in.response());
      total = range.total();
      target.limit((int) Math.min(target.remaining(), total));
      range.require(name, total - target.remaining(), target.remaining());
      read(in, target);
    } catch (SdkException e) {
      if (S3Failures.status(e) == S3Failures.RANGE_NOT_SATISFIABLE) {
        version.settleEmpty(); // nothing but an empty object has no last byte
        target.limit(0);
        return;
      }
      throw failure(e);
    }
    if (target.remaining() > 0) {
      read(total - target.remaining(), target);
    }
  }

  @Override
  public void read(long position, ThreadedRead target) throws IOException {
    SourceBounds.require(name, version.length(), position, target.remaining());
    long end = position + target.remaining();
    for (int failures = 0; target.remaining() > 0; ) {
      if (failures > 0) {
        repeated.incrementAndGet();
        pause(failures);
      }
      int missing = target.remaining();
      String range = "bytes=" + (end - missing) + "-" + (end - 1);
      try (ResponseInputStream<GetObjectResponse> in = get(range)) {
        settle(in.response()).require(name, end - missing, missing);
        read(in, target);
      } catch (SdkException e) {
        throw failure(e);
      }
      // Attempts are those to get the next byte: storage may cut off each long answer.
      failures = target.remaining() < missing ? 1 : failures + 1;
      if (target.remaining() > 0 && failures >= retries.attempts()) {
        throw new IOException(
            name + ": the answer ends " + target.remaining() + " bytes early, again and again");
      }
    }
  }

  /** Reads what comes; a connection that breaks is no exception, as the rest is asked for again. */
  private void read(ResponseInputStream<GetObjectResponse> in, ThreadedRead target)
      throws IOException {
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
        return;
      }
      if (count < 0) {
        return;
      }
      target.put(piece, count);
    }
  }

  private IOException interrupted(Throwable cause) {
    InterruptedIOException failure =
        new InterruptedIOException(name + ": the thread was interrupted");
    failure.initCause(cause);
    return failure;
  }

  private void pause(int failures) throws IOException {
    try {
      Thread.sleep(retries.delayMillis(failures, 0, false));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
  }

  private ResponseInputStream<GetObjectResponse> get(String range) throws IOException {
    if (isClosed) {
      throw new IOException(name + ": is closed");
    }
    String tag = version.tagToMatch();
    Instant date = version.dateToMatch();
    return client.getObject(
        request ->
            request
                .bucket(location.bucket())
                .key(location.key())
                .range(range)
                .ifMatch(tag)
                .ifUnmodifiedSince(date));
  }

  private IOException failure(SdkException e) {
    if (S3Failures.status(e) == S3Failures.PRECONDITION_FAILED && version.text() != null) {
      return version.refused(null);
    }
    return switch (S3Failures.status(e)) {
      case S3Failures.RANGE_NOT_SATISFIABLE -> version.shorter("the range that was asked for");
      default -> S3Failures.of(name, e);
    };
  }

  /** Compares an answer with what is known, and adds to it. */
  private HttpContentRange settle(GetObjectResponse answer) throws IOException {
    HttpContentRange range = HttpContentRange.parse(name, answer.contentRange(), version.length());
    version.settle(range.total(), answer.eTag(), answer.lastModified());
    return range;
  }

  @Override
  public long repeatedRequests() {
    return repeated.get();
  }

  /** The client stays open. */
  @Override
  public void close() {
    isClosed = true;
  }

  @Override
  public String toString() {
    return name;
  }
}
