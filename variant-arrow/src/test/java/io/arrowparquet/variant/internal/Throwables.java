// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.io.IOException;
import org.apache.arrow.memory.OutOfMemoryException;

/** What callers' code may throw, in whatever language it is written. */
public enum Throwables {
  /** As a source. */
  IO,
  /** As any code. */
  UNCHECKED,
  /** As an allocator. */
  ALLOCATION,
  /** As the JDK without memory, or without a thread. */
  ERROR,
  /** As the JDK without a stack. */
  STACK,
  /** As code in a language that does not check exceptions. */
  CHECKED;

  /** A new one. */
  public Throwable make() {
    return switch (this) {
      case IO -> new IOException("made up");
      case UNCHECKED -> new IllegalArgumentException("made up");
      case ALLOCATION -> new OutOfMemoryException("made up");
      case ERROR -> new OutOfMemoryError("made up");
      case STACK -> new StackOverflowError("made up");
      case CHECKED -> new Exception("made up");
    };
  }

  /** Throws it as it is, though no signature names it. */
  @SuppressWarnings("unchecked")
  public static <E extends Throwable> RuntimeException sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
