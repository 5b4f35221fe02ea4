// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.ReadHints;
import io.arrowparquet.footer.SourceEntry;
import io.arrowparquet.footer.SourceFactory;
import io.arrowparquet.footer.SourceNames;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * A file of a Hadoop file system, read by position through one stream. Needs Hadoop's client, an
 * optional dependency, and nothing of parquet-java.
 *
 * <p>Threads: may be shared, as far as the file system's streams may; ranges are read on daemon
 * threads.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class HadoopByteSource extends BlockingByteSource {
  private static final int PIECE = 256 << 10;

  private final String name;
  private final long length;
  private final ReadHints hints;
  private final FSDataInputStream stream;

  private HadoopByteSource(String name, long length, ReadHints hints, FSDataInputStream stream) {
    this.name = name;
    this.length = length;
    this.hints = hints;
    this.stream = stream;
  }

  /**
   * Opens a file.
   *
   * @throws io.arrowparquet.footer.MissingDependencyException if there is no Hadoop client
   * @throws IOException if it cannot be opened
   */
  public static HadoopByteSource open(Path path, Configuration configuration) throws IOException {
    SourceLibraries.HADOOP.require();
    FileSystem files = path.getFileSystem(configuration);
    FileStatus status = files.getFileStatus(path);
    boolean isLocal = "file".equals(files.getUri().getScheme());
    return new HadoopByteSource(
        SourceNames.of(path.toUri()),
        status.getLen(),
        isLocal ? ReadHints.LOCAL : ReadHints.REMOTE,
        files.open(path));
  }

  /** Opens and lists the files of all file systems that a configuration knows. */
  public static SourceFactory factory(Configuration configuration) {
    return new SourceFactory() {
      @Override
      public ByteSource open(URI uri) throws IOException {
        return HadoopByteSource.open(new Path(uri), configuration);
      }

      @Override
      public List<SourceEntry> list(URI folder) throws IOException {
        Path path = new Path(folder);
        List<SourceEntry> found = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> files =
            path.getFileSystem(configuration).listFiles(path, true);
        while (files.hasNext()) {
          FileStatus file = files.next();
          found.add(new SourceEntry(file.getPath().toUri(), file.getLen(), null));
        }
        found.sort((a, b) -> a.uri().compareTo(b.uri()));
        return found;
      }
    };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public ReadHints hints() {
    return hints;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    SourceBounds.require(name, length, position, target.remaining());
    if (target.hasArray()) {
      int at = target.arrayOffset() + target.position();
      stream.readFully(position, target.array(), at, target.remaining());
      target.position(target.limit());
      return;
    }
    long base = position - target.position();
    byte[] piece = new byte[Math.min(PIECE, target.remaining())];
    while (target.hasRemaining()) {
      int count = Math.min(piece.length, target.remaining());
      stream.readFully(base + target.position(), piece, 0, count);
      target.put(piece, 0, count);
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
