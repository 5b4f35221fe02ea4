// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.iceberg;

import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.BlockingByteSource;
import io.arrowparquet.storage.internal.SourceBounds;
import io.arrowparquet.storage.internal.SourceLibraries;
import io.arrowparquet.storage.internal.StreamPool;
import io.arrowparquet.storage.internal.ThreadedRead;
import java.io.EOFException;
import java.io.IOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * A file of Iceberg's FileIO, through as many streams as threads read at once. Streams that are
 * {@link RangeReadable} are asked for ranges, others are positioned and read. Needs Iceberg's API,
 * an optional dependency.
 *
 * <p>Threads: may be shared; ranges are read on daemon threads.
 */
@SuppressWarnings("exports") // Classes of the class path: see SourceLibraries.
public final class IcebergByteSource extends BlockingByteSource {
  private static final int PIECE = 256 << 10;

  private final String name;
  private final long length;
  private final StreamPool<SeekableInputStream> streams;

  private IcebergByteSource(String name, long length, StreamPool<SeekableInputStream> streams) {
    this.name = name;
    this.length = length;
    this.streams = streams;
  }

  /**
   * Opens a file; closing the source closes its streams.
   *
   * @throws io.arrowparquet.storage.MissingDependencyException if there is no Iceberg
   * @throws IOException if the file cannot be opened
   */
  public static IcebergByteSource open(InputFile file) throws IOException {
    SourceLibraries.ICEBERG.require();
    String name = file.location();
    return new IcebergByteSource(name, file.getLength(), new StreamPool<>(name, file::newStream));
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
    return ReadHints.REMOTE;
  }

  @Override
  public void read(long position, ThreadedRead target) throws IOException {
    SourceBounds.require(name, length, position, target.remaining());
    streams.use(stream -> read(stream, position, target));
  }

  private void read(SeekableInputStream stream, long position, ThreadedRead target)
      throws IOException {
    if (stream instanceof RangeReadable ranges) {
      // One request for all of it.
      byte[] bytes = new byte[target.remaining()];
      ranges.readFully(position, bytes);
      target.put(bytes, bytes.length);
      return;
    }
    stream.seek(position);
    byte[] piece = new byte[Math.min(PIECE, target.remaining())];
    while (target.remaining() > 0) {
      int count = stream.read(piece, 0, Math.min(piece.length, target.remaining()));
      if (count < 0) {
        throw new EOFException(name + ": ends " + target.remaining() + " bytes early");
      }
      target.put(piece, count);
    }
  }

  @Override
  public void close() throws IOException {
    streams.close();
  }
}
