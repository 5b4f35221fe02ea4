// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.hadoop;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.MissingDependencyException;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.BlockingByteSource;
import io.arrowparquet.storage.internal.SourceLibraries;
import io.arrowparquet.storage.internal.SourceUris;
import io.arrowparquet.storage.internal.ThreadedRead;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/**
 * A file of a Hadoop file system, read by position through one stream. Needs Hadoop's client, an
 * optional dependency, and nothing of parquet-java.
 *
 * <p>Threads: may be shared, as far as the file system's streams may; a file that is elsewhere is
 * read on daemon threads. A read that is cancelled, or whose thread is interrupted, ends at once;
 * its daemon thread does when the file system's stream returns.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class HadoopByteSource extends BlockingByteSource {
  /** Where the file systems are that are not in Hadoop's client itself. */
  private static final Map<String, String> ARTIFACTS =
      Map.of(
          "abfs", "org.apache.hadoop:hadoop-azure",
          "abfss", "org.apache.hadoop:hadoop-azure",
          "wasb", "org.apache.hadoop:hadoop-azure",
          "wasbs", "org.apache.hadoop:hadoop-azure",
          "gs", "com.google.cloud.bigdataoss:gcs-connector",
          "hdfs", "org.apache.hadoop:hadoop-client-runtime",
          "viewfs", "org.apache.hadoop:hadoop-client-runtime");

  private final String version;
  private final FSDataInputStream stream;

  // Guarded by this object's lock.
  private int reading;
  private boolean isClosed;

  private HadoopByteSource(
      String name, FileStatus status, ReadHints hints, FSDataInputStream stream) {
    super(name, status.getLen(), hints);
    this.version = version(status);
    this.stream = stream;
  }

  /**
   * Opens a file.
   *
   * @throws io.arrowparquet.storage.MissingDependencyException if there is no Hadoop client
   * @throws NoSuchFileException if there is no such file, as other sources say it
   * @throws IOException if it cannot be opened
   */
  public static HadoopByteSource open(Path path, Configuration configuration) throws IOException {
    SourceLibraries.HADOOP.require();
    FileSystem files = fileSystem(path, configuration);
    String name = SourceEntry.name(path.toUri());
    try {
      FileStatus status = files.getFileStatus(path);
      boolean isLocal = "file".equals(files.getUri().getScheme());
      ReadHints hints = isLocal ? ReadHints.LOCAL : ReadHints.REMOTE;
      return new HadoopByteSource(name, status, hints, files.open(path));
    } catch (FileNotFoundException e) {
      throw (IOException) new NoSuchFileException(name, null, e.getMessage()).initCause(e);
    }
  }

  /** Hadoop says by exceptions of several kinds that the host of a URI is unknown, for example. */
  private static FileSystem fileSystem(Path path, Configuration configuration) throws IOException {
    try {
      return path.getFileSystem(configuration);
    } catch (IllegalArgumentException e) {
      boolean isHost = e.getCause() instanceof UnknownHostException;
      String reason = isHost ? "there is no host " + path.toUri().getHost() : e.getMessage();
      throw new IOException(SourceEntry.name(path.toUri()) + ": " + reason, e);
    }
  }

  private static String version(FileStatus status) {
    if (status instanceof EtagSource tagged && tagged.getEtag() != null) {
      return tagged.getEtag();
    }
    long modified = status.getModificationTime();
    return modified <= 0 ? null : Instant.ofEpochMilli(modified).toString();
  }

  private static final class Default {
    static final Configuration CONFIGURATION = new Configuration();
  }

  /**
   * Opens and lists the files of one scheme as Hadoop's configuration on the class path says.
   *
   * @return null if no Hadoop on the class path knows the scheme
   * @throws MissingDependencyException if it is known which artifact has the file system, and it is
   *     not there
   */
  public static @Nullable SourceFactory factory(String scheme) {
    String name = scheme.toLowerCase(Locale.ROOT);
    String artifact = ARTIFACTS.get(name);
    try {
      SourceLibraries.HADOOP.require();
      FileSystem.getFileSystemClass(name, Default.CONFIGURATION);
      return factory(Default.CONFIGURATION);
    } catch (IOException | RuntimeException | LinkageError e) {
      if (artifact != null) {
        throw new MissingDependencyException(name + ": files", artifact, e);
      }
      return null;
    }
  }

  /** Opens and lists the files of all file systems that a configuration knows. */
  public static SourceFactory factory(Configuration configuration) {
    return new SourceFactory() {
      @Override
      public ByteSource open(SourceEntry entry) throws IOException {
        HadoopByteSource source = HadoopByteSource.open(path(entry.uri()), configuration);
        try {
          source.require(entry);
          return source;
        } catch (Throwable e) {
          try (source) {
            throw e;
          }
        }
      }

      @Override
      public List<SourceEntry> list(URI folder) throws IOException {
        Path path = path(folder);
        List<SourceEntry> found = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> files =
            fileSystem(path, configuration).listFiles(path, true);
        while (files.hasNext()) {
          FileStatus file = files.next();
          found.add(new SourceEntry(file.getPath().toUri(), file.getLen(), version(file)));
        }
        found.sort((a, b) -> a.uri().compareTo(b.uri()));
        return found;
      }
    };
  }

  /** Hadoop leaves out without a word what is not of the path. */
  private static Path path(URI uri) {
    if (uri.getRawQuery() != null) {
      throw new IllegalArgumentException(
          SourceEntry.name(uri) + ": has a query: write a ? in a name as %3F");
    }
    return new Path(SourceUris.requireNoFragment(uri));
  }

  private void require(SourceEntry known) throws IOException {
    if (known.length() != SourceEntry.UNKNOWN && known.length() != length()) {
      throw new ChangedSourceException(
          name(), "length", length() + " bytes", known.length() + " bytes");
    }
    if (known.version() != null && !known.version().equals(version)) {
      throw new ChangedSourceException(name(), "version", String.valueOf(version), known.version());
    }
  }

  /**
   * The ETag of a store of objects, else the time of the last change, of the file as it was opened.
   */
  @Override
  public @Nullable String version() {
    return version;
  }

  @Override
  protected void read(long position, ThreadedRead target) throws IOException {
    synchronized (this) {
      reading++;
    }
    try {
      long end = position + target.remaining();
      target.fill(
          name(),
          (piece, count) -> {
            stream.readFully(end - target.remaining(), piece, 0, count);
            return count;
          });
    } finally {
      boolean isLast;
      synchronized (this) {
        isLast = --reading == 0 && isClosed;
      }
      if (isLast) {
        stream.close();
      }
    }
  }

  /** A read that was given up may be in the stream, which would be waited for: it closes it. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      isClosed = true;
      if (reading > 0) {
        return;
      }
    }
    stream.close();
  }
}
