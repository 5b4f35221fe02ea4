// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static java.lang.String.CASE_INSENSITIVE_ORDER;

import io.arrowparquet.footer.internal.statistics.NearPaths;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** The columns of a schema, and paths into its Variant columns, as texts name them. */
final class NamedColumns {
  private static final String AS = " as ";

  private final ConversionMode mode;

  /** By dotted path, columns that are not repeated, and groups. */
  private final Map<String, ArrowType> types;

  NamedColumns(Schema schema, ConversionMode mode, boolean ignoreCase) {
    this.mode = mode;
    this.types = ignoreCase ? new TreeMap<>(CASE_INSENSITIVE_ORDER) : new LinkedHashMap<>();
    add("", schema.getFields());
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
   * @throws InvalidRequestException if there is none of this path
   * @throws IllegalArgumentException if it is below a list or a map
   */
  ArrowType type(String path) {
    ArrowType type = types.get(path);
    if (type != null) {
      return type;
    }
    for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
      ArrowType group = types.get(path.substring(0, dot));
      if (group != null && group.isComplex() && !(group instanceof ArrowType.Struct)) {
        throw new IllegalArgumentException(
            path + ": found a repeated column, expected a column with one value per row");
      }
    }
    throw new InvalidRequestException(
        path, "no such column", "a column of a file" + NearPaths.hint(types.keySet(), path));
  }

  /** The longest name of a Variant column that the text is, or goes on after; null for none. */
  String variantOf(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (int end = text.length(); end > 0; end--) {
      boolean ends =
          end == text.length()
              || text.charAt(end) == '.'
              || text.charAt(end) == '['
              || lower.startsWith(AS, end);
      if (ends && types.get(text.substring(0, end)) instanceof ParquetVariantType) {
        return text.substring(0, end);
      }
    }
    return null;
  }

  /**
   * @param type of the values; null for Variants
   * @throws IllegalArgumentException if path or type cannot be read, saying where
   */
  VariantProjection path(String variant, String text, String type) {
    VariantPath path = VariantPath.parse("$" + text.substring(variant.length()));
    return type == null
        ? VariantProjection.ofVariant(variant, path, text)
        : new VariantProjection(variant, path, ArrowTypeText.parse(text, type), mode);
  }

  /**
   * A list of columns: at commas that are not in brackets or quotes, spaces around them dropped.
   */
  static List<String> split(String list) {
    List<String> columns = new ArrayList<>();
    int depth = 0;
    boolean quoted = false;
    int start = 0;
    for (int at = 0; at <= list.length(); at++) {
      char c = at == list.length() ? ',' : list.charAt(at);
      if (c == '\'') {
        quoted = !quoted;
      } else if (!quoted && "<([".indexOf(c) >= 0) {
        depth++;
      } else if (!quoted && ">)]".indexOf(c) >= 0) {
        depth--;
      }
      if (at == list.length() || (c == ',' && depth == 0 && !quoted)) {
        String column = list.substring(start, at).strip();
        if (column.isEmpty()) {
          throw new InvalidRequestException(
              "no column at position " + start + " of: " + list, null);
        }
        if (columns.contains(column)) {
          throw new InvalidRequestException(column + " is named twice", null);
        }
        columns.add(column);
        start = at + 1;
      }
    }
    return columns;
  }

  ParquetReadOptions choose(List<String> columns, ParquetReadOptions options) {
    List<String> plain = new ArrayList<>();
    List<VariantProjection> paths = new ArrayList<>();
    for (String column : columns) {
      if (column.endsWith("*") && !types.containsKey(column)) {
        plain.addAll(below(column.substring(0, column.length() - 1)));
        continue;
      }
      String variant = variantOf(column);
      if (variant == null || variant.equals(column)) {
        plain.add(column);
      } else {
        paths.add(path(variant, column));
      }
    }
    return options.withColumns(plain).withVariantPaths(paths);
  }

  private List<String> below(String prefix) {
    Predicate<String> begins =
        types instanceof TreeMap
            ? path -> path.regionMatches(true, 0, prefix, 0, prefix.length())
            : path -> path.startsWith(prefix);
    List<String> found = types.keySet().stream().filter(begins).toList();
    if (found.isEmpty()) {
      throw new InvalidRequestException(prefix + "*", "no such column", "a prefix of a column");
    }
    return found;
  }

  private VariantProjection path(String variant, String text) {
    int as = findAs(text, variant.length());
    try {
      return as < 0
          ? path(variant, text, null)
          : path(variant, text.substring(0, as).strip(), text.substring(as + AS.length()).strip());
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(e.getMessage(), e);
    }
  }

  /** Where the word is, outside of quoted names; negative if it is not there. */
  private static int findAs(String text, int from) {
    String lower = text.toLowerCase(Locale.ROOT);
    boolean quoted = false;
    for (int at = from; at < text.length(); at++) {
      if (text.charAt(at) == '\'') {
        quoted = !quoted;
      } else if (!quoted && lower.startsWith(AS, at)) {
        return at;
      }
    }
    return -1;
  }
}
