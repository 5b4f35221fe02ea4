// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.internal.PendingReads;
import io.arrowparquet.storage.internal.ReadThreads;
import io.arrowparquet.storage.internal.SourceVersion;
import io.arrowparquet.storage.internal.ThreadedRead;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;

final class S3ByteSink implements ByteSink {
  /** S3 demands 5 MiB of all parts but the last. */
  private static final int PART_BYTES = 8 << 20;

  private static final int MOST_UNDER_WAY = 4;

  /** After this many parts they become larger, since an upload has at most 10 000. */
  private static final int PARTS_OF_A_SIZE = 1_000;

  private static final int MOST_DOUBLINGS = 6;

  private static final String MARK = "arrowparquet-write";

  static final String ABSENT = "*";

  private final S3Client client;
  private final S3Location location;

  /** What must be there when the object is published: an ETag, {@link #ABSENT}, or null. */
  private final String expected;

  private final List<CompletedPart> parts = new ArrayList<>();
  private final Deque<CompletableFuture<CompletedPart>> underWay = new ArrayDeque<>();
  private byte[] part;
  private int filled;

  /** In the object's metadata: tells this object from one that another writer has put there. */
  private final Map<String, String> mark = Map.of(MARK, UUID.randomUUID().toString());

  private String uploadId;

  private boolean isCommitted;
  private boolean isClosed;

  S3ByteSink(S3Client client, URI uri, String expected) throws IOException {
    this.client = client;
    this.location = S3Location.ofObject(uri);
    this.expected =
        expected == null || expected.equals(ABSENT)
            ? expected
            : SourceVersion.requireStrong(name(), expected);
    this.part = new byte[1 << 20];
  }

  @Override
  public String name() {
    return location.name();
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    requireOpen();
    while (bytes.hasRemaining()) {
      if (filled == part.length && !grow()) {
        upload();
      }
      int step = Math.min(bytes.remaining(), part.length - filled);
      bytes.get(part, filled, step);
      filled += step;
    }
  }

  /** Small objects should not take the memory of a part. */
  private boolean grow() {
    int size = partSize();
    if (part.length >= size) {
      return false;
    }
    byte[] larger = new byte[Math.min(size, 2 * part.length)];
    System.arraycopy(part, 0, larger, 0, filled);
    part = larger;
    return true;
  }

  private int partSize() {
    int number = parts.size() + underWay.size();
    return PART_BYTES << Math.min(MOST_DOUBLINGS, number / PARTS_OF_A_SIZE);
  }

  private boolean isNew() {
    return ABSENT.equals(expected);
  }

  private void requireOpen() throws IOException {
    if (isClosed || isCommitted) {
      throw new IOException(name() + ": is " + (isClosed ? "closed" : "published"));
    }
  }

  private void upload() throws IOException {
    if (uploadId == null) {
      String begun =
          call(
              () ->
                  client
                      .createMultipartUpload(
                          request ->
                              request.bucket(location.bucket()).key(location.key()).metadata(mark))
                      .uploadId());
      uploadId = S3Failures.present(name(), begun, "id of the upload");
    }
    if (underWay.size() >= MOST_UNDER_WAY) {
      awaitOldest();
    }
    int number = parts.size() + underWay.size() + 1;
    byte[] full = part;
    int length = filled;
    CompletableFuture<CompletedPart> sent = new CompletableFuture<>();
    underWay.add(sent);
    ReadThreads.execute(() -> send(number, full, length, sent), sent::completeExceptionally);
    part = new byte[partSize()];
    filled = 0;
  }

  private void send(int number, byte[] bytes, int length, CompletableFuture<CompletedPart> sent) {
    try {
      String etag =
          client
              .uploadPart(
                  request ->
                      request
                          .bucket(location.bucket())
                          .key(location.key())
                          .uploadId(uploadId)
                          .partNumber(number),
                  body(bytes, length))
              .eTag();
      S3Failures.present(name(), etag, "ETag of the part");
      sent.complete(CompletedPart.builder().partNumber(number).eTag(etag).build());
    } catch (SdkException e) {
      sent.completeExceptionally(S3Failures.of(name(), e));
    } catch (Throwable e) {
      sent.completeExceptionally(e);
    }
  }

  private static RequestBody body(byte[] bytes, int length) {
    return RequestBody.fromContentProvider(
        () -> new ByteArrayInputStream(bytes, 0, length), length, "application/octet-stream");
  }

  private void awaitOldest() throws IOException {
    // An interrupt cancels the copy: close waits until the part has arrived.
    parts.add(PendingReads.await(underWay.element().copy(), name()));
    underWay.remove();
  }

  @Override
  public void commit() throws IOException {
    requireOpen();
    if (uploadId == null) {
      putWhole();
    } else {
      if (filled > 0) {
        upload();
      }
      while (!underWay.isEmpty()) {
        awaitOldest();
      }
      complete();
    }
    isCommitted = true;
    part = null;
  }

  private void putWhole() throws IOException {
    publish(
        () ->
            client.putObject(
                request ->
                    request
                        .bucket(location.bucket())
                        .key(location.key())
                        .metadata(mark)
                        .ifNoneMatch(isNew() ? ABSENT : null)
                        .ifMatch(isNew() ? null : expected),
                body(part, filled)));
  }

  private void complete() throws IOException {
    publish(
        () -> {
          String etag =
              client
                  .completeMultipartUpload(
                      request ->
                          request
                              .bucket(location.bucket())
                              .key(location.key())
                              .uploadId(uploadId)
                              .multipartUpload(upload -> upload.parts(parts))
                              .ifNoneMatch(isNew() ? ABSENT : null)
                              .ifMatch(isNew() ? null : expected))
                  .eTag();
          // Status 200 comes before the work is done: only the body has the result.
          return S3Failures.present(name(), etag, "ETag of the object");
        });
  }

  /**
   * A request may have succeeded although its answer was lost; repeated, it fails then. Whether the
   * object that is there is this one decides.
   */
  private void publish(ThreadedRead.Call<?> request) throws IOException {
    try {
      call(request);
    } catch (IOException e) {
      if (!isPublished(e)) {
        throw e;
      }
    }
  }

  private boolean isPublished(IOException failure) {
    try {
      return client
          .headObject(request -> request.bucket(location.bucket()).key(location.key()))
          .metadata()
          .equals(mark);
    } catch (SdkException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  private <T> T call(ThreadedRead.Call<T> request) throws IOException {
    try {
      return request.run();
    } catch (SdkException e) {
      if (S3Failures.status(e) == S3Failures.PRECONDITION_FAILED
          || S3Failures.status(e) == S3Failures.CONFLICT) {
        throw isNew()
            ? new FileAlreadyExistsException(name())
            : new ChangedSourceException(name(), "ETag", "another one", String.valueOf(expected));
      }
      if (S3Failures.isNoObject(e) && expected != null && !isNew()) {
        throw new ChangedSourceException(name(), "ETag", "no object", expected);
      }
      throw S3Failures.of(name(), e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException if the upload cannot be aborted: its parts stay, as an incomplete upload
   */
  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    part = null;
    if (uploadId == null || isCommitted) {
      return;
    }
    // A part that arrives after the abort would stay.
    for (CompletableFuture<CompletedPart> sent : underWay) {
      sent.handle((done, failure) -> done).join();
    }
    try {
      client.abortMultipartUpload(
          request -> request.bucket(location.bucket()).key(location.key()).uploadId(uploadId));
    } catch (NoSuchUploadException e) {
      return; // completed after all, by a request whose answer was lost
    } catch (SdkException e) {
      throw S3Failures.of(name(), e);
    }
  }
}
