// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.footer.model.PhysicalType;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.GeospatialStatistics;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.format.Statistics;

/**
 * Makes the struct that parquet-java's converter takes for a column chunk's metadata, as far as
 * that one asks for it. For one thread.
 */
final class ParquetJavaColumnMetaData {
  /** Since parquet-java 1.18. */
  private static final boolean KNOWS_NAN_COUNT = Statistics._Fields.findByName("nan_count") != null;

  private final FlatFooter footer;
  private final EncodingsView encodings = new EncodingsView();
  private final StatisticsView statistics = new StatisticsView();

  ParquetJavaColumnMetaData(FlatFooter footer) {
    this.footer = footer;
  }

  /**
   * @throws UnsupportedOperationException if parquet-java does not know its codec, one of its
   *     encodings or page types
   */
  ColumnMetaData convert(ColumnChunkView chunk) {
    ColumnMetaData metadata = new ColumnMetaData();
    int codec = chunk.codecNumber();
    metadata.setCodec(known(CompressionCodec.findByValue(codec), "codec", codec, chunk));
    metadata.setNum_values(chunk.numValues());
    metadata.setTotal_uncompressed_size(chunk.totalUncompressedSize());
    metadata.setTotal_compressed_size(chunk.totalCompressedSize());
    metadata.setData_page_offset(chunk.dataPageOffset());
    if (chunk.hasDictionaryPageOffset()) {
      metadata.setDictionary_page_offset(chunk.dictionaryPageOffset());
    }
    addEncodings(metadata, chunk);
    metadata.setStatistics(statistics(chunk));
    metadata.setSize_statistics(sizeStatistics(chunk.sizeStatistics()));
    metadata.setGeospatial_statistics(geospatialStatistics(chunk.geospatialStatistics()));
    return metadata;
  }

  /**
   * Whether parquet-java's own statistics can be made later: nothing in these makes it refuse them.
   */
  boolean canWait(ColumnChunkView chunk) {
    chunk.statistics(statistics);
    boolean isSound =
        !statistics.isPresent()
            || statistics.hasPrimitiveBounds()
            || (chunk.type() == PhysicalType.BYTE_ARRAY
                && statistics.hasMinValue()
                && statistics.hasMaxValue());
    return isSound && chunk.geospatialStatistics() == null;
  }

  /**
   * Writes codec and encodings of a chunk as numbers: {@link #convert} makes the same of equal
   * numbers. Returns how many there are, -1 if the array is too small.
   */
  int codecAndEncodings(ColumnChunkView chunk, int[] numbers) {
    chunk.encodings(encodings);
    int count = encodings.count();
    int stats = encodings.hasStats() ? encodings.statsCount() : -1;
    if (3L + count + 3L * Math.max(stats, 0) > numbers.length) {
      return -1;
    }
    numbers[0] = chunk.codecNumber();
    numbers[1] = count;
    numbers[2] = stats;
    int at = 3;
    for (int i = 0; i < count; i++) {
      numbers[at++] = encodings.encodingNumber(i);
    }
    for (int i = 0; i < stats; i++) {
      numbers[at++] = encodings.statsPageTypeNumber(i);
      numbers[at++] = encodings.statsEncodingNumber(i);
      numbers[at++] = encodings.statsPageCount(i);
    }
    return at;
  }

  private <T> T known(T constant, String what, int number, ColumnChunkView chunk) {
    if (constant == null) {
      throw new UnsupportedOperationException(
          "column "
              + footer.columnPath(chunk.column())
              + " has "
              + what
              + " "
              + number
              + ", which parquet-java does not know");
    }
    return constant;
  }

  private void addEncodings(ColumnMetaData metadata, ColumnChunkView chunk) {
    List<Encoding> used = new ArrayList<>();
    chunk.encodings(encodings);
    for (int i = 0; i < encodings.count(); i++) {
      used.add(encoding(encodings.encodingNumber(i), chunk));
    }
    if (encodings.hasStats()) {
      metadata.setEncoding_stats(encodingStats(chunk));
    }
    metadata.setEncodings(used);
  }

  private Encoding encoding(int number, ColumnChunkView chunk) {
    return known(Encoding.findByValue(number), "encoding", number, chunk);
  }

  private List<PageEncodingStats> encodingStats(ColumnChunkView chunk) {
    List<PageEncodingStats> stats = new ArrayList<>(encodings.statsCount());
    for (int i = 0; i < encodings.statsCount(); i++) {
      int page = encodings.statsPageTypeNumber(i);
      stats.add(
          new PageEncodingStats(
              known(PageType.findByValue(page), "page type", page, chunk),
              encoding(encodings.statsEncodingNumber(i), chunk),
              encodings.statsPageCount(i)));
    }
    return stats;
  }

  /** The statistics of a chunk, null if it has none. */
  Statistics statistics(ColumnChunkView chunk) {
    if (!chunk.statistics(statistics).isPresent()) {
      return null;
    }
    Statistics converted = new Statistics();
    if (!statistics.hasMinValue() || !statistics.hasMaxValue()) {
      // Where both of the others are there, these are not looked at.
      converted.setMin(statistics.min());
      converted.setMax(statistics.max());
    }
    converted.setMin_value(statistics.minValue());
    converted.setMax_value(statistics.maxValue());
    if (statistics.hasNullCount()) {
      converted.setNull_count(statistics.nullCount());
    }
    if (KNOWS_NAN_COUNT && statistics.hasNanCount()) {
      converted.setNan_count(statistics.nanCount());
    }
    return converted;
  }

  static SizeStatistics sizeStatistics(io.arrowparquet.footer.model.SizeStatistics statistics) {
    if (statistics == null) {
      return null;
    }
    SizeStatistics converted = new SizeStatistics();
    if (statistics.unencodedByteArrayDataBytes() != null) {
      converted.setUnencoded_byte_array_data_bytes(statistics.unencodedByteArrayDataBytes());
    }
    converted.setRepetition_level_histogram(statistics.repetitionLevelHistogram());
    converted.setDefinition_level_histogram(statistics.definitionLevelHistogram());
    return converted;
  }

  private static GeospatialStatistics geospatialStatistics(
      io.arrowparquet.footer.model.GeospatialStatistics statistics) {
    if (statistics == null) {
      return null;
    }
    GeospatialStatistics converted = new GeospatialStatistics();
    BoundingBox bbox = statistics.bbox();
    if (bbox != null) {
      converted.setBbox(boundingBox(bbox));
    }
    converted.setGeospatial_types(statistics.geospatialTypes());
    return converted;
  }

  private static org.apache.parquet.format.BoundingBox boundingBox(BoundingBox bbox) {
    org.apache.parquet.format.BoundingBox converted =
        new org.apache.parquet.format.BoundingBox(
            bbox.xmin(), bbox.xmax(), bbox.ymin(), bbox.ymax());
    if (bbox.zmin() != null) {
      converted.setZmin(bbox.zmin());
    }
    if (bbox.zmax() != null) {
      converted.setZmax(bbox.zmax());
    }
    if (bbox.mmin() != null) {
      converted.setMmin(bbox.mmin());
    }
    if (bbox.mmax() != null) {
      converted.setMmax(bbox.mmax());
    }
    return converted;
  }
}
