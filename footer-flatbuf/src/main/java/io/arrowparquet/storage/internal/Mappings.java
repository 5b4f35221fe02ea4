// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Maps parts of files into memory, and knows when they are unmapped. */
public interface Mappings {
  /** Unmapped by the garbage collector, when no buffer refers to the memory any more. */
  public Mappings COLLECTED = new Collected();

  /** What {@link #close} unmaps, where this Java can do so safely; else {@link #COLLECTED}. */
  public static Mappings closable() {
    return ArenaMappings.isAvailable() ? new ArenaMappings() : COLLECTED;
  }

  /**
   * The bytes of the file, which have been compared with its length.
   *
   * @return null where they cannot be mapped: the file system cannot, or the process has as many
   *     mappings as the system allows
   */
  public ByteBuffer map(FileChannel channel, long position, int size) throws IOException;

  /**
   * Unmaps what was mapped, where it can.
   *
   * @throws IllegalStateException if another thread reads or writes a file through one of the
   *     buffers; nothing is unmapped then
   */
  public void close();

  /** Whether the JDK found no room for one more mapping, after a garbage collection. */
  public static boolean isOutOfMappings(IOException e) {
    return e.getCause() instanceof OutOfMemoryError;
  }

  /** What every Java has. */
  public final class Collected implements Mappings {
    private Collected() {}

    @Override
    public ByteBuffer map(FileChannel channel, long position, int size) throws IOException {
      try {
        return channel.map(FileChannel.MapMode.READ_ONLY, position, size);
      } catch (UnsupportedOperationException e) {
        return null;
      } catch (IOException e) {
        if (isOutOfMappings(e)) {
          return null;
        }
        throw e;
      }
    }

    @Override
    public void close() {}
  }
}
