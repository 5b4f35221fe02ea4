// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.bundle.schema.SchemaDef;

/**
 * A schema of a segment that was read. Immutable.
 *
 * @param tables where its tables are
 */
record SegmentSchema(
    int number, SegmentRoot.Schema tables, SchemaDef definition, SchemaLeaves leaves) {}
