// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.internal.SourceLibraries;
import java.io.IOException;
import java.net.URI;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Writes objects {@code s3://bucket/key} through {@link S3ByteSink}; versions are ETags. The
 * default client is that of {@link S3SourceFactory}.
 *
 * <p>Threads: may be shared.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class S3SinkFactory implements SinkFactory {
  /** Null for the default. */
  private final S3Client client;

  private S3SinkFactory(S3Client client) {
    this.client = client;
  }

  /** A factory of the default client, which is made with the first object. */
  public static S3SinkFactory create() {
    return new S3SinkFactory(null);
  }

  /** A factory of a client, which stays the caller's. */
  public static S3SinkFactory of(S3Client client) {
    return new S3SinkFactory(client);
  }

  @Override
  public ByteSink create(URI uri) throws IOException {
    SourceLibraries.S3.require();
    return S3ByteSink.create(client(uri), uri);
  }

  @Override
  public ByteSink replace(URI uri, String version) throws IOException {
    SourceLibraries.S3.require();
    return version == null
        ? S3ByteSink.write(client(uri), uri)
        : S3ByteSink.replace(client(uri), uri, version);
  }

  /**
   * {@inheritDoc} One request of the store, which moves no bytes over the network; an object above
   * 5 GiB, which such a request does not take, is read and written.
   */
  @Override
  public void copy(URI from, String version, URI to) throws IOException {
    SourceLibraries.S3.require();
    S3Objects.copy(client(from), S3Location.of(from), version, S3Location.of(to));
  }

  @Override
  public void delete(URI uri) throws IOException {
    SourceLibraries.S3.require();
    S3Objects.delete(client(uri), S3Location.of(uri));
  }

  private S3Client client(URI uri) throws IOException {
    return S3Clients.orDefault(client, S3Location.of(uri).name());
  }
}
