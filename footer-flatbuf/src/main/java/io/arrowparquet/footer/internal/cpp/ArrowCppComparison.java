// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.Encoding;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.PageEncodingStats;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SortingColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Compares a translated footer of Arrow C++ with the Thrift footer beside it, in every fact that
 * both hold. A fact that arrow-cpp.fbs has no field for is not compared. An absent list or text
 * equals an empty one, and an absent number equals 0 where its field has a default: arrow-cpp.fbs
 * writes them alike.
 */
public final class ArrowCppComparison {
  private final FlatFooter footer;
  private final FileMetaData thrift;
  private final Differences differences = new Differences();
  private final ColumnChunkView chunk = new ColumnChunkView();
  private final StatisticsComparison statistics = new StatisticsComparison(differences);

  private ArrowCppComparison(FlatFooter footer, FileMetaData thrift) {
    this.footer = footer;
    this.thrift = thrift;
  }

  /** Every fact that differs, named by its path in Thrift; empty if none does. */
  public static List<FactDifference> differences(FlatFooter footer, FileMetaData thrift) {
    ArrowCppComparison comparison = new ArrowCppComparison(footer, thrift);
    comparison.compare();
    return comparison.differences.found();
  }

  private void compare() {
    differences.at("");
    differences.compare("version", footer.version(), thrift.version());
    differences.compare("num_rows", footer.numRows(), thrift.numRows());
    differences.compare("created_by", orEmpty(footer.createdBy()), orEmpty(thrift.createdBy()));
    differences.compare(
        "key_value_metadata",
        keyValues(footer.keyValueCount(), i -> new KeyValue(footer.key(i), footer.value(i))),
        orEmpty(thrift.keyValueMetadata()));
    if (differences.compare("schema.size", footer.elementCount(), thrift.schema().size())) {
      compareSchema();
    }
    differences.at("");
    if (differences.compare("row_groups.size", footer.rowGroupCount(), thrift.rowGroups().size())) {
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        compareRowGroup(group, footer.rowGroup(group), thrift.rowGroups().get(group));
      }
    }
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }

  private static List<KeyValue> keyValues(int count, IntFunction<KeyValue> from) {
    List<KeyValue> keyValues = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keyValues.add(from.apply(i));
    }
    return keyValues;
  }

  private void compareSchema() {
    SchemaElementView view = new SchemaElementView();
    for (int i = 0; i < footer.elementCount(); i++) {
      differences.at("schema[" + i + "].");
      footer.schemaElement(i, view);
      SchemaElement element = thrift.schema().get(i);
      differences.compare("name", view.name(), element.name());
      differences.compare("type", view.hasType() ? view.typeNumber() : null, element.typeNumber());
      differences.compare(
          "type_length", view.hasTypeLength() ? view.typeLength() : null, element.typeLength());
      if (element.repetitionTypeNumber() != null) {
        differences.compare(
            "repetition_type", view.repetitionNumber(), element.repetitionTypeNumber());
      }
      differences.compare(
          "num_children",
          view.childCount(),
          element.numChildren() == null ? 0 : element.numChildren());
      differences.compare("field_id", view.hasFieldId() ? view.fieldId() : null, element.fieldId());
      if (!LogicalTypes.areSame(view.logicalType(), element)) {
        differences.add("logicalType", view.logicalType(), LogicalTypes.of(element));
      }
    }
    compareColumnOrders();
  }

  private void compareColumnOrders() {
    for (int column = 0; column < footer.columnCount(); column++) {
      ColumnOrder order = footer.columnOrder(column);
      List<ColumnOrder> orders = orEmpty(thrift.columnOrders());
      // Newer orders are written as this one.
      if (order != null && column >= orders.size()) {
        differences.at("column_orders[" + column + "]");
        differences.add("", order, null);
      }
    }
  }

  private void compareRowGroup(int index, RowGroupView view, RowGroup group) {
    String path = "row_groups[" + index + "].";
    differences.at(path);
    differences.compare("total_byte_size", view.totalByteSize(), group.totalByteSize());
    differences.compare("num_rows", view.numRows(), group.numRows());
    differences.compare("file_offset", view.fileOffset(), orZero(group.fileOffset()));
    differences.compare(
        "total_compressed_size", view.totalCompressedSize(), orZero(group.totalCompressedSize()));
    differences.compare("ordinal", view.hasOrdinal() ? view.ordinal() : null, group.ordinal());
    List<SortingColumn> sorting = new ArrayList<>();
    for (int i = 0; i < view.sortingColumnCount(); i++) {
      sorting.add(
          new SortingColumn(
              view.sortingColumn(i), view.sortsDescending(i), view.sortsNullsFirst(i)));
    }
    differences.compare("sorting_columns", sorting, orEmpty(group.sortingColumns()));
    if (differences.compare("columns.size", view.columnCount(), group.columns().size())) {
      for (int column = 0; column < view.columnCount(); column++) {
        differences.at(path + "columns[" + column + "].");
        compareChunk(footer.chunk(index, column, chunk), group.columns().get(column));
      }
    }
  }

  private static long orZero(Long number) {
    return number == null ? 0 : number;
  }

  private void compareChunk(ColumnChunkView view, ColumnChunk expected) {
    ColumnMetaData metaData = expected.metaData();
    if (metaData == null) {
      differences.add("meta_data", "present", null);
      return;
    }
    differences.in("meta_data.");
    differences.compare("codec", view.codecNumber(), metaData.codecNumber());
    differences.compare("num_values", view.numValues(), metaData.numValues());
    differences.compare(
        "total_uncompressed_size", view.totalUncompressedSize(), metaData.totalUncompressedSize());
    differences.compare(
        "total_compressed_size", view.totalCompressedSize(), metaData.totalCompressedSize());
    differences.compare(
        "key_value_metadata",
        keyValues(view.keyValueCount(), i -> new KeyValue(view.key(i), view.value(i))),
        orEmpty(metaData.keyValueMetadata()));
    // 0 is written for the row group's file_offset.
    if (metaData.dataPageOffset() != 0) {
      differences.compare("data_page_offset", view.dataPageOffset(), metaData.dataPageOffset());
    }
    differences.compare(
        "index_page_offset",
        view.hasIndexPageOffset() ? view.indexPageOffset() : null,
        metaData.indexPageOffset());
    differences.compare(
        "dictionary_page_offset",
        view.hasDictionaryPageOffset() ? view.dictionaryPageOffset() : null,
        metaData.dictionaryPageOffset());
    differences.compare(
        "bloom_filter_offset", view.bloomFilterOffset(), orZero(metaData.bloomFilterOffset()));
    Integer bloomFilterLength = metaData.bloomFilterLength();
    differences.compare(
        "bloom_filter_length",
        view.bloomFilterLength(),
        bloomFilterLength == null ? 0 : bloomFilterLength);
    if (view.isFullyDictionaryEncoded() && !mayBeFullyDictionaryEncoded(metaData)) {
      differences.add("encoding_stats", "dictionary-encoded pages only", "others");
    }
    statistics.compare(view, metaData, footer);
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
    return encoding == Encoding.PLAIN_DICTIONARY.number()
        || encoding == Encoding.RLE_DICTIONARY.number();
  }
}
