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
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.RowGroup.SortingColumn;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SizeStatistics;
import io.arrowparquet.footer.model.UnionMember;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The footers of the conformance kit, one for each feature, as records. */
final class KitFooters {
  private static final int UNKNOWN = 99;
  private static final int LEVELS = 60;

  private KitFooters() {}

  /** Footers by the names of their features. */
  static Map<String, FileMetaData> all() {
    Map<String, FileMetaData> all = new LinkedHashMap<>();
    for (int columns : new int[] {0, 1, 5, 16, 17, 100, 1_000, 10_000}) {
      all.put("columns-" + columns, columns(columns, columns > 1_000 ? 1 : 2));
    }
    all.put("row-groups-0", columns(3, 0));
    all.put("row-groups-300", columns(3, 300));
    all.put("physical-types", physicalTypes());
    all.put("logical-types", logicalTypes(true, true));
    all.put("logical-types-only", logicalTypes(true, false));
    all.put("converted-types-only", logicalTypes(false, true));
    all.put("statistics", statistics());
    all.put("names", names());
    all.put("nesting", nesting());
    all.put("chunks", chunks());
    all.put("page-indexes", pageIndexes());
    all.put("of-the-future", future());
    return all;
  }

  /** Columns of doubles; the wide ones have blocks with checksums and a directory. */
  static FileMetaData columns(int columns, int rowGroups) {
    FooterRecords kit = new FooterRecords();
    for (int i = 0; i < columns; i++) {
      String bits = String.format("%02x%02x", i & 0xFF, (i >> 8) & 0xFF);
      kit.leaf("column_" + i, PhysicalType.DOUBLE)
          .bounds("000000000000f03f", bits + "000000000040");
    }
    return kit.footer(rowGroups);
  }

  private static FileMetaData physicalTypes() {
    FooterRecords kit = new FooterRecords();
    kit.leaf("boolean", PhysicalType.BOOLEAN).bounds("00", "01");
    kit.leaf("int32", PhysicalType.INT32).bounds("ffffffff", "0a000000");
    kit.leaf("int64", PhysicalType.INT64).bounds("feffffffffffffff", "0b00000000000000");
    kit.leaf("int96", PhysicalType.INT96).bounds("00".repeat(12), "0102030405060708090a0b0c");
    kit.leaf("float", PhysicalType.FLOAT).bounds("0000803f", "00004040");
    kit.leaf("double", PhysicalType.DOUBLE).bounds("000000000000f03f", "0000000000000840");
    kit.leaf("byte_array", PhysicalType.BYTE_ARRAY).bounds("61", "7a7a");
    kit.leaf("fixed", PhysicalType.FIXED_LEN_BYTE_ARRAY, 5, null)
        .bounds("6162636465", "6162636566");
    return kit.footer(2);
  }

  private static FileMetaData logicalTypes(boolean logical, boolean converted) {
    FooterRecords kit = new FooterRecords();
    List<SchemaElement> all = new ArrayList<>();
    for (LogicalType.Kind kind : LogicalType.Kind.values()) {
      boolean isGroup = kind == LogicalType.Kind.MAP || kind == LogicalType.Kind.LIST;
      if (kind.plainType() != null && !isGroup) {
        all.add(typed(physicalOf(kind), kind.plainType()));
      }
    }
    for (TimeUnit unit : TimeUnit.values()) {
      for (boolean utc : new boolean[] {false, true}) {
        PhysicalType time = unit == TimeUnit.MILLIS ? PhysicalType.INT32 : PhysicalType.INT64;
        all.add(typed(time, new LogicalType.TimeType(utc, unit)));
        all.add(typed(PhysicalType.INT64, new LogicalType.TimestampType(utc, unit)));
      }
    }
    for (int bits : new int[] {8, 16, 32, 64}) {
      PhysicalType type = bits == Long.SIZE ? PhysicalType.INT64 : PhysicalType.INT32;
      all.add(typed(type, new LogicalType.IntType((byte) bits, true)));
      all.add(typed(type, new LogicalType.IntType((byte) bits, false)));
    }
    all.add(typed(PhysicalType.INT32, new LogicalType.DecimalType(2, 9)));
    all.add(typed(PhysicalType.BYTE_ARRAY, new LogicalType.DecimalType(10, 76)));
    all.add(typed(PhysicalType.BYTE_ARRAY, new LogicalType.GeometryType(null)));
    all.add(typed(PhysicalType.BYTE_ARRAY, new LogicalType.GeometryType("EPSG:4326")));
    all.add(typed(PhysicalType.BYTE_ARRAY, new LogicalType.GeographyType(null, null)));
    all.add(typed(PhysicalType.BYTE_ARRAY, new LogicalType.GeographyType("OGC:CRS84", 1)));
    for (SchemaElement element : all) {
      ConvertedType old = ConvertedType.impliedBy(element.logicalType());
      boolean hasOld = converted && old != null;
      if (logical || hasOld) {
        boolean isDecimal = hasOld && old == ConvertedType.DECIMAL;
        LogicalType.DecimalType decimal =
            isDecimal ? (LogicalType.DecimalType) element.logicalType() : null;
        kit.add(
            new SchemaElement(
                element.typeNumber(),
                element.typeLength(),
                element.repetitionTypeNumber(),
                "column " + kit.leafCount(),
                null,
                hasOld ? (Integer) old.number() : null,
                isDecimal ? (Integer) decimal.scale() : null,
                isDecimal ? (Integer) decimal.precision() : null,
                kit.leafCount() + 1,
                logical ? element.logicalType() : null));
      }
    }
    if (converted) {
      kit.add(
          new SchemaElement(
              PhysicalType.FIXED_LEN_BYTE_ARRAY.number(),
              12,
              FieldRepetitionType.OPTIONAL.number(),
              "interval",
              null,
              ConvertedType.INTERVAL.number(),
              null,
              null,
              null,
              null));
    }
    return kit.footer(1);
  }

