// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.internal.evolution.FieldUnion;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Columns to read, as text.
 *
 * <pre>
 *   column = name                      a column or a group, by dotted path
 *          | variant steps             a path in a Variant column, as a Variant
 *          | variant steps "as" type   the same, cast to a vector of that type
 *   steps  = as VariantPath has them behind $: .name, ['any name'], [n]
 *   type   = as ArrowTypeText has it
 * </pre>
 *
 * <p>A path's column is named as it is written, without the type. Columns come first, in the files'
 * order, then paths in the order given.
 *
 * <p>Threads: any may call it.
 */
public final class ScanColumns {
  private static final String AS = " as ";

  private ScanColumns() {}

  /** As below, with values cast to the types that are asked for: null where there is no cast. */
  public static ParquetReadOptions choose(
      String[] columns, ParquetFileSet files, ParquetReadOptions options) {
    return choose(columns, files, options, ConversionMode.TRY_CAST);
  }

  /**
   * The options with these columns instead of theirs.
   *
   * @param mode how values become the types that are asked for
   * @throws IllegalArgumentException if a path or a type cannot be read, saying where
   */
  public static ParquetReadOptions choose(
      String[] columns, ParquetFileSet files, ParquetReadOptions options, ConversionMode mode) {
    Set<String> variants = new HashSet<>(options.variantColumns());
    List<Field> fields = files.schema(ParquetReadOptions.defaults()).getFields();
    collectVariants("", fields, variants);
    List<String> plain = new ArrayList<>();
    List<VariantProjection> paths = new ArrayList<>();
    for (String column : columns) {
      String variant = variantOf(column, variants);
      if (variant == null) {
        plain.add(column);
      } else {
        paths.add(projection(variant, column, mode));
      }
    }
    return options.withColumns(plain).withVariantPaths(paths);
  }

  /**
   * A list of columns: at commas that are not in brackets or quotes, spaces around them dropped.
   *
   * @throws IllegalArgumentException if an entry is empty
   */
  public static String[] split(String list) {
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
          throw new IllegalArgumentException("no column at position " + start + " of: " + list);
        }
        columns.add(column);
        start = at + 1;
      }
    }
    return columns.toArray(String[]::new);
  }

  private static void collectVariants(String parent, List<Field> fields, Set<String> variants) {
    for (Field field : fields) {
      String path = FieldUnion.path(parent, field.getName());
      if (field.getType() instanceof ParquetVariantType) {
        variants.add(path);
      } else if (field.getType() instanceof ArrowType.Struct) {
        collectVariants(path, field.getChildren(), variants);
      }
    }
  }

  /** The longest name of a Variant column that the text goes on behind; null for none. */
  private static String variantOf(String text, Set<String> variants) {
    String longest = null;
    for (String variant : variants) {
      if (text.startsWith(variant)
          && goesOn(text, variant.length())
          && (longest == null || longest.length() < variant.length())) {
        longest = variant;
      }
    }
    return longest;
  }

  private static boolean goesOn(String text, int at) {
    return at < text.length()
        && (text.charAt(at) == '.'
            || text.charAt(at) == '['
            || text.toLowerCase(Locale.ROOT).startsWith(AS, at));
  }

  private static VariantProjection projection(String variant, String text, ConversionMode mode) {
    int as = findAs(text, variant.length());
    String name = as < 0 ? text : text.substring(0, as).strip();
    VariantPath path = VariantPath.parse("$" + name.substring(variant.length()));
    if (as < 0) {
      return VariantProjection.ofVariant(variant, path, name);
    }
    Field target = ArrowTypeText.parse(name, text.substring(as + AS.length()).strip());
    return new VariantProjection(variant, path, target, mode);
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
