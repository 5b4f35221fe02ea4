// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

/** How a bundle in stream form holds its schemas; section 11.2 of {@code FORMAT.md}. */
public enum StreamMode {
  /** Behind the footers; the place is put into the header at the end. */
  NORMAL(0),
  /** As {@link #NORMAL}; those that a {@link SchemaContext} has from earlier bundles are stubs. */
  SHARE(1),
  /** Each before the first footer that has it, so that the bundle goes through a pipe. */
  STREAMING(2);

  private final int number;

  StreamMode(int number) {
    this.number = number;
  }

  /** The number in the header. */
  int number() {
    return number;
  }

  /** The mode with a number; null if there is none. */
  static StreamMode forNumber(int number) {
    for (StreamMode mode : values()) {
      if (mode.number == number) {
        return mode;
      }
    }
    return null;
  }
}
