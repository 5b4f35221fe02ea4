// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Columns and groups that a path which names none was perhaps meant for: of few other letters, or
 * of the same last name elsewhere in the schema. For error messages.
 */
public final class NearPaths {
  private static final int MOST = 3;
  private static final int LETTERS_PER_EDIT = 4;

  /** Of shorter paths no letter may differ: every other short one would be near. */
  private static final int SHORTEST = 3;

  /** Bytes: longer paths are not typed by hand; comparing them would take long. */
  private static final int LONGEST = 500;

  /** Of a list, the repeated group and its element. */
  private static final int LEVELS_OF_LISTS = 2;

  private NearPaths() {}

  private record Near(String path, int distance) {}

  public static List<String> of(FlatFooter footer, String dottedPath) {
    return dottedPath.length() > LONGEST
        ? List.of()
        : of(
            IntStream.range(1, footer.elementCount())
                .filter(element -> !isStorage(footer, element))
                .mapToObj(element -> path(footer, element))
                .filter(Objects::nonNull)
                .toList(),
            dottedPath);
  }

  private static List<String> of(Collection<String> paths, String dottedPath) {
    String wanted = dottedPath.toLowerCase(Locale.ROOT);
    int mostEdits =
        wanted.length() < SHORTEST ? 0 : Math.max(1, wanted.length() / LETTERS_PER_EDIT);
    String lastName = wanted.substring(wanted.lastIndexOf('.') + 1);
    List<Near> near = new ArrayList<>();
    for (String path : paths) {
      if (path.equals(dottedPath) || path.length() > LONGEST) {
        continue;
      }
      String candidate = path.toLowerCase(Locale.ROOT);
      int distance = distance(wanted, candidate, mostEdits);
      if (distance <= mostEdits) {
        near.add(new Near(path, distance));
      } else if (candidate.endsWith("." + lastName) || candidate.equals(lastName)) {
        near.add(new Near(path, Integer.MAX_VALUE));
      }
    }
    return near.stream()
        .sorted(Comparator.comparingInt(Near::distance))
        .map(Near::path)
        .distinct()
        .limit(MOST)
        .toList();
  }

  public static String hint(FlatFooter footer, String dottedPath) {
    return hint(of(footer, dottedPath));
  }

  public static String hint(Collection<String> paths, String dottedPath) {
    return dottedPath.length() > LONGEST ? "" : hint(of(paths, dottedPath));
  }

  private static String hint(List<String> near) {
    return near.isEmpty() ? "" : " (near: " + String.join(", ", near) + ")";
  }

  /** Whether it is how a Variant, a list or a map is stored, and nothing to be asked for. */
  private static boolean isStorage(FlatFooter footer, int element) {
    int levels = 1;
    for (int at = footer.parentElement(element); at > 0; at = footer.parentElement(at)) {
      SchemaElementView group = footer.schemaElement(at);
      LogicalType type = group.logicalType();
      ConvertedType old = group.convertedType();
      if (type instanceof LogicalType.VariantType) {
        return true;
      }
      boolean isRepeated =
          type instanceof LogicalType.ListType
              || type instanceof LogicalType.MapType
              || old == ConvertedType.LIST
              || old == ConvertedType.MAP;
      if (isRepeated && levels <= LEVELS_OF_LISTS) {
        return true;
      }
      levels++;
    }
    return false;
  }

  private static String path(FlatFooter footer, int element) {
    long length = -1;
    for (int at = element; at > 0; at = footer.parentElement(at)) {
      length += 1 + footer.schemaElement(at).nameBytes().length;
      if (length > LONGEST) {
        return null;
      }
    }
    return footer.elementPath(element);
  }

  /** Letters to insert, drop or replace; more than {@code most} if it is more. */
  private static int distance(String left, String right, int most) {
    if (Math.abs(left.length() - right.length()) > most) {
      return most + 1;
    }
    int[] row = new int[right.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      int least = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
        least = Math.min(least, row[j]);
      }
      if (least > most) {
        return most + 1;
      }
    }
    return row[right.length()];
  }
}
