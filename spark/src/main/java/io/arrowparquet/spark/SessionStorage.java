// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.hadoop.HadoopByteSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Opens files by the file systems of a session; local ones without Hadoop, which is faster. */
record SessionStorage(Configuration configuration) implements SourceFactory {
  /** A path with its file system. */
  Path qualified(String name) throws IOException {
    Path path = new Path(name);
    return path.getFileSystem(configuration).makeQualified(path);
  }

  /** The files and folders of a path or glob, at least one. */
  List<FileStatus> find(String name) throws IOException {
    Path path = qualified(name);
    FileStatus[] found = path.getFileSystem(configuration).globStatus(path);
    if (found == null || found.length == 0) {
      throw new FileNotFoundException(name + ": there is no such file or directory");
    }
    return List.of(found);
  }

  private SourceFactory of(URI uri) {
    return SessionSinks.isLocal(uri)
        ? ByteSources.defaults()
        : HadoopByteSource.factory(configuration);
  }

  @Override
  public ByteSource open(SourceEntry entry) throws IOException {
    return of(entry.uri()).open(entry);
  }

  @Override
  public List<SourceEntry> list(URI folder) throws IOException {
    return of(folder).list(folder);
  }
}
