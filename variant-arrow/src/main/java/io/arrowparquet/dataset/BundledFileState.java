// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

/** How a file is not what its bundle says of it. {@code toString} is for messages. */
public enum BundledFileState {
  /** It is no longer there: the set is without it. */
  GONE("is in the bundle and no longer there; left out"),

  /** It is another version: its own footer was read. */
  CHANGED("was changed since the bundle was written; read without it"),

  /** It is another version, whose footer cannot be read: the set is not opened. */
  UNREADABLE("was changed since the bundle was written, and its footer cannot be read");

  private final String text;

  BundledFileState(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
