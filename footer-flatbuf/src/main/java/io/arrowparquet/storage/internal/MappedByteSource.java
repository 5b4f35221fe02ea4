// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A local file whose large footers are mapped into memory; closing it unmaps them. A footer that
 * was read from it must not be used afterwards: on Java 22 and later that is an {@link
 * IllegalStateException}. Older releases cannot unmap memory without endangering the process: there
 * the garbage collector does, as for {@code FooterReader.withMapping}, whose Javadoc says what to
 * know about files that are truncated. Threads: may be shared, as {@link PathByteSource}.
 */
public final class MappedByteSource implements ByteSource {
  /** Fewer bytes are read, which takes no longer and uses up none of the process's mappings. */
  public static final int LEAST_MAPPED = 256 << 10;

  private final PathByteSource file;
  private final Mappings mappings;
  private boolean isClosed;

  public MappedByteSource(PathByteSource file, Mappings mappings) {
    this.file = file;
    this.mappings = mappings;
  }

  public static MappedByteSource open(Path path) throws IOException {
    return new MappedByteSource(PathByteSource.open(path), Mappings.closable());
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long length() {
    return file.length();
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    file.readFully(position, target);
  }

  /** Null where the bytes are too few or cannot be mapped, and must be read. */
  public synchronized ByteBuffer map(long position, int size) throws IOException {
    return size < LEAST_MAPPED ? null : file.map(mappings, position, size);
  }

  public void requireWhole() throws IOException {
    file.requireWhole();
  }

  /**
   * An {@link IllegalStateException} if another thread writes or reads a file through the bytes of
   * a footer; nothing is unmapped then, and the caller closes again.
   */
  @Override
  public synchronized void close() throws IOException {
    file.close();
    if (!isClosed) {
      mappings.close();
      isClosed = true;
    }
  }
}
