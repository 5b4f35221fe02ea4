// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown where a bundle was published by another writer meanwhile. Nothing has been changed; the
 * work can be repeated on what is there now.
 */
public final class BundleConflictException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * A conflict.
   *
   * @param bundle name of the bundle
   * @param found version that is published; null if there is none
   * @param expected version that was to be replaced; null if there was none
   */
  public BundleConflictException(String bundle, @Nullable String found, @Nullable String expected) {
    super(
        bundle
            + ": another process published the bundle meanwhile: found version "
            + found
            + ", expected "
            + expected
            + "; repeat the command");
  }
}
