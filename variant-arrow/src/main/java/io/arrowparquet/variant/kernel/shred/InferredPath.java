// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * What {@link InferShredding} saw at one path, and what it made of it. Immutable; threads may share
 * one.
 *
 * @param path {@code $} is the value itself, {@code $.a} a field, {@code $.a[*]} the elements of an
 *     array
 * @param count values seen there, Variant nulls included
 * @param types how many there were of each type, by the type's name: {@code int8}, {@code
 *     decimal4(2)} with its scale, {@code object}
 * @param decision what became of it
 * @param type the type the path is shredded as; null if it is not
 * @param share the part of all rows whose value is of the type that is the most frequent one
 * @param widened whether the type is that of several widths together, {@link
 *     InferShreddingOptions#widenNumbers}: values come back as wide as it
 */
public record InferredPath(
    String path,
    long count,
    Map<String, Long> types,
    Decision decision,
    ArrowType type,
    double share,
    boolean widened) {
  /** Why a path has a column, or has none. */
  public enum Decision {
    /** Shredded. */
    SHREDDED("shredded"),
    /** Only Variant nulls were seen, or nothing at all. */
    ONLY_NULLS("only nulls"),
    /** Too few rows have a value of the most frequent type. */
    TOO_RARE("too rare"),
    /** An object or array deeper than the inspected levels. */
    TOO_DEEP("too deep"),
    /** Other paths have a greater share, and there were enough of them. */
    TOO_MANY_COLUMNS("too many columns"),
    /** An object or array of which no part is shredded. */
    NOTHING_BELOW("nothing below is shredded"),
    /** The object or array around it is not shredded as such. */
    NOTHING_ABOVE("what is around it has mostly another type, or is too rare"),
    /** Decimals with more digits after the point than a column of their width can have. */
    NO_TYPE("no column can hold such decimals");

    private final String text;

    Decision(String text) {
      this.text = text;
    }

    /** In plain words. */
    @Override
    public String toString() {
      return text;
    }
  }

  /** Copies the map. */
  public InferredPath {
    types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
  }

  /** One line: {@code $.a: 99.0% Int(64, true), shredded; 100 values: int64 99, string 1}. */
  @Override
  public String toString() {
    String seen =
        types.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    String percent = String.format(Locale.ROOT, "%.1f%%", 100 * share);
    String made =
        type == null
            ? "not shredded (" + decision + ")"
            : "shredded as " + type + (widened ? ", widened" : "");
    return path + ": " + made + ", " + percent + "; " + count + " values: " + seen;
  }
}
