// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.MetadataFile;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.SortColumn;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.PeriodDuration;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.util.Text;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.schema.EdgeInterpolationAlgorithm;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.ParquetCipher;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.Footer;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;

/**
 * The row for the implementation status of Parquet's site, in the form that its maintainers take,
 * and the proof of each of its cells. "full": what DuckDB selects, or vectors, are written with the
 * feature, the footer says so, and DuckDB or another peer and this library read the same values.
 * "read": what parquet-java writes is read. "none": it is refused. What is not proven is not in the
 * file, and the site shows no data for it: BIT_PACKED levels, a deprecated encoding that no writer
 * here has, and ALP, which no peer here reads. {@code -Dstatus.update=true} writes the file.
 */
class ImplementationStatusTest extends StatusProofs {
  private static final Path STATUS = Path.of("../docs/implementation-status.yaml");
  private static final int DATA_PAGE_V2 = 3;
  private static final int JULIAN_EPOCH = 2_440_588;

  private static Predicate<ColumnChunkView> has(PhysicalType type) {
    return chunk -> chunk.type() == type;
  }

  private static Predicate<ColumnChunkView> has(ParquetEncoding encoding) {
    return chunk -> {
      EncodingsView encodings = chunk.encodings();
      return IntStream.range(0, encodings.count()).anyMatch(i -> encodings.encoding(i) == encoding);
    };
  }

  private static boolean hasPagesV2(ColumnChunkView chunk) {
    EncodingsView encodings = chunk.encodings();
    return encodings.statsCount() > 0 && encodings.statsPageTypeNumber(0) == DATA_PAGE_V2;
  }

  private static ParquetWriteOptions in(ParquetEncoding encoding) {
    return PLAIN.withColumn("v", ColumnOptions.defaults().withEncoding(encoding));
  }

  private void types() throws Exception {
    prove("physical-boolean", "i % 3 = 0", PLAIN, has(PhysicalType.BOOLEAN));
    prove("physical-int32", "i::INTEGER", PLAIN, has(PhysicalType.INT32));
    prove("physical-int64", "i", PLAIN, has(PhysicalType.INT64));
    LocalDateTime day = LocalDate.ofEpochDay(20_000).atStartOfDay();
    proveRead(
        "physical-int96",
        Types.optional(PrimitiveTypeName.INT96).named("v"),
        row -> new NanoTime(JULIAN_EPOCH + 20_000, row * 7_000L).toBinary(),
        row -> day.plusNanos(row * 7_000L));
    prove("physical-float", "(i / 7)::FLOAT", PLAIN, has(PhysicalType.FLOAT));
    prove("physical-double", "i / 7", PLAIN, has(PhysicalType.DOUBLE));
    prove("physical-byte-array", "encode('b' || i)", PLAIN, has(PhysicalType.BYTE_ARRAY));
    prove(
        "physical-fixed-len-byte-array",
        "i::DECIMAL(38, 2)",
        PLAIN,
        has(PhysicalType.FIXED_LEN_BYTE_ARRAY));
    prove("logical-string", "'t' || i", PLAIN, has(PhysicalType.BYTE_ARRAY));
    proveRead(
        "logical-enum",
        binary(LogicalTypeAnnotation.enumType()),
        row -> Binary.fromConstantByteArray(text(row)),
        ImplementationStatusTest::text);
    proveVectors(
        "logical-uuid",
        field(new ArrowType.FixedSizeBinary(16), "arrow.uuid"),
        new LogicalType.UUIDType(),
        (vector, row) ->
            ((FixedSizeBinaryVector) vector)
                .setSafe(row, ByteBuffer.allocate(16).putLong(8, row).array()),
        "'00000000-0000-0000-0000-' || printf('%012x', i)");
    prove("logical-int-types", "(i % 200)::UTINYINT", PLAIN, has(PhysicalType.INT32));
    prove("logical-decimal-int32", "i::DECIMAL(9, 2)", PLAIN, has(PhysicalType.INT32));
    prove("logical-decimal-int64", "i::DECIMAL(18, 2)", PLAIN, has(PhysicalType.INT64));
    prove(
        "logical-decimal-fixed-len-byte-array",
        "i::DECIMAL(30, 3)",
        PLAIN,
        has(PhysicalType.FIXED_LEN_BYTE_ARRAY));
    proveRead(
        "logical-decimal-byte-array",
        binary(LogicalTypeAnnotation.decimalType(2, 9)),
        row -> Binary.fromConstantByteArray(BigInteger.valueOf(row - 1_500).toByteArray()),
        row -> BigDecimal.valueOf(row - 1_500, 2));
    proveVectors(
        "logical-float16",
        field(new ArrowType.FloatingPoint(FloatingPointPrecision.HALF), null),
        new LogicalType.Float16Type(),
        (vector, row) -> ((Float2Vector) vector).setSafeWithPossibleTruncate(row, row % 512 / 4f),
        "(i % 512 / 4)::FLOAT");
    prove("logical-date", "DATE '2026-01-01' + i::INTEGER", PLAIN, has(PhysicalType.INT32));
    proveVectors(
        "logical-time-int32",
        field(new ArrowType.Time(TimeUnit.MILLISECOND, 32), null),
        new LogicalType.TimeType(false, LogicalType.TimeUnit.MILLIS),
        (vector, row) -> ((TimeMilliVector) vector).setSafe(row, row * 1_001),
        "TIME '00:00:00' + to_milliseconds(i * 1001)");
    prove("logical-time-int64", "TIME '00:00:01' + to_seconds(i)", PLAIN, has(PhysicalType.INT64));
    prove(
        "logical-timestamp-int64",
        "TIMESTAMP '2026-01-01' + to_hours(i)",
        PLAIN,
        has(PhysicalType.INT64));
    moreLogicalTypes();
    prove("logical-list", "[i, NULL, i + 1]", PLAIN, has(PhysicalType.INT64));
    prove("logical-map", "MAP {'k' || i: i}", PLAIN, has(PhysicalType.BYTE_ARRAY));
  }

