// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.internal.table.OlderSegment;
import io.arrowparquet.bundle.internal.table.SegmentWriter;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names of older segments that a crafted bundle has lead to nothing that is not its own.
 *
 * @see BundleSegments
 */
class SegmentNamesTest {
  private static final String OWN = "lake.bundle.0123abcd.segment";

  @TempDir Path folder;

  private Path bundle;
  private Lake lake;

  @BeforeEach
  void writeFiles() throws IOException {
    lake = new Lake(folder.resolve("lake"));
    lake.write("a.parquet", 3, 1);
    bundle = lake.folder.resolve("lake.bundle");
    for (String victim :
        new String[] {
          "lake/data",
          "lake/other.bundle.0123abcd.segment",
          "lake/lake.bundle.0123abcd.segment.txt",
          "lake/lake.bundle.0123ABCD.segment",
          "outside",
          "lake/http:"
        }) {
      Files.writeString(folder.resolve(victim), "not to be touched");
    }
  }

  /** A bundle of no files that names older segments. */
  private void craft(String... names) throws IOException {
    ExecutorService workers = Executors.newSingleThreadExecutor();
    try (FileChannel out =
            FileChannel.open(
                bundle,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
        SegmentWriter writer = new SegmentWriter(out, 1 << 20, folder)) {
      writer.finish(
          Stream.of(names).map(name -> new OlderSegment(name, 10, new BitSet())).toList(),
          workers,
          1);
    } finally {
      workers.shutdownNow();
    }
  }

  private Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString();
        if (!name.contains("lake.bundle") || name.contains("0123")) {
          files.put(name, Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "data",
        "a.parquet",
        "lake.bundle",
        ".lake.bundle.lock",
        "../outside",
        "../lake/lake.bundle.0123abcd.segment",
        "x/../lake.bundle.0123abcd.segment",
        "other.bundle.0123abcd.segment",
        "lake.bundle.0123abcd.segment.txt",
        "lake.bundle.0123ABCD.segment",
        "lake.bundle.0123abcd.segment\n",
        "http://elsewhere/lake.bundle.0123abcd.segment",
        "file:///lake.bundle.0123abcd.segment",
        "lake.bundle.0123abcd\0segment"
      })
  void other_names_are_neither_opened_nor_deleted(String name) throws IOException {
    BundleStore local = BundleStore.of(bundle);
    BundleStore object =
        BundleStore.of(bundle.toUri(), ByteSources.defaults(), ByteSinks.defaults());
    Map<String, byte[]> before = files();
    for (BundleStore store : new BundleStore[] {local, object}) {
      craft(name);
      BundleWriter writer = new BundleWriter(store, BundleOptions.defaults());
      assertThatThrownBy(() -> FooterBundle.open(store))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("name of an older segment")
          .hasMessageContaining("lake.bundle.xxxxxxxx.segment");
      assertThatThrownBy(writer::compact).isInstanceOf(CorruptFooterException.class);
      assertThatThrownBy(() -> writer.append(lake.inputs(), BundleTrust.STAT))
          .isInstanceOf(CorruptFooterException.class);
      writer.write(lake.inputs(), true);
      assertThat(files()).containsExactlyEntriesOf(before);
      try (FooterBundle open = FooterBundle.open(store)) {
        assertThat(open.fileCount()).isEqualTo(1);
      }
    }
  }

  @Test
  void a_segment_counts_once() throws IOException {
    craft(OWN, OWN);
    assertThatThrownBy(() -> FooterBundle.open(bundle))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("each once");
  }

  @Test
  void a_symbolic_link_is_no_segment() throws IOException {
    Files.createSymbolicLink(lake.folder.resolve(OWN), folder.resolve("outside"));
    craft(OWN);
    assertThatThrownBy(() -> FooterBundle.open(bundle))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("symbolic link");
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults()).write(lake.inputs(), true);
    assertThat(lake.folder.resolve(OWN)).doesNotExist();
    assertThat(folder.resolve("outside")).hasContent("not to be touched");
  }

  @Test
  void own_segments_are_deleted_with_the_bundle_that_is_replaced() throws IOException {
    Files.writeString(lake.folder.resolve(OWN), "left behind");
    craft(OWN);
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults()).write(lake.inputs(), true);
    assertThat(lake.folder.resolve(OWN)).doesNotExist();
  }
}
