// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.GeospatialStatistics;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

/** Makes a footer as records: its schema element by element, then its row groups. */
final class FooterRecords {
  /** Bytes that each chunk has. */
  static final int PIECE = 32;

  /** Rows of each row group. */
  static final long ROWS = 1_000;

  private static final String WRITER = "footer conformance kit version 1.0.0";
  private static final LogicalType STRING = new LogicalType.StringType();

  private final List<SchemaElement> schema = new ArrayList<>();
  private final List<SchemaElement> leaves = new ArrayList<>();
  private final List<List<String>> paths = new ArrayList<>();
  private final List<String> groups = new ArrayList<>();
  private final List<ParquetStatistics> statistics = new ArrayList<>();
  private int rootChildren;

  /** Applied to each chunk. */
  UnaryOperator<ColumnChunk> changed = UnaryOperator.identity();

  static BinaryValue hex(String digits) {
    return BinaryValue.of(HexFormat.of().parseHex(digits));
  }

  int leafCount() {
    return leaves.size();
  }

  FooterRecords text(String name) {
    return leaf(name, PhysicalType.BYTE_ARRAY, null, STRING);
  }

  FooterRecords leaf(String name, PhysicalType type) {
    return leaf(name, type, null, null);
  }

  FooterRecords leaf(String name, PhysicalType type, Integer length, LogicalType logical) {
    ConvertedType old = ConvertedType.impliedBy(logical);
    return add(
        new SchemaElement(
            type.number(),
            length,
            FieldRepetitionType.OPTIONAL.number(),
            name,
            null,
            old == null ? null : (Integer) old.number(),
            null,
            null,
            null,
            logical));
  }

  FooterRecords add(SchemaElement leaf) {
    rootChildren += groups.isEmpty() ? 1 : 0;
    schema.add(leaf);
    leaves.add(leaf);
    List<String> path = new ArrayList<>(groups);
    path.add(leaf.name());
    paths.add(path);
    statistics.add(null);
    return this;
  }

  FooterRecords group(String name, int children, FieldRepetitionType repetition, LogicalType type) {
    rootChildren += groups.isEmpty() ? 1 : 0;
    ConvertedType old = ConvertedType.impliedBy(type);
    Integer converted = old == null ? null : (Integer) old.number();
    schema.add(
        new SchemaElement(
            null, null, repetition.number(), name, children, converted, null, null, null, type));
    groups.add(name);
    return this;
  }

  FooterRecords end() {
    groups.remove(groups.size() - 1);
    return this;
  }

  /** Of the column added last. */
  void facts(ParquetStatistics facts) {
    statistics.set(statistics.size() - 1, facts);
  }

  void bounds(String min, String max) {
    flagged(min, max, null, null);
  }

  void flagged(String min, String max, Boolean isMinExact, Boolean isMaxExact) {
    facts(
        new ParquetStatistics(
            null, null, 1L, null, hex(max), hex(min), isMaxExact, isMinExact, null));
  }

  FileMetaData footer(int rowGroups) {
    List<SchemaElement> all = new ArrayList<>();
    all.add(
        new SchemaElement(null, null, null, "schema", rootChildren, null, null, null, null, null));
    all.addAll(schema);
    List<RowGroup> made = new ArrayList<>();
    long position = 4;
    for (int g = 0; g < rowGroups; g++) {
      List<ColumnChunk> columns = new ArrayList<>();
      long start = position;
      for (int c = 0; c < leaves.size(); c++) {
        Meta meta = new Meta();
        meta.type = leaves.get(c).typeNumber();
        meta.path = paths.get(c);
        meta.dataPage = position;
        meta.statistics = statistics.get(c);
        columns.add(
            changed.apply(
                new ColumnChunk(null, 0, meta.build(), null, null, null, null, null, null)));
        position += PIECE;
      }
      made.add(
          new RowGroup(
              columns, 2 * (position - start), ROWS, null, start, position - start, (short) g));
    }
    return new FileMetaData(
        1,
        all,
        ROWS * rowGroups,
        made,
        List.of(new KeyValue("kit", "\u00e4"), new KeyValue("without value", null)),
        WRITER,
        Collections.nCopies(leaves.size(), ColumnOrder.Known.TYPE_ORDER),
        null,
        null);
  }

  /** A {@link ColumnMetaData} of which some fields change. */
  static final class Meta {
    int type;
    List<Integer> encodings = List.of(0, 3);
    List<String> path;
    int codec;
    long values = ROWS;
    List<KeyValue> keyValues;
    long dataPage;
    Long indexPage;
    Long dictionary;
    ParquetStatistics statistics;
    List<PageEncodingStats> encodingStats;
    Long bloomOffset;
    Integer bloomLength;
    SizeStatistics sizes;
    GeospatialStatistics geospatial;

    static Meta of(ColumnMetaData from) {
      Meta meta = new Meta();
      meta.type = from.typeNumber();
      meta.path = from.pathInSchema();
      meta.dataPage = from.dataPageOffset();
      meta.statistics = from.statistics();
      return meta;
    }

    Meta sizes(SizeStatistics value) {
      sizes = value;
      return this;
    }

    Meta geospatial(GeospatialStatistics value) {
      geospatial = value;
      return this;
    }

    ColumnMetaData build() {
      return new ColumnMetaData(
          type,
          encodings,
          path,
          codec,
          values,
          2 * PIECE,
          PIECE,
          keyValues,
          dataPage,
          indexPage,
          dictionary,
          statistics,
          encodingStats,
          bloomOffset,
          bloomLength,
          sizes,
          geospatial);
    }
  }
}
