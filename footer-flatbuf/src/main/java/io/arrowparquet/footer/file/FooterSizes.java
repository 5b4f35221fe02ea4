// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Where the bytes of one footer go: each counted once, for the column it is about and for the
 * {@linkplain Part part} it belongs to. Bytes that are about no column, or about several, are
 * shared. Immutable; may be shared between threads.
 */
public final class FooterSizes {
  /** Where a column is asked for: none, or several. */
  public static final int SHARED = -1;

  /** What a byte of a footer is for, in either of its two forms. */
  public enum Part {
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

    Part(String label) {
      this.label = label;
    }

    /** The part's name for people, in lower case. */
    public String label() {
      return label;
    }
  }

  private final Map<Part, long[]> bytes = new EnumMap<>(Part.class);

  FooterSizes(int columns) {
    for (Part part : Part.values()) {
      bytes.put(part, new long[columns + 1]);
    }
  }

  void add(int column, Part part, long count) {
    bytes.get(part)[Objects.checkIndex(column + 1, columnCount() + 1)] += count;
  }

  /** One name of a field means one thing in both forms. */
  static Part part(String field, Part inherited) {
    return switch (field) {
      case "schema", "column_orders" -> Part.SCHEMA;
      case "row_groups" -> Part.CHUNKS;
      case "kv", "key_value_metadata", "created_by" -> Part.KEY_VALUES;
      case "column_table" -> Part.NAME_INDEX;
      case "block_crcs", "directory" -> Part.STRUCTURE;
      case "column_index", "column_index_offset", "column_index_length" -> Part.INDEX_LOCATIONS;
      case "offset_index", "offset_index_offset", "offset_index_length" -> Part.INDEX_LOCATIONS;
      case "bloom_filter", "bloom_filter_offset", "bloom_filter_length" -> Part.INDEX_LOCATIONS;
      case "path_in_schema" -> Part.PATHS;
      case "statistics", "size_statistics", "geospatial_statistics" -> Part.STATISTICS;
      case "encodings", "encoding_stats", "is_fully_dict_encoded" -> Part.ENCODINGS;
      case "crypto_metadata_type", "crypto_metadata", "encrypted_column_metadata" -> Part.OTHER;
      default -> inherited;
    };
  }

  /**
   * Measures the FlatBuffer between the buffer's position and limit, which stay as they are. Tables
   * and vectors that chunks of one column use are that column's; what chunks of several columns use
   * together is shared. Takes time in proportion to the footer, and about one and a half times its
   * bytes on the heap.
   *
   * @return sizes that sum up to the buffer's remaining bytes
   * @throws CorruptFooterException if it does not {@linkplain FlatFooter#verify verify}
   */
  public static FooterSizes ofFlatBuffer(ByteBuffer flatbuffer) {
    return FlatFooterSizes.measure(flatbuffer);
  }

  /**
   * Measures the bytes of one Thrift {@code FileMetaData}. A field's header counts for the field;
   * the ends of structs and the headers of structs that are taken apart are structure. Takes time
   * in proportion to the footer.
   *
   * @param struct the bytes, stop byte included; an extension counts as {@link Part#OTHER}
   * @return sizes that sum up to the length of the array
   * @throws CorruptFooterException if the bytes are no such struct
   */
  public static FooterSizes ofThrift(byte[] struct) {
    return ThriftFooterSizes.measure(struct);
  }

  /** Number of columns. */
  public int columnCount() {
    return bytes.get(Part.SCHEMA).length - 1;
  }

  /**
   * Bytes of one part that are about one column.
   *
   * @param column number of the column, or {@link #SHARED}
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public long bytes(int column, Part part) {
    return bytes.get(part)[Objects.checkIndex(column + 1, columnCount() + 1)];
  }

  /** Bytes about one column, or {@link #SHARED} ones, in all parts. */
  public long bytes(int column) {
    return Stream.of(Part.values()).mapToLong(part -> bytes(column, part)).sum();
  }

  /** Bytes of one part, of all columns and shared. */
  public long bytes(Part part) {
    return LongStream.of(bytes.get(part)).sum();
  }

  /** All bytes: the length of the footer. */
  public long total() {
    return Stream.of(Part.values()).mapToLong(this::bytes).sum();
  }
}
