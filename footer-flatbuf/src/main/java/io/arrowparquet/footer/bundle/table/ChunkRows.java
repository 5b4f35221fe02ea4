// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.bundle.arrow.BlockRows;

/**
 * The chunks of a column in consecutive row groups.
 *
 * @param facts block with the chunks' facts
 * @param places block with the other fields; null if it was not asked for
 * @param shift what to add to a row group's row in the schema's tables for its row in the blocks
 */
record ChunkRows(BlockRows facts, BlockRows places, int shift) {}
