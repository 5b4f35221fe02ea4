// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file that was replaced by one of the same length, in each kind of folder. */
@Timeout(60)
class BundleTrustTest {
  private static final int ROWS = 4;

  /** The number 0.9 is above those of the old file, and below some of the new one. */
  private static final ParquetReadOptions HIGH =
      ParquetReadOptions.defaults()
          .withFilter(
              new RowFilter.Comparison(
                  new Operand.Column("number"), RowFilter.Operator.GREATER, 0.9));

  @TempDir private static Path folder;
  private static S3Server s3;
  private static RangeServer http;
  private static byte[] before;
  private static byte[] after;

  @BeforeAll
  static void start() throws Exception {
    s3 = new S3Server();
    http = new RangeServer();
    before = file(false, 0);
    after = file(true, before.length);
  }

  /** A file of some length, or of any, that has numbers above 0.9, or none. */
  private static byte[] file(boolean isHigh, int length) throws IOException {
    for (long seed = 1; ; seed++) {
      byte[] bytes = StorageFile.plainBytes(folder, 1, ROWS, seed);
      boolean fits = length == 0 || bytes.length == length;
      if (fits && StorageFile.rows(bytes).contains("\t0.9") == isHigh) {
        return bytes;
      }
    }
  }

  @AfterAll
  static void stop() throws IOException {
    s3.close();
    http.close();
  }

  /** A folder and the file in it. */
  enum Kind {
    PATH,
    FILE_URI,
    S3,
    HTTP;

    BundleFolder put(byte[] bytes) throws IOException {
      Path lake = folder.resolve(name());
      return switch (this) {
        case PATH -> {
          replace(lake, bytes);
          yield BundleFolder.of(lake);
        }
        case FILE_URI -> {
          replace(lake, bytes);
          yield BundleFolder.of(URI.create(lake.toUri() + "/"), ByteSources.defaults());
        }
        case S3 -> {
          SourceFactory sources = ByteSources.defaults().with("s3", S3Storage.of(s3.client()));
          yield BundleFolder.of(s3.put("lake/a.parquet", bytes), sources);
        }
        case HTTP -> BundleFolder.of(http.put("/lake/a.parquet", bytes), ByteSources.defaults());
      };
    }

    private static void replace(Path lake, byte[] bytes) throws IOException {
      Files.createDirectories(lake);
      Path other = Files.write(lake.resolve("other"), bytes);
      Files.deleteIfExists(lake.resolve("a.parquet"));
      Files.move(other, lake.resolve("a.parquet"));
    }

    BundleInput input(BundleFolder lake) throws IOException {
      Path local = folder.resolve(name()).resolve("a.parquet");
      return switch (this) {
        case PATH -> lake.input(local);
        case FILE_URI -> lake.input(SourceEntry.of(local.toUri()));
        case S3 -> lake.input(SourceEntry.of(s3.uri("lake/a.parquet")));
        case HTTP ->
            lake.input(
                SourceEntry.of(URI.create("http://127.0.0.1:" + http.port() + "/lake/a.parquet")));
      };
    }
  }

  private static Path bundle(Kind kind) throws IOException {
    Path bundle = folder.resolve(kind + ".bundle");
    BundleFolder lake = kind.put(before);
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults())
        .write(List.of(kind.input(lake)), true);
    return bundle;
  }

  private static String read(Path bundle, BundleFolder lake, BundleTrust trust, boolean isHigh)
      throws IOException {
    ParquetReadOptions options = isHigh ? HIGH : ParquetReadOptions.defaults();
    try (FooterBundle open = FooterBundle.open(bundle);
        RootAllocator allocator = new RootAllocator();
        FileSetReader reader =
            ParquetFileSet.open(open, lake, trust, options, text -> {}).read(options, allocator)) {
      return StorageFile.rows(reader);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PATH", "FILE_URI", "S3"})
  void its_rows_are_read_where_folders_can_be_listed(Kind kind) throws IOException {
    Path bundle = bundle(kind);
    BundleFolder lake = kind.put(after);
    for (BundleTrust trust : List.of(BundleTrust.STAT, BundleTrust.FOOTER)) {
      assertThat(read(bundle, lake, trust, false)).isEqualTo(StorageFile.rows(after));
      assertThat(read(bundle, lake, trust, true)).as(trust.name()).contains("\t0.9");
    }
  }

  @Test
  void its_rows_are_read_over_http_by_its_footer() throws IOException {
    Path bundle = bundle(Kind.HTTP);
    BundleFolder lake = Kind.HTTP.put(after);
    assertThat(read(bundle, lake, BundleTrust.FOOTER, false)).isEqualTo(StorageFile.rows(after));
    assertThat(read(bundle, lake, BundleTrust.FOOTER, true)).contains("\t0.9");
    assertThatThrownBy(() -> read(bundle, lake, BundleTrust.STAT, false))
        .isInstanceOf(ChangedSourceException.class);
  }

  @ParameterizedTest
  @EnumSource
  void an_unchanged_file_is_read_with_the_bundle(Kind kind) throws IOException {
    Path bundle = bundle(kind);
    BundleFolder lake = kind.put(before);
    if (kind == Kind.PATH || kind == Kind.FILE_URI) {
      new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults())
          .append(List.of(kind.input(lake)), BundleTrust.STAT); // the times are others
    }
    for (BundleTrust trust : BundleTrust.values()) {
      assertThat(read(bundle, lake, trust, false)).isEqualTo(StorageFile.rows(before));
    }
  }
}
