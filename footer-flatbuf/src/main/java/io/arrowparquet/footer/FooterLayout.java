// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

/** How the footer of a Parquet file is laid out, and so which bytes a reader looked at. */
public enum FooterLayout {
  /** Thrift only: an ordinary Parquet file. */
  THRIFT("thrift"),
  /** FlatBuffers in field 32767 of the Thrift footer, this project's UUID, IDL v0. The default. */
  SPEC("spec"),
  /** As {@link #SPEC}, under the second UUID kept for a ratified IDL. */
  SPEC_V1("v1"),
  /** FlatBuffers in field 32767, framed as Arrow C++ proposes, possibly LZ4-compressed. */
  ARROW_CPP("arrow-cpp"),
  /** FlatBuffers only; the file ends with the magic {@code PAR3}. */
  PAR3("par3"),
  /**
   * An index in field 32767 of where the parts of the Thrift footer are, which stays the only one:
   * a column is found, and its parts alone are decoded. Takes a tenth of the bytes of the others.
   */
  INDEX("index");

  private final String label;

  FooterLayout(String label) {
    this.label = label;
  }

  /** The name users type and read: {@code spec}, {@code arrow-cpp}, ... */
  public String label() {
    return label;
  }
}
