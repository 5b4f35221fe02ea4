// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.thrift.CompactReader;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which leaf columns, and what about them, to take out of a Thrift footer.
 *
 * <p>Of each column chosen there is always what reading its pages needs: type, path, codec, counts,
 * sizes, page offsets, the file and the encryption. {@link #with} adds parts. Immutable.
 */
public final class Projection {

  /** What may be wanted beside that. */
  public enum Part {
    /** {@code FileMetaData.schema}. */
    SCHEMA,
    /** {@code FileMetaData.key_value_metadata}. */
    KEY_VALUE_METADATA,
    /** {@code FileMetaData.column_orders}, of all columns. */
    COLUMN_ORDERS,
    /** {@code RowGroup.sorting_columns}. */
    SORTING_COLUMNS,
    /** {@code ColumnMetaData.encodings} and {@code encoding_stats}. */
    ENCODINGS,
    /** {@code ColumnMetaData.key_value_metadata}. */
    COLUMN_KEY_VALUE_METADATA,
    /** {@code ColumnMetaData.statistics}. */
    STATISTICS,
    /** {@code ColumnMetaData.size_statistics}. */
    SIZE_STATISTICS,
    /** {@code ColumnMetaData.geospatial_statistics}. */
    GEOSPATIAL_STATISTICS,
    /** {@code ColumnMetaData.bloom_filter_offset} and {@code bloom_filter_length}. */
    BLOOM_FILTERS,
    /** Offsets and lengths of column index and offset index. */
    PAGE_INDEXES
  }

  /** Ascending, without repetition; empty where paths choose. */
  private final int[] ordinals;

  /** Dotted paths; empty where ordinals choose. */
  private final List<String> paths;

  private final EnumSet<Part> parts;

  private Projection(int[] ordinals, List<String> paths, EnumSet<Part> parts) {
    this.ordinals = ordinals;
    this.paths = paths;
    this.parts = parts;
  }

  /**
   * The columns with these ordinals, counted over the schema's leaves from 0.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public static Projection ofColumns(int... ordinals) {
    int[] sorted = Arrays.stream(ordinals).sorted().distinct().toArray();
    if (sorted.length > 0 && sorted[0] < 0) {
      throw new IllegalArgumentException("column " + sorted[0] + " is below 0");
    }
    return new Projection(sorted, List.of(), EnumSet.noneOf(Part.class));
  }

  /**
   * The columns with these paths: names from below the root down to the leaf, joined by dots. A
   * name may itself contain dots; where two leaves have the same dotted path, the first one is
   * meant.
   */
  public static Projection ofPaths(Collection<String> dottedPaths) {
    return new Projection(
        new int[0], List.copyOf(new LinkedHashSet<>(dottedPaths)), EnumSet.noneOf(Part.class));
  }

  /** As {@link #ofPaths(Collection)}. */
  public static Projection ofPaths(String... dottedPaths) {
    return ofPaths(List.of(dottedPaths));
  }

  /** This projection with more parts. */
  public Projection with(Part... more) {
    EnumSet<Part> all = EnumSet.copyOf(parts);
    all.addAll(List.of(more));
    return new Projection(ordinals, paths, all);
  }

  /** Whether this part is wanted. */
  public boolean wants(Part part) {
    return parts.contains(part);
  }

  /** The parts wanted beside what is always there. */
  public Set<Part> parts() {
    return Set.copyOf(parts);
  }

  /**
   * The columns chosen, as ascending ordinals.
   *
   * @param in at the first byte of the footer, where it is left too; read only if paths choose
   * @throws IllegalArgumentException if the schema has no leaf with a path chosen
   */
  int[] resolve(CompactReader in) {
    return paths.isEmpty() ? ordinals : SchemaPaths.find(in, paths);
  }
}