  private static PhysicalType physicalOf(LogicalType.Kind kind) {
    return switch (kind) {
      case DATE, NULL -> PhysicalType.INT32;
      case UUID, FLOAT16 -> PhysicalType.FIXED_LEN_BYTE_ARRAY;
      default -> PhysicalType.BYTE_ARRAY;
    };
  }

  private static SchemaElement typed(PhysicalType type, LogicalType logical) {
    Integer length =
        type != PhysicalType.FIXED_LEN_BYTE_ARRAY
            ? null
            : (Integer) (logical instanceof LogicalType.UUIDType ? 16 : 2);
    return new SchemaElement(
        type.number(),
        length,
        FieldRepetitionType.OPTIONAL.number(),
        "",
        null,
        null,
        null,
        null,
        null,
        logical);
  }

  private static FileMetaData statistics() {
    FooterRecords kit = new FooterRecords();
    String common = "70".repeat(20);
    String ones = "ff".repeat(20);
    kit.text("none");
    kit.text("counts")
        .facts(new ParquetStatistics(null, null, 0L, 7L, null, null, null, null, null));
    kit.text("empty")
        .facts(new ParquetStatistics(null, null, null, null, null, null, null, null, null));
    kit.text("empty bounds").bounds("", "");
    kit.text("exact").flagged("61", "7a", true, true);
    kit.text("not exact").flagged("61", "7a", false, false);
    kit.text("half exact").flagged("61", "7a", true, null);
    kit.text("common prefix").flagged(common + "61", common + "7a7a", true, true);
    kit.text("long").flagged(common + "61".repeat(40), common + "7a".repeat(900), true, false);
    kit.text("all ones").flagged("00", ones, false, false);
    kit.text("carried").flagged("00ffffff" + ones, "00ffffff" + ones + "00", true, true);
    kit.text("one is the other's prefix").flagged("6162", "61626364", true, true);
    kit.text("not UTF-8").flagged("80ff", "fe", true, true);
    kit.text("least only")
        .facts(
            new ParquetStatistics(
                null, null, 1L, null, null, FooterRecords.hex("61"), null, true, null));
    kit.text("greatest only")
        .facts(
            new ParquetStatistics(
                null, null, 1L, null, FooterRecords.hex("7a"), null, true, null, null));
    kit.text("deprecated, equal")
        .facts(
            new ParquetStatistics(
                FooterRecords.hex("7a"),
                FooterRecords.hex("61"),
                2L,
                null,
                FooterRecords.hex("7a"),
                FooterRecords.hex("61"),
                null,
                null,
                null));
    kit.text("deprecated, other")
        .facts(
            new ParquetStatistics(
                FooterRecords.hex("7b"),
                FooterRecords.hex("60"),
                2L,
                null,
                FooterRecords.hex("7a"),
                FooterRecords.hex("61"),
                null,
                null,
                null));
    kit.leaf("deprecated only", PhysicalType.INT32)
        .facts(
            new ParquetStatistics(
                FooterRecords.hex("05000000"),
                FooterRecords.hex("01000000"),
                3L,
                null,
                null,
                null,
                null,
                null,
                null));
    kit.leaf("with NaN", PhysicalType.DOUBLE)
        .facts(
            new ParquetStatistics(
                null,
                null,
                0L,
                null,
                FooterRecords.hex("0000000000000840"),
                FooterRecords.hex("000000000000f0bf"),
                null,
                null,
                4L));
    kit.leaf("of another width", PhysicalType.INT64).bounds("0102", "030405");
    kit.leaf("uuid", PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, new LogicalType.UUIDType())
        .flagged("00".repeat(16), ones.substring(8), true, true);
    kit.leaf("point", PhysicalType.BYTE_ARRAY, null, new LogicalType.GeometryType(null));
    kit.changed = KitFooters::withSizes;
    return kit.footer(2);
  }

