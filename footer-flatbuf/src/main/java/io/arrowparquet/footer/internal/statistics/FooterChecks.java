// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.PhysicalType;

/**
 * What a footer must say so that its columns can be read. Readers apply a rule to what they are
 * about to read; writers and verifiers apply {@linkplain #check all rules to the whole footer}. So
 * no tool accepts a footer that another finds corrupt.
 *
 * <p>The rules are about content: the structure of the bytes is checked by {@link
 * FlatFooter#verify}. Each rule is one that a reader relies on.
 */
public final class FooterChecks {
  /** Where pages, indexes and Bloom filters begin at the earliest: after the magic. */
  private static final int PAGES_START = 4;

  private FooterChecks() {}

  /**
   * Applies all rules to the whole footer. Chunks that are encrypted or in another file are passed
   * over: nothing here can be compared with them.
   */
  public static void check(FlatFooter footer, long footerOffset) {
    checkSchema(footer);
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      requireRows(group, footer.rowGroup(group).numRows());
      checkChunks(footer, group, footerOffset);
    }
  }

  private static void checkSchema(FlatFooter footer) {
    SchemaElementView element = new SchemaElementView();
    int[] depths = new int[footer.elementCount()];
    for (int i = 0; i < depths.length; i++) {
      footer.schemaElement(i, element);
      if (i > 0) {
        depths[i] = depths[footer.parentElement(i)] + 1;
        SchemaTree.requireDepth(depths[i]);
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
        && !ConvertedType.isInterval(logicalType, element.convertedType());
  }

  private static void checkChunks(FlatFooter footer, int group, long footerOffset) {
    ColumnChunkView chunk = new ColumnChunkView();
    for (int column = 0; column < footer.columnCount(); column++) {
      footer.chunk(group, column, chunk);
      String otherFile = chunk.filePath();
      boolean isHere = otherFile == null || otherFile.isEmpty();
      if (isHere && chunk.hasMetadata() && chunk.cryptoMetadata() == null) {
        requireExtent(footer, chunk, footerOffset);
      }
    }
  }

  public static PhysicalType physicalType(SchemaElementView element) {
    PhysicalType type = element.type();
    if (type == null) {
      throw corrupt(
          "physical type of " + element.name(), element.typeNumber(), "a known physical type");
    }
    if (type == PhysicalType.FIXED_LEN_BYTE_ARRAY && element.typeLength() < 0) {
      throw corrupt("type_length of " + element.name(), element.typeLength(), "0 or more");
    }
    return type;
  }

  public static void requireRows(int rowGroup, long rows) {
    if (rows < 0) {
      throw corrupt("num_rows of row group " + rowGroup, rows, "0 or more");
    }
  }

  public static boolean isBeforeFooter(long offset, long length, long footerOffset) {
    return offset >= PAGES_START
        && offset <= footerOffset
        && length >= 0
        && length <= footerOffset - offset;
  }

  public static String rangeBefore(long footerOffset) {
    return "bytes from " + PAGES_START + " on that end before the footer, at " + footerOffset;
  }

  /** The bytes of a chunk in plain text are before the footer, its values not fewer than none. */
  public static void requireExtent(FlatFooter footer, ColumnChunkView chunk, long footerOffset) {
    long offset = chunk.startOffset();
    long length = chunk.totalCompressedSize();
    // Some writers say 0 for the offset of a chunk without values.
    long checked = offset == 0 && chunk.numValues() == 0 ? PAGES_START : offset;
    if (!isBeforeFooter(checked, length, footerOffset)) {
      throw new CorruptFooterException(
          "place of column " + path(footer, chunk) + ", row group " + chunk.rowGroup(),
          length + " bytes at " + offset,
          rangeBefore(footerOffset));
    }
    if (chunk.numValues() < 0) {
      throw corrupt("num_values of column " + path(footer, chunk), chunk.numValues(), "0 or more");
    }
  }

  private static String path(FlatFooter footer, ColumnChunkView chunk) {
    return footer.columnPath(chunk.column());
  }

  private static CorruptFooterException corrupt(String problem, long found, String expected) {
    return new CorruptFooterException(problem, Long.toString(found), expected);
  }
}
