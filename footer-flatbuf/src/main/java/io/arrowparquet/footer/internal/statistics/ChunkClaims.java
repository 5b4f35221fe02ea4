// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.Contradictions.Claims;
import io.arrowparquet.footer.model.GeospatialStatistics;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.List;

/**
 * What is said of a column chunk, before it is asked what of it is true. Immutable.
 *
 * @param type null if it is not known
 * @param entries values, nulls included
 * @param statistics all null if there are none
 * @param sizes null if there are none
 * @param geospatial null if there are none
 */
public record ChunkClaims(
    PhysicalType type,
    long entries,
    ParquetStatistics statistics,
    SizeStatistics sizes,
    GeospatialStatistics geospatial) {
  /** The row groups of one file, or those of many with the same schema by the same writer. */
  public interface Source {
    FlatFooter footer();

    default int count() {
      return footer().rowGroupCount();
    }

    default long rows(int rowGroup) {
      return footer().rowGroup(rowGroup).numRows();
    }

    ChunkClaims chunk(int rowGroup, int column);
  }

  public record OfFooter(FlatFooter footer) implements Source {
    @Override
    public ChunkClaims chunk(int rowGroup, int column) {
      ColumnChunkView chunk = footer.chunk(rowGroup, column);
      return chunk.hasMetadata()
          ? new ChunkClaims(
              chunk.type(),
              chunk.numValues(),
              chunk.statistics().toRecord(),
              chunk.sizeStatistics(),
              chunk.geospatialStatistics())
          : null;
    }
  }

  /** The same to be compared with others; null for what is not to be used. */
  public Claims claims(long rows, Long nulls, Object min, Object max, List<Long> levels) {
    boolean bounded =
        statistics.minValue() != null
            || statistics.maxValue() != null
            || statistics.min() != null
            || statistics.max() != null;
    Long bytes =
        sizes == null || type != PhysicalType.BYTE_ARRAY
            ? null
            : sizes.unencodedByteArrayDataBytes();
    return new Claims(
        rows,
        entries,
        null,
        nulls,
        statistics.nanCount(),
        statistics.distinctCount(),
        bytes,
        bounded,
        min,
        max,
        levels);
  }

  public List<Long> levels(int maxDefinition) {
    return sizes == null
        ? null
        : Claims.histogram(sizes.definitionLevelHistogram(), 0, 1, maxDefinition);
  }
}
