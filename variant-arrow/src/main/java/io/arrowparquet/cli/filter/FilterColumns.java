// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.filter;

import io.arrowparquet.cli.filter.FilterSide.Column;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;

/** The columns of files, and paths into their Variant columns, as a filter's text names them. */
public final class FilterColumns {
  private final ParquetFileSet files;
  private final ConversionMode mode;

  /** By dotted path, columns that are not repeated, and groups. */
  private final Map<String, ArrowType> types = new HashMap<>();

  /**
   * Those of files.
   *
   * @param options whose {@code variantColumns} are Variants too
   * @param mode how values of paths become the type that they are compared as
   */
  public FilterColumns(ParquetFileSet files, ParquetReadOptions options, ConversionMode mode) {
    this.files = files;
    this.mode = mode;
    add("", files.schema(ParquetReadOptions.defaults()).getFields());
    options.variantColumns().forEach(column -> types.put(column, ParquetVariantType.INSTANCE));
  }

  private void add(String parent, List<Field> fields) {
    for (Field field : fields) {
      String path = parent + field.getName();
      types.put(path, field.getType());
      if (field.getType() instanceof ArrowType.Struct) {
        add(path + ".", field.getChildren());
      }
    }
  }

  /**
   * What a text names.
   *
   * @param type the type asked for; null for none
   * @throws UnsupportedColumnException if there is no such column
   * @throws IllegalArgumentException if it is repeated, or the type is none
   */
  Column find(String text, String type, int position) {
    String variant = variantOf(text);
    if (variant != null) {
      return path(variant, text, type, position);
    }
    ArrowType found = types.get(text);
    if (found == null) {
      files.schema(ParquetReadOptions.defaults().withColumns(List.of(text)));
      throw new IllegalArgumentException(
          "at position "
              + position
              + ": "
              + text
              + ": found a repeated column, expected a column with one value per row");
    }
    if (type != null) {
      throw new IllegalArgumentException(
          "at position "
              + position
              + ": "
              + text
              + " as "
              + type
              + ": only paths into Variant columns have the type asked for");
    }
    ArrowType stored = found instanceof ExtensionType extension ? extension.storageType() : found;
    return new Column(Operand.column(text), stored, position);
  }

  private Column path(String variant, String text, String type, int position) {
    try {
      VariantPath path = VariantPath.parse("$" + text.substring(variant.length()));
      if (type == null) {
        return new Column(VariantProjection.ofVariant(variant, path, text), null, position);
      }
      Field target = ArrowTypeText.parse(text, type);
      return new Column(
          new VariantProjection(variant, path, target, mode), target.getType(), position);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("at position " + position + ": " + e.getMessage(), e);
    }
  }

  /** The longest name of a Variant column that the text is, or goes on behind; null for none. */
  private String variantOf(String text) {
    for (int end = text.length(); end > 0; end--) {
      boolean ends = end == text.length() || text.charAt(end) == '.' || text.charAt(end) == '[';
      if (ends && types.get(text.substring(0, end)) instanceof ParquetVariantType) {
        return text.substring(0, end);
      }
    }
    return null;
  }
}
