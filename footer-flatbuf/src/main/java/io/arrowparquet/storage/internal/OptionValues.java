// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.util.function.Consumer;

/**
 * The values behind a class of options, which begin as its defaults.
 *
 * @param <V> the class itself
 */
public abstract class OptionValues<V extends OptionValues<V>> implements Cloneable {
  /** A changed copy. Nothing is changed once it is in use. */
  @SuppressWarnings("unchecked") // as V is declared
  public final V with(Consumer<V> change) {
    try {
      V copy = (V) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * The value.
   *
   * @throws IllegalArgumentException if it is less than the least, with the option's name
   */
  public static long atLeast(String option, long least, long value) {
    if (value < least) {
      throw new IllegalArgumentException(option + " " + value + ": at least " + least);
    }
    return value;
  }

  /** As {@link #atLeast}. */
  public static long atLeast1(String option, long value) {
    return atLeast(option, 1, value);
  }
}
