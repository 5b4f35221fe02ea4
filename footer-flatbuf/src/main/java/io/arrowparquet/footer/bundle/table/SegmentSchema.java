// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.bundle.chunk.SchemaLeaves;
import io.arrowparquet.footer.bundle.schema.SchemaDef;

/**
 * A schema of a segment that was read. Immutable.
 *
 * @param tables where its tables are
 */
record SegmentSchema(
    int number, SegmentRoot.Schema tables, SchemaDef definition, SchemaLeaves leaves) {

  /** The same schema with the tables of its summaries; null where there are none. */
  SegmentSchema summaries() {
    SegmentRoot.Schema summaries = tables.summaries();
    return summaries == null ? null : new SegmentSchema(number, summaries, definition, leaves);
  }
}
