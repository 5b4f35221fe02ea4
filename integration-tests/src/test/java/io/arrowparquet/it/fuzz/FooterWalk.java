// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import java.util.Arrays;
import java.util.Objects;

/**
 * Calls every accessor of a footer and of its views.
 *
 * <p>A few bytes can make a great table: row groups and columns may be one and the same table over
 * and over. The walk takes the first of each, so that its time follows the size of the input.
 */
final class FooterWalk {
  private static final int FIRST = 64;

  private final FlatFooter footer;
  private int hash;

  private FooterWalk(FlatFooter footer) {
    this.footer = footer;
  }

  /** Walks the footer; the result depends on everything that was read. */
  static int over(FlatFooter footer) {
    FooterWalk walk = new FooterWalk(footer);
    walk.file();
    walk.schema();
    walk.columns();
    walk.rowGroups();
    return walk.hash;
  }

  private void saw(Object value) {
    hash = 31 * hash + Objects.hashCode(value);
  }

  private void saw(byte[] value) {
    hash = 31 * hash + Arrays.hashCode(value);
  }

  private static int first(int count) {
    return Math.min(count, FIRST);
  }

  private void file() {
    saw(footer.flatbuffer().remaining());
    saw(footer.version());
    saw(footer.numRows());
    saw(footer.createdBy());
    saw(footer.thriftCrc32());
    saw(footer.encryption());
    saw(footer.footerSigningKeyMetadata());
    saw(footer.columnOrders());
    saw(footer.hasKeyValueMetadata());
    for (int i = 0; i < first(footer.keyValueCount()); i++) {
      saw(footer.key(i));
      saw(footer.value(i));
    }
    saw(footer.findValue("ARROW:schema"));
  }

  private void schema() {
    SchemaElementView element = new SchemaElementView();
    for (int i = 0; i < first(footer.elementCount()); i++) {
      footer.schemaElement(i, element);
      saw(footer.parentElement(i));
      saw(footer.elementColumn(i));
      saw(element.element());
      saw(element.name());
      saw(element.nameBytes());
      saw(element.isGroup());
      saw(element.hasChildCount() ? element.childCount() : -1);
      saw(element.hasType() ? element.typeNumber() : -1);
      saw(element.type());
      saw(element.hasTypeLength() ? element.typeLength() : -1);
      saw(element.hasRepetition() ? element.repetitionNumber() : -1);
      saw(element.repetition());
      saw(element.hasFieldId() ? footer.findElementByFieldId(element.fieldId()) : -1);
      saw(footer.findColumnByFieldId(element.fieldId()));
      saw(element.logicalType());
      saw(element.convertedType());
      saw(element.convertedTypeNumber());
      saw(element.scale());
      saw(element.precision());
      saw(element.thrift());
    }
  }

  private void columns() {
    for (int column = 0; column < first(footer.columnCount()); column++) {
      saw(footer.columnElement(column));
      saw(footer.findColumn(footer.columnPath(column)));
      saw(footer.maxDefinitionLevel(column));
      saw(footer.maxRepetitionLevel(column));
    }
    saw(footer.findColumn("no.such.column"));
  }

  private void rowGroups() {
    RowGroupView group = new RowGroupView();
    for (int g = 0; g < first(footer.rowGroupCount()); g++) {
      footer.rowGroup(g, group);
      saw(group.index());
      saw(group.numRows());
      saw(group.totalByteSize());
      saw(group.hasTotalCompressedSize() ? group.totalCompressedSize() : -1);
      saw(group.hasFileOffset() ? group.fileOffset() : -1);
      saw(group.hasOrdinal() ? group.ordinal() : -1);
      saw(group.hasSortingColumns());
      for (int place = 0; place < first(group.sortingColumnCount()); place++) {
        saw(group.sortingColumn(place));
        saw(group.sortsDescending(place));
        saw(group.sortsNullsFirst(place));
      }
      chunks(group);
    }
  }

  private void chunks(RowGroupView group) {
    ColumnChunkView chunk = new ColumnChunkView();
    int count = Math.min(group.columnCount(), footer.columnCount());
    for (int column = 0; column < first(count); column++) {
      chunk(footer.chunk(group.index(), column, chunk));
    }
  }

  private void chunk(ColumnChunkView chunk) {
    saw(chunk.rowGroup() + chunk.column());
    saw(chunk.hasMetadata());
    saw(chunk.type());
    saw(chunk.codec());
    saw(chunk.codecNumber());
    saw(chunk.numValues());
    saw(chunk.totalUncompressedSize() + chunk.totalCompressedSize());
    saw(chunk.dataPageOffset() + chunk.startOffset());
    saw(chunk.hasIndexPageOffset() ? chunk.indexPageOffset() : -1);
    saw(chunk.hasDictionaryPageOffset() ? chunk.dictionaryPageOffset() : -1);
    saw(chunk.hasDictionaryPage());
    saw(chunk.isFullyDictionaryEncoded());
    saw(chunk.fileOffset());
    saw(chunk.filePath());
    location(chunk.columnIndex());
    location(chunk.offsetIndex());
    saw(chunk.hasBloomFilterOffset() ? chunk.bloomFilterOffset() : -1);
    saw(chunk.hasBloomFilterLength() ? chunk.bloomFilterLength() : -1);
    saw(chunk.hasKeyValueMetadata());
    for (int i = 0; i < first(chunk.keyValueCount()); i++) {
      saw(chunk.key(i));
      saw(chunk.value(i));
    }
    saw(chunk.sizeStatistics());
    saw(chunk.geospatialStatistics());
    saw(chunk.cryptoMetadata());
    saw(chunk.encryptedColumnMetadata());
    saw(chunk.thrift());
    statistics(chunk.statistics());
    encodings(chunk.encodings());
  }

  private void location(PageIndexLocation location) {
    saw(location.isPresent());
    saw(location.hasOffset() ? location.offset() : -1);
    saw(location.hasLength() ? location.length() : -1);
  }

  private void encodings(EncodingsView encodings) {
    for (int i = 0; i < first(encodings.count()); i++) {
      saw(encodings.encoding(i));
    }
    saw(encodings.hasStats());
    for (int i = 0; i < first(encodings.statsCount()); i++) {
      saw(encodings.statsEncoding(i));
      saw(encodings.statsPageType(i));
      saw(encodings.statsPageCount(i));
    }
  }

  private void statistics(StatisticsView statistics) {
    saw(statistics.hasNullCount() ? statistics.nullCount() : -1);
    saw(statistics.hasDistinctCount() ? statistics.distinctCount() : -1);
    saw(statistics.hasNanCount() ? statistics.nanCount() : -1);
    saw(statistics.hasMinValue() == (statistics.minValue() != null));
    saw(statistics.hasMaxValue() == (statistics.maxValue() != null));
    saw(statistics.minValue());
    saw(statistics.maxValue());
    saw(statistics.min());
    saw(statistics.max());
    saw(statistics.isMinValueExact());
    saw(statistics.isMaxValueExact());
    saw(statistics.hasPrimitiveBounds());
  }
}
