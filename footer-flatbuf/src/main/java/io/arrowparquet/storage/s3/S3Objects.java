// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.SourceVersion;
import io.arrowparquet.storage.internal.ThreadedRead;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Lists, copies and deletes whole objects; loaded only where there is an AWS SDK. */
final class S3Objects {
  private static final long MOST_COPIED = 5L << 30;

  private S3Objects() {}

  /**
   * The objects whose keys begin as the location's, in the order of the keys.
   *
   * @throws IOException if listing fails, or a page of the list was cut off
   */
  static List<SourceEntry> list(S3Client client, S3Location prefix) throws IOException {
    return ThreadedRead.await(prefix.name(), () -> listHere(client, prefix));
  }

  private static List<SourceEntry> listHere(S3Client client, S3Location prefix) throws IOException {
    List<SourceEntry> found = new ArrayList<>();
    try {
      for (ListObjectsV2Response page :
          client.listObjectsV2Paginator(
              request -> request.bucket(prefix.bucket()).prefix(prefix.key()))) {
        requireWhole(prefix.name(), page);
        for (S3Object object : page.contents()) {
          found.add(entry(prefix.uri(object.key()), object));
        }
      }
    } catch (SdkException e) {
      throw S3Failures.of(prefix.name(), e);
    }
    return found;
  }

  private static SourceEntry entry(URI uri, S3Object object) {
    String version = SourceVersion.text(object.eTag(), object.lastModified());
    return new SourceEntry(uri, object.size(), version);
  }

  /** A list that was cut off would be a list of fewer files. */
  private static void requireWhole(String name, ListObjectsV2Response page) throws IOException {
    S3Failures.present(name, page.isTruncated(), "end of the list");
    int listed = page.contents().size() + page.commonPrefixes().size();
    if (page.keyCount() != null && page.keyCount() != listed) {
      throw new IOException(
          name + ": the list was cut off: found " + listed + " keys, expected " + page.keyCount());
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
        copyThroughHere(client, new SourceEntry(from.uri(from.key()), length, etag), to);
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
        S3ByteSink sink = new S3ByteSink(client, to.uri(to.key()), null)) {
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
