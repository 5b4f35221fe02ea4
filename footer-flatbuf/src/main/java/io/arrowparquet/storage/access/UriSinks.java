// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceNames;
import io.arrowparquet.storage.s3.S3SinkFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes by the scheme of the URI: {@code file:} and every other scheme of an installed file
 * system, {@code s3:} and {@code s3a:} where the AWS SDK is on the class path. {@code http:} and
 * {@code https:} can only be read. Other schemes, and other clients for these, are added with
 * {@link #with}.
 *
 * <p>Immutable; may be shared between threads.
 */
public final class UriSinks implements SinkFactory {
  private static final UriSinks DEFAULT =
      new UriSinks(
          Map.of(
              "http",
              new Unwritable(),
              "https",
              new Unwritable(),
              "s3",
              S3SinkFactory.create(),
              "s3a",
              S3SinkFactory.create()));

  private final Map<String, SinkFactory> schemes;

  private UriSinks(Map<String, SinkFactory> schemes) {
    this.schemes = schemes;
  }

  /** HTTP has no way to publish a file whole that all servers know. */
  private static final class Unwritable implements SinkFactory {
    @Override
    public ByteSink create(URI uri) throws IOException {
      throw refusal(uri);
    }

    @Override
    public ByteSink replace(URI uri, String version) throws IOException {
      throw refusal(uri);
    }

    @Override
    public void copy(URI from, String version, URI to) throws IOException {
      throw refusal(to);
    }

    @Override
    public void delete(URI uri) throws IOException {
      throw refusal(uri);
    }

    private static IOException refusal(URI uri) {
      return new FileSystemException(
          SourceNames.of(uri),
          null,
          "over " + uri.getScheme() + ": files are only read; write to a path or an s3: URI");
    }
  }

  /** The schemes above. */
  public static UriSinks create() {
    return DEFAULT;
  }

  /** Also writes a scheme, or writes it in another way. */
  public UriSinks with(String scheme, SinkFactory factory) {
    Map<String, SinkFactory> more = new HashMap<>(schemes);
    more.put(scheme.toLowerCase(Locale.ROOT), factory);
    return new UriSinks(Map.copyOf(more));
  }

  @Override
  public ByteSink create(URI uri) throws IOException {
    return factory(uri).create(uri);
  }

  @Override
  public ByteSink replace(URI uri, String version) throws IOException {
    return factory(uri).replace(uri, version);
  }

  @Override
  public void copy(URI from, String version, URI to) throws IOException {
    factory(from).copy(from, version, to);
  }

  @Override
  public void delete(URI uri) throws IOException {
    factory(uri).delete(uri);
  }

  private SinkFactory factory(URI uri) {
    String scheme = uri.getScheme();
    if (scheme == null) {
      throw new IllegalArgumentException(
          SourceNames.of(uri) + ": has no scheme; a path is written as a path");
    }
    SinkFactory own = schemes.get(scheme.toLowerCase(Locale.ROOT));
    return own != null ? own : PathSinks.INSTANCE;
  }
}
