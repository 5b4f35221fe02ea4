// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockShape;

/** The fields of a file in the directory. */
final class FileFields {
  static final BlockShape SHAPE = new BlockShape();

  static final int PATH = SHAPE.text("path");
  static final int LENGTH = SHAPE.number("length");

  /** Since 1970-01-01T00:00:00Z, with the nanoseconds of the second; null where not known. */
  static final int MODIFIED_SECONDS = SHAPE.number("modified_seconds");

  static final int MODIFIED_NANOS = SHAPE.number("modified_nanos");

  static final int ETAG = SHAPE.text("etag");
  static final int FOOTER_LENGTH = SHAPE.number("footer_length");
  static final int FOOTER_CRC = SHAPE.number("footer_crc");
  static final int ROWS = SHAPE.number("rows");
  static final int ROW_GROUPS = SHAPE.number("row_groups");

  /** Number of the schema; null where the head is the whole footer. */
  static final int SCHEMA = SHAPE.number("schema");

  /** Row of the schema's tables at which the file's row groups begin. */
  static final int FIRST_ROW = SHAPE.number("first_row");

  /** BundlePlace of the head: the Thrift struct FileMetaData, less what is elsewhere. */
  static final int HEAD_OFFSET = SHAPE.number("head_offset");

  static final int HEAD_LENGTH = SHAPE.number("head_length");
  static final int HEAD_CRC = SHAPE.number("head_crc");

  /** Places of the entries of key_value_metadata; null where the list is absent. */
  static final int KEY_VALUES = SHAPE.bytes("key_values");

  private FileFields() {}
}
