// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.variant.internal.NativeAccess;
import java.util.Optional;

/**
 * Loops over many values at a time, where the JVM has vector instructions for memory outside of the
 * heap. Each replaces one that takes a value at a time, and has to give the same. Addresses are
 * checked by callers, as there; as much as {@link #BYTES} from the start of any eight values may be
 * read, which the room after pages allows. Threads share them.
 */
public interface WideLoops {
  /** Null where there are none. */
  WideLoops FOUND = find();

  /** Of a vector. */
  int BYTES = 64;

  /**
   * Unpacks eight times {@code groups} integers, adds {@code least}, and multiplies each as a
   * double by one factor and then by the other.
   *
   * @param width of an integer, 0 to 64 bits
   */
  void scaledDoubles(
      long from, int width, long least, double first, double second, long to, int groups);

  /** As {@link DeltaSums}, of INT64. */
  long sums(long from, int width, long least, long value, long to, int groups);

  /**
   * As {@link DeltaSums}.
   *
   * @param width at most 32
   * @param pairs of groups
   */
  int sums(long from, int width, int least, int value, long to, int pairs);

  /**
   * Puts together values of eight bytes, eight times {@code groups}, of which the first bytes are
   * at {@code from}, and those after each {@code distance} later than the one before.
   */
  void joined(long from, long distance, long to, int groups);

  /**
   * Writes 64 slots: the next value where a bit is set, else 0. Returns where the values after them
   * begin, from where on {@link #BYTES} may be read.
   *
   * @param width 4 or 8
   */
  long spread(long values, int width, long bits, long to);

  private static WideLoops find() {
    String compiler = System.getProperty("java.vm.info", "");
    Optional<Module> api = ModuleLayer.boot().findModule("jdk.incubator.vector");
    // The first release they were measured on. Without the second compiler they take hundreds of
    // times as long.
    if (!NativeAccess.isEnabled(25)
        || api.isEmpty()
        || !compiler.startsWith("mixed mode")
        || compiler.contains("emulated-client")) {
      return null;
    }
    WideLoops.class.getModule().addReads(api.get());
    try {
      return Class.forName(WideLoops.class.getPackageName() + ".VectorApiLoops")
          .asSubclass(WideLoops.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }
}
