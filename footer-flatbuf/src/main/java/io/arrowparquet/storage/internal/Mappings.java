// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

public interface Mappings {
  /** Unmapped by the garbage collector, when no buffer refers to the memory any more. */
  Mappings COLLECTED =
      (channel, position, size) -> channel.map(FileChannel.MapMode.READ_ONLY, position, size);

  /** What {@link #close} unmaps, where this Java can do so safely; else {@link #COLLECTED}. */
  static Mappings closable() {
    return Arena.isAvailable() ? new Arena() : COLLECTED;
  }

  /**
   * The bytes of the file, which have been compared with its length.
   *
   * @throws UnsupportedOperationException if the file system cannot map
   * @throws IOException caused by an {@link OutOfMemoryError} if the process has as many mappings
   *     as the system allows
   */
  ByteBuffer map(FileChannel channel, long position, int size) throws IOException;

  /**
   * Unmaps what was mapped, where it can.
   *
   * @throws IllegalStateException if another thread reads or writes a file through one of the
   *     buffers; nothing is unmapped then
   */
  default void close() {}

  /**
   * Mappings in a shared {@code java.lang.foreign.Arena}, which Java 22 and later have: closing it
   * unmaps at once, and using a buffer afterwards throws an {@link IllegalStateException}.
   *
   * <p>Called by reflection, since this library is compiled for older releases. Threads: one at a
   * time.
   */
  final class Arena implements Mappings {
    private static final int FIRST_RELEASE = 22;

    /** Null until something is mapped: closing one halts all threads for a moment. */
    private Object arena;

    static boolean isAvailable() {
      return Runtime.version().feature() >= FIRST_RELEASE;
    }

    @Override
    public ByteBuffer map(FileChannel channel, long position, int size) throws IOException {
      if (arena == null) {
        arena = Methods.call(Methods.OF_SHARED, null);
      }
      Object segment =
          Methods.call(
              Methods.MAP, channel, FileChannel.MapMode.READ_ONLY, position, (long) size, arena);
      return (ByteBuffer) Methods.call(Methods.AS_BYTE_BUFFER, segment);
    }

    @Override
    public void close() {
      if (arena != null) {
        Methods.call(Methods.CLOSE, arena);
      }
    }

    /** Looked up when the first arena is made: older releases do not have them. */
    private static final class Methods {
      private static final Method OF_SHARED;
      private static final Method MAP;
      private static final Method AS_BYTE_BUFFER;
      private static final Method CLOSE;

      static {
        try {
          Class<?> arena = Class.forName("java.lang.foreign.Arena");
          OF_SHARED = arena.getMethod("ofShared");
          CLOSE = arena.getMethod("close");
          MAP =
              FileChannel.class.getMethod(
                  "map", FileChannel.MapMode.class, long.class, long.class, arena);
          AS_BYTE_BUFFER =
              Class.forName("java.lang.foreign.MemorySegment").getMethod("asByteBuffer");
        } catch (ReflectiveOperationException e) {
          throw new ExceptionInInitializerError(e);
        }
      }

      private static Object call(Method method, Object receiver, Object... arguments) {
        try {
          return method.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
          throw PendingReads.rethrown(e.getCause());
        } catch (IllegalAccessException e) {
          throw new LinkageError(method.toString(), e);
        }
      }
    }
  }
}