  /** Size statistics of every chunk, and geospatial ones of geometries. */
  private static ColumnChunk withSizes(ColumnChunk chunk) {
    ColumnMetaData meta = chunk.metaData();
    boolean isPoint = "point".equals(meta.dottedPath());
    BoundingBox box =
        new BoundingBox(-1.5, 2.5, -3, 4, isPoint ? (Double) 0.5 : null, 7.0, null, null);
    return chunk.withMetaData(
        FooterRecords.Meta.of(meta)
            .sizes(
                new SizeStatistics(
                    isPoint ? (Long) 12_345L : null,
                    List.of(),
                    List.of(3L, FooterRecords.ROWS - 3)))
            .geospatial(isPoint ? new GeospatialStatistics(box, List.of(1, 3001)) : null)
            .build(),
        null,
        null);
  }

  /** Names that collide in the hash, have dots, or are not ASCII. */
  private static FileMetaData names() {
    FooterRecords kit = new FooterRecords();
    for (String name :
        List.of("costarring", "liquid", "declinate", "macallums", "altarage", "zinke")) {
      kit.text(name); // pairs with one hash: FNV-1a with 32 bits
    }
    for (String name :
        List.of(
            "",
            " ",
            "a.b",
            "a",
            ".",
            "\u00e4\u00f6\u00fc",
            "\u6570\u636e",
            "\uD83D\uDE80",
            "e\u0301",
            "\u00e9")) {
      kit.text(name);
    }
    kit.text("tab\tline\nquote\"backslash\\</script>");
    kit.text("\u0000").text("A").text("x".repeat(300));
    kit.group("a", 2, FieldRepetitionType.OPTIONAL, null).text("b").text("c.d").end();
    kit.group("same", 1, FieldRepetitionType.OPTIONAL, null).text("same").end();
    kit.text("twice").text("twice");
    return kit.footer(1);
  }

  private static FileMetaData nesting() {
    FooterRecords kit = new FooterRecords();
    kit.group("list", 1, FieldRepetitionType.OPTIONAL, new LogicalType.ListType());
    kit.group("list", 1, FieldRepetitionType.REPEATED, null).text("element").end().end();
    kit.group("map", 1, FieldRepetitionType.REQUIRED, new LogicalType.MapType());
    kit.group("key_value", 2, FieldRepetitionType.REPEATED, null).text("key").text("value");
    kit.end().end();
    kit.group("variant", 2, FieldRepetitionType.OPTIONAL, new LogicalType.VariantType((byte) 1));
    kit.leaf("metadata", PhysicalType.BYTE_ARRAY).leaf("value", PhysicalType.BYTE_ARRAY).end();
    for (int i = 0; i < LEVELS; i++) {
      kit.group("level_" + i, 1, FieldRepetitionType.OPTIONAL, null);
    }
    kit.text("deep");
    for (int i = 0; i < LEVELS; i++) {
      kit.end();
    }
    return kit.footer(2);
  }

