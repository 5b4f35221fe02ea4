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
import java.util.Objects;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

public final class StatisticsSource {
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long MILLIS_PER_DAY = 86_400_000;

  private final ChunkClaims.Source chunks;
  private final WriterQuirks writer;

  public StatisticsSource(ChunkClaims.Source chunks) {
    this.chunks = chunks;
    this.writer = WriterQuirks.of(chunks.footer().createdBy());
  }

  public StatisticsSource(FlatFooter footer) {
    this(new ChunkClaims.OfFooter(footer));
  }

  /** The type in whose unit files have the values: Parquet has neither seconds nor Date64. */
  public static ArrowType stored(ArrowType type) {
    if (type instanceof ArrowType.Timestamp timestamp && timestamp.getUnit() == TimeUnit.SECOND) {
      return new ArrowType.Timestamp(TimeUnit.MILLISECOND, timestamp.getTimezone());
    }
    if (type instanceof ArrowType.Time time && time.getUnit() == TimeUnit.SECOND) {
      return new ArrowType.Time(TimeUnit.MILLISECOND, Integer.SIZE);
    }
    return type instanceof ArrowType.Date ? new ArrowType.Date(DateUnit.DAY) : type;
  }

  ChunkClaims.Source chunks() {
    return chunks;
  }

  /** {@code vectorType}: null for values in the units of the file. */
  public TrustedStatistics column(int column, ArrowType vectorType) {
    FlatFooter footer = chunks.footer();
    SchemaElementView element = footer.schemaElement(footer.columnElement(column));
    ColumnDomain domain =
        ColumnDomain.of(
            element.type(),
            element.typeLength(),
            ArrowSchema.annotation(element),
            element.convertedType());
    ArrowType stored = stored(vectorType);
    if (!Objects.equals(stored, vectorType)) {
      domain =
          stored instanceof ArrowType.Date
              ? domain.inUnits(MILLIS_PER_DAY, 1)
              : domain.inUnits(1, MILLIS_PER_SECOND);
    }
    boolean dictionaryArrays =
        writer.mistakesDictionaryArrays()
            && element.type() == PhysicalType.BYTE_ARRAY
            && ArrowSchema.mayWriteDictionaries(footer, column);
    return new TrustedStatistics(chunks, column, domain, writer, dictionaryArrays);
  }
}
