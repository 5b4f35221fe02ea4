// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files and bundles in file systems inside the process: in memory, and in an archive. */
class OtherFileSystemsTest {
  @TempDir private Path folder;

  /** A kind of file system. */
  private enum Kind {
    MEMORY,
    MEMORY_OF_WINDOWS,
    ARCHIVE
  }

  private FileSystem open(Kind kind) throws IOException {
    return switch (kind) {
      case MEMORY -> Jimfs.newFileSystem(Configuration.unix());
      case MEMORY_OF_WINDOWS -> Jimfs.newFileSystem(Configuration.windows());
      case ARCHIVE ->
          FileSystems.newFileSystem(
              URI.create("jar:" + folder.resolve("files.zip").toUri()), Map.of("create", "true"));
    };
  }

  private static Path lake(FileSystem files) throws IOException {
    Path root = files.getRootDirectories().iterator().next();
    return Files.createDirectories(root.resolve("lake"));
  }

  private static void write(Path file, int rows) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = StorageFile.batch(rows, 1, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, root.getSchema(), StorageFile.options(500), allocator)) {
      writer.write(root);
      writer.finish();
    }
  }

  private static String read(ParquetFileSet set) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(ParquetReadOptions.defaults(), allocator)) {
      return StorageFile.rows(reader);
    }
  }

  @ParameterizedTest
  @EnumSource
  void files_are_written_read_stripped_and_attached(Kind kind) throws IOException {
    try (FileSystem files = open(kind)) {
      Path lake = lake(files);
      Path file = lake.resolve("a.parquet");
      write(file, 1_000);
      byte[] attached = Files.readAllBytes(file);
      String rows = StorageFile.rows(attached);

      assertThat(read(ParquetFileSet.open(List.of(lake)))).isEqualTo(rows);
      assertThat(read(ParquetFileSet.open(List.of(file.toUri()), ByteSources.defaults())))
          .isEqualTo(rows);
      Path plain = lake.resolve("plain");
      FooterStripper.defaults().strip(file, plain);
      assertThat(FooterReader.defaults().read(plain).layout()).isEqualTo(FooterLayout.THRIFT);
      FooterAttacher.defaults().attachInPlace(plain);
      assertThat(Files.readAllBytes(plain)).isEqualTo(attached);
      FooterAttacher.defaults().withOverwrite(true).withKeptAttributes(true).attach(file, plain);
      assertThat(Files.readAllBytes(plain)).isEqualTo(attached);
      try (var names = Files.list(lake)) {
        assertThat(names).hasSize(2);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void bundles_are_created_appended_compacted_and_read(Kind kind) throws IOException {
    try (FileSystem files = open(kind)) {
      Path lake = lake(files);
      write(lake.resolve("a.parquet"), 300);
      Path bundle = lake.resolve("bundle");
      BundleWriter writer = new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults());
      BundleInput first = BundleInput.of(lake, lake.resolve("a.parquet"));
      writer.write(List.of(first), false);
      write(lake.resolve("b.parquet"), 400);
      BundleInput second = BundleInput.of(lake, lake.resolve("b.parquet"));
      assertThat(writer.append(List.of(first, second), BundleTrust.STAT).added()).isEqualTo(1);
      assertThat(writer.compact()).isEqualTo(2);

      List<String> diagnostics = new ArrayList<>();
      try (FooterBundle open = FooterBundle.open(bundle)) {
        open.verify();
        ParquetFileSet set =
            ParquetFileSet.open(
                open,
                lake,
                BundleTrust.STAT,
                ParquetReadOptions.defaults(),
                found -> diagnostics.add(found.toString()));
        assertThat(read(set)).isEqualTo(read(ParquetFileSet.open(List.of(lake))));
      }
      assertThat(diagnostics).isEmpty();
    }
  }

  @Test
  void a_file_system_that_is_only_read_is_named() {
    Path inside =
        FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base/a.parquet");

    assertThatThrownBy(() -> write(inside, 10))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("a.parquet")
        .hasMessageContaining("jrt");
  }
}
