// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

/**
 * The Arrow type of a field of a block.
 *
 * @param kind which type
 * @param width bytes of a value; 0 for binaries and texts
 */
public record FieldType(Kind kind, int width) {
  static final FieldType BINARY = new FieldType(Kind.BINARY, 0);
  static final FieldType TEXT = new FieldType(Kind.TEXT, 0);

  /** The types that blocks use, with their numbers in Arrow's union {@code Type}. */
  enum Kind {
    /** Signed, of 1, 2, 4 or 8 bytes. */
    INTEGER(2),
    /** Of 4 or 8 bytes. */
    FLOAT(3),
    BINARY(4),
    TEXT(5),
    FIXED(15);

    final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  /** Whether values have no width of their own, and so have offsets. */
  boolean isVariable() {
    return kind == Kind.BINARY || kind == Kind.TEXT;
  }

  static FieldType integer(int width) {
    return new FieldType(Kind.INTEGER, width);
  }
}
