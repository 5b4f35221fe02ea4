// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.SourceUris;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * {@code s3://bucket/key}, the key without the slash between them. A bucket may be the ARN of an
 * access point.
 */
record S3Location(String bucket, String key) {

  static S3Location of(URI uri) {
    SourceUris.requireNoFragment(uri);
    String scheme = uri.getScheme();
    boolean isS3 = scheme != null && scheme.matches("(?i)s3[an]?");
    String bucket = uri.getAuthority();
    if (!isS3 || bucket == null || uri.getPath() == null || uri.getRawQuery() != null) {
      throw new IllegalArgumentException(
          SourceEntry.name(uri)
              + ": not a URI of the form s3://bucket/key"
              + (uri.getRawQuery() == null ? "" : ": write a ? in a key as %3F"));
    }
    if (bucket.indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          SourceEntry.name(uri) + ": credentials belong to the client, not into a URI");
    }
    String path = uri.getPath();
    if (path.indexOf('\uFFFD') >= 0) {
      throw new IllegalArgumentException(
          SourceEntry.name(uri) + ": the percent-encoded bytes of its key are not UTF-8");
    }
    return new S3Location(bucket, path.isEmpty() ? "" : path.substring(1));
  }

  static S3Location ofObject(URI uri) {
    S3Location location = of(uri);
    if (location.key.isEmpty()) {
      throw new IllegalArgumentException(
          location.name() + ": names a bucket, expected s3://bucket/key");
    }
    return location;
  }

  URI uri(String scheme, String otherKey) {
    try {
      return new URI(scheme, bucket, "/" + otherKey, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(name() + ": its key has no URI", e);
    }
  }

  String name() {
    return "s3://" + bucket + "/" + key;
  }
}