  private void moreLogicalTypes() throws Exception {
    proveRead(
        "logical-interval",
        Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
            .length(12)
            .as(LogicalTypeAnnotation.IntervalLogicalTypeAnnotation.getInstance())
            .named("v"),
        row ->
            Binary.fromConstantByteBuffer(
                ByteBuffer.allocate(12)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(row)
                    .putInt(2)
                    .putInt(3)
                    .flip()),
        row -> new PeriodDuration(Period.of(0, row, 2), Duration.ofMillis(3)));
    proveVectors(
        "logical-json",
        field(new ArrowType.Utf8(), "arrow.json"),
        new LogicalType.JsonType(),
        (vector, row) -> ((VarCharVector) vector).setSafe(row, new Text("{\"a\":" + row + "}")),
        "'{\"a\":' || i || '}'");
    proveRead(
        "logical-bson",
        binary(LogicalTypeAnnotation.bsonType()),
        row -> Binary.fromConstantByteArray(text(row)),
        ImplementationStatusTest::text);
    proveVariants();
    for (LogicalTypeAnnotation type :
        List.of(
            LogicalTypeAnnotation.geometryType("OGC:CRS84"),
            LogicalTypeAnnotation.geographyType(
                "OGC:CRS84", EdgeInterpolationAlgorithm.SPHERICAL))) {
      proveRead(
          type.toString().startsWith("GEOM") ? "logical-geometry" : "logical-geography",
          binary(type),
          row -> Binary.fromConstantByteArray(point(row)),
          ImplementationStatusTest::point);
    }
    proveVectors(
        "logical-unknown",
        field(new ArrowType.Null(), null),
        new LogicalType.NullType(),
        (vector, row) -> {},
        "NULL");
  }

