// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.io.Serializable;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Where in a file, a column or a vector a problem was found. Code that reads bytes knows little of
 * this; each layer that an exception passes adds what it knows. Immutable.
 */
public final class Place implements Serializable {
  /** A row group, page offset or row that is not known. */
  public static final long UNKNOWN = -1;

  /** The place of which nothing is known. */
  public static final Place NOWHERE = new Place(null, null, UNKNOWN, UNKNOWN, UNKNOWN, null);

  private static final long serialVersionUID = 1;

  private final @Nullable String source;
  private final @Nullable String column;
  private final long rowGroup;
  private final long pageOffset;
  private final long row;
  private final @Nullable String path;

  private Place(
      @Nullable String source,
      @Nullable String column,
      long rowGroup,
      long pageOffset,
      long row,
      @Nullable String path) {
    this.source = source;
    this.column = column;
    this.rowGroup = rowGroup;
    this.pageOffset = pageOffset;
    this.row = row;
    this.path = path;
  }

  /** Name of the file, or null. */
  public @Nullable String source() {
    return source;
  }

  /** Dotted path of the column, or null. */
  public @Nullable String column() {
    return column;
  }

  /** Row group, counted from 0, or {@link #UNKNOWN}. */
  public long rowGroup() {
    return rowGroup;
  }

  /** Byte offset of the page's header in the file, or {@link #UNKNOWN}. */
  public long pageOffset() {
    return pageOffset;
  }

  /** Row of the vector or the file, counted from 0, or {@link #UNKNOWN}. */
  public long row() {
    return row;
  }

  /**
   * Place in the row: path of a value, {@code $.items[3].price}, or line and column of a text; or
   * null.
   */
  public @Nullable String path() {
    return path;
  }

  /** This place in a file; this one if the file is known already. */
  public Place in(String sourceName) {
    return source != null ? this : new Place(sourceName, column, rowGroup, pageOffset, row, path);
  }

  /**
   * This place in a column chunk; this one if the column is known already.
   *
   * @param page byte offset of the page's header in the file, or {@link #UNKNOWN}
   */
  public Place inPage(String columnPath, long rowGroupOrdinal, long page) {
    return column != null ? this : new Place(source, columnPath, rowGroupOrdinal, page, row, path);
  }

  /** This place in a row; this one if the row is known already. */
  public Place atRow(long rowNumber) {
    return row != UNKNOWN ? this : new Place(source, column, rowGroup, pageOffset, rowNumber, path);
  }

  /** This place with a path, whether one is known or not. */
  public Place withPath(@Nullable String newPath) {
    return Objects.equals(newPath, path)
        ? this
        : new Place(source, column, rowGroup, pageOffset, row, newPath);
  }

  /**
   * This place with the step into a container made exact; this one if it is elsewhere. The decoder
   * of a column knows the path of a position only with {@code [*]} for each element, {@code
   * $.items[*].price}; each container adds the index of its element, from the inside out.
   */
  Place inElement(String containerPath, String step) {
    String any = containerPath + "[*]";
    return path == null || !path.startsWith(any)
        ? this
        : withPath(containerPath + step + path.substring(any.length()));
  }

  /** What is known, as the beginning of a message: {@code "f.parquet: row 3, $.a: "}, or empty. */
  String prefix() {
    StringJoiner parts = new StringJoiner(", ");
    if (column != null) {
      parts.add("column " + column);
    }
    if (rowGroup != UNKNOWN) {
      parts.add("row group " + rowGroup);
    }
    if (pageOffset != UNKNOWN) {
      parts.add("page at offset " + pageOffset);
    }
    if (row != UNKNOWN) {
      parts.add("row " + row);
    }
    if (path != null) {
      parts.add(path);
    }
    return (source == null ? "" : source + ": ") + (parts.length() == 0 ? "" : parts + ": ");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Place that
        && rowGroup == that.rowGroup
        && pageOffset == that.pageOffset
        && row == that.row
        && Objects.equals(source, that.source)
        && Objects.equals(column, that.column)
        && Objects.equals(path, that.path);
  }

  @Override
  public int hashCode() {
    return Objects.hash(source, column, rowGroup, pageOffset, row, path);
  }
}
