// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.internal.PathByteSource;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParquetArrowReaderTest {
  private static final int ROWS = 300;

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  static Stream<RandomFile.Form> forms() {
    List<RandomFile.Form> forms = new ArrayList<>();
    for (WriterVersion version : WriterVersion.values()) {
      for (CompressionCodecName codec :
          List.of(
              CompressionCodecName.UNCOMPRESSED,
              CompressionCodecName.SNAPPY,
              CompressionCodecName.GZIP,
              CompressionCodecName.ZSTD,
              CompressionCodecName.LZ4_RAW)) {
        forms.add(new RandomFile.Form(version, codec, true, false));
      }
      forms.add(new RandomFile.Form(version, CompressionCodecName.SNAPPY, false, false));
      forms.add(new RandomFile.Form(version, CompressionCodecName.UNCOMPRESSED, false, true));
    }
    return forms.stream();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void gives_the_entries_that_parquet_java_reads(RandomFile.Form form) throws IOException {
    Path file = write(form);
    Map<String, List<String>> expected = ColumnEntries.read(file);

    for (int batchSize : new int[] {13, 5000}) {
      Map<String, List<String>> found =
          VectorEntries.read(
              file, ParquetReadOptions.defaults().withBatchSize(batchSize), allocator);
      expected.forEach(
          (column, entries) ->
              assertThat(found.get(column))
                  .as("%s in batches of %d", column, batchSize)
                  .isEqualTo(entries));
    }
  }

  @Test
  void reads_only_chosen_columns_and_row_groups() throws IOException {
    Path file = write(forms().findFirst().orElseThrow());
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("oi", "s.t", "ll"))
            .withRowGroups(List.of(1))
            .withBatchSize(100);

    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(root.getSchema().getFields())
          .extracting(Field::getName)
          .containsExactly("oi", "s", "ll");
      assertThat(root.getSchema().findField("s").getChildren())
          .extracting(Field::getName)
          .containsExactly("t");
      int rows = 0;
      while (reader.loadNextBatch()) {
        rows += root.getRowCount();
      }
      assertThat(rows).isEqualTo(ROWS - (ROWS / 2 + 1));
      assertThat(reader.bytesRead()).isLessThan(Files.size(file) / 2);
    }
  }

  @Test
  void closing_half_way_frees_everything() throws IOException {
    Path file = write(forms().findFirst().orElseThrow());
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults().withBatchSize(10), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.loadNextBatch()).isTrue();
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void unknown_columns_and_groups_are_refused_by_name() throws IOException {
    Path file = write(forms().findFirst().orElseThrow());

    assertThatThrownBy(
            () -> open(file, ParquetReadOptions.defaults().withColumns(List.of("oi", "nix"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(file + ": column nix: found no such column, expected a column of the file");
    assertThatThrownBy(
            () -> open(file, ParquetReadOptions.defaults().withVariantColumns(Set.of("oi"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("column oi: found no ");
    assertThatThrownBy(
            () -> open(file, ParquetReadOptions.defaults().withVariantColumns(Set.of("s"))))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column s:")
        .hasMessageContaining("metadata");
    assertThatThrownBy(() -> open(file, ParquetReadOptions.defaults().withRowGroups(List.of(2))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row group 2: expected 0 to 1");
  }

  private void open(Path file, ParquetReadOptions options) throws IOException {
    ParquetArrowReader.open(file, options, allocator).close();
  }

  static Stream<RandomFile.Form> unlikeForms() {
    return forms()
        .filter(
            form ->
                form.codec() == CompressionCodecName.UNCOMPRESSED
                    || (form.codec() == CompressionCodecName.SNAPPY && !form.dictionary()));
  }

  @ParameterizedTest
  @MethodSource("unlikeForms")
  void damaged_pages_give_our_exceptions_and_leak_nothing(RandomFile.Form form) throws IOException {
    Path file = write(form);
    ParquetFooter footer = FooterReader.defaults().read(file);
    byte[] bytes = Files.readAllBytes(file);
    Random random = new Random(form.hashCode());
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withCheckCrc(false).withMaxPageBytes(1 << 20);
    for (int i = 0; i < 40; i++) {
      byte[] damaged = bytes.clone();
      int at = 4 + random.nextInt((int) footer.footerOffset() - 4);
      damaged[at] = (byte) (i % 2 == 0 ? damaged[at] ^ 1 << random.nextInt(8) : random.nextInt());
      readDamaged(damaged, footer, options, at);
      assertThat(allocator.getAllocatedMemory()).as("after damage at %d", at).isZero();
    }
  }

  private void readDamaged(byte[] damaged, ParquetFooter footer, ParquetReadOptions options, int at)
      throws IOException {
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(new HeapSource(damaged), footer, options, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
    } catch (CorruptPageException | CorruptFooterException | ConversionException e) {
      assertThat(e).as("damage at %d", at).hasMessageContaining(footer.source());
    }
  }

  /** Bytes in memory as a file. */
  private record HeapSource(ByteBuffer bytes) implements ByteSource {
    HeapSource(byte[] bytes) {
      this(ByteBuffer.wrap(bytes));
    }

    @Override
    public String name() {
      return "heap";
    }

    @Override
    public long length() {
      return bytes.capacity();
    }

    @Override
    public void readFully(long position, ByteBuffer target) {
      target.put(bytes.slice((int) position, target.remaining()));
    }

    @Override
    public void close() {}
  }

  @Test
  void a_borrowed_source_stays_open() throws IOException {
    Path file = write(forms().findFirst().orElseThrow());
    try (ByteSource source = PathByteSource.open(file)) {
      ParquetFooter footer = FooterReader.defaults().read(source);
      for (int i = 0; i < 2; i++) {
        try (ParquetArrowReader reader =
            ParquetArrowReader.open(source, footer, ParquetReadOptions.defaults(), allocator)) {
          assertThat(reader.loadNextBatch()).isTrue();
        }
      }
    }
  }

  @Test
  void values_of_no_bytes_are_refused() throws IOException {
    byte[] file =
        FooterRewrite.rewrite(
            Files.readAllBytes(write(forms().findFirst().orElseThrow())),
            metadata ->
                metadata.getSchema().stream()
                    .filter(element -> element.getName().equals("rx"))
                    .forEach(element -> element.setType_length(0)));

    try (ByteSource source = new HeapSource(file)) {
      ParquetFooter footer = FooterReader.defaults().read(source);
      ParquetReadOptions all = ParquetReadOptions.defaults();
      List<ThrowingCallable> ways =
          List.of(
              () -> ParquetArrowReader.open(source, footer, all, allocator),
              () -> ParquetArrowReader.schema(footer, all));
      for (ThrowingCallable way : ways) {
        assertThatThrownBy(way)
            .isInstanceOf(UnsupportedColumnException.class)
            .hasMessageContaining(
                "column rx: found FIXED_LEN_BYTE_ARRAY of 0 bytes,"
                    + " expected values of 1 to 268435455 bytes");
      }
    }
  }

  /** Offsets of 4 bytes could not count them. */
  @Test
  void values_that_are_long_on_average_come_in_batches_of_fewer_rows() throws IOException {
    Path file = directory.resolve("long.parquet");
    MessageType schema =
        MessageTypeParser.parseMessageType("message m { required binary s; required int32 i; }");
    RandomFile.write(file, schema, 200, 42, writer -> writer);
    byte[] bytes =
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer -> {
              SizeStatistics sizes = new SizeStatistics();
              sizes.setUnencoded_byte_array_data_bytes(10L << 30);
              ColumnChunk first = footer.getRow_groups().get(0).getColumns().get(0);
              first.getMeta_data().setSize_statistics(sizes);
              ColumnChunk second = footer.getRow_groups().get(1).getColumns().get(0);
              second.getMeta_data().unsetSize_statistics();
              second.getMeta_data().setTotal_uncompressed_size(Long.MAX_VALUE);
            });
    Files.write(file, bytes);

    List<Integer> rows = new ArrayList<>();
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withBatchSize(64)
            .withBatchBytes(Long.MAX_VALUE)
            .withFilledBatches(false);
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        rows.add(reader.getVectorSchemaRoot().getRowCount());
      }
    }
    assertThat(rows.subList(0, 11)).startsWith(10, 10).endsWith(10, 1);
    assertThat(rows.subList(11, rows.size())).hasSize(99).containsOnly(1);
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, options.withColumns(List.of("i")), allocator)) {
      reader.loadNextBatch();
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isEqualTo(64);
    }
  }

  private Path write(RandomFile.Form form) throws IOException {
    Path file = directory.resolve("random.parquet");
    RandomFile.write(file, form, ROWS, 42);
    return file;
  }
}
