// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.DiscoveryOptions;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.hadoop.HadoopByteSink;
import io.arrowparquet.storage.hadoop.HadoopByteSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Opens and writes files by the file systems of a session; local ones without Hadoop, which is
 * faster.
 */
record SessionStorage(Configuration configuration) implements SourceFactory, SinkFactory {
  /** Something that reads or writes. */
  interface Action<T> {
    T run() throws IOException;
  }

  /** Does what an interface of Spark's lets throw no checked exception. */
  static <T> T unchecked(Action<T> action) {
    try {
      return action.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean isLocal(URI uri) {
    return "file".equals(uri.getScheme());
  }

  /** A path with its file system. */
  Path qualified(String name) throws IOException {
    Path path = new Path(name);
    return path.getFileSystem(configuration).makeQualified(path);
  }

  /**
   * The files of paths and globs, at least one of each, and those below folders among them.
   *
   * @param folders to add those to
   */
  List<SourceEntry> files(List<String> names, DiscoveryOptions discovery, List<URI> folders)
      throws IOException {
    List<SourceEntry> files = new ArrayList<>();
    for (String name : names) {
      Path path = qualified(name);
      FileStatus[] found = path.getFileSystem(configuration).globStatus(path);
      if (found == null || found.length == 0) {
        throw new FileNotFoundException(name + ": there is no such file or directory");
      }
      for (FileStatus status : found) {
        URI uri = status.getPath().toUri();
        if (status.isDirectory()) {
          URI folder = URI.create(uri + "/");
          folders.add(folder);
          files.addAll(discovery.filesBelow(folder, this));
        } else {
          files.add(SourceEntry.of(uri));
        }
      }
    }
    return files;
  }

  private SourceFactory of(URI uri) {
    return isLocal(uri) ? ByteSources.defaults() : HadoopByteSource.factory(configuration);
  }

  @Override
  public ByteSource open(SourceEntry entry) throws IOException {
    return of(entry.uri()).open(entry);
  }

  @Override
  public List<SourceEntry> list(URI folder) throws IOException {
    return of(folder).list(folder);
  }

  private SinkFactory sinksOf(URI uri) {
    return isLocal(uri) ? ByteSinks.defaults() : HadoopByteSink.factory(configuration);
  }

  @Override
  public ByteSink create(URI uri) throws IOException {
    return sinksOf(uri).create(uri);
  }

  @Override
  public ByteSink replace(URI uri, @Nullable String version) throws IOException {
    return sinksOf(uri).replace(uri, version);
  }

  @Override
  public void copy(URI from, String version, URI to) throws IOException {
    sinksOf(to).copy(from, version, to);
  }

  @Override
  public void delete(URI uri) throws IOException {
    sinksOf(uri).delete(uri);
  }
}
