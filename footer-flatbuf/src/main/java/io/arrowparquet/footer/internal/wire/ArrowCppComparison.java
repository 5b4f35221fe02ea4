// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.LogicalTypeTag;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppLogicalType;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RecordDifference;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Compares a translated footer of Arrow C++ with the Thrift footer beside it, in every fact that
 * both hold. A fact that arrow-cpp.fbs has no field for is not compared. An absent list or text
 * equals an empty one, and an absent number equals 0 where its field has a default: arrow-cpp.fbs
 * writes them alike. A bound that is not exact need not be the one of Thrift, but must be a bound
 * of it.
 */
public final class ArrowCppComparison {
  private static final Set<String> UNSAID =
      Set.of(
          "column_orders",
          "encryption_algorithm",
          "footer_signing_key_metadata",
          "converted_type",
          "scale",
          "precision",
          "encodings",
          "path_in_schema",
          "encoding_stats",
          "size_statistics",
          "geospatial_statistics",
          "max",
          "min",
          "distinct_count",
          "nan_count");

  private final Set<String> decimals = new HashSet<>();
  private ColumnMetaData chunk;

  private ArrowCppComparison(FlatFooter footer) {
    for (int column = 0; column < footer.columnCount(); column++) {
      if (footer.schemaElement(footer.columnElement(column)).logicalType()
          instanceof LogicalType.DecimalType) {
        decimals.add(footer.columnPath(column));
      }
    }
  }

  public static List<RecordDifference> differences(FlatFooter footer, FileMetaData thrift) {
    FileMetaData found =
        FileMetaDataCodec.STRUCT.read(
            new CompactReader(FlatBuffersToThrift.convert(footer.flatbuffer())));
    List<RecordDifference> differences =
        new ArrayList<>(
            RecordDifference.of(found, thrift, new ArrowCppComparison(footer)::accepts));
    List<ColumnOrder> orders = thrift.columnOrders() == null ? List.of() : thrift.columnOrders();
    for (int column = orders.size(); column < footer.columnCount(); column++) {
      // Newer orders are written as this one.
      ColumnOrder order = footer.columnOrder(column);
      if (order != null) {
        String path = "column_orders[" + column + "]";
        differences.add(new RecordDifference(path, order.toString(), "absent"));
      }
    }
    if (differences.isEmpty()) {
      compareEncodings(footer, thrift, differences);
    }
    return differences;
  }

