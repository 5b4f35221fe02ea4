// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.hadoop;

import static org.apache.hadoop.fs.Options.CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;
import static org.apache.hadoop.fs.Options.CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * A new file of a Hadoop file system: beside its place, under a hidden name of its own, {@code
 * .NAME.*.arrowparquet}, and renamed when it is whole. What a process that was killed left behind
 * has such a name too. Stores that publish an object when its stream is closed write to the place
 * itself, on conditions where they know them. One thread.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class HadoopByteSink implements ByteSink {
  private static final int PIECE = 64 << 10;
  private static final String SUFFIX = ".arrowparquet";

  /** A lock that is older was left behind: it is held while one file is renamed. */
  private static final long STALE_MILLIS = 60_000;

  private static final long TURN_MILLIS = 50;

  private final Configuration configuration;
  private final Path target;
  private final boolean overwrites;
  private final @Nullable String version;
  private final FileSystem files;

  /** Whether the store publishes by closing, and gives up by aborting. */
  private final boolean isDirect;

  private final Path hidden;
  private final FSDataOutputStream out;
  private boolean isDone;

  private HadoopByteSink(
      Path target, boolean overwrites, @Nullable String version, Configuration configuration)
      throws IOException {
    this.configuration = configuration;
    this.target = target;
    this.overwrites = overwrites;
    this.version = version;
    this.files = target.getFileSystem(configuration);
    requireFree();
    this.isDirect = files.hasPathCapability(target, CommonPathCapabilities.ABORTABLE_STREAM);
    this.hidden = isDirect ? target : beside(UUID.randomUUID().toString());
    this.out = isDirect ? object() : files.create(hidden, false);
  }

  /** Writes, copies and deletes files of all file systems that a configuration knows. */
  public static SinkFactory factory(Configuration configuration) {
    return new SinkFactory() {
      @Override
      public ByteSink create(URI uri) throws IOException {
        return new HadoopByteSink(new Path(uri), false, null, configuration);
      }

      @Override
      public ByteSink replace(URI uri, @Nullable String version) throws IOException {
        return new HadoopByteSink(new Path(uri), true, version, configuration);
      }

      @Override
      public void copy(URI from, String version, URI to) throws IOException {
        try (ByteSource source = HadoopByteSource.open(new Path(from), configuration);
            ByteSink sink = replace(to, null)) {
          if (!version.equals(source.version())) {
            throw new ChangedSourceException(source.name(), "version", source.version(), version);
          }
          sink.writeFrom(source, source.length());
          sink.commit();
        }
      }

      @Override
      public void delete(URI uri) throws IOException {
        Path path = new Path(uri);
        path.getFileSystem(configuration).delete(path, false);
      }
    };
  }

  /** On conditions, where the store knows them. */
  private FSDataOutputStream object() throws IOException {
    var object = files.createFile(target).overwrite(overwrites).recursive();
    if (version != null) {
      object.opt(FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG, version);
    } else if (!overwrites) {
      object.opt(FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true);
    }
    return object.build();
  }

  private Path beside(String ending) {
    return new Path(target.getParent(), "." + target.getName() + "." + ending + SUFFIX);
  }

  private void requireFree() throws IOException {
    if (!overwrites && files.exists(target)) {
      throw new java.nio.file.FileAlreadyExistsException(name());
    }
  }

  @Override
  public String name() {
    return SourceEntry.name(target.toUri());
  }

  @Override
  public void write(ByteBuffer content) throws IOException {
    byte[] piece = new byte[Math.min(PIECE, content.remaining())];
    while (content.hasRemaining()) {
      int count = Math.min(piece.length, content.remaining());
      content.get(piece, 0, count);
      out.write(piece, 0, count);
    }
  }

  @Override
  public void commit() throws IOException {
    if (isDirect) {
      commitObject();
      isDone = true;
      return;
    }
    out.close();
    if (version == null) {
      rename();
    } else {
      Path lock = beside("lock");
      takeTurn(lock);
      try {
        requireVersion();
        rename();
      } finally {
        files.delete(lock, false);
      }
    }
    isDone = true;
  }

  private void commitObject() throws IOException {
    requireExpected();
    try {
      out.close();
    } catch (IOException e) {
      requireExpected(); // says what another writer did
      throw e;
    }
  }

  private void requireExpected() throws IOException {
    requireFree();
    if (version != null) {
      requireVersion();
    }
  }

  private void rename() throws IOException {
    Options.Rename how = overwrites ? Options.Rename.OVERWRITE : Options.Rename.NONE;
    try {
      FileContext.getFileContext(files.getUri(), configuration).rename(hidden, target, how);
    } catch (FileAlreadyExistsException e) {
      throw new java.nio.file.FileAlreadyExistsException(name());
    }
  }

  private void requireVersion() throws IOException {
    try (ByteSource now = HadoopByteSource.open(target, configuration)) {
      if (!version.equals(now.version())) {
        throw new ChangedSourceException(name(), "version", now.version(), version);
      }
    } catch (NoSuchFileException e) {
      throw new ChangedSourceException(name(), "version", "no file", version);
    }
  }

  /** Comparing and renaming are two steps of a file system without conditions. */
  private void takeTurn(Path lock) throws IOException {
    long end = System.currentTimeMillis() + 2 * STALE_MILLIS;
    while (!isTaken(lock)) {
      if (System.currentTimeMillis() > end) {
        throw new FileSystemException(name(), null, "other writers hold " + lock);
      }
      try {
        Thread.sleep(TURN_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException(name() + ": interrupted while waiting for " + lock);
      }
    }
  }

  private boolean isTaken(Path lock) throws IOException {
    try {
      files.create(lock, false).close();
      return true;
    } catch (IOException e) {
      removeStale(lock, e);
      return false;
    }
  }

  /** {@code failure}: to make the lock. Waiting helps only if it is there, or was. */
  private void removeStale(Path lock, IOException failure) throws IOException {
    try {
      long held = System.currentTimeMillis() - files.getFileStatus(lock).getModificationTime();
      if (held > STALE_MILLIS) {
        files.delete(lock, false);
      }
    } catch (IOException e) {
      boolean isGivenBack =
          e instanceof FileNotFoundException
              && failure instanceof FileAlreadyExistsException
              && files.getFileStatus(lock.getParent()).isDirectory();
      if (!isGivenBack) {
        String why = "the lock " + lock + " cannot be made: " + failure.getMessage();
        throw (IOException) new FileSystemException(name(), null, why).initCause(failure);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (!isDone) {
      isDone = true;
      if (isDirect) {
        out.abort();
      } else {
        try {
          out.close();
        } finally {
          files.delete(hidden, false);
        }
      }
    }
  }
}
