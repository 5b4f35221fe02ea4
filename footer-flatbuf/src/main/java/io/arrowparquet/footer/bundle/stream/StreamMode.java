// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.stream;

/** How a bundle in stream form holds its schemas; section 10.2 of {@code FORMAT.md}. */
public enum StreamMode {
  /** Behind the footers; the place is put into the header at the end. */
  NORMAL,
  /** As {@link #NORMAL}; those that a {@link SchemaContext} has from earlier bundles are stubs. */
  SHARE,
  /** Each before the first footer that has it, so that the bundle goes through a pipe. */
  STREAMING;

  /** The number in the header. */
  int number() {
    return ordinal();
  }

  /** The mode with a number; null if there is none. */
  static StreamMode forNumber(int number) {
    return number < values().length ? values()[number] : null;
  }
}
