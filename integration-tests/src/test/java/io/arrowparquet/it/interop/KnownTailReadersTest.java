// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.hadoop.ParquetInputSource;
import io.arrowparquet.storage.iceberg.IcebergByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Readers that are not ours read a file whose footer is at hand, and the file's own footer is not
 * read.
 *
 * @see ByteSources#withTail
 * @see ParquetInputSource#withTail
 * @see IcebergByteSource#withTail
 */
class KnownTailReadersTest {
  /** Iceberg reads files up to 1 MiB whole. */
  private static final int ROWS = 60_000;

  private static final int FEW_ROWS = 10_000;

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  @TempDir Path folder;
  private Path plain;

  /** What is read of a file, and where its pages and indexes end. */
  private long pagesEnd;

  private long bytesRead;
  private long opened;

  /** Where the footer comes from, and the layout of the file that has the pages. */
  enum Origin {
    PLAIN(FooterLayout.THRIFT, false),
    ATTACHED(FooterLayout.SPEC, false),
    WITHOUT_THRIFT(FooterLayout.PAR3, false),
    BUNDLE(FooterLayout.THRIFT, true),
    BUNDLE_OF_ATTACHED(FooterLayout.SPEC, true),
    BUNDLE_WITHOUT_THRIFT(FooterLayout.PAR3, true);

    private final FooterLayout layout;
    private final boolean isBundled;

    Origin(FooterLayout layout, boolean isBundled) {
      this.layout = layout;
      this.isBundled = isBundled;
    }
  }

  @BeforeEach
  void write() throws IOException {
    plain = folder.resolve("plain.parquet");
    write(plain, ROWS);
  }

  private static void write(Path file, int rows) throws IOException {
    try (FileAppender<Record> writer =
        Parquet.write(org.apache.iceberg.Files.localOutput(file.toFile()))
            .schema(SCHEMA)
            .set("write.parquet.row-group-size-bytes", "524288")
            .set("write.parquet.compression-codec", "uncompressed")
            .set("write.parquet.row-group-check-min-record-count", "100")
            .set("write.parquet.row-group-check-max-record-count", "100")
            .createWriterFunc(GenericParquetWriter::create)
            .build()) {
      GenericRecord row = GenericRecord.create(SCHEMA);
      for (int i = 0; i < rows; i++) {
        row.set(0, (long) i);
        row.set(1, i % 3 == 0 ? null : "name " + i * 7919L);
        writer.add(row);
      }
    }
  }

  private Path file(Origin origin) throws IOException {
    Path file = folder.resolve("file.parquet");
    if (origin.layout == FooterLayout.THRIFT) {
      Files.copy(plain, file);
    } else {
      FooterAttacher.defaults().withLayout(origin.layout).attach(plain, file);
    }
    ParquetFooter footer = FooterReader.defaults().read(file);
    assertThat(footer.footer().rowGroupCount()).isGreaterThan(2);
    pagesEnd = footer.footerOffset();
    return file;
  }

