// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.storage.SourceEntry;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lists of local folders.
 *
 * @see ByteSources
 */
class ListedFilesTest {
  private static final int LISTS = 300;

  @TempDir Path folder;

  @Test
  void files_that_vanish_while_a_folder_is_listed_are_not_in_the_list() throws Exception {
    Path kept = Files.writeString(folder.resolve("kept.parquet"), "kept");
    AtomicBoolean isDone = new AtomicBoolean();
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      Future<?> rewriting =
          writer.submit(
              () -> {
                for (int i = 0; !isDone.get(); i++) {
                  Path first = Files.createFile(folder.resolve(".first" + i));
                  Path second = Files.createFile(folder.resolve(".second" + i));
                  Files.delete(first);
                  Files.delete(second);
                }
                return null;
              });
      for (int i = 0; i < LISTS; i++) {
        List<SourceEntry> found = ByteSources.defaults().list(folder.toUri());
        assertThat(found).extracting(SourceEntry::uri).contains(kept.toUri());
      }
      isDone.set(true);
      rewriting.get();
    } finally {
      isDone.set(true);
      writer.shutdownNow();
    }
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> ByteSources.defaults().list(missing.toUri()))
        .isInstanceOf(NoSuchFileException.class);
  }
}
