// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.storage.InvalidRequestException;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * A column that is not in the file: made of where a row is, or of what the caller knows. Its values
 * are those of the rows that are read, whatever a filter, a limit or other options leave out.
 * Immutable; threads may share one. The methods below make each kind as it has to be.
 *
 * @param kind what the values are made of
 * @param field name and type of the vector
 * @param value the constant, or the first id of {@link Kind#LINEAGE}; else null
 * @param column of the file, whose values are taken where it has some; else null
 */
public record RowColumn(Kind kind, Field field, @Nullable Object value, @Nullable String column) {
  private static final ArrowType INT32 = new ArrowType.Int(Integer.SIZE, true);
  private static final ArrowType INT64 = new ArrowType.Int(Long.SIZE, true);

  /** What the values of a column are made of. */
  public enum Kind {
    POSITION(INT64),
    FILE(ArrowType.Utf8.INSTANCE),
    ROW_GROUP(INT32),
    CONSTANT(null),
    DELETED(ArrowType.Bool.INSTANCE),
    LINEAGE(INT64),
    COALESCE(null);

    /** Null for any. */
    @SuppressWarnings("ImmutableEnumChecker") // Arrow's types do not change
    private final @Nullable ArrowType type;

    Kind(@Nullable ArrowType type) {
      this.type = type;
    }

    private RowColumn of(String name, @Nullable Object value, @Nullable String column) {
      return new RowColumn(this, Field.notNullable(name, type), value, column);
    }
  }

  /**
   * Refuses what does not go together.
   *
   * @throws IllegalArgumentException if the field is not of the kind's type, or if there is a value
   *     or a column where the kind has none, or none where it has
   */
  public RowColumn {
    Objects.requireNonNull(field.getName(), "name");
    boolean isOfKind =
        switch (kind) {
          case CONSTANT -> column == null && (value != null || field.isNullable());
          case LINEAGE -> value instanceof Long;
          case COALESCE -> value != null;
          case POSITION, FILE, ROW_GROUP, DELETED -> value == null && column == null;
        };
    if (!isOfKind || (kind.type != null && !kind.type.equals(field.getType()))) {
      throw new IllegalArgumentException(
          "row column "
              + field
              + ": found "
              + kind
              + ", column "
              + column
              + ", value "
              + value
              + ", expected what this kind has");
    }
  }

  /** The row's number in its file, from 0 over all row groups: int64. */
  public static RowColumn position(String name) {
    return Kind.POSITION.of(name, null, null);
  }

  /**
   * The name of the file, as its source and messages have it: utf8. That is the path of a local
   * file, {@code s3://bucket/key} of an object, the location that Iceberg has for a file.
   */
  public static RowColumn file(String name) {
    return Kind.FILE.of(name, null, null);
  }

  /** The number of the row group in its file: int32. */
  public static RowColumn rowGroup(String name) {
    return Kind.ROW_GROUP.of(name, null, null);
  }

  /**
   * One value for all rows.
   *
   * @param field of a primitive type
   * @param value a literal of that type, as filters have them; null for nulls
   * @throws IllegalArgumentException if the value is null and the field is not nullable
   */
  public static RowColumn constant(Field field, @Nullable Object value) {
    return new RowColumn(Kind.CONSTANT, field, value, null);
  }

  /**
   * One value for all rows, read as the text of a filter is.
   *
   * @param field nullable, of a primitive type
   * @param text null for nulls
   * @throws InvalidRequestException if it is no value of the type
   */
  public static RowColumn constantOf(Field field, @Nullable String text) {
    if (text == null) {
      return constant(field, null);
    }
    FilterText.Value value = new FilterText.Value(FilterText.Kind.TEXT, text, 0);
    Object literal = FilterLiterals.of(value, field.getType());
    if (literal == null) {
      String expected = FilterLiterals.example(field.getType());
      throw new InvalidRequestException(
          field.getName(),
          "the text " + text,
          expected == null ? "no value of type " + field.getType() : expected);
    }
    return constant(field, literal);
  }

  /**
   * Whether the row is one of {@link ParquetReadOptions#withoutRows}, which are read then, and not
   * left out: bool.
   */
  public static RowColumn deleted(String name) {
    return Kind.DELETED.of(name, null, null);
  }

  /**
   * Row lineage: a number that the file has for the row, or else one that follows from the row's
   * position: int64.
   *
   * @param column the file's int64 column of the top level; null, or one that the file lacks, if it
   *     has no numbers. With a schema of the caller's a field of that
   * @param firstRowId what rows have, plus their position, where the column is null
   */
  public static RowColumn lineage(String name, @Nullable String column, long firstRowId) {
    return Kind.LINEAGE.of(name, firstRowId, column);
  }

  /**
   * What the file has for the row, or else a constant: Iceberg's last updated sequence number, for
   * example.
   *
   * @param field of a primitive type
   * @param column as for {@link #lineage}, of the field's type
   * @param value a literal of that type, where the column is null or the file lacks it
   */
  public static RowColumn coalesce(Field field, @Nullable String column, Object value) {
    return new RowColumn(Kind.COALESCE, field, Objects.requireNonNull(value, "value"), column);
  }
}
