// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.stream.SchemaDef;

/**
 * A schema of a segment that was read. Immutable.
 *
 * @param tables where its tables are
 */
public record SegmentSchema(
    int number, SegmentRoot.Schema tables, SchemaDef definition, SchemaLeaves leaves) {

  /** Row groups of all files with the schema. */
  public int rows() {
    return Math.toIntExact(tables.rows());
  }

  /** Blocks of a column, and of the row groups. */
  public int blocks() {
    return tables.rowGroups().size();
  }

  /** The list of schema elements, as Thrift. */
  public byte[] thrift() {
    return SchemaRegistry.thrift(definition);
  }

  /** The same schema with the tables of its summaries; null where there are none. */
  public SegmentSchema summaries() {
    SegmentRoot.Schema summaries = tables.summaries();
    return summaries == null ? null : new SegmentSchema(number, summaries, definition, leaves);
  }
}
