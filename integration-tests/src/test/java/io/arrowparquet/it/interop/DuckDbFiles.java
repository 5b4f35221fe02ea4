// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * DuckDB's Variants in files. It takes them from an unshredded file of parquet-java, and makes its
 * own of their bytes: its dictionaries hold just the names in a row's {@code value}, and it shreds
 * as it likes where it is not told how. SQL null and Variant null are the same to it.
 */
public final class DuckDbFiles implements VariantFilePeer {

  @Override
  public String name() {
    return "DuckDB";
  }

  @Override
  public void write(Path file, Type typedValue, List<EncodedVariant> rows) throws Exception {
    String options = typedValue == null ? "" : shredding(typedValue);
    Path source = Files.createTempFile(file.toAbsolutePath().getParent(), "rows", ".parquet");
    Files.delete(source);
    new ParquetJavaFiles().write(source, null, rows);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT id, v FROM read_parquet("
              + literal(source.toString())
              + ")) TO "
              + literal(file.toString())
              + " (FORMAT parquet"
              + options
              + ")");
    } finally {
      Files.delete(source);
    }
  }

  @Override
  public List<EncodedVariant> read(Path file) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT v IS NULL, variant_to_parquet_variant(v) FROM read_parquet("
                    + literal(file.toString())
                    + ")")) {
      List<EncodedVariant> variants = new ArrayList<>();
      while (rows.next()) {
        variants.add(rows.getBoolean(1) ? null : encoded((Struct) rows.getObject(2)));
      }
      return variants;
    }
  }

  @Override
  public String toString() {
    return name();
  }

  private static EncodedVariant encoded(Struct parts) throws SQLException {
    Object[] blobs = parts.getAttributes();
    return new EncodedVariant(bytes((Blob) blobs[0]), bytes((Blob) blobs[1]));
  }

  private static byte[] bytes(Blob blob) throws SQLException {
    return blob.getBytes(1, Math.toIntExact(blob.length()));
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String shredding(Type typedValue) {
    return ", SHREDDING {" + COLUMN + ": " + literal(sqlType(typedValue)) + "}";
  }

  private static String sqlType(Type typedValue) {
    if (typedValue.isPrimitive()) {
      return primitive(typedValue.asPrimitiveType());
    }
    GroupType group = typedValue.asGroupType();
    if (group.getLogicalTypeAnnotation()
        instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation) {
      return position(group.getType(0).asGroupType().getType(0)) + "[]";
    }
    return group.getFields().stream()
        .map(field -> '"' + field.getName().replace("\"", "\"\"") + "\" " + position(field))
        .collect(Collectors.joining(", ", "STRUCT(", ")"));
  }

  private static String position(Type group) {
    GroupType fields = group.asGroupType();
    return fields.containsField("typed_value") ? sqlType(fields.getType("typed_value")) : "VARIANT";
  }

  private static String primitive(PrimitiveType type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation decimal) {
      return "DECIMAL(" + decimal.getPrecision() + ", " + decimal.getScale() + ")";
    }
    if (annotation instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer) {
      return switch (integer.getBitWidth()) {
        case 8 -> "TINYINT";
        case 16 -> "SMALLINT";
        case 32 -> "INTEGER";
        default -> "BIGINT";
      };
    }
    if (annotation instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation) {
      return "VARCHAR";
    }
    if (annotation != null) {
      throw new IllegalArgumentException("no SQL type set down here for " + type);
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> "BOOLEAN";
      case INT32 -> "INTEGER";
      case INT64 -> "BIGINT";
      case FLOAT -> "FLOAT";
      case DOUBLE -> "DOUBLE";
      default -> "BLOB";
    };
  }
}
