// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Paths of file systems other than the machine's own.
 *
 * @see io.arrowparquet.storage.internal.MappedByteSource
 * @see io.arrowparquet.storage.internal.PathByteSource
 */
class ForeignFileSystemTest {
  @TempDir Path folder;
  private FooterReader reader;

  @BeforeEach
  void mapFiles() {
    reader = FooterReader.defaults().withMapping(true);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 1 << 20})
  void file_that_cannot_be_mapped_is_read(int size) throws IOException {
    Path plain =
        ParquetJavaFile.write(folder.resolve("plain.parquet"), Map.of("key", "x".repeat(size)));
    Path attached = folder.resolve("attached.parquet");
    FooterAttacher.defaults().attach(plain, attached);
    URI archive = URI.create("jar:" + folder.resolve("files.zip").toUri());
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      Files.copy(attached, zip.getPath("attached.parquet"));
    }
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of())) {
      ParquetFooter read = reader.read(zip.getPath("attached.parquet"));

      assertThat(read.footer().flatbuffer())
          .isEqualTo(FooterReader.defaults().read(attached).footer().flatbuffer());
    }
  }

  @Test
  void file_system_without_channels_is_named() {
    Path path =
        FileSystems.getFileSystem(URI.create("jrt:/"))
            .getPath("modules/java.base/java/lang/Object.class");

    assertThatThrownBy(() -> reader.read(path))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(path + ": ")
        .hasMessageContaining("jrt");
  }
}
