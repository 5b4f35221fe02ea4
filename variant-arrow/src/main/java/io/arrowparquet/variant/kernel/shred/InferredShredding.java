// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * What {@link InferShredding} found out: the schema, and for each path why. It remembers what it
 * counted, so that results of several batches can be put together. Immutable; any thread may share
 * one.
 */
public final class InferredShredding {
  private final InferShreddingOptions options;
  private final PathCounts counts;
  private final Field schema;
  private final List<InferredPath> paths;

  InferredShredding(InferShreddingOptions options, PathCounts counts) {
    this.options = options;
    this.counts = counts;
    ShreddingChoice choice = ShreddingChoice.of(counts, options);
    this.schema = choice.schema();
    this.paths = List.copyOf(choice.paths());
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
  public List<InferredPath> paths() {
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
        .map(InferredPath::toString)
        .collect(Collectors.joining("\n  ", rowCount() + " rows\n  ", ""));
  }
}
