// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.internal.KnownBytesSource;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** A bundle in a store of objects; older segments are copies of published ones. */
final class ObjectBundleStore implements BundleStore {
  /** In the place of a version that the store does not give. */
  private static final String UNKNOWN = "unknown";

  /** In the query of a URL that was signed for one object: no other is opened by it. */
  private static final Pattern ONE_OBJECT =
      Pattern.compile("(?:^|&)x-(?:amz|goog)-signature=", Pattern.CASE_INSENSITIVE);

  private final URI bundle;
  private final SourceFactory sources;
  private final SinkFactory sinks;

  ObjectBundleStore(URI bundle, SourceFactory sources, SinkFactory sinks) {
    this.bundle = followed(bundle);
    this.sources = BundleFolder.of(bundle, sources).sources();
    this.sinks = sinks;
  }

  /** Opens and lists what is below a folder with the query of a URI, where that may be a token. */
  static SourceFactory withToken(URI uri, URI base, SourceFactory sources) {
    String query = uri.getRawQuery();
    if (query == null || ONE_OBJECT.matcher(query).find()) {
      return sources;
    }
    return new SourceFactory() {
      private URI signed(URI file) {
        boolean isOurs = file.getRawQuery() == null && BundleFolder.isBelow(base, file);
        return isOurs ? URI.create(file + "?" + query) : file;
      }

      @Override
      public ByteSource open(SourceEntry file) throws IOException {
        return sources.open(new SourceEntry(signed(file.uri()), file.length(), file.version()));
      }

      @Override
      public List<SourceEntry> list(URI folder) throws IOException {
        return sources.list(signed(folder));
      }
    };
  }

  private static URI followed(URI bundle) {
    if ("file".equalsIgnoreCase(bundle.getScheme())) {
      try {
        Path path = Path.of(bundle);
        Path followed = LocalBundleStore.followed(path);
        return followed.equals(path) ? bundle : followed.toUri();
      } catch (IOException leadsNowhere) {
        return bundle;
      }
    }
    return bundle;
  }

  @Override
  public String name() {
    return SourceEntry.name(bundle);
  }

  @Override
  public Published current() throws IOException {
    ByteSource source;
    try {
      source = sources.open(bundle);
    } catch (NoSuchFileException e) {
      return null;
    }
    boolean isOpen = false;
    try {
      // Some stores say only now that there is no such object.
      ByteSource read = new KnownBytesSource(source, source.readTail(SegmentReader.TAIL_BYTES));
      isOpen = true;
      return new Published(read, Objects.requireNonNullElse(read.version(), UNKNOWN));
    } catch (NoSuchFileException e) {
      return null;
    } finally {
      if (!isOpen) {
        source.close();
      }
    }
  }

  private String version() throws IOException {
    Published now = current();
    if (now == null) {
      return null;
    }
    now.source().close();
    return now.version();
  }

  private URI segment(String name) {
    URI uri = BundleFolder.below(bundle, name);
    if (name.isEmpty() || name.indexOf('/') >= 0 || !uri.equals(uri.normalize())) {
      throw new IllegalArgumentException("segment " + name + " is not beside " + name());
    }
    return uri;
  }

  @Override
  public ByteSource openSegment(String segment) throws IOException {
    return sources.open(segment(segment));
  }

  @Override
  public void keep(String version, String segment) throws IOException {
    try {
      sinks.copy(bundle, required(version), segment(segment));
    } catch (ChangedSourceException | NoSuchFileException e) {
      throw conflict(version, e);
    }
  }

  @Override
  public void publish(String expected, Content content) throws IOException {
    if (expected == null && version() != null) {
      throw conflict(null, null); // before the content is made, which may take long
    }
    try (ByteSink sink =
            expected == null ? sinks.create(bundle) : sinks.replace(bundle, required(expected));
        WritableByteChannel channel = ByteSinks.channel(sink)) {
      content.writeTo(channel);
      commit(sink, expected);
    } catch (FileAlreadyExistsException e) {
      throw conflict(expected, e);
    }
  }

  @Override
  public void writeSegment(String segment, Content content) throws IOException {
    try (ByteSink sink = sinks.create(segment(segment));
        WritableByteChannel channel = ByteSinks.channel(sink)) {
      content.writeTo(channel);
      sink.commit();
    }
  }

  private void commit(ByteSink sink, String expected) throws IOException {
    try {
      sink.commit();
    } catch (ChangedSourceException e) {
      throw conflict(expected, e);
    }
  }

  private String required(String version) throws IOException {
    if (version.equals(UNKNOWN)) {
      throw new IOException(
          name() + ": its store gives objects no ETag, so that it cannot be replaced safely");
    }
    return version;
  }

  private BundleConflictException conflict(String expected, IOException cause) throws IOException {
    BundleConflictException conflict = new BundleConflictException(name(), version(), expected);
    if (cause != null) {
      conflict.initCause(cause);
    }
    return conflict;
  }

  @Override
  public void deleteSegment(String segment) throws IOException {
    sinks.delete(segment(segment));
  }
}
