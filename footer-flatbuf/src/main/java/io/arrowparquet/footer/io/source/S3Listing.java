// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import io.arrowparquet.footer.SourceEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Lists objects. Apart from the factory, which is loaded where there is no AWS SDK too. */
final class S3Listing {
  private S3Listing() {}

  /** The objects whose keys begin as the location's, in the order of the keys. */
  static List<SourceEntry> list(S3Client client, S3Location prefix) throws IOException {
    List<SourceEntry> found = new ArrayList<>();
    try {
      for (S3Object object :
          client
              .listObjectsV2Paginator(
                  request -> request.bucket(prefix.bucket()).prefix(prefix.key()))
              .contents()) {
        found.add(new SourceEntry(prefix.uri(object.key()), object.size(), object.eTag()));
      }
    } catch (SdkException e) {
      throw S3Failures.of(prefix.name(), e);
    }
    return found;
  }
}
