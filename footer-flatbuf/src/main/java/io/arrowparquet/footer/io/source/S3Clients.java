// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import java.io.IOException;
import software.amazon.awssdk.services.s3.S3Client;

/** The client of the AWS SDK's default configuration, which sources and sinks share. */
final class S3Clients {
  private S3Clients() {}

  /** Made once, with the first object; lives as long as the process. */
  private static final class DefaultClient {
    static final S3Client CLIENT = S3Client.create();
  }

  /**
   * A client, or the default one.
   *
   * @param client null for the default
   * @param name of the object that needs it
   * @throws IOException if the default client cannot be made, without a region for example
   */
  static S3Client orDefault(S3Client client, String name) throws IOException {
    try {
      return client != null ? client : DefaultClient.CLIENT;
    } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(name + ": no client of S3: " + cause.getMessage(), cause);
    }
  }
}
