// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static io.arrowparquet.it.interop.EncryptedFile.KEYS;
import static io.arrowparquet.it.interop.EncryptedFile.ROWS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ColumnFilesReader;
import io.arrowparquet.dataset.ColumnFilesReader.ColumnFile;
import io.arrowparquet.dataset.DiscoveryOptions;
import io.arrowparquet.dataset.FileDiagnostic.BundledFileState;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.parquet.crypto.ParquetCipher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sets, bundles and scans of files that parquet-java has encrypted.
 *
 * @see DiscoveryOptions#withDecryption
 */
class EncryptedSetsTest {
  private static final ParquetReadOptions OPTIONS =
      ParquetReadOptions.defaults().withDecryption(KEYS);

  private static final RowFilter FILTER =
      Operand.column("price").isAtLeast(400.0).and(Operand.column("price").isLessThan(401.0));

  private static final ByteSources SOURCES = ByteSources.defaults();

  /** A cache that nothing decrypted may come to. */
  private static final FooterCache UNUSED =
      (asked, loader) -> {
        throw new AssertionError("a cache was asked for " + asked);
      };

  @TempDir Path folder;

  private Path write(String name, boolean footerInPlainText) throws IOException {
    EncryptedFile kind = EncryptedFile.of(ParquetCipher.AES_GCM_V1, footerInPlainText, true);
    return kind.write(folder.resolve(name), kind.properties().build());
  }

  private static long rows(ParquetFileSet set, ParquetReadOptions options) throws IOException {
    try (RootAllocator allocator = new RootAllocator()) {
      return rows(set.read(options, allocator));
    }
  }

  private static long rows(ArrowReader opened) throws IOException {
    long rows = 0;
    try (ArrowReader reader = opened) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sets_read_footers_with_keys_and_keep_none_in_a_cache(boolean footerInPlainText)
      throws IOException {
    SourceEntry entry = SourceEntry.of(write("a.parquet", footerInPlainText).toUri());
    write("b.parquet", footerInPlainText);
    DiscoveryOptions keys = DiscoveryOptions.defaults().withDecryption(KEYS).withFooters(UNUSED);
    ParquetFileSet both =
        ParquetFileSet.open(List.of(folder.toUri()), SOURCES, keys, Runnable::run);
    ParquetFileSet first =
        ParquetFileSet.open(
            List.of(folder.toUri()), SOURCES, keys.withFirstRows(ROWS), Runnable::run);
    ParquetFileSet more =
        ParquetFileSet.open(
            List.of(folder.toUri()), SOURCES, keys.withFirstRows(ROWS + 1), Runnable::run);
    ReaderSchema schema = ReaderSchema.of(both.schema(OPTIONS));
    List<SourceEntry> one = List.of(entry);
    ParquetFileSet known = ParquetFileSet.ofEntries(one, SOURCES, keys, Runnable::run);
    ParquetFileSet unread = ParquetFileSet.ofEntries(one, SOURCES, schema, keys);

    assertThat(rows(both, OPTIONS)).isEqualTo(2 * ROWS);
    assertThat(rows(more, OPTIONS)).isEqualTo(2 * ROWS);
    for (ParquetFileSet set : List.of(first, known, unread)) {
      assertThat(rows(set, OPTIONS)).isEqualTo(ROWS);
      assertThat(rows(set, OPTIONS.withFilter(FILTER))).isEqualTo(3);
      assertThat(set.fragments()).hasSize(ROWS / EncryptedFile.ROWS_PER_GROUP);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void splits_of_a_plan_are_scanned_with_keys(boolean footerInPlainText) throws IOException {
    SourceEntry entry = SourceEntry.of(write("a.parquet", footerInPlainText).toUri());
    DiscoveryOptions keys = DiscoveryOptions.defaults().withDecryption(KEYS);
    ParquetFileSet set = ParquetFileSet.ofEntries(List.of(entry), SOURCES, keys, Runnable::run);
    ParquetScanPlan plan = ParquetScanPlan.of(set, OPTIONS.withFilter(FILTER));
    List<ParquetSplit> splits = new ArrayList<>();
    for (ParquetSplit split : plan.splits(1)) {
      splits.add(ParquetSplit.from(split.toBytes()));
    }
    ParquetScanOptions options = ParquetScanOptions.defaults().withRead(OPTIONS);

    assertThat(splits).hasSize(1);
    try (RootAllocator allocator = new RootAllocator();
        ParquetScan scan =
            ParquetScan.of(splits, SOURCES, UNUSED, options, Runnable::run, allocator)) {
      assertThat(rows(scan)).isEqualTo(3);
    }
  }

  private static long rows(ParquetScan scan) throws IOException {
    long rows = 0;
    for (var batch = scan.next(); batch != null; batch = scan.next()) {
      rows += batch.getRowCount();
      batch.close();
    }
    return rows;
  }

  @Test
  void column_files_are_read_with_keys() throws IOException {
    DiscoveryOptions keys = DiscoveryOptions.defaults().withDecryption(KEYS);
    List<ColumnFile> files = new ArrayList<>();
    for (Path file : List.of(write("a.parquet", false), write("b.parquet", true))) {
      ParquetFileSet set = ParquetFileSet.open(List.of(file.toUri()), SOURCES, keys, Runnable::run);
      files.add(new ColumnFile(set, files.isEmpty() ? List.of("name") : List.of("price")));
    }
    try (RootAllocator allocator = new RootAllocator()) {
      ParquetReadOptions options = OPTIONS.withFilter(FILTER);
      assertThat(rows(ColumnFilesReader.open(files, options, allocator))).isEqualTo(3);
    }
  }

  @Test
  void bundled_files_are_read_with_keys() throws IOException {
    Path file = write("a.parquet", true);
    Path path = folder.resolve("lake.bundle");
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults())
        .write(List.of(BundleInput.of(folder, file)), false);
    List<BundledFileState> states = new ArrayList<>();
    try (FooterBundle bundle = FooterBundle.open(BundleStore.of(path))) {
      assertThat(rows(open(bundle, OPTIONS, states), OPTIONS)).isEqualTo(ROWS);
      ParquetReadOptions few = OPTIONS.withFilter(FILTER);
      assertThat(rows(open(bundle, few, states), few)).isEqualTo(3);
      ParquetReadOptions plain = ParquetReadOptions.defaults().withColumns(List.of("id", "parts"));
      assertThat(rows(open(bundle, plain, states), plain)).isEqualTo(ROWS);
      ParquetReadOptions closed = ParquetReadOptions.defaults();
      assertThatThrownBy(() -> rows(open(bundle, closed, states), closed))
          .isInstanceOf(UnsupportedColumnException.class);
      assertThat(states).isEmpty();

      // Not that of the bundle any more.
      Files.delete(file);
      write("a.parquet", false);
      assertThat(rows(open(bundle, OPTIONS, states), OPTIONS)).isEqualTo(ROWS);
      assertThat(states).containsExactly(BundledFileState.CHANGED);
      assertThatThrownBy(() -> open(bundle, closed, states))
          .isInstanceOf(EncryptedFooterException.class);
    }
  }

  private ParquetFileSet open(
      FooterBundle bundle, ParquetReadOptions options, List<BundledFileState> states)
      throws IOException {
    return ParquetFileSet.open(
        bundle, folder, BundleTrust.STAT, options, found -> states.add(found.diagnostic()));
  }
}
