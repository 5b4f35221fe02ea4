// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.RequestEvent;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.SourceLibraries;
import io.arrowparquet.storage.internal.SourceVersion;
import io.arrowparquet.storage.internal.ThreadedRead;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Objects {@code s3://bucket/key} of S3, or of a store that speaks its protocol, through the AWS
 * SDK for Java 2, an optional dependency. {@code s3a:} and {@code s3n:} are the same.
 *
 * <p>Reading: all requests are {@code GetObject} of a range, under the condition that the version
 * is that of the first answer: an object that was replaced is a {@link
 * io.arrowparquet.storage.ChangedSourceException}. The version is the ETag; of a store that gives
 * none, or a weak one, it is as {@link io.arrowparquet.storage.http.HttpByteSource} has it. The
 * client repeats requests that fail as it is configured to; a body that breaks off is gone on with
 * from the first byte that is missing, as often as {@link
 * io.arrowparquet.storage.RetryPolicy#defaults} has attempts without a further byte. How long a
 * server may be silent, before an answer and in the middle of it, is the client's socket timeout:
 * 30 seconds, unless it was made with another one. Everything is read on daemon threads. A read
 * that is cancelled, or whose thread is interrupted, ends at once, and its answer is aborted; where
 * the answer has not begun, the daemon thread ends with the client's socket timeout.
 *
 * <p>Writing: a multipart upload, which is completed by {@link ByteSink#commit} and aborted by
 * {@link ByteSink#close}: readers find the whole object or none. One that is no larger than a part
 * is a single request. Publishing may depend on what is there: two writers of one name cannot both
 * succeed with {@link #create}, nor with {@link #replace} of a version. Up to four parts of 8 MiB,
 * later of more, are under way on daemon threads while the next one is filled. The heap holds them
 * all. A process that is killed leaves an incomplete upload, and so does a lost answer to the
 * request that begins one: it is listed with the bucket's uploads, not with its objects, and a rule
 * of the bucket's life cycle removes it. A request to publish whose answer is lost is no failure:
 * the object's metadata has an id of the writer.
 *
 * <p>Every method but {@code with}, {@code of} and {@code defaults} throws a {@link
 * io.arrowparquet.storage.MissingDependencyException} if there is no AWS SDK.
 *
 * <p>Immutable; threads may share it, and the sources that it opens.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class S3Storage implements SourceFactory, SinkFactory {
  private final S3Client client;

  private final Consumer<RequestEvent> listener;

  private S3Storage(S3Client client, Consumer<RequestEvent> listener) {
    this.client = client;
    this.listener = listener;
  }

  /**
   * Through a client that takes region, credentials and endpoint from where the AWS SDK looks for
   * them: environment, system properties, profile. Where the system property {@code
   * arrowparquet.s3.pathStyle} is true it names buckets in the path, where {@code
   * arrowparquet.s3.anonymous} is, it sends no credentials. It is made with the first object: only
   * then is it an exception that something is missing.
   */
  public static S3Storage defaults() {
    return new S3Storage(null, null);
  }

  /** Through a client, which stays the caller's. */
  public static S3Storage of(S3Client client) {
    return new S3Storage(client, null);
  }

  /**
   * Is called once for each request of a read that has ended, also those that the client repeats,
   * on threads that read; it must not block, and what it throws is passed over. Null, the default,
   * for none. Requests that write, list or copy have no bytes of a range to tell of: a {@code
   * MetricPublisher} of the client sees these, and all others.
   */
  public S3Storage withListener(@Nullable Consumer<RequestEvent> told) {
    return new S3Storage(client, told);
  }

  /**
   * {@inheritDoc} No request is sent yet.
   *
   * @param entry its version is one that {@link ByteSource#version} or a list gave
   * @throws IllegalArgumentException if the URI is not of the form {@code s3://bucket/key}
   */
  @Override
  public ByteSource open(SourceEntry entry) throws IOException {
    S3Client known = client(entry.uri());
    return new S3ByteSource(known, entry, listener);
  }

  @Override
  public List<SourceEntry> list(URI folder) throws IOException {
    S3Client known = client(folder);
    S3Location prefix = S3Location.of(folder);
    return ThreadedRead.await(prefix.name(), () -> Objects.list(known, folder.getScheme(), prefix));
  }

  @Override
  public ByteSink create(URI uri) throws IOException {
    S3Client known = client(uri);
    return new S3ByteSink(known, uri, S3ByteSink.ABSENT);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException if the version is no strong ETag: the store cannot compare it then
   */
  @Override
  public ByteSink replace(URI uri, @Nullable String version) throws IOException {
    S3Client known = client(uri);
    return new S3ByteSink(known, uri, version);
  }

  /**
   * {@inheritDoc} One request of the store, which moves no bytes over the network; an object above
   * 5 GiB, which such a request does not take, is read and written.
   */
  @Override
  public void copy(URI from, String version, URI to) throws IOException {
    Objects.copy(client(from), S3Location.of(from), version, S3Location.of(to));
  }

  @Override
  public void delete(URI uri) throws IOException {
    Objects.delete(client(uri), S3Location.of(uri));
  }

  /** Called before a class is named that cannot be loaded without the SDK. */
  private S3Client client(URI uri) throws IOException {
    SourceLibraries.S3.require();
    String name = S3Location.of(uri).name();
    return client != null ? client : Default.client(name);
  }

  private static final class Default {
    private static S3Client made;

    /** One that could not be made is tried again: a region may be set by then. */
    static synchronized S3Client client(String name) throws IOException {
      if (made == null) {
        try {
          made = create();
        } catch (SdkException e) {
          throw S3Failures.of(name, e);
        }
      }
      return made;
    }

    private static S3Client create() {
      S3ClientBuilder client = S3Client.builder();
      if (Boolean.getBoolean("arrowparquet.s3.pathStyle")) {
        client.forcePathStyle(true);
      }
      if (Boolean.getBoolean("arrowparquet.s3.anonymous")) {
        client.credentialsProvider(AnonymousCredentialsProvider.create());
      }
      return client.build();
    }
  }

  /** Lists, copies and deletes whole objects; loaded only where there is an AWS SDK. */
  private static final class Objects {
    private static final long MOST_COPIED = 5L << 30;

    private Objects() {}

    /** What is listed is below the folder as it was named, {@code s3a:} for example. */
    static List<SourceEntry> list(S3Client client, String scheme, S3Location prefix)
        throws IOException {
      List<SourceEntry> found = new ArrayList<>();
      try {
        for (ListObjectsV2Response page :
            client.listObjectsV2Paginator(
                request -> request.bucket(prefix.bucket()).prefix(prefix.key()))) {
          requireWhole(prefix.name(), page);
          for (S3Object object : page.contents()) {
            String version = SourceVersion.text(object.eTag(), object.lastModified());
            URI uri = prefix.uri(scheme, object.key());
            found.add(new SourceEntry(uri, object.size(), version));
          }
        }
      } catch (SdkException e) {
        throw S3Failures.of(prefix.name(), e);
      }
      return found;
    }

    /** A list that was cut off would be a list of fewer files. */
    private static void requireWhole(String name, ListObjectsV2Response page) throws IOException {
      S3Failures.present(name, page.isTruncated(), "end of the list");
      int listed = page.contents().size() + page.commonPrefixes().size();
      if (page.keyCount() != null && page.keyCount() != listed) {
        String keys = "found " + listed + " keys, expected " + page.keyCount();
        throw new IOException(name + ": the list was cut off: " + keys);
      }
    }

    static void copy(S3Client client, S3Location from, String version, S3Location to)
        throws IOException {
      String etag = SourceVersion.requireStrong(from.name(), version);
      try {
        Long length =
            client
                .headObject(request -> request.bucket(from.bucket()).key(from.key()).ifMatch(etag))
                .contentLength();
        if (S3Failures.present(from.name(), length, "length of the object") > MOST_COPIED) {
          copyThroughHere(client, new SourceEntry(from.uri("s3", from.key()), length, etag), to);
          return;
        }
        CopyObjectResponse copied =
            client.copyObject(
                request ->
                    request
                        .sourceBucket(from.bucket())
                        .sourceKey(from.key())
                        .copySourceIfMatch(etag)
                        .destinationBucket(to.bucket())
                        .destinationKey(to.key()));
        // Status 200 comes before the work is done: only the body has the result.
        S3Failures.present(to.name(), copied.copyObjectResult(), "result of the copy");
      } catch (SdkException e) {
        throw S3Failures.status(e) == S3Failures.PRECONDITION_FAILED
            ? new ChangedSourceException(from.name(), "ETag", "another one", etag)
            : S3Failures.of(from.name(), e);
      }
    }

    private static void copyThroughHere(S3Client client, SourceEntry from, S3Location to)
        throws IOException {
      try (S3ByteSource source = new S3ByteSource(client, from, null);
          S3ByteSink sink = new S3ByteSink(client, to.uri("s3", to.key()), null)) {
        sink.writeFrom(source, from.length());
        sink.commit();
      }
    }

    static void delete(S3Client client, S3Location object) throws IOException {
      try {
        client.deleteObject(request -> request.bucket(object.bucket()).key(object.key()));
      } catch (SdkException e) {
        throw S3Failures.of(object.name(), e);
      }
    }
  }
}