  /** In WKB. */
  private static byte[] point(int row) {
    return ByteBuffer.allocate(21)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 1)
        .putInt(1)
        .putDouble(row / 100.0)
        .putDouble(1)
        .array();
  }

  /** By each for the other. */
  private void proveVariants() throws Exception {
    ParquetJavaVariants codec = new ParquetJavaVariants();
    List<EncodedVariant> rows = new ArrayList<>();
    for (int row = 0; row < 50; row++) {
      rows.add(codec.parseJson("{\"a\": " + row + ", \"b\": [\"x\", " + row / 4.0 + "]}"));
    }
    VariantFilePeer ours = new ArrowParquetFiles();
    VariantFilePeer peer = new ParquetJavaFiles();
    for (VariantFilePeer writer : List.of(ours, peer)) {
      Path file = folder.resolve("variants " + writer.name() + ".parquet");
      writer.write(file, null, rows);
      assertThat((writer == ours ? peer : ours).read(file))
          .map(codec::decode)
          .isEqualTo(rows.stream().map(codec::decode).toList());
    }
    proven.put("logical-variant", "full");
  }

  private void encodings() throws Exception {
    prove("encoding-plain", "i", PLAIN, has(ParquetEncoding.PLAIN));
    proveRead(
        "encoding-plain-dictionary",
        Types.optional(PrimitiveTypeName.INT64).named("v"),
        row -> row % 7L,
        row -> row % 7L);
    assertThat(has(ParquetEncoding.PLAIN_DICTIONARY))
        .accepts(chunk(folder.resolve("encoding-plain-dictionary.parquet")));
    prove(
        "encoding-rle-dictionary",
        "'w' || i % 5",
        ParquetWriteOptions.defaults(),
        has(ParquetEncoding.RLE_DICTIONARY));
    prove(
        "encoding-rle",
        "i % 900 < 450",
        in(ParquetEncoding.RLE),
        has(ParquetEncoding.RLE).and(has(ParquetEncoding.PLAIN).negate()));
    for (ParquetEncoding encoding :
        List.of(ParquetEncoding.DELTA_BINARY_PACKED, ParquetEncoding.BYTE_STREAM_SPLIT)) {
      boolean isSplit = encoding == ParquetEncoding.BYTE_STREAM_SPLIT;
      String name = "encoding-" + encoding.name().toLowerCase(Locale.ROOT);
      prove(name.replace('_', '-'), isSplit ? "i / 7" : "i * 3", in(encoding), has(encoding));
    }
    prove(
        "encoding-byte-stream-split-extended",
        "i * 3",
        in(ParquetEncoding.BYTE_STREAM_SPLIT),
        has(ParquetEncoding.BYTE_STREAM_SPLIT));
    prove(
        "encoding-delta-length-byte-array",
        "'t' || i",
        in(ParquetEncoding.DELTA_LENGTH_BYTE_ARRAY),
        has(ParquetEncoding.DELTA_LENGTH_BYTE_ARRAY));
    prove(
        "encoding-delta-byte-array",
        "'text ' || i",
        in(ParquetEncoding.DELTA_BYTE_ARRAY),
        has(ParquetEncoding.DELTA_BYTE_ARRAY));
  }

  private void codecs() throws Exception {
    for (ParquetCodec codec :
        List.of(
            ParquetCodec.UNCOMPRESSED,
            ParquetCodec.BROTLI,
            ParquetCodec.GZIP,
            ParquetCodec.LZ4,
            ParquetCodec.LZ4_RAW,
            ParquetCodec.SNAPPY,
            ParquetCodec.ZSTD)) {
      String name = codec.name().toLowerCase(Locale.ROOT).replace('_', '-');
      prove(
          "compression-" + name + (codec == ParquetCodec.LZ4 ? "-deprecated" : ""),
          "'the same text ' || i % 10",
          PLAIN.withCodec(codec),
          chunk -> chunk.codec() == codec);
    }
  }

  /** A byte of a page is damaged. */
  private void checksums() throws Exception {
    Path file = write("format-page-crc32", "i", PLAIN.withPageChecksums(true));
    PlainParquetConfiguration checking = new PlainParquetConfiguration();
    checking.setBoolean(ParquetInputFormat.PAGE_VERIFY_CHECKSUM_ENABLED, true);
    ParquetJavaRows peer = new ParquetJavaRows();
    assertThat(peer.rows(new LocalInputFile(file), checking, null)).hasSize((int) ROWS);
    byte[] bytes = Files.readAllBytes(file);
    bytes[1_000] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> peer.rows(new LocalInputFile(file), checking, null))
        .rootCause()
        .hasMessageContaining("CRC");
    assertThatThrownBy(() -> copy(file, folder.resolve("damaged.parquet")))
        .isInstanceOf(CorruptPageException.class);
    proven.put("format-page-crc32", "full");
  }

  /** By each for the other. */
  private void encryption() throws Exception {
    EncryptedFile kind = EncryptedFile.of(ParquetCipher.AES_GCM_V1, false, false);
    Path plain = kind.write(folder.resolve("plain.parquet"), null);
    List<String> rows = EncryptedFile.rows(plain, ParquetReadOptions.defaults());
    Path theirs = kind.write(folder.resolve("theirs.parquet"), kind.properties().build());
    ParquetReadOptions reading = ParquetReadOptions.defaults().withDecryption(EncryptedFile.KEYS);
    assertThat(EncryptedFile.rows(theirs, reading)).isEqualTo(rows);

    Path ours = folder.resolve("ours.parquet");
    FileEncryption keys = FileEncryption.of(new EncryptionKey(EncryptedFile.FOOTER_KEY, null));
    copy(plain, ours, ParquetWriteOptions.defaults().withEncryption(keys));
    ParquetJavaRows peer = new ParquetJavaRows();
    copy(plain, folder.resolve("again.parquet"));
    assertThat(
            peer.rows(
                new LocalInputFile(ours),
                new PlainParquetConfiguration(),
                FileDecryptionProperties.builder().withFooterKey(EncryptedFile.FOOTER_KEY).build()))
        .isEqualTo(peer.rows(folder.resolve("again.parquet")));
    proven.put("format-modular-encryption", "full");
  }

  private void format() throws Exception {
    ParquetWriteOptions bloom = PLAIN.withBloomFilter("v");
    prove("format-bloom-filters", "'t' || i", bloom, ColumnChunkView::hasBloomFilterOffset);
    prove("format-bloom-filter-length", "'t' || i", bloom, ColumnChunkView::hasBloomFilterLength);
    prove(
        "format-stats-min-max",
        "i",
        PLAIN,
        chunk -> chunk.statistics().minLong() == 0 && chunk.statistics().maxLong() == ROWS - 1);
    prove("format-page-index", "i", PLAIN, chunk -> chunk.columnIndex().isPresent());
    checksums();
    encryption();
    prove("format-size-statistics", "'t' || i", PLAIN, chunk -> chunk.sizeStatistics() != null);
    prove(
        "format-data-page-v2",
        "'t' || i",
        PLAIN.withDataPageV2(true),
        ImplementationStatusTest::hasPagesV2);
  }

  /** parquet-java's summary file names the files of a bundle, which makes the same file of it. */
  @SuppressWarnings("deprecation") // nothing else of parquet-java writes the file
  private void summary() throws Exception {
    Path file = write("api-parquet-summary-file", "i", PLAIN.withRowGroupRows(1_000));
    Path summary = folder.resolve(MetadataFile.NAME);
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      ParquetFileWriter.writeMetadataFile(
          new Configuration(),
          new org.apache.hadoop.fs.Path(folder.toUri()),
          List.of(new Footer(new org.apache.hadoop.fs.Path(file.toUri()), reader.getFooter())));
    }
    try (ByteSource source = ByteSources.path(summary)) {
      assertThat(MetadataFile.read(source, BundleOptions.defaults()).paths())
          .containsExactly(file.getFileName().toString());
    }
    Files.delete(summary);
    Path bundle = folder.resolve("all.bundle");
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults())
        .write(List.of(BundleInput.of(folder, file)), true);
    try (FooterBundle open = FooterBundle.open(bundle);
        ByteSink sink = ByteSinks.path(summary, false)) {
      MetadataFile.write(open, sink);
    }
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(summary))) {
      assertThat(reader.getFooter().getBlocks())
          .hasSize(3)
          .allMatch(group -> group.getPath().equals(file.getFileName().toString()));
    }
    proven.put("api-parquet-summary-file", "full");
  }

  /** A footer says so; the pages are as good as any. */
  private void lzo() throws Exception {
    assertThatThrownBy(() -> write("compression-lzo", "i", PLAIN.withCodec(ParquetCodec.LZO)))
        .hasMessageContaining("LZO is not written");
    Path plain = write("compression-lzo", "i", PLAIN);
    FileMetaData footer = thrift(plain);
    footer.getRow_groups().get(0).getColumns().get(0).getMeta_data().setCodec(CompressionCodec.LZO);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(Files.readAllBytes(plain));
    int start = file.size();
    Util.writeFileMetaData(footer, file);
    int length = file.size() - start;
    ByteBuffer end = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    file.write(end.putInt(length).put("PAR1".getBytes(StandardCharsets.US_ASCII)).array());
    Files.write(plain, file.toByteArray());
    assertThatThrownBy(() -> copy(plain, folder.resolve("lzo.parquet")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("LZO");
    proven.put("compression-lzo", "none");
  }

  private void sorting() throws Exception {
    ParquetWriteOptions sorted = PLAIN.withSortedBy(List.of(SortColumn.descending("v")), true);
    Path file = write("api-sorting-columns", "-i", sorted);
    assertThat(thrift(file).getRow_groups().get(0).getSorting_columns())
        .containsExactly(new SortingColumn(0, true, false));
    assertThat(FooterReader.defaults().read(file).footer().rowGroup(0).sortingColumnCount())
        .isEqualTo(1);
    proven.put("api-sorting-columns", "full");
  }

  private void reading() throws Exception {
    summary();
    sorting();
    ParquetWriteOptions groups = PLAIN.withRowGroupRows(1_000).withPageRows(100);
    RowFilter one = Operand.column("v").isEqualTo(1_234L);
    ReadStatistics byBounds = read(write("api-stats", "i", groups), one);
    assertThat(byBounds.rowGroupsSkipped()).isEqualTo(2);
    proven.put("api-rowgroup-pruning-stats", "full");
    assertThat(byBounds.pagesSkipped()).isPositive();
    proven.put("api-page-pruning-stats", "full");

    // Values of all sizes in each row group, so that bounds leave out none.
    String mixed = "(i * 7919) % 100003";
    RowFilter none =
        Operand.column("v").isEqualTo(50_001L).and(Operand.column("v").isLessThan(90_000L));
    ReadStatistics byFilters = read(write("api-bloom", mixed, groups.withBloomFilter("v")), none);
    assertThat(byFilters.rowGroupsSkippedByBloomFilters()).isPositive();
    proven.put("api-rowgroup-pruning-bloom", "full");

    ParquetReadOptions last = ParquetReadOptions.defaults().withColumns(List.of("v.b"));
    Path both = write("api-projection", "{'a': 't' || i, 'b': i}", PLAIN);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(both, last, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getVector("v").getChildrenFromFields()).hasSize(1);
      }
      assertThat(reader.statistics().columnChunksRead()).isEqualTo(1);
      proven.put("api-column-projection", "full");
    }
  }

  @Test
  void each_cell_is_proven() throws Exception {
    types();
    encodings();
    codecs();
    lzo();
    format();
    reading();
    StringBuilder row = new StringBuilder("engine_id: arrowparquet\nsupport:\n");
    proven.forEach(
        (feature, status) ->
            row.append("  ").append(feature).append(":\n    status: ").append(status).append('\n'));
    if (Boolean.getBoolean("status.update")) {
      Files.writeString(STATUS, row);
    }

    assertThat(STATUS).hasContent(row.toString());
  }
}
