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
  INDEX("index"),
  /**
   * FlatBuffers in field 32767, as Databricks' Photon writes them today: read where the caller asks
   * for it and nothing in it is open to doubt, never written.
   */
  PHOTON("photon"),
  /**
   * Thrift only, in a file whose magic is {@code PARX}, with feature flags and a checksum, by a
   * draft of the format. Readers that do not know the magic refuse the file.
   */
  PARX("parx"),
  /**
   * For writers: none beside Thrift where that is small, {@link #INDEX}, or {@link #SPEC} where the
   * file is so large that its bytes do not count. No file has it; reading says what was chosen.
   */
  AUTO("auto");

  private final String label;

  FooterLayout(String label) {
    this.label = label;
  }

  /** The name users type and read: {@code spec}, {@code arrow-cpp}, ... */
  public String label() {
    return label;
  }

  /**
   * Whether this library writes it beside or in the place of the Thrift footer, and takes it off.
   */
  public boolean isWritable() {
    return this != THRIFT && this != PHOTON;
  }

  /**
   * Refuses a layout that no writer has.
   *
   * @return itself
   * @throws IllegalArgumentException for {@link #PHOTON}
   */
  public FooterLayout orRefuseReadOnly() {
    if (this == PHOTON) {
      throw new IllegalArgumentException("layout " + label + " is read, and not written");
    }
    return this;
  }
}
