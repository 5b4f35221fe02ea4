// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.hadoop.HadoopByteSource;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Opens files by the file systems of a session; local ones without Hadoop, which is faster. */
final class SessionStorage implements SourceFactory {
  private final SourceFactory local = ByteSources.defaults();
  private final SourceFactory hadoop;

  SessionStorage(Configuration configuration) {
    this.hadoop = HadoopByteSource.factory(configuration);
  }

  private SourceFactory of(URI uri) {
    return "file".equals(uri.getScheme()) ? local : hadoop;
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
