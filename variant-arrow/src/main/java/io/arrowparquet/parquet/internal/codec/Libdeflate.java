// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import io.arrowparquet.variant.internal.NativeAccess;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.Inflater;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Deflate through the machine's libdeflate, 1.0 or newer, which takes a third to two thirds of the
 * time of {@link Inflater}. Through the foreign function interface of JDK 22, which is looked up,
 * as this is compiled for 17; and only where native access is enabled, or there would be a warning.
 * Owns one decompressor of the library's. One thread at a time.
 */
final class Libdeflate implements AutoCloseable {
  static final NativeCodec<Libdeflate> LIBRARY = new NativeCodec<>("libdeflate", Libdeflate::new);

  private static final int SUCCESS = 0;
  private static final int NO_ROOM = 3;

  private final long decompressor;

  /** What was read and what was written, as the library's {@code size_t}. */
  private final ByteBuffer counts =
      ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.nativeOrder());

  private Libdeflate() {
    try {
      decompressor = (long) Functions.ALLOC.invokeExact();
    } catch (Throwable e) {
      throw NativeAccess.rethrown(e);
    }
    if (decompressor == 0) {
      throw new IllegalStateException("no memory for a decompressor");
    }
  }

  /** Moves both buffers, which are direct, to after the stream and what it holds. */
  void inflate(ByteBuffer input, ByteBuffer output) throws IOException {
    long count = MemoryUtil.getByteBufferAddress(counts);
    int result;
    try {
      result =
          (int)
              Functions.DECOMPRESS.invokeExact(
                  decompressor,
                  MemoryUtil.getByteBufferAddress(input) + input.position(),
                  (long) input.remaining(),
                  MemoryUtil.getByteBufferAddress(output) + output.position(),
                  (long) output.remaining(),
                  count,
                  count + Long.BYTES);
    } catch (Throwable e) {
      throw NativeAccess.rethrown(e);
    }
    if (result != SUCCESS) {
      throw new IOException(
          result == NO_ROOM ? "more bytes than there is room" : "a damaged stream, or no end");
    }
    input.position(input.position() + (int) counts.getLong(0));
    output.position(output.position() + (int) counts.getLong(Long.BYTES));
  }

  @Override
  public void close() {
    try {
      Functions.FREE.invokeExact(decompressor);
    } catch (Throwable e) {
      throw NativeAccess.rethrown(e);
    }
  }

  /** Loading this class fails where the interface or the library is missing. */
  private static final class Functions {
    static final MethodHandle ALLOC;
    static final MethodHandle DECOMPRESS;
    static final MethodHandle FREE;

    static {
      try {
        ForeignFunctions foreign = new ForeignFunctions();
        ALLOC = foreign.function("libdeflate_alloc_decompressor", "JAVA_LONG", 0);
        DECOMPRESS = foreign.function("libdeflate_deflate_decompress_ex", "JAVA_INT", 7);
        FREE = foreign.function("libdeflate_free_decompressor", null, 1);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  /** Functions of the library whose parameters are pointers and sizes, all of them longs. */
  private static final class ForeignFunctions {
    private static final int FIRST_RELEASE = 22;
    private static final String PACKAGE = "java.lang.foreign.";

    private final Class<?> layout = Class.forName(PACKAGE + "MemoryLayout");
    private final Class<?> descriptor = Class.forName(PACKAGE + "FunctionDescriptor");
    private final Class<?> linker = Class.forName(PACKAGE + "Linker");
    private final Class<?> values = Class.forName(PACKAGE + "ValueLayout");
    private final Object symbols;

    ForeignFunctions() throws ReflectiveOperationException {
      if (!NativeAccess.isEnabled(FIRST_RELEASE)) {
        throw new ClassNotFoundException("native access is not enabled");
      }
      Object address = values.getField("ADDRESS").get(null);
      if ((long) layout.getMethod("byteSize").invoke(address) != Long.BYTES) {
        throw new ClassNotFoundException("pointers are not longs");
      }
      symbols = symbols();
    }

    private static Object symbols() throws ReflectiveOperationException {
      Class<?> arena = Class.forName(PACKAGE + "Arena");
      Method lookup =
          Class.forName(PACKAGE + "SymbolLookup").getMethod("libraryLookup", String.class, arena);
      Object global = arena.getMethod("global").invoke(null);
      String name = System.mapLibraryName("deflate");
      ClassNotFoundException missing = new ClassNotFoundException(name);
      // Without its development files a Linux has the name with the version only.
      for (String candidate : List.of(name, name + ".0")) {
        try {
          return lookup.invoke(null, candidate, global);
        } catch (ReflectiveOperationException e) {
          missing.addSuppressed(e);
        }
      }
      throw missing;
    }

    /** {@code result}: the name of a layout, or null for none. */
    MethodHandle function(String name, String result, int parameters)
        throws ReflectiveOperationException {
      Object longs = values.getField("JAVA_LONG").get(null);
      Object[] layouts =
          Stream.generate(() -> longs)
              .limit(parameters)
              .toArray(length -> (Object[]) Array.newInstance(layout, length));
      Object type =
          result == null
              ? descriptor.getMethod("ofVoid", layouts.getClass()).invoke(null, (Object) layouts)
              : descriptor
                  .getMethod("of", layout, layouts.getClass())
                  .invoke(null, values.getField(result).get(null), layouts);
      Optional<?> symbol =
          (Optional<?>)
              Class.forName(PACKAGE + "SymbolLookup")
                  .getMethod("find", String.class)
                  .invoke(symbols, name);
      Object options = Array.newInstance(Class.forName(PACKAGE + "Linker$Option"), 0);
      return (MethodHandle)
          linker
              .getMethod(
                  "downcallHandle",
                  Class.forName(PACKAGE + "MemorySegment"),
                  descriptor,
                  options.getClass())
              .invoke(
                  linker.getMethod("nativeLinker").invoke(null),
                  symbol.orElseThrow(),
                  type,
                  options);
    }
  }
}
