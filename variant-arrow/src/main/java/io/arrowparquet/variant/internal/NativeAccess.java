// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

/** The JVM's way to memory and functions outside of it, which is looked up, as this is for 17. */
public final class NativeAccess {
  private NativeAccess() {}

  /**
   * Whether it is open to this library, without a warning.
   *
   * @param release the first JDK to use it on: 22 at least, before which it was a preview
   */
  public static boolean isEnabled(int release) {
    if (Runtime.version().feature() < release) {
      return false;
    }
    try {
      return (boolean)
          Module.class.getMethod("isNativeAccessEnabled").invoke(NativeAccess.class.getModule());
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** Handles of methods declare Throwable; these throw what is wrong with the JVM. */
  public static RuntimeException rethrown(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException known ? known : new IllegalStateException(e);
  }
}
