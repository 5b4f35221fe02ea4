// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.arrowparquet.footer.FooterLayout;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One file rewritten by many at once, and files of file systems other than the machine's own.
 *
 * @see io.arrowparquet.storage.internal.FileReplacement
 */
class RewritesAtOnceTest {
  private static final int THREADS = 6;
  private static final int REWRITES = 12;

  private static final List<FooterLayout> LAYOUTS =
      List.of(FooterLayout.SPEC, FooterLayout.ARROW_CPP, FooterLayout.PAR3, FooterLayout.SPEC_V1);

  @TempDir Path folder;
  private Path file;
  private byte[] original;

  @BeforeEach
  void writeFile() throws IOException {
    file = ParquetJavaFile.write(folder.resolve("file.parquet"));
    original = Files.readAllBytes(file);
  }

  @Test
  void threads_that_attach_to_one_file_take_turns() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link.parquet"), file);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < THREADS * REWRITES; i++) {
        FooterAttacher attacher =
            FooterAttacher.defaults().withLayout(LAYOUTS.get(i % LAYOUTS.size()));
        Path name = i % 3 == 0 ? link : file;
        results.add(
            threads.submit(
                () -> {
                  attacher.attachInPlace(name);
                  return null;
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(FooterVerifier.defaults().verify(file).layout()).isIn(LAYOUTS);
    FooterStripper.defaults().stripInPlace(file);
    assertThat(file).hasBinaryContent(original);
    assertThat(names(folder)).containsExactlyInAnyOrder("file.parquet", "link.parquet");
    assertThat(openFilesOf(folder)).isEmpty();
  }

  @Test
  void what_fails_leaves_no_file_open() throws Exception {
    Path text = Files.writeString(folder.resolve("notes.txt"), "these are only some notes");
    Path taken = Files.createDirectory(folder.resolve("taken"));
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> FooterAttacher.defaults().attachInPlace(text));
      assertThatThrownBy(() -> FooterAttacher.defaults().attach(file, taken));
      assertThatThrownBy(() -> FooterStripper.defaults().stripInPlace(file));
    }

    assertThat(openFilesOf(folder)).isEmpty();
  }

  /** The files below a folder that this process has open. */
  private static List<String> openFilesOf(Path folder) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(descriptors), "only Linux tells which files are open");
    List<String> open = new ArrayList<>();
    for (String descriptor : names(descriptors)) {
      Path link = descriptors.resolve(descriptor);
      if (Files.isSymbolicLink(link)) {
        open.add(Files.readSymbolicLink(link).toString());
      }
    }
    return open.stream().filter(name -> name.startsWith(folder.toString())).toList();
  }

  @Test
  void file_in_memory_is_rewritten_in_place() throws IOException {
    try (FileSystem memory = Jimfs.newFileSystem(Configuration.unix())) {
      rewrite(memory.getPath("/work/file.parquet"));
    }
  }

  @Test
  void file_in_memory_keeps_its_owner_and_permissions() throws IOException {
    Configuration posix =
        Configuration.unix().toBuilder().setAttributeViews("basic", "owner", "posix").build();
    try (FileSystem memory = Jimfs.newFileSystem(posix)) {
      rewrite(memory.getPath("/work/file.parquet"));
    }
  }

  @Test
  void file_in_memory_of_windows_is_rewritten_in_place() throws IOException {
    try (FileSystem memory = Jimfs.newFileSystem(Configuration.windows())) {
      rewrite(memory.getPath("C:\\work\\file.parquet"));
    }
  }

  @Test
  void file_in_an_archive_is_rewritten_in_place() throws IOException {
    URI archive = URI.create("jar:" + folder.resolve("files.zip").toUri());
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      rewrite(zip.getPath("/file.parquet"));
    }
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of())) {
      assertThat(Files.readAllBytes(zip.getPath("/file.parquet"))).isEqualTo(original);
    }
  }

  private void rewrite(Path foreign) throws IOException {
    Files.createDirectories(foreign.getParent());
    Files.write(foreign, original);
    FooterAttacher.defaults().attachInPlace(foreign);
    assertThat(FooterVerifier.defaults().verify(foreign).layout()).isEqualTo(FooterLayout.SPEC);
    Path beside = foreign.resolveSibling("beside.parquet");
    FooterAttacher.defaults().withKeptAttributes(true).attach(foreign, beside);
    Files.delete(beside);
    FooterAttacher.defaults().withKeptAttributes(true).attach(file, beside);
    assertThat(FooterVerifier.defaults().verify(beside).layout()).isEqualTo(FooterLayout.SPEC);
    Files.delete(beside);
    FooterStripper.defaults().withKeptAttributes(true).stripInPlace(foreign);
    assertThat(Files.readAllBytes(foreign)).isEqualTo(original);
    assertThat(names(foreign.getParent())).containsExactly("file.parquet");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).toList();
    }
  }
}
