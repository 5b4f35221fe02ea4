// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bundle that is named by a symbolic link is the bundle that the link leads to.
 *
 * @see LocalBundleStore
 * @see BundleFolder
 */
class LinkedBundleTest {
  @TempDir Path folder;

  private Lake lake;
  private Path bundle;
  private Path link;

  @BeforeEach
  void createBundle() throws IOException {
    lake = new Lake(folder.resolve("lake"));
    lake.write("a.parquet", 3, 1).write("b.parquet", 3, 1);
    bundle = lake.folder.resolve("lake.bundle");
    Path links = Files.createDirectory(folder.resolve("links"));
    Path between = Files.createSymbolicLink(links.resolve("between"), bundle);
    link = Files.createSymbolicLink(links.resolve("current"), between);
    writer(bundle).write(lake.inputs(), false);
  }

  private static BundleWriter writer(Path path) throws IOException {
    return new BundleWriter(BundleStore.of(path), BundleOptions.defaults());
  }

  private void assertBundle(int files, int segments) throws IOException {
    assertThat(link).isSymbolicLink();
    for (Path path : List.of(bundle, link)) {
      try (FooterBundle open = FooterBundle.open(path)) {
        open.verify();
        assertThat(open.fileCount()).isEqualTo(files);
        assertThat(open.segmentCount()).isEqualTo(segments);
      }
    }
    try (Stream<Path> names = Files.list(link.getParent())) {
      assertThat(names).hasSize(2);
    }
  }

  @Test
  void all_that_changes_it_leaves_the_link_and_changes_the_bundle() throws IOException {
    lake.write("c.parquet", 4, 1);
    assertThat(writer(link).append(lake.inputs(), BundleTrust.STAT).added()).isEqualTo(1);
    assertBundle(3, 2);
    lake.write("d.parquet", 4, 1);
    assertThat(writer(bundle).append(lake.inputs(), BundleTrust.STAT).added()).isEqualTo(1);
    assertBundle(4, 3);
    assertThat(writer(link).compact()).isEqualTo(3);
    assertBundle(4, 1);
    writer(link).append(List.of(), BundleTrust.STAT);
    writer(link).write(lake.inputs(), true);
    assertBundle(4, 1);
  }

  @Test
  void a_link_that_is_named_by_a_uri_is_followed_too() throws IOException {
    lake.write("c.parquet", 4, 1);
    BundleStore byUri = BundleStore.of(link.toUri(), ByteSources.defaults(), ByteSinks.defaults());
    BundleWriter writer = new BundleWriter(byUri, BundleOptions.defaults());
    assertThat(writer.append(lake.inputs(), BundleTrust.STAT).added()).isEqualTo(1);
    assertBundle(3, 2);
    assertThat(writer.compact()).isEqualTo(2);
    assertBundle(3, 1);
  }

  @Test
  void writers_by_both_names_take_turns() throws IOException {
    lake.write("c.parquet", 4, 1);
    List<BundleInput> inputs = lake.inputs();
    BundleStore late =
        StoreWithHook.before(
            BundleStore.of(link), () -> writer(bundle).append(inputs, BundleTrust.STAT));
    assertThatThrownBy(
            () -> new BundleWriter(late, BundleOptions.defaults()).append(inputs, BundleTrust.STAT))
        .isInstanceOf(BundleConflictException.class);
    assertBundle(3, 2);
    try (Stream<Path> names = Files.list(lake.folder)) {
      assertThat(names.filter(name -> name.toString().endsWith(".lock"))).isEmpty();
    }
  }

  @Test
  void relative_names_begin_at_the_folder_of_the_bundle() throws IOException {
    BundledFile file = new BundledFile(BundledFile.Version.of("a.parquet", 1), 1, 1);
    for (Path path : List.of(bundle, link)) {
      BundleFolder its = BundleFolder.ofBundle(path, ByteSources.defaults());
      assertThat(Files.isSameFile(its.path(file), lake.folder.resolve("a.parquet"))).isTrue();
      assertThat(its.input(lake.folder.resolve("b.parquet")).path()).isEqualTo("b.parquet");
    }
  }

  @Test
  void a_link_that_leads_nowhere_is_not_replaced() throws IOException {
    Files.delete(bundle);
    assertThatThrownBy(() -> writer(link).write(lake.inputs(), true))
        .isInstanceOf(BundleConflictException.class);
    assertThat(link).isSymbolicLink();
  }
}