  private static void compareEncodings(
      FlatFooter footer, FileMetaData thrift, List<RecordDifference> differences) {
    ColumnChunkView view = new ColumnChunkView();
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      for (int column = 0; column < footer.columnCount(); column++) {
        ColumnMetaData metaData = thrift.rowGroups().get(group).columns().get(column).metaData();
        if (footer.chunk(group, column, view).isFullyDictionaryEncoded()
            && !mayBeFullyDictionaryEncoded(metaData)) {
          differences.add(
              new RecordDifference(
                  "row_groups[" + group + "].columns[" + column + "].meta_data.encoding_stats",
                  "dictionary-encoded pages only",
                  "others"));
        }
      }
    }
  }

  private static boolean mayBeFullyDictionaryEncoded(ColumnMetaData metaData) {
    List<PageEncodingStats> pages = metaData.encodingStats();
    if (pages == null) {
      return metaData.encodingNumbers().stream().anyMatch(ArrowCppComparison::isDictionary);
    }
    return pages.stream()
        .filter(page -> page.count() > 0)
        .filter(
            page ->
                page.pageType() == PageType.DATA_PAGE || page.pageType() == PageType.DATA_PAGE_V2)
        .allMatch(page -> isDictionary(page.encodingNumber()));
  }

  private static boolean isDictionary(int encoding) {
    return encoding == ParquetEncoding.PLAIN_DICTIONARY.number()
        || encoding == ParquetEncoding.RLE_DICTIONARY.number();
  }

  private boolean accepts(
      Record struct, Record expectedStruct, String field, Object found, Object expected) {
    chunk = struct instanceof ColumnMetaData metaData ? metaData : chunk;
    boolean isAbsentIfEmpty =
        ArrowCppReader.ABSENT_IF_EMPTY.contains(field) || field.startsWith("bloom_filter_");
    if (UNSAID.contains(field) || (isAbsentIfEmpty && isEmpty(found) && isEmpty(expected))) {
      return true;
    }
    return switch (field) {
      case "type" -> struct instanceof ColumnMetaData;
      case "repetition_type" -> expected == null;
      case "logicalType" ->
          LogicalTypes.areSame((LogicalType) found, (SchemaElement) expectedStruct);
      // 0 is written for the row group's file_offset.
      case "data_page_offset" -> expected.equals(0L);
      case "null_count" -> found == null;
      case "min_value" ->
          isBound(false, (ParquetStatistics) struct, (ParquetStatistics) expectedStruct);
      case "max_value" ->
          isBound(true, (ParquetStatistics) struct, (ParquetStatistics) expectedStruct);
      case "is_min_value_exact" ->
          isExactness(false, (ParquetStatistics) struct, (ParquetStatistics) expectedStruct);
      case "is_max_value_exact" ->
          isExactness(true, (ParquetStatistics) struct, (ParquetStatistics) expectedStruct);
      default -> struct instanceof ColumnChunk && !field.equals("meta_data");
    };
  }

  private static boolean isEmpty(Object value) {
    return value == null
        || value.equals("")
        || value.equals(List.of())
        || (value instanceof Number number && number.longValue() == 0);
  }

  private static BinaryValue bound(boolean isMax, ParquetStatistics statistics) {
    return isMax ? statistics.maxValue() : statistics.minValue();
  }

  private static boolean isExact(boolean isMax, ParquetStatistics statistics) {
    return Boolean.TRUE.equals(isMax ? statistics.isMaxValueExact() : statistics.isMinValueExact());
  }

  private boolean isBound(boolean isMax, ParquetStatistics statistics, ParquetStatistics expected) {
    BinaryValue found = bound(isMax, statistics);
    BinaryValue bound = bound(isMax, expected);
    if (found == null || found.equals(bound)) {
      return true;
    }
    boolean isByteArray =
        chunk.type() == PhysicalType.BYTE_ARRAY
            || chunk.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY;
    if (bound == null || !isByteArray || isExact(isMax, statistics)) {
      return false;
    }
    int order = compare(found.toByteArray(), bound.toByteArray());
    return isMax ? order >= 0 : order <= 0;
  }

  private int compare(byte[] left, byte[] right) {
    return decimals.contains(chunk.dottedPath()) && left.length > 0 && right.length > 0
        ? new BigInteger(left).compareTo(new BigInteger(right))
        : Arrays.compareUnsigned(left, right);
  }

  /** That a rest of no bytes is not exact, which -0 bytes would be, cannot be written. */
  private static boolean isExactness(
      boolean isMax, ParquetStatistics statistics, ParquetStatistics expected) {
    BinaryValue bound = bound(isMax, expected);
    boolean isExact = isExact(isMax, statistics);
    return bound == null
        || !bound.equals(bound(isMax, statistics))
        || isExact == isExact(isMax, expected)
        || (isExact && isPrefix(bound, bound(!isMax, expected)));
  }

  private static boolean isPrefix(BinaryValue bound, BinaryValue other) {
    return other != null
        && bound.length() <= other.length()
        && Arrays.equals(bound.toByteArray(), Arrays.copyOf(other.toByteArray(), bound.length()));
  }

  static final class LogicalTypes {
    private LogicalTypes() {}

    static LogicalType of(SchemaElement element) {
      return ConvertedType.meaning(
          element.logicalType(), element.convertedType(), element.scale(), element.precision());
    }

    static LogicalType of(SchemaElementView element) {
      return ConvertedType.meaning(
          element.logicalType(), element.convertedType(), element.scale(), element.precision());
    }

    static boolean isRepresentable(LogicalType type) {
      return type != null && LogicalTypeTag.of(type.kind()) != CppLogicalType.NONE;
    }

    /**
     * Whether a translated logical type is what Arrow C++ makes of the element's.
     *
     * <p>It leaves out the version of a VARIANT, writes the default algorithm of a GEOGRAPHY and an
     * empty name for the default coordinate system, takes times that have a converted type only for
     * local ones, and an INTERVAL beside UNKNOWN for UNKNOWN.
     */
    static boolean areSame(LogicalType found, SchemaElement element) {
      LogicalType expected = of(element);
      if (!isRepresentable(expected)) {
        return found == null
            || (element.convertedType() == ConvertedType.INTERVAL
                && found.equals(element.logicalType()));
      }
      if (found == null || found.kind() != expected.kind()) {
        return false;
      }
      boolean isConverted = element.logicalType() == null;
      return switch (expected.kind()) {
        case VARIANT ->
            found.equals(expected)
                || ((LogicalType.VariantType) found).specificationVersion() == null;
        case TIME, TIMESTAMP ->
            found.equals(expected) || (isConverted && unit(found) == unit(expected));
        case GEOMETRY ->
            orEmpty(((LogicalType.GeometryType) found).crs())
                .equals(orEmpty(((LogicalType.GeometryType) expected).crs()));
        case GEOGRAPHY ->
            isSameGeography(
                (LogicalType.GeographyType) found, (LogicalType.GeographyType) expected);
        default -> found.equals(expected);
      };
    }

    private static TimeUnit unit(LogicalType type) {
      return type instanceof LogicalType.TimeType time
          ? time.unit()
          : ((LogicalType.TimestampType) type).unit();
    }

    private static boolean isSameGeography(
        LogicalType.GeographyType found, LogicalType.GeographyType expected) {
      return orEmpty(found.crs()).equals(orEmpty(expected.crs()))
          && Objects.requireNonNullElse(found.algorithmNumber(), 0)
              .equals(Objects.requireNonNullElse(expected.algorithmNumber(), 0));
    }

    private static String orEmpty(String crs) {
      return crs == null ? "" : crs;
    }
  }
}
