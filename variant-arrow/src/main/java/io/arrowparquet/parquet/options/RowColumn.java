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
 * Immutable; threads may share one.
 */
public sealed interface RowColumn {
  /** Name and type of the vector. */
  Field field();

  /** The row's number in its file, from 0 over all row groups: int64. */
  static RowColumn position(String name) {
    return new Position(name);
  }

  /**
   * The name of the file, as its source and messages have it: utf8. That is the path of a local
   * file, {@code s3://bucket/key} of an object, the location that Iceberg has for a file.
   */
  static RowColumn file(String name) {
    return new File(name);
  }

  /** The number of the row group in its file: int32. */
  static RowColumn rowGroup(String name) {
    return new RowGroup(name);
  }

  /**
   * One value for all rows.
   *
   * @param field of a primitive type
   * @param value a literal of that type, as filters have them; null for nulls
   * @throws IllegalArgumentException if the value is null and the field is not nullable
   */
  static RowColumn constant(Field field, @Nullable Object value) {
    return new Constant(field, value);
  }

  /**
   * One value for all rows, read as the text of a filter is.
   *
   * @param field nullable, of a primitive type
   * @param text null for nulls
   * @throws InvalidRequestException if it is no value of the type
   */
  static Constant constantOf(Field field, @Nullable String text) {
    if (text == null) {
      return new Constant(field, null);
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
    return new Constant(field, literal);
  }

  /**
   * Whether the row is one of {@link ParquetReadOptions#withoutRows}, which are read then, and not
   * left out: bool.
   */
  static RowColumn deleted(String name) {
    return new Deleted(name);
  }

  /**
   * Row lineage: a number that the file has for the row, or else one that follows from the row's
   * position: int64.
   *
   * @param column the file's int64 column of the top level; null, or one that the file lacks, if it
   *     has no numbers. With a schema of the caller's a field of that
   * @param firstRowId what rows have, plus their position, where the column is null
   */
  static RowColumn lineage(String name, @Nullable String column, long firstRowId) {
    return new Lineage(name, column, firstRowId);
  }

  /** Of {@link #position}. */
  record Position(String name) implements RowColumn {
    /** Refuses null. */
    public Position {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public Field field() {
      return Field.notNullable(name, new ArrowType.Int(Long.SIZE, true));
    }
  }

  /** Of {@link #file}. */
  record File(String name) implements RowColumn {
    /** Refuses null. */
    public File {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public Field field() {
      return Field.notNullable(name, ArrowType.Utf8.INSTANCE);
    }
  }

  /** Of {@link #rowGroup}. */
  record RowGroup(String name) implements RowColumn {
    /** Refuses null. */
    public RowGroup {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public Field field() {
      return Field.notNullable(name, new ArrowType.Int(Integer.SIZE, true));
    }
  }

  /** Of {@link #constant}. */
  record Constant(Field field, @Nullable Object value) implements RowColumn {
    /** Refuses a null that the field cannot hold. */
    public Constant {
      if (value == null && !field.isNullable()) {
        throw new IllegalArgumentException("null for " + field);
      }
    }
  }

  /** Of {@link #deleted}. */
  record Deleted(String name) implements RowColumn {
    /** Refuses null. */
    public Deleted {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public Field field() {
      return Field.notNullable(name, ArrowType.Bool.INSTANCE);
    }
  }

  /** Of {@link #lineage}. */
  record Lineage(String name, @Nullable String column, long firstRowId) implements RowColumn {
    /** Refuses a null for the name. */
    public Lineage {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public Field field() {
      return Field.notNullable(name, new ArrowType.Int(Long.SIZE, true));
    }
  }
}
