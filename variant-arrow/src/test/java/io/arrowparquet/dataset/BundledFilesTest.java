// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.SetFile.Footer.OwnFooter;
import io.arrowparquet.dataset.SetFile.Place.Local;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A set of the files of a bundle, which is closed, has the rows of the files. */
class BundledFilesTest {
  private static final int FILES = 40;
  private static final int ROWS = 10;

  @TempDir private Path folder;

  @BeforeEach
  void writeBundle() throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator()) {
      for (int file = 0; file < FILES; file++) {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
          String price = file % 3 == 0 ? ", \"price\": " + row + "e0" : "";
          rows.add("{\"id\": " + (ROWS * file + row) + price + "}");
        }
        JsonTable.write(
            file(file),
            "struct<id: int64" + (file % 3 == 0 ? ", price: float64>" : ">"),
            // Two row groups in every second file.
            ParquetWriteOptions.defaults().withRowGroupRows(file % 2 == 0 ? 6 : 100),
            allocator,
            rows.toArray(new String[0]));
        inputs.add(BundleInput.of(folder, file(file)));
      }
    }
    new BundleWriter(BundleStore.of(folder.resolve("lake.bundle")), BundleOptions.defaults())
        .write(inputs, false);
  }

  private Path file(int number) {
    return folder.resolve(String.format("f%03d.parquet", number));
  }

  private ParquetFileSet open(ParquetReadOptions options) throws IOException {
    try (FooterBundle bundle = FooterBundle.open(folder.resolve("lake.bundle"))) {
      return ParquetFileSet.open(
          bundle,
          folder,
          BundleTrust.STAT,
          options,
          found -> {
            throw new AssertionError(found);
          });
    }
  }

  private static List<String> rows(ParquetFileSet set, ParquetReadOptions options)
      throws IOException {
    List<String> rows = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(options, allocator)) {
      while (reader.loadNextBatch()) {
        add(rows, reader.getVectorSchemaRoot());
      }
    }
    return rows;
  }

  private static List<String> scanned(ParquetFileSet set, ParquetReadOptions options)
      throws IOException {
    List<String> rows = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try (RootAllocator allocator = new RootAllocator();
        ParquetScan scan =
            set.scan(
                ParquetScanOptions.defaults().withRead(options).withThreads(3),
                threads,
                allocator)) {
      for (VectorSchemaRoot batch = scan.next(); batch != null; batch = scan.next()) {
        try (VectorSchemaRoot root = batch) {
          add(rows, root);
        }
      }
    } finally {
      threads.shutdownNow();
    }
    return rows;
  }

  private static void add(List<String> rows, VectorSchemaRoot batch) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      int at = row;
      rows.add(batch.getFieldVectors().stream().map(v -> v.getObject(at)).toList().toString());
    }
  }

  @Test
  void reading_and_scanning_give_the_rows_of_the_files() throws IOException {
    Operand id = Operand.column("id");
    for (ParquetReadOptions options :
        List.of(
            ParquetReadOptions.defaults(),
            ParquetReadOptions.defaults().withColumns(List.of("id")),
            ParquetReadOptions.defaults().withFilter(Operand.column("price").isGreaterThan(6.0)),
            ParquetReadOptions.defaults()
                .withColumns(List.of("price"))
                .withFilter(id.isAtLeast(95L).and(id.isLessThan(200L))))) {
      List<String> expected = rows(ParquetFileSet.open(List.of(folder)), options);
      ParquetFileSet set = open(options);

      assertThat(expected).isNotEmpty();
      assertThat(rows(set, options)).isEqualTo(expected);
      assertThat(scanned(set, options)).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(set.diagnostics()).isEmpty();
    }
  }

  /** All files but some, which are removed, changed, or gone without a word to the bundle. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void what_the_plan_left_out_and_the_bundle_took_is_counted(boolean isStale) throws IOException {
    Path path = folder.resolve("lake.bundle");
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults())
        .remove(List.of("f004.parquet", "f005.parquet"));
    Files.delete(file(4));
    Files.delete(file(5));
    if (isStale) {
      Files.delete(file(6));
      Files.setLastModifiedTime(file(7), FileTime.fromMillis(1));
      Files.setLastModifiedTime(file(30), FileTime.fromMillis(1));
    }
    int files = FILES - 2;
    int gone = isStale ? 1 : 0;
    int rowGroups = ParquetFileSet.open(List.of(folder)).fragments().size();
    Operand id = Operand.column("id");
    for (RowFilter filter :
        Arrays.asList(
            null,
            id.isGreaterThan(-1L),
            id.isLessThan(85L),
            id.isEqualTo(77L),
            Operand.column("price").isGreaterThan(6.0),
            id.isLessThan(0L))) {
      ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(filter);
      try (FooterBundle bundle = FooterBundle.open(path)) {
        ParquetFileSet set =
            ParquetFileSet.open(bundle, folder, BundleTrust.STAT, options, stale -> {});
        ParquetFileSet.BundleUse use = set.bundleUse();

        assertThat(use.files()).isEqualTo(files);
        assertThat(use.filesLeftOut()).isEqualTo(files - gone - set.files().size());
        assertThat(use.rowGroupsLeftOut()).isEqualTo(rowGroups - set.fragments().size());
        assertThat(use.read().footerRequests()).isEqualTo(bundle.requests()).isPositive();
        assertThat(use.read().footerBytesRead()).isEqualTo(bundle.bytesRead()).isPositive();
      }
    }
    assertThat(ParquetFileSet.open(List.of(folder)).bundleUse()).isNull();
  }

  @Test
  void the_schema_is_that_of_all_files_whatever_the_filter() throws IOException {
    Operand id = Operand.column("id");
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("price", "id"))
            .withFilter(id.isAtLeast(10L).and(id.isLessThan(20L)));
    ParquetFileSet set = open(options);

    assertThat(ScanFiles.paths(set)).containsExactly(file(1));
    assertThat(set.schema(options)).isEqualTo(ParquetFileSet.open(List.of(folder)).schema(options));
    assertThat(rows(set, options)).hasSize(ROWS).allMatch(row -> row.contains("null"));
    assertThatThrownBy(
            () -> set.schema(ParquetReadOptions.defaults().withColumns(List.of("prize"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("price");
  }

  @Test
  void a_set_of_schemas_has_columns_and_no_rows() throws IOException {
    ParquetFileSet schemas;
    try (FooterBundle bundle = FooterBundle.open(folder.resolve("lake.bundle"))) {
      schemas = ParquetFileSet.ofSchemas(bundle);
    }
    assertThat(schemas.schema(ParquetReadOptions.defaults()))
        .isEqualTo(ParquetFileSet.open(List.of(folder)).schema(ParquetReadOptions.defaults()));
    assertThat(schemas.fragments()).isEmpty();
    assertThat(rows(schemas, ParquetReadOptions.defaults())).isEmpty();
  }

  @Test
  void fragments_are_those_of_the_files() throws IOException {
    assertThat(open(ParquetReadOptions.defaults()).fragments())
        .isEqualTo(ParquetFileSet.open(List.of(folder)).fragments())
        .hasSize(FILES * 3 / 2);
  }

  @Test
  void the_first_batch_needs_no_other_file() throws IOException {
    ParquetFileSet set = open(ParquetReadOptions.defaults());
    for (int i = 1; i < FILES; i++) {
      Files.delete(file(i));
    }
    ParquetReadOptions options = ParquetReadOptions.defaults().withFilledBatches(false);
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isEqualTo(6);
      assertThat(reader.loadNextBatch()).isTrue();
      assertThatThrownBy(reader::loadNextBatch).isInstanceOf(NoSuchFileException.class);
    }
  }

  @Test
  void a_file_that_changes_after_opening_is_an_error_of_its_reader() throws IOException {
    ParquetFileSet set = open(ParquetReadOptions.defaults());
    Files.setLastModifiedTime(file(3), FileTime.fromMillis(1));

    assertThatThrownBy(() -> rows(set, ParquetReadOptions.defaults()))
        .isInstanceOf(ChangedSourceException.class)
        .hasMessageContaining("f003.parquet");
    assertThatThrownBy(() -> scanned(set, ParquetReadOptions.defaults()))
        .isInstanceOf(ChangedSourceException.class);
  }

  @Test
  void an_own_footer_is_read_when_it_is_asked_for_and_then_kept() throws IOException {
    ParquetFooter schema = FooterReader.defaults().read(file(0));
    FileTime modified = Files.getLastModifiedTime(file(4));
    long length = Files.size(file(4));
    String name = file(4).toString();
    int[] opened = new int[1];
    OwnFooter footer =
        new OwnFooter(
            schema,
            () -> {
              opened[0]++;
              return new Local(file(4), length, modified).read(null);
            },
            rowGroup -> 6L - rowGroup);

    assertThat(footer.schema()).isSameAs(schema);
    assertThat(footer.rows(1)).isEqualTo(5);
    assertThat(opened[0]).isZero();
    assertThat(footer.get().footer().numRows()).isEqualTo(ROWS);
    assertThat(footer.get().source()).isEqualTo(name);
    assertThat(opened[0]).isEqualTo(1);

    Files.setLastModifiedTime(file(4), FileTime.fromMillis(1));
    OwnFooter changed =
        new OwnFooter(schema, () -> new Local(file(4), length, modified).read(null), rowGroup -> 0);
    assertThatThrownBy(changed::get).isInstanceOf(ChangedSourceException.class);
  }

  @Test
  void an_own_footer_says_why_another_one_in_the_file_was_not_used() throws IOException {
    Path file = file(4);
    FooterAttacher.defaults().attachInPlace(file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 100] ^= 1; // inside the FlatBuffers footer
    Files.write(file, bytes);
    FileTime modified = Files.getLastModifiedTime(file);
    OwnFooter footer =
        new OwnFooter(
            FooterReader.defaults().read(file(0)),
            () -> new Local(file, bytes.length, modified).read(null),
            rowGroup -> 0);

    assertThat(footer.diagnostics()).isEmpty();
    assertThat(footer.get().layout()).isEqualTo(FooterLayout.THRIFT);
    assertThat(footer.diagnostics())
        .isEqualTo(FooterReader.defaults().withCrcCheck(CrcCheck.WHOLE).read(file).diagnostics())
        .isNotEmpty();
  }
}
