// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SizeStatistics;
import io.arrowparquet.parquet.internal.prune.ScanPlanner.RowGroupPlan;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.util.List;
import org.apache.arrow.vector.BufferLayout;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * How many rows are decoded at a time. Bytes of a row are estimated from the footer and, from the
 * second batch on, measured: many footers do not have the size of strings in a dictionary.
 */
public final class BatchRows {
  /** A vector whose offsets have 4 bytes counts up to twice as many. */
  private static final double OFFSET_BYTES = 1 << 30;

  /** Rows of the first batch, at most, where the length of strings is not known. */
  private static final int PROBED_ROWS = 1024;

  /** And at least: a dictionary is rarely as large as the chunk that it is in. */
  private static final int LEAST_PROBED_ROWS = 32;

  private final FlatFooter footer;
  private final ParquetReadOptions options;
  private final List<ArrowSchemaNode> leaves;

  private double[] valueBytes;
  private double estimated;
  private double measured;
  private double longest;

  /** Most bytes of a row's strings of dictionaries, of unknown length; 0 if there are none. */
  private double unsure;

  public BatchRows(FlatFooter footer, List<ArrowSchemaNode> leaves, ParquetReadOptions options) {
    this.footer = footer;
    this.options = options;
    this.leaves = leaves;
  }

  public void startRowGroup(RowGroupPlan plan) {
    if (valueBytes == null) {
      valueBytes =
          leaves.stream().mapToDouble(leaf -> valueBytes(leaf.field().getType())).toArray();
    }
    double bytes = 0;
    double mostOfLeaf = 1;
    unsure = 0;
    for (int leaf = 0; leaf < valueBytes.length; leaf++) {
      if (plan.absences().get(leaf) != null) {
        continue;
      }
      ColumnChunkView chunk = footer.chunk(plan.rowGroup(), leaves.get(leaf).column());
      double ofLeaf = Math.max(0, chunk.numValues()) * valueBytes[leaf];
      if (chunk.type() == PhysicalType.BYTE_ARRAY) {
        SizeStatistics sizes = chunk.sizeStatistics();
        boolean known = sizes != null && sizes.unencodedByteArrayDataBytes() != null;
        double strings =
            known ? sizes.unencodedByteArrayDataBytes() : chunk.totalUncompressedSize();
        unsure += known || !chunk.hasDictionaryPage() ? 0 : Math.max(1, strings);
        mostOfLeaf = Math.max(mostOfLeaf, strings);
        ofLeaf += Math.max(0, strings);
      }
      bytes += ofLeaf;
    }
    estimated = bytes / Math.max(1, plan.rows());
    longest = mostOfLeaf / Math.max(1, plan.rows());
  }

  private static double valueBytes(ArrowType type) {
    double bits = 0;
    for (BufferLayout buffer : TypeLayout.getTypeLayout(type).getBufferLayouts()) {
      boolean isBytes =
          buffer.getType() == BufferLayout.BufferType.DATA
              && buffer.getTypeBitWidth() == Byte.SIZE
              && !(type instanceof ArrowType.Int);
      bits += isBytes ? 0 : buffer.getTypeBitWidth();
    }
    return bits / Byte.SIZE;
  }

  public int next() {
    double fitting =
        options.batchBytes() / Math.max(1.0 / Byte.SIZE, Math.max(estimated, measured));
    int most = options.batchSize();
    if (unsure > 0 && measured == 0) {
      double probed = Math.max(LEAST_PROBED_ROWS, options.batchBytes() / unsure);
      most = (int) Math.min(most, Math.min(probed, PROBED_ROWS));
    }
    double rows = Math.min(fitting, OFFSET_BYTES / longest);
    return rows >= most ? most : rounded((int) Math.max(1, rows));
  }

  /** A few rows more than a power of two would double buffers, whose sizes allocators round up. */
  private static int rounded(int rows) {
    int power = Integer.highestOneBit(rows);
    return rows - power < power / 4 ? power : rows;
  }

  /** Takes note of a batch, of which all columns were decoded or their bytes are known. */
  public void decoded(long rows, double bytes) {
    measured = bytes / Math.max(1, rows);
  }
}
