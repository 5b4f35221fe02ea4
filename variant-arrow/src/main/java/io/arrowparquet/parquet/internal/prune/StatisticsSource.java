// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.WriterQuirks;
import io.arrowparquet.footer.model.PhysicalType;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

public final class StatisticsSource {
  private static final long MILLIS_PER_SECOND = 1_000;

  private final ChunkClaims.Source chunks;
  private final WriterQuirks writer;

  public StatisticsSource(ChunkClaims.Source chunks) {
    this.chunks = chunks;
    this.writer = WriterQuirks.of(chunks.footer().createdBy());
  }

  public StatisticsSource(FlatFooter footer) {
    this(new ChunkClaims.OfFooter(footer));
  }

  ChunkClaims.Source chunks() {
    return chunks;
  }

  public TrustedStatistics column(int column, ArrowType vectorType) {
    FlatFooter footer = chunks.footer();
    SchemaElementView element = footer.schemaElement(footer.columnElement(column));
    // Parquet has no seconds.
    boolean areSeconds =
        vectorType instanceof ArrowType.Timestamp timestamp
            && timestamp.getUnit() == TimeUnit.SECOND;
    ColumnDomain domain =
        ColumnDomain.of(
            element.type(),
            element.typeLength(),
            ArrowSchema.annotation(element),
            element.convertedType(),
            areSeconds ? MILLIS_PER_SECOND : 1);
    boolean dictionaryArrays =
        writer.mistakesDictionaryArrays()
            && element.type() == PhysicalType.BYTE_ARRAY
            && ArrowSchema.mayWriteDictionaries(footer, column);
    return new TrustedStatistics(chunks, column, domain, writer, dictionaryArrays);
  }
}
