// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.kernel.internal.columnar.RowSource;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * How a Variant column is best shredded: which paths have values of one type often enough to be
 * worth a column (variant-arrow/FORMAT.md, section 2), and for each path why.
 *
 * <p>At each position the most frequent type is taken if it is frequent enough; objects and arrays
 * are taken apart where anything below them is. The same rows give the same answer, in whatever
 * order and batches they come, as long as there are no more than 10 000 different paths; beyond
 * that rare names may be overlooked.
 *
 * <pre>{@code
 * InferredShredding shredding = InferredShredding.of(events);
 * VariantShred shred = new VariantShred(shredding.schema(), shredding.mode());
 * }</pre>
 *
 * <p>It remembers what it counted, so that results of several batches can be put together.
 * Immutable; threads may share one, and any thread may make one of vectors that no other changes.
 */
public final class InferredShredding {
  private final InferShreddingOptions options;
  private final PathCounts counts;
  private final Field schema;
  private final List<Path> paths;

  private InferredShredding(InferShreddingOptions options, PathCounts counts) {
    this.options = options;
    this.counts = counts;
    ShreddingChoice choice = ShreddingChoice.of(counts, options);
    this.schema = choice.schema();
    this.paths = List.copyOf(choice.paths());
  }

  /** As {@link #of(ParquetVariantVector, InferShreddingOptions)}, with the default options. */
  public static InferredShredding of(ParquetVariantVector column) {
    return of(column, InferShreddingOptions.defaults());
  }

  /**
   * Looks at every row of a column; {@link #merge} adds those of others.
   *
   * @param column shredded or not; read only
   * @throws MalformedVariantException if a row is not a Variant, or is shredded against the rules
   */
  public static InferredShredding of(ParquetVariantVector column, InferShreddingOptions options) {
    NameTable names = new NameTable();
    PathCounts.Counter root = new PathCounts.Counter(names, options.limits(), options.maxDepth());
    try (RowSource rows = RowSource.of(column, options.limits())) {
      rows.visit(
          names,
          true,
          value -> {
            if (value != null) {
              root.count(value);
            }
          });
    }
    return new InferredShredding(options, root.counts());
  }

  /**
   * As {@link #of(ParquetVariantVector, InferShreddingOptions)}, for the rows of several batches,
   * or of none.
   */
  public static InferredShredding of(
      Iterable<ParquetVariantVector> columns, InferShreddingOptions options) {
    InferredShredding all = new InferredShredding(options, PathCounts.NOTHING);
    for (ParquetVariantVector column : columns) {
      all = all.merge(of(column, options));
    }
    return all;
  }

  /** The schema that {@link VariantShred} takes; of type Null if nothing is worth shredding. */
  public Field schema() {
    return schema;
  }

  /** Whether anything is worth shredding. */
  public boolean isShredded() {
    return !(schema.getType() instanceof ArrowType.Null);
  }

  /** The mode in which the schema was meant to be used. */
  public ShredMode mode() {
    return options.widenNumbers() ? ShredMode.LENIENT : ShredMode.EXACT;
  }

  /** Rows seen that are not SQL null. */
  public long rowCount() {
    return counts.count();
  }

  /** Every path seen, objects before their fields, those in the order of their names' bytes. */
  public List<Path> paths() {
    return paths;
  }

  /**
   * What the rows of both would have given at once, by these options.
   *
   * @param other of other batches
   */
  public InferredShredding merge(InferredShredding other) {
    return new InferredShredding(options, counts.plus(other.counts));
  }

  /** A line with the number of rows and one for each path. */
  @Override
  public String toString() {
    return paths.stream()
        .map(Path::toString)
        .collect(Collectors.joining("\n  ", rowCount() + " rows\n  ", ""));
  }

  /**
   * What was seen at one path, and what was made of it. Immutable.
   *
   * @param path {@code $} is the value itself, {@code $.a} a field, {@code $.a[*]} the elements of
   *     an array
   * @param types how many values there were of each type, by the type's name: {@code int8}, {@code
   *     decimal4(2)} with its scale, {@code object}, {@code null} for Variant nulls
   * @param decision why the path has a column, or has none
   * @param column the column it has, or would have
   */
  public record Path(String path, Map<String, Long> types, Decision decision, Column column) {
    /** Copies the map. */
    public Path {
      types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    }

    /** Values seen, Variant nulls included. */
    public long count() {
      return types.values().stream().mapToLong(Long::longValue).sum();
    }

    /** One line: {@code $.a: 99.0% Int(64, true), shredded; 100 values: int64 99, string 1}. */
    @Override
    public String toString() {
      String seen =
          types.entrySet().stream()
              .map(entry -> entry.getKey() + " " + entry.getValue())
              .collect(Collectors.joining(", "));
      String percent = String.format(Locale.ROOT, "%.1f%%", 100 * column.share());
      String made =
          column.type() == null
              ? "not shredded (" + decision + ")"
              : "shredded as " + column.type() + (column.widened() ? ", widened" : "");
      return path + ": " + made + ", " + percent + "; " + count() + " values: " + seen;
    }
  }

  /**
   * The column of a path. Immutable.
   *
   * @param type the type the path is shredded as; null if it is not
   * @param share the part of all rows whose value is of the type that is the most frequent one
   * @param widened whether the type is that of several widths together, {@link
   *     InferShreddingOptions#widenNumbers}: values come back as wide as it
   */
  public record Column(@Nullable ArrowType type, double share, boolean widened) {}

  /** Why a path has a column, or has none. */
  public enum Decision {
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
}
