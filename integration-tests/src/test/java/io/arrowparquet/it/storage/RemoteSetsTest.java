// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetDatasetFactory;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sets of files that are anywhere, and not all in one place. */
class RemoteSetsTest {
  @TempDir private static Path folder;
  private static S3Server s3;
  private static RangeServer http;
  private static SourceFactory sources;
  private static byte[] file;
  private static String rows;

  @BeforeAll
  static void start() throws Exception {
    s3 = new S3Server();
    http = new RangeServer();
    sources = ByteSources.defaults().with("s3", S3Storage.of(s3.client()));
    file = StorageFile.bytes(folder, 2, 500, 1);
    rows = StorageFile.rows(file);
  }

  @AfterAll
  static void stop() throws Exception {
    http.close();
    s3.close();
  }

  private static String read(ParquetFileSet set) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(ParquetReadOptions.defaults(), allocator)) {
      return StorageFile.rows(reader);
    }
  }

  @Test
  void files_of_several_places_are_one_table() throws IOException {
    s3.put("table/part=1/a.parquet", file);
    s3.put("table/part=2/b.parquet", file);
    s3.put("table/_delta/c.parquet", new byte[3]);
    s3.put("table/readme.txt", new byte[3]);
    URI local = Files.write(folder.resolve("local.parquet"), file).toUri();

    ParquetFileSet set =
        ParquetFileSet.open(
            List.of(s3.uri("table/"), http.put("/d.parquet", file), local), sources);

    assertThat(set.fragments()).hasSize(4 * 2);
    assertThat(set.name(1)).isEqualTo("s3://bucket/table/part=2/b.parquet");
    String header = rows.substring(0, rows.indexOf('\n') + 1);
    assertThat(read(set)).isEqualTo(header + rows.substring(header.length()).repeat(4));
  }

  @Test
  void pages_of_a_file_are_read_without_asking_for_its_length_or_footer_again() throws IOException {
    URI uri = s3.put("requests/a.parquet", file);
    s3.proxy().spoil(request -> Fault.NONE);
    ParquetFileSet set = ParquetFileSet.open(List.of(uri), sources);
    assertThat(s3.proxy().requests()).isEqualTo(1);
    assertThat(set.statistics().footerRequests()).isEqualTo(1);
    assertThat(read(set)).isEqualTo(rows);
    assertThat(s3.proxy().requests()).isEqualTo(1 + 2);
  }

  @Test
  void a_file_that_has_changed_since_its_footer_was_read_is_an_exception() throws IOException {
    URI uri = s3.put("changed/a.parquet", file);
    ParquetFileSet set = ParquetFileSet.open(List.of(uri), sources);
    byte[] other = file.clone();
    other[100]++;
    s3.put("changed/a.parquet", other);

    assertThatThrownBy(() -> read(set)).isInstanceOf(ChangedSourceException.class);
  }

  @Test
  void missing_files_and_empty_prefixes_are_named() {
    assertThatThrownBy(() -> ParquetFileSet.open(List.of(s3.uri("none/")), sources))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("s3://bucket/none/");
    assertThatThrownBy(() -> ParquetFileSet.open(List.of(s3.uri("none/a.parquet")), sources))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("s3://bucket/none/a.parquet");
    assertThatThrownBy(
            () ->
                ParquetFileSet.open(List.of(URI.create("gopher://u:secret@h/a?b=secret")), sources))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("gopher://h/a: nothing is known that opens gopher: URIs");
  }

  @Test
  @SuppressWarnings("try") // Arrow's close() may declare any exception, interruption included
  void a_dataset_scans_them() throws Exception {
    URI uri = s3.put("dataset/a.parquet", file);
    try (RootAllocator allocator = new RootAllocator();
        ParquetDatasetFactory factory =
            ParquetDatasetFactory.of(
                ParquetFileSet.open(List.of(uri), sources),
                ParquetReadOptions.defaults(),
                allocator);
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(new ScanOptions(8192));
        ArrowReader reader = scanner.scanBatches()) {
      assertThat(StorageFile.rows(reader)).isEqualTo(rows);
    }
  }
}