  private static FileMetaData chunks() {
    FooterRecords kit = new FooterRecords();
    for (int i = 0; i < 10; i++) {
      kit.text("column_" + i);
    }
    kit.changed =
        chunk -> {
          ColumnMetaData meta = chunk.metaData();
          int column = Integer.parseInt(meta.dottedPath().substring(7));
          long page = meta.dataPageOffset();
          FooterRecords.Meta to = FooterRecords.Meta.of(meta);
          Long fileOffset = null;
          switch (column) {
            case 1 -> fileOffset = page;
            case 2 -> fileOffset = page + FooterRecords.PIECE;
            case 3 -> {
              to.dictionary = page;
              to.dataPage = page + 8;
              fileOffset = page;
            }
            case 4 -> fileOffset = 4_242L;
            case 5 -> to.values = 77;
            case 6 -> to.keyValues = List.of(new KeyValue("k", "v"), new KeyValue("null", null));
            case 7 -> {
              to.bloomOffset = page;
              to.bloomLength = 9;
            }
            case 8 -> {
              to.encodings = List.of(0, 3, 8);
              to.encodingStats =
                  List.of(new PageEncodingStats(2, 0, 1), new PageEncodingStats(0, 8, 12));
              to.codec = 6;
            }
            default -> {
              to.bloomOffset = column == 9 ? (Long) page : null;
              to.indexPage = column == 9 ? (Long) page : null;
            }
          }
          return new ColumnChunk(
              column == 0 ? "other/file.parquet" : null,
              fileOffset == null ? 0 : fileOffset,
              to.build(),
              null,
              null,
              null,
              null,
              null,
              null);
        };
    FileMetaData footer = kit.footer(2);
    List<RowGroup> groups = new ArrayList<>();
    for (RowGroup group : footer.rowGroups()) {
      boolean isFirst = groups.isEmpty();
      groups.add(
          new RowGroup(
              group.columns(),
              group.totalByteSize(),
              group.numRows(),
              isFirst
                  ? List.of(new SortingColumn(1, true, false), new SortingColumn(0, false, true))
                  : null,
              isFirst ? null : group.fileOffset(),
              isFirst ? null : group.totalCompressedSize(),
              isFirst ? null : group.ordinal()));
    }
    return footer.withRowGroups(groups);
  }

  /** Back to back in the first row group, with gaps in the second, of some chunks in the third. */
  private static FileMetaData pageIndexes() {
    FooterRecords kit = new FooterRecords();
    kit.text("a").text("b").text("c");
    FileMetaData footer = kit.footer(3);
    List<RowGroup> groups = new ArrayList<>();
    long at = 4;
    for (RowGroup group : footer.rowGroups()) {
      List<ColumnChunk> columns = new ArrayList<>();
      for (ColumnChunk chunk : group.columns()) {
        boolean has = groups.size() < 2 || columns.size() == 1;
        at += groups.size() == 1 ? 3 : 0;
        columns.add(
            new ColumnChunk(
                null,
                chunk.fileOffset(),
                chunk.metaData(),
                has ? (Long) (at + FooterRecords.PIECE) : null,
                has ? (Integer) 5 : null,
                has ? (Long) at : null,
                has && groups.size() < 2 ? (Integer) 5 : null,
                null,
                null));
        at += 5;
      }
      groups.add(group.withColumns(columns));
    }
    return footer.withRowGroups(groups);
  }

  /** Numbers and union members that no version knows, and facts that contradict each other. */
  private static FileMetaData future() {
    FooterRecords kit = new FooterRecords();
    BinaryValue nothing = FooterRecords.hex("00");
    kit.leaf(
        "logical type",
        PhysicalType.BYTE_ARRAY,
        null,
        new LogicalType.Unknown(new UnionMember(UNKNOWN, 12, nothing)));
    kit.add(
        new SchemaElement(6, null, UNKNOWN, "repetition", null, UNKNOWN, null, null, null, null));
    kit.text("codec").text("path");
    kit.changed =
        chunk -> {
          FooterRecords.Meta to = FooterRecords.Meta.of(chunk.metaData());
          to.codec = UNKNOWN;
          to.encodings = List.of(0, UNKNOWN);
          if (to.path.contains("path")) {
            to.path = List.of("another", "path");
            to.type = UNKNOWN;
          }
          return chunk.withMetaData(to.build(), null, null);
        };
    FileMetaData footer = kit.footer(1);
    List<ColumnOrder> orders = new ArrayList<>(footer.columnOrders());
    orders.set(0, new ColumnOrder.Unknown(new UnionMember(UNKNOWN, 12, nothing)));
    orders.set(1, ColumnOrder.Known.IEEE_754_TOTAL_ORDER);
    return new FileMetaData(
        UNKNOWN,
        footer.schema(),
        FooterRecords.ROWS,
        footer.rowGroups(),
        List.of(),
        null,
        orders,
        null,
        null);
  }

  /** The same values in ALP, uncompressed; what the chunk says already is left out. */
  static ColumnMetaData encodedTwice(ColumnMetaData of) {
    FooterRecords.Meta meta = FooterRecords.Meta.of(of);
    meta.path = null;
    meta.statistics = null;
    meta.encodings = List.of(3, 10);
    return meta.build();
  }
}
