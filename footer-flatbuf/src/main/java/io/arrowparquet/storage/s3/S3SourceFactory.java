// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.MissingDependencyException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.SourceLibraries;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Opens and lists objects {@code s3://bucket/key}. The default client takes region, credentials and
 * endpoint from where the AWS SDK looks for them: environment, system properties, profile. Where
 * the system property {@code arrowparquet.s3.pathStyle} is true it names buckets in the path, where
 * {@code arrowparquet.s3.anonymous} is, it sends no credentials.
 *
 * <p>Threads: may be shared.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class S3SourceFactory implements SourceFactory {
  private static final String S3 = "s3";

  /** Null for the default. */
  private final S3Client client;

  private S3SourceFactory(S3Client client) {
    this.client = client;
  }

  /**
   * A factory of the default client, which is made with the first object: only then is it an
   * exception that something is missing.
   */
  public static S3SourceFactory create() {
    return new S3SourceFactory(null);
  }

  /** A factory of a client, which stays the caller's. */
  public static S3SourceFactory of(S3Client client) {
    return new S3SourceFactory(client);
  }

  @Override
  public ByteSource open(URI uri) throws IOException {
    return open(SourceEntry.of(uri));
  }

  /**
   * {@inheritDoc}
   *
   * @throws MissingDependencyException if there is no AWS SDK
   */
  @Override
  public ByteSource open(SourceEntry entry) throws IOException {
    SourceLibraries.S3.require();
    return S3ByteSource.open(S3Clients.orDefault(client, S3Location.of(entry.uri()).name()), entry);
  }

  @Override
  public List<SourceEntry> list(URI folder) throws IOException {
    SourceLibraries.S3.require();
    S3Location location = S3Location.of(folder);
    List<SourceEntry> found =
        S3Objects.list(S3Clients.orDefault(client, location.name()), location);
    return S3.equals(folder.getScheme())
        ? found
        : found.stream().map(entry -> inScheme(folder.getScheme(), entry)).toList();
  }

  /** What is listed is below the folder as it was named, {@code s3a:} for example. */
  private static SourceEntry inScheme(String scheme, SourceEntry entry) {
    String uri = scheme + entry.uri().toString().substring(S3.length());
    return new SourceEntry(URI.create(uri), entry.length(), entry.version());
  }
}
