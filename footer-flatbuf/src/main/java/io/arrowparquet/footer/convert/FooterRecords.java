// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.flat.EscapedUtf8;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Makes the records of a verified FlatBuffers footer, one struct at a time. Their strings are
 * {@linkplain EscapedUtf8 escaped}.
 */
final class FooterRecords {
  private final FlatFooter footer;
  private final FooterBytes in;
  private final long maxBytes;

  /** Bytes of the strings of the struct being read. Tables can share a string; records cannot. */
  private long stringBytes;

  /** Bytes of Thrift structs read so far. Tables can share them, and little may come of them. */
  private long thriftBytes;

  /** By column: its path, once it was asked for. */
  private final List<List<String>> paths = new ArrayList<>();

  private final int[] types;
  private final SchemaElementView element = new SchemaElementView();
  private final EncodingsView encodings = new EncodingsView();
  private final StatisticsView statistics = new StatisticsView();
  private final PageIndexLocation columnIndex = new PageIndexLocation();
  private final PageIndexLocation offsetIndex = new PageIndexLocation();

  /**
   * @param maxBytes bytes that the strings of one struct may have, and all size statistics; more
   *     are a {@link CorruptFooterException}
   */
  FooterRecords(FlatFooter footer, FooterBytes in, long maxBytes) {
    this.footer = footer;
    this.in = in;
    this.maxBytes = maxBytes;
    this.types = new int[footer.columnCount()];
    for (int column = 0; column < types.length; column++) {
      types[column] = footer.schemaElement(footer.columnElement(column), element).typeNumber();
      paths.add(null);
    }
  }

  SchemaElement schemaElement(SchemaElementView view) {
    return new SchemaElement(
        view.hasType() ? view.typeNumber() : null,
        view.hasTypeLength() ? view.typeLength() : null,
        view.hasRepetition() ? view.repetitionNumber() : null,
        EscapedUtf8.decode(view.nameBytes()),
        view.hasChildCount() ? view.childCount() : null,
        view.convertedTypeNumber(),
        view.scale(),
        view.precision(),
        view.hasFieldId() ? view.fieldId() : null,
        view.logicalType());
  }

  /** The chunk of a view, of which {@code table} is the table. */
  ColumnChunk columnChunk(ColumnChunkView view, int table) {
    stringBytes = 0;
    view.columnIndex(columnIndex);
    view.offsetIndex(offsetIndex);
    return new ColumnChunk(
        string(table, ParquetFbs.ColumnChunk.FILE_PATH),
        view.fileOffset(),
        view.hasMetadata()
            ? metaData(view, in.child(table, ParquetFbs.ColumnChunk.METADATA))
            : null,
        offsetIndex.hasOffset() ? offsetIndex.offset() : null,
        offsetIndex.hasLength() ? offsetIndex.length() : null,
        columnIndex.hasOffset() ? columnIndex.offset() : null,
        columnIndex.hasLength() ? columnIndex.length() : null,
        view.cryptoMetadata(),
        binary(view.encryptedColumnMetadata()));
  }

  private ColumnMetaData metaData(ColumnChunkView view, int table) {
    view.encodings(encodings);
    view.statistics(statistics);
    return new ColumnMetaData(
        types[view.column()],
        encodingNumbers(),
        path(view.column()),
        view.codecNumber(),
        view.numValues(),
        view.totalUncompressedSize(),
        view.totalCompressedSize(),
        view.hasKeyValueMetadata() ? keyValues(view.keyValueCount(), table) : null,
        view.dataPageOffset(),
        view.hasIndexPageOffset() ? view.indexPageOffset() : null,
        view.hasDictionaryPageOffset() ? view.dictionaryPageOffset() : null,
        statistics.isPresent() ? statistics.toRecord() : null,
        encodings.hasStats() ? encodingStats() : null,
        view.hasBloomFilterOffset() ? view.bloomFilterOffset() : null,
        view.hasBloomFilterLength() ? view.bloomFilterLength() : null,
        sizeStatistics(view, table),
        view.geospatialStatistics());
  }

  /** Thrift requires the list; buffers of the bare proposal do not have it. */
  private List<Integer> encodingNumbers() {
    List<Integer> numbers = new ArrayList<>(encodings.count());
    for (int i = 0; i < encodings.count(); i++) {
      numbers.add(encodings.encodingNumber(i));
    }
    return numbers;
  }

  private List<PageEncodingStats> encodingStats() {
    List<PageEncodingStats> stats = new ArrayList<>(encodings.statsCount());
    for (int i = 0; i < encodings.statsCount(); i++) {
      stats.add(
          new PageEncodingStats(
              encodings.statsPageTypeNumber(i),
              encodings.statsEncodingNumber(i),
              encodings.statsPageCount(i)));
    }
    return stats;
  }

  private List<KeyValue> keyValues(int count, int table) {
    int vector = in.child(table, ColumnMetadata.KEY_VALUE_METADATA);
    List<KeyValue> keyValues = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keyValues.add(readKeyValue(in.reference(vector, i)));
    }
    return keyValues;
  }

  /** A key-value of the file. */
  KeyValue keyValue(int table) {
    stringBytes = 0;
    return readKeyValue(table);
  }

  /** Thrift requires the key. */
  private KeyValue readKeyValue(int table) {
    String key = string(table, ParquetFbs.KeyValue.KEY);
    return new KeyValue(key == null ? "" : key, string(table, ParquetFbs.KeyValue.VAL));
  }

  private SizeStatistics sizeStatistics(ColumnChunkView view, int table) {
    thriftBytes += in.count(in.child(table, ColumnMetadata.SIZE_STATISTICS), 1);
    requireRoom("size of the size statistics that chunks share", thriftBytes);
    return view.sizeStatistics();
  }

  private List<String> path(int column) {
    List<String> path = paths.get(column);
    if (path == null) {
      Deque<String> names = new ArrayDeque<>();
      int at = footer.columnElement(column);
      for (; at > 0; at = footer.parentElement(at)) {
        names.push(string(footer.schemaElement(at, element).nameBytes()));
      }
      path = List.copyOf(names);
      paths.set(column, path);
    }
    return path;
  }

  private String string(int table, int slot) {
    int string = in.child(table, slot);
    return string == 0 ? null : string(in.bytes(string));
  }

  private String string(byte[] bytes) {
    stringBytes += bytes.length;
    requireRoom("size of the strings of a Thrift struct", stringBytes);
    return EscapedUtf8.decode(bytes);
  }

  private void requireRoom(String what, long size) {
    if (size > maxBytes) {
      throw new CorruptFooterException(
          what, CorruptFooterException.NO_OFFSET, size + " bytes", "at most " + maxBytes);
    }
  }

  private static BinaryValue binary(byte[] bytes) {
    return bytes == null ? null : BinaryValue.of(bytes);
  }
}
