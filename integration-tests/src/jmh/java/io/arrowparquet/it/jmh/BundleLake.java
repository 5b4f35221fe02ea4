// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Files with a footer and no pages, of one schema, as parquet-java would end them. Column 0 is a
 * time that grows from file to file, as it does in a lake that is appended to; every third column
 * is a double, the others are 64-bit integers of some thousands.
 *
 * <pre>
 *   PAR1 | Thrift footer | its length: u32 | PAR1
 * </pre>
 */
final class BundleLake {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** Of a file, but for its Thrift footer. */
  static final int OTHER_BYTES = 12;

  static final int ROWS_OF_TINY = 10;

  private static final int ROWS = 100_000;
  private static final int MINUTE_MICROS = 60_000_000;

  private static final int INT64 = 2;
  private static final int DOUBLE = 5;
  private static final int OPTIONAL = 1;
  private static final int SNAPPY = 1;

  private static final int RLE = 3;
  private static final int RLE_DICTIONARY = 8;

  private BundleLake() {}

  /** Writes the files into a folder, a thousand to a folder below it. */
  static void write(Path folder, int files, int columns) throws IOException {
    for (int file = 0; file < files; file++) {
      Path target = folder.resolve(path(file));
      Files.createDirectories(target.getParent());
      byte[] footer = footer(file, columns);
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target), 1 << 20)) {
        out.write(MAGIC);
        out.write(footer);
        out.write(
            ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .array());
        out.write(MAGIC);
      }
    }
  }

  /**
   * A lake in a temporary folder.
   *
   * @param folder with the files
   * @param bundle of their footers
   */
  record Bundled(Path folder, Path bundle) {
    /** Copies the first files to another folder, with attached footers. */
    void attach(Path to, int files) throws IOException {
      // The files have no pages.
      FooterAttacher attacher = FooterAttacher.defaults().withForce(true);
      for (int file = 0; file < files; file++) {
        Path target = to.resolve(path(file));
        Files.createDirectories(target.getParent());
        attacher.attach(folder.resolve(path(file)), target);
      }
    }

    void delete() throws IOException {
      try (Stream<Path> walk = Files.walk(folder.getParent())) {
        for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /** Writes files and their bundle. */
  static Bundled bundled(int files, int columns) throws IOException {
    Path parent = Files.createTempDirectory("bundles");
    Bundled lake = new Bundled(parent.resolve("lake"), parent.resolve("lake.bundle"));
    write(lake.folder, files, columns);
    bundle(lake, files);
    return lake;
  }

  private static void bundle(Bundled lake, int files) throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    for (int file = 0; file < files; file++) {
      inputs.add(BundleInput.of(lake.folder, lake.folder.resolve(path(file))));
    }
    new BundleWriter(BundleStore.of(lake.bundle), BundleOptions.defaults()).write(inputs, false);
  }

  /** Writes files of few rows, which have pages too, in two schemas by turns, and their bundle. */
  static void writeTiny(Bundled lake, int files, int columns) throws IOException {
    byte[][] contents = {tiny(lake.folder, columns, "even"), tiny(lake.folder, columns, "odd")};
    for (int file = 0; file < files; file++) {
      Path target = lake.folder.resolve(path(file));
      Files.createDirectories(target.getParent());
      Files.write(target, contents[file % 2]);
    }
    bundle(lake, files);
  }

  private static byte[] tiny(Path folder, int columns, String last) throws IOException {
    Path file = Files.createDirectories(folder).resolve(last);
    List<FieldVector> vectors = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator()) {
      for (int column = 0; column < columns; column++) {
        String name = column == columns - 1 ? last : column(column);
        BigIntVector numbers = new BigIntVector(name, allocator);
        for (int row = 0; row < ROWS_OF_TINY; row++) {
          numbers.setSafe(row, row);
        }
        vectors.add(numbers);
      }
      try (VectorSchemaRoot root = new VectorSchemaRoot(vectors);
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(
                  file, root.getSchema(), ParquetWriteOptions.defaults(), allocator)) {
        root.setRowCount(ROWS_OF_TINY);
        writer.write(root);
        writer.finish();
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(file);
    return bytes;
  }

  static String path(int file) {
    return String.format("day=%04d/part-%07d.parquet", file / 1000, file);
  }

  static String column(int column) {
    return column == 0 ? "time" : "measure_" + column;
  }

  /** Least time in a file, in microseconds. */
  static long time(int file) {
    return 1_700_000_000_000_000L + (long) file * MINUTE_MICROS;
  }

  private static byte[] footer(int file, int columns) {
    Random random = new Random(file);
    CompactWriter out = new CompactWriter(150 * columns + 1000);
    out.structBegin();
    out.i32Field(FileMetaDataCodec.VERSION, 1);
    writeSchema(out, columns);
    out.i64Field(FileMetaDataCodec.NUM_ROWS, ROWS);
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, 1);
    out.structBegin();
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, columns);
    long offset = MAGIC.length;
    for (int column = 0; column < columns; column++) {
      int size = 20_000 + random.nextInt(400_000);
      writeChunk(out, file, column, offset, size, random);
      offset += size;
    }
    out.i64Field(RowGroupCodec.TOTAL_BYTE_SIZE, 2 * offset);
    out.i64Field(RowGroupCodec.NUM_ROWS, ROWS);
    out.i64Field(RowGroupCodec.FILE_OFFSET, MAGIC.length);
    out.i64Field(RowGroupCodec.TOTAL_COMPRESSED_SIZE, offset);
    out.i16Field(RowGroupCodec.ORDINAL, (short) 0);
    out.structEnd();
    out.stringField(FileMetaDataCodec.CREATED_BY, "parquet-mr version 1.18.1 (build 0123456789)");
    out.listField(FileMetaDataCodec.COLUMN_ORDERS, CompactType.STRUCT, columns);
    for (int column = 0; column < columns; column++) {
      out.structBegin();
      out.fieldHeader(1, CompactType.STRUCT);
      out.structBegin();
      out.structEnd();
      out.structEnd();
    }
    out.structEnd();
    return out.toByteArray();
  }

  private static void writeSchema(CompactWriter out, int columns) {
    out.listField(FileMetaDataCodec.SCHEMA, CompactType.STRUCT, columns + 1);
    out.structBegin();
    out.stringField(SchemaElementCodec.NAME, "schema");
    out.i32Field(SchemaElementCodec.NUM_CHILDREN, columns);
    out.structEnd();
    for (int column = 0; column < columns; column++) {
      out.structBegin();
      out.i32Field(SchemaElementCodec.TYPE, type(column));
      out.i32Field(SchemaElementCodec.REPETITION_TYPE, OPTIONAL);
      out.stringField(SchemaElementCodec.NAME, column(column));
      out.i32Field(SchemaElementCodec.FIELD_ID, column + 1);
      out.structEnd();
    }
  }

  private static int type(int column) {
    return column > 0 && column % 3 == 0 ? DOUBLE : INT64;
  }

  private static void writeChunk(
      CompactWriter out, int file, int column, long offset, int size, Random random) {
    out.structBegin();
    out.i64Field(ColumnChunkCodec.FILE_OFFSET, offset);
    out.fieldHeader(ColumnChunkCodec.META_DATA, CompactType.STRUCT);
    out.structBegin();
    out.i32Field(ColumnMetaDataCodec.TYPE, type(column));
    out.listField(ColumnMetaDataCodec.ENCODINGS, CompactType.I32, 2);
    out.writeI32(RLE);
    out.writeI32(RLE_DICTIONARY);
    out.listField(ColumnMetaDataCodec.PATH_IN_SCHEMA, CompactType.BINARY, 1);
    out.writeString(column(column));
    out.i32Field(ColumnMetaDataCodec.CODEC, SNAPPY);
    out.i64Field(ColumnMetaDataCodec.NUM_VALUES, ROWS);
    out.i64Field(ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE, 2L * size + random.nextInt(1000));
    out.i64Field(ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE, size);
    int dictionary = 100 + random.nextInt(5_000);
    out.i64Field(ColumnMetaDataCodec.DATA_PAGE_OFFSET, offset + dictionary);
    out.i64Field(ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET, offset);
    out.fieldHeader(ColumnMetaDataCodec.STATISTICS, CompactType.STRUCT);
    writeStatistics(out, file, column, random);
    out.listField(ColumnMetaDataCodec.ENCODING_STATS, CompactType.STRUCT, 2);
    writeEncodingStats(out, 2, 0, 1);
    writeEncodingStats(out, 0, RLE_DICTIONARY, 1 + size / 100_000);
    out.structEnd();
    out.structEnd();
  }

  private static void writeStatistics(CompactWriter out, int file, int column, Random random) {
    byte[] min;
    byte[] max;
    if (column == 0) {
      min = plain(time(file) + random.nextInt(MINUTE_MICROS / 2));
      max = plain(time(file) + MINUTE_MICROS - 1 - random.nextInt(1000));
    } else if (type(column) == DOUBLE) {
      min = plain(Double.doubleToRawLongBits(-random.nextDouble() * 1e6));
      max = plain(Double.doubleToRawLongBits(random.nextDouble() * 1e6));
    } else {
      min = plain(random.nextInt(1000));
      max = plain(1000 + random.nextInt(100_000));
    }
    out.structBegin();
    out.binaryField(StatisticsCodec.MAX, max, 0, max.length);
    out.binaryField(StatisticsCodec.MIN, min, 0, min.length);
    out.i64Field(StatisticsCodec.NULL_COUNT, random.nextInt(100));
    out.binaryField(StatisticsCodec.MAX_VALUE, max, 0, max.length);
    out.binaryField(StatisticsCodec.MIN_VALUE, min, 0, min.length);
    out.structEnd();
  }

  private static void writeEncodingStats(CompactWriter out, int page, int encoding, int count) {
    out.structBegin();
    out.i32Field(1, page);
    out.i32Field(2, encoding);
    out.i32Field(3, count);
    out.structEnd();
  }

  private static byte[] plain(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}