  private ByteSource.Tail tail(Origin origin, Path file) throws IOException {
    if (!origin.isBundled) {
      return FooterReader.defaults().read(file).toTail();
    }
    Path bundle = folder.resolve("files.bundle");
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults())
        .write(List.of(BundleInput.of(folder, file)), true);
    try (FooterBundle open = FooterBundle.open(bundle)) {
      return open.footers(null).tail(open.find("file.parquet"));
    }
  }

  private void count(long position, long count) {
    assertThat(position + Math.max(0, count)).isLessThanOrEqualTo(pagesEnd);
    bytesRead += Math.max(0, count);
  }

  private void requirePagesOnly() {
    assertThat(bytesRead).isBetween(1L, pagesEnd * 3);
  }

  @ParameterizedTest
  @EnumSource
  void parquet_java_reads_pages_only(Origin origin) throws Exception {
    Path file = file(origin);
    List<String> expected = parquetJava(new CountedFile(plain, false).uncounted());

    for (boolean isVectored : new boolean[] {false, true}) {
      bytesRead = 0;
      InputFile input =
          ParquetInputSource.withTail(new CountedFile(file, isVectored), tail(origin, file));

      assertThat(parquetJava(input)).isEqualTo(expected).hasSizeGreaterThan(4);
      requirePagesOnly();
    }
  }

  /** Metadata, page indexes and pages, as ParquetFileReader gives them. */
  private static List<String> parquetJava(InputFile file) throws IOException {
    List<String> found = new ArrayList<>();
    org.apache.parquet.ParquetReadOptions.Builder options =
        org.apache.parquet.ParquetReadOptions.builder(new PlainParquetConfiguration());
    try (ParquetFileReader reader = ParquetFileReader.open(file, options.build())) {
      found.add(reader.getFileMetaData().getSchema().toString());
      for (BlockMetaData block : reader.getFooter().getBlocks()) {
        found.add(block.toString());
        found.add(reader.readOffsetIndex(block.getColumns().get(0)).toString());
        found.add(reader.readColumnIndex(block.getColumns().get(1)).toString());
        PageReadStore pages = reader.readNextRowGroup();
        for (var column : reader.getFileMetaData().getSchema().getColumns()) {
          for (var page = pages.getPageReader(column).readPage();
              page != null;
              page = pages.getPageReader(column).readPage()) {
            found.add(page.getValueCount() + " values");
          }
        }
      }
    }
    found.addAll(new ParquetJavaRows().rows(file));
    return found;
  }

  @ParameterizedTest
  @EnumSource
  void iceberg_reads_pages_only(Origin origin) throws Exception {
    Path file = file(origin);
    List<String> expected =
        IntStream.range(500, ROWS)
            .mapToObj(i -> i + " " + (i % 3 == 0 ? null : "name " + i * 7919L))
            .toList();

    for (boolean hasRanges : new boolean[] {false, true}) {
      bytesRead = 0;
      CountedIcebergFile counted = new CountedIcebergFile(file, hasRanges);

      assertThat(iceberg(IcebergByteSource.withTail(counted, tail(origin, file))))
          .endsWith(expected.toArray(String[]::new))
          .hasSizeLessThanOrEqualTo(ROWS);
      requirePagesOnly();
    }
  }

  @Test
  void iceberg_reads_the_end_of_a_small_file_from_memory() throws IOException {
    Path small = folder.resolve("small.parquet");
    write(small, FEW_ROWS);
    Path file = folder.resolve("file.parquet");
    FooterAttacher.defaults().attach(small, file);
    ByteSource.Tail tail = FooterReader.defaults().read(file).toTail();
    pagesEnd = tail.length() - tail.bytes().remaining();

    assertThat(iceberg(IcebergByteSource.withTail(new CountedIcebergFile(file, false), tail)))
        .hasSize(FEW_ROWS);
    assertThat(bytesRead).isEqualTo(pagesEnd);
  }

  private static List<String> iceberg(org.apache.iceberg.io.InputFile file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        Parquet.read(file)
            .project(SCHEMA)
            .filter(Expressions.greaterThanOrEqual("id", 500L))
            .createReaderFunc(type -> GenericParquetReaders.buildReader(SCHEMA, type))
            .build()) {
      records.forEach(record -> rows.add(record.get(0) + " " + record.get(1)));
    }
    return rows;
  }

  @ParameterizedTest
  @EnumSource
  void our_reader_reads_pages_only(Origin origin) throws IOException {
    Path file = file(origin);
    try (BufferAllocator allocator = new RootAllocator();
        ByteSource source =
            ByteSources.withTail(
                ParquetInputSource.open(new CountedFile(file, true)), tail(origin, file));
        ParquetArrowReader reader =
            ParquetArrowReader.open(source, ParquetReadOptions.defaults(), allocator)) {
      long rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      assertThat(rows).isEqualTo(ROWS);
    }
    requirePagesOnly();
  }

  @Test
  void footer_alone_opens_no_file() throws IOException {
    Path file = file(Origin.ATTACHED);
    ByteSource.Tail tail = tail(Origin.ATTACHED, file);
    InputFile parquet = ParquetInputSource.withTail(new CountedFile(file, true), tail);
    var iceberg = IcebergByteSource.withTail(new CountedIcebergFile(file, true), tail);

    assertThat(parquet.getLength()).isEqualTo(iceberg.getLength()).isEqualTo(Files.size(file));
    assertThat(iceberg.location()).isEqualTo(file.toString());
    try (ParquetFileReader reader = ParquetFileReader.open(parquet);
        org.apache.iceberg.io.SeekableInputStream stream = iceberg.newStream()) {
      assertThat(reader.getRecordCount()).isEqualTo(ROWS);
      byte[] end = new byte[4];
      ((RangeReadable) stream).readTail(end);
      assertThat(end).asString().isEqualTo("PAR1");
      stream.seek(tail.length() - 4);
      assertThat(stream.read()).isEqualTo('P');
      assertThat(stream.getPos()).isEqualTo(tail.length() - 3);
      assertThat(stream.skip(100)).isEqualTo(3);
      assertThat(stream.read()).isEqualTo(-1);
      assertThatThrownBy(() -> stream.seek(tail.length() + 1)).isInstanceOf(IOException.class);
    }
    assertThat(opened).isZero();
  }

  /** A file of parquet-java, with or without vectored reads. */
  private final class CountedFile implements InputFile {
    private final Path file;
    private final boolean isVectored;

    CountedFile(Path file, boolean isVectored) {
      this.file = file;
      this.isVectored = isVectored;
    }

    InputFile uncounted() {
      return new org.apache.parquet.io.LocalInputFile(file);
    }

    @Override
    public long getLength() throws IOException {
      return Files.size(file);
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      CountedBytes bytes = new CountedBytes(file);
      return new DelegatingSeekableInputStream(bytes) {
        @Override
        public long getPos() {
          return bytes.position;
        }

        @Override
        public void seek(long position) {
          bytes.position = position;
        }

        @Override
        public boolean readVectoredAvailable(ByteBufferAllocator allocator) {
          return isVectored;
        }

        @Override
        public void readVectored(List<ParquetFileRange> ranges, ByteBufferAllocator allocator)
            throws IOException {
          for (ParquetFileRange range : ranges) {
            ByteBuffer target = allocator.allocate(range.getLength());
            seek(range.getOffset());
            readFully(target);
            range.setDataReadFuture(CompletableFuture.completedFuture(target.flip()));
          }
        }
      };
    }
  }

  private final class CountedBytes extends InputStream {
    private final ByteSource source;
    private long position;

    CountedBytes(Path file) throws IOException {
      this.source = ByteSources.path(file);
      opened++;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      count(position, length);
      source.readFully(position, ByteBuffer.wrap(target, offset, length));
      position += length;
      return length;
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }

  private final class CountedIcebergFile implements org.apache.iceberg.io.InputFile {
    private final Path file;
    private final boolean hasRanges;

    CountedIcebergFile(Path file, boolean hasRanges) {
      this.file = file;
      this.hasRanges = hasRanges;
    }

    @Override
    public long getLength() {
      throw new AssertionError("the length is known");
    }

    @Override
    public String location() {
      return file.toString();
    }

    @Override
    public boolean exists() {
      return true;
    }

    @Override
    public org.apache.iceberg.io.SeekableInputStream newStream() {
      try {
        CountedBytes bytes = new CountedBytes(file);
        return hasRanges ? new CountedRanges(bytes) : new CountedStream(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static class CountedStream extends org.apache.iceberg.io.SeekableInputStream {
    final CountedBytes bytes;

    CountedStream(CountedBytes bytes) {
      this.bytes = bytes;
    }

    @Override
    public long getPos() {
      return bytes.position;
    }

    @Override
    public void seek(long position) {
      bytes.position = position;
    }

    @Override
    public int read() throws IOException {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return bytes.read(target, offset, length);
    }

    @Override
    public void close() throws IOException {
      bytes.close();
    }
  }

  private static final class CountedRanges extends CountedStream implements RangeReadable {
    CountedRanges(CountedBytes bytes) {
      super(bytes);
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
      seek(position);
      readNBytes(target, offset, length);
    }

    @Override
    public int readTail(byte[] target, int offset, int length) {
      throw new AssertionError("the tail is known");
    }
  }
}
