// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

/** What a byte of a footer is for, in either of its two forms. */
public enum FooterPart {
  /** Schema elements with their names and types, and column orders. */
  SCHEMA("schema"),
  /** The path of each column, which Thrift repeats in every row group. */
  PATHS("column paths"),
  /** Row groups and column chunks: types, codecs, sizes and page offsets. */
  CHUNKS("sizes and offsets"),
  /** Statistics of column chunks: bounds, counts, level histograms, geospatial ones. */
  STATISTICS("statistics"),
  /** Encodings of column chunks, and how many pages have which. */
  ENCODINGS("encodings"),
  /** Where page indexes and bloom filters are. */
  INDEX_LOCATIONS("index locations"),
  /** The index that finds columns by name and field id; FlatBuffers only. */
  NAME_INDEX("name index"),
  /** Key-values of the file and of columns, and who wrote the file. */
  KEY_VALUES("key-values"),
  /** The rest: version, number of rows, encryption, fields that are not known. */
  OTHER("other"),
  /** What the encoding itself takes: vtables and their links, padding, ends of structs. */
  STRUCTURE("structure");

  private final String label;

  FooterPart(String label) {
    this.label = label;
  }

  /** The part's name for people, in lower case. */
  public String label() {
    return label;
  }
}
