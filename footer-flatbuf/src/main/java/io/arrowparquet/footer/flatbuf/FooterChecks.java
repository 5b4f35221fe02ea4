// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.metadata.ConvertedType;
import io.arrowparquet.footer.metadata.LogicalType;
import io.arrowparquet.footer.metadata.Type;

/**
 * What a footer must say so that its columns can be read. Readers apply a rule to what they are
 * about to read; writers and verifiers apply {@linkplain #check all rules to the whole footer}. So
 * no tool accepts a footer that another finds corrupt.
 *
 * <p>The rules are about content: the structure of the bytes is checked by {@link
 * FlatFooterVerifier}. Each rule is one that a reader relies on. Stateless.
 */
public final class FooterChecks {
  /** Groups that a column may be in, itself included: recursion over the schema is bounded. */
  public static final int MAX_DEPTH = 256;

  private FooterChecks() {}

  /**
   * Applies all rules to the whole footer. Chunks that are encrypted or in another file are passed
   * over: nothing here can be compared with them.
   *
   * @param fileLength length in bytes of the file that the footer belongs to
   * @throws CorruptFooterException naming the first rule that is broken
   */
  public static void check(FlatFooter footer, long fileLength) {
    checkSchema(footer);
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      requireRows(group, footer.rowGroup(group).numRows());
      checkChunks(footer, group, fileLength);
    }
  }

  private static void checkSchema(FlatFooter footer) {
    SchemaElementView element = new SchemaElementView();
    int[] depths = new int[footer.elementCount()];
    for (int i = 0; i < depths.length; i++) {
      footer.schemaElement(i, element);
      if (i > 0) {
        depths[i] = depths[footer.parentElement(i)] + 1;
        requireDepth(depths[i]);
      }
      LogicalType logicalType = element.logicalType();
      if (footer.elementColumn(i) >= 0 && !hasOnlyNulls(element, logicalType)) {
        physicalType(element);
      }
    }
  }

  /** Values of type UNKNOWN are never read, unless it is an INTERVAL. */
  private static boolean hasOnlyNulls(SchemaElementView element, LogicalType logicalType) {
    return logicalType != null
        && logicalType.kind() == LogicalType.Kind.NULL
        && element.convertedType() != ConvertedType.INTERVAL;
  }

  private static void checkChunks(FlatFooter footer, int group, long fileLength) {
    ColumnChunkView chunk = new ColumnChunkView();
    for (int column = 0; column < footer.columnCount(); column++) {
      footer.chunk(group, column, chunk);
      String otherFile = chunk.filePath();
      boolean isHere = otherFile == null || otherFile.isEmpty();
      if (isHere && chunk.hasMetadata() && chunk.cryptoMetadata() == null) {
        requireExtent(footer, chunk, fileLength);
      }
    }
  }

  /**
   * A column is in no more groups than recursion can follow.
   *
   * @param depth of a schema element below the root, from 1
   */
  public static void requireDepth(int depth) {
    if (depth > MAX_DEPTH) {
      throw new CorruptFooterException(
          "depth of the schema",
          CorruptFooterException.NO_OFFSET,
          "more than " + MAX_DEPTH,
          "at most " + MAX_DEPTH);
    }
  }

  /** The physical type of a column's element: one that is known, with a length it can have. */
  public static Type physicalType(SchemaElementView element) {
    Type type = element.type();
    if (type == null) {
      throw corrupt(
          "physical type of " + element.name(), element.typeNumber(), "a known physical type");
    }
    if (type == Type.FIXED_LEN_BYTE_ARRAY && element.typeLength() < 0) {
      throw corrupt("type_length of " + element.name(), element.typeLength(), "0 or more");
    }
    return type;
  }

  /** A row group does not have fewer rows than none. */
  public static void requireRows(int rowGroup, long rows) {
    if (rows < 0) {
      throw corrupt("num_rows of row group " + rowGroup, rows, "0 or more");
    }
  }

  /**
   * The bytes of a column chunk are inside its file, and its values are not fewer than none.
   *
   * @param chunk in plain text and in the footer's own file
   */
  public static void requireExtent(FlatFooter footer, ColumnChunkView chunk, long fileLength) {
    long offset = chunk.startOffset();
    long length = chunk.totalCompressedSize();
    if (offset < 0 || offset > fileLength) {
      throw corrupt("offset of column " + path(footer, chunk), offset, "0 to " + fileLength);
    }
    if (length < 0 || length > fileLength - offset) {
      throw corrupt(
          "total_compressed_size of column " + path(footer, chunk),
          length,
          "0 to " + (fileLength - offset) + ", what follows its offset " + offset);
    }
    if (chunk.numValues() < 0) {
      throw corrupt("num_values of column " + path(footer, chunk), chunk.numValues(), "0 or more");
    }
  }

  private static String path(FlatFooter footer, ColumnChunkView chunk) {
    return footer.columnPath(chunk.column());
  }

  private static CorruptFooterException corrupt(String problem, long found, String expected) {
    return new CorruptFooterException(
        problem, CorruptFooterException.NO_OFFSET, Long.toString(found), expected);
  }
}
