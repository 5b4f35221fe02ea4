// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.ParquetJavaVariants;
import io.arrowparquet.it.interop.VariantFilePeer;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.TransferPair;

/** Files of an id and a shredded Variant column, and proof that others read their values. */
final class VariantFiles {
  private static final String COLUMN = VariantFilePeer.COLUMN;
  private static final int CHECKED_ROWS = 2_000;

  private VariantFiles() {}

  /** Writes the column to one row group. */
  static void write(
      Path file, ParquetVariantVector column, InferredShredding inferred, BufferAllocator allocator)
      throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults().withShredding(COLUMN, inferred.schema(), inferred.mode());
    int rows = column.getValueCount();
    try (FieldVector renamed = renamed(column, allocator);
        BigIntVector id = new BigIntVector("id", allocator)) {
      for (int row = 0; row < rows; row++) {
        id.setSafe(row, row);
      }
      id.setValueCount(rows);
      VectorSchemaRoot batch = new VectorSchemaRoot(List.of(id, renamed));
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
        writer.write(batch);
        writer.finish();
      }
    }
  }

  private static FieldVector renamed(ParquetVariantVector column, BufferAllocator allocator) {
    TransferPair pair = column.getTransferPair(COLUMN, allocator);
    pair.splitAndTransfer(0, column.getValueCount());
    return (FieldVector) pair.getTo();
  }

  /** Fails unless all rows were found, the first ones with the values that are expected. */
  static void requireSame(String who, List<EncodedVariant> found, List<EncodedVariant> expected) {
    if (found.size() != expected.size()) {
      throw new IllegalStateException(who + ": " + found.size() + " rows");
    }
    ParquetJavaVariants codec = new ParquetJavaVariants();
    for (int row = 0; row < Math.min(expected.size(), CHECKED_ROWS); row++) {
      Object was = codec.decode(expected.get(row));
      Object is = codec.decode(found.get(row));
      if (!was.equals(is)) {
        throw new IllegalStateException(who + ", row " + row + ": " + is + ", not " + was);
      }
    }
  }
}
