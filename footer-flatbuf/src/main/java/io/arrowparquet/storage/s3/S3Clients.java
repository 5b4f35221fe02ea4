// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import java.io.IOException;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** The client of the AWS SDK's default configuration, which sources and sinks share. */
final class S3Clients {
  private S3Clients() {}

  /** Made with the first object, and lives as long as the process; null before. */
  private static S3Client made;

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

  /**
   * A client, or the default one.
   *
   * @param client null for the default
   * @param name of the object that needs it
   * @throws IOException if the default client cannot be made, without a region for example
   */
  static S3Client orDefault(S3Client client, String name) throws IOException {
    return client != null ? client : made(name);
  }

  /** One that could not be made is tried again: a region may be set by then. */
  private static synchronized S3Client made(String name) throws IOException {
    if (made == null) {
      try {
        made = create();
      } catch (SdkException e) {
        throw S3Failures.of(name, e);
      }
    }
    return made;
  }
}
