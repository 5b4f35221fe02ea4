// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bundles are created, changed and compacted, and published whole or not at all. */
class BundleWriterTest {
  @TempDir Path folder;

  private Lake lake;
  private Path path;
  private BundleWriter writer;

  @BeforeEach
  void createBundle() throws IOException {
    lake = new Lake(folder.resolve("lake"));
    for (int i = 0; i < 20; i++) {
      lake.write("a" + i % 2 + "/f" + i + ".parquet", 3, 1 + i % 3);
    }
    path = folder.resolve("lake.bundle");
    writer = writer(BundleStore.of(path));
    writer.write(lake.inputs(), false);
  }

  private static BundleWriter writer(BundleStore store) {
    return new BundleWriter(store, BundleOptions.defaults().withJobs(2).withMemory(2_000));
  }

  /** Path to number of columns, of all files; each footer is compared with the one written. */
  private Map<String, Integer> contents() throws IOException {
    Map<String, Integer> contents = new TreeMap<>();
    try (FooterBundle bundle = FooterBundle.open(path)) {
      for (BundleEntry file : bundle.files()) {
        assertThat(bundle.find(file.file().path())).isEqualTo(file);
        int columns = bundle.footer(file).columnCount();
        assertThat(bundle.footers(null).thrift(file))
            .isEqualTo(WideFooter.thrift(columns, file.rowGroups()));
        contents.put(file.file().path(), columns);
      }
      assertThat(bundle.fileCount()).isEqualTo(contents.size());
    }
    return contents;
  }

  private static Map<String, Integer> changed(Map<String, Integer> before) {
    Map<String, Integer> expected = new TreeMap<>(before);
    expected.remove("a0/f4.parquet");
    expected.put("a1/f5.parquet", 5);
    expected.put("b/new.parquet", 3);
    return expected;
  }

  private void changeLake() throws IOException {
    Files.delete(lake.folder.resolve("a0/f4.parquet"));
    lake.write("a1/f5.parquet", 5, 2).write("b/new.parquet", 3, 1);
  }

  @Test
  void sync_reads_what_changed_and_later_entries_win() throws IOException {
    Map<String, Integer> before = contents();
    changeLake();

    BundleWriter.Changes changes = writer.sync(lake.inputs(), BundleTrust.STAT);

    assertThat(changes).isEqualTo(new BundleWriter.Changes(1, 1, 1, 18));
    assertThat(contents()).isEqualTo(changed(before));
    try (FooterBundle bundle = FooterBundle.open(path)) {
      assertThat(bundle.segmentCount()).isEqualTo(2);
      assertThat(bundle.find("a0/f4.parquet")).isNull();
    }
    assertThat(writer.sync(lake.inputs(), BundleTrust.FOOTER).isEmpty()).isTrue();
  }

  @Test
  void append_adds_and_replaces_and_removes_nothing() throws IOException {
    Map<String, Integer> expected = contents();
    changeLake();
    List<BundleInput> named =
        lake.inputs().stream()
            .filter(input -> Set.of("a1/f5.parquet", "b/new.parquet").contains(input.path()))
            .toList();

    assertThat(writer.append(named, BundleTrust.STAT))
        .isEqualTo(new BundleWriter.Changes(1, 1, 0, 19));

    expected.put("a1/f5.parquet", 5);
    expected.put("b/new.parquet", 3);
    assertThat(contents()).isEqualTo(expected);
    assertThat(writer.append(named, BundleTrust.STAT).isEmpty()).isTrue();
    assertThat(writer.append(List.of(), BundleTrust.STAT).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"STAT", "FOOTER"})
  void the_time_of_a_touched_file_is_brought_up_to_date(BundleTrust trust) throws IOException {
    Path touched = lake.folder.resolve("a0/f0.parquet");
    Files.setLastModifiedTime(touched, FileTime.from(Instant.parse("2030-01-01T00:00:00Z")));

    assertThat(writer.append(lake.inputs(), trust))
        .isEqualTo(new BundleWriter.Changes(0, 1, 0, 19));

    try (FooterBundle bundle = FooterBundle.open(path)) {
      BundledFile entry = bundle.find("a0/f0.parquet").file();
      assertThat(BundleTrust.STAT.isCurrent(entry, BundleInput.of(lake.folder, touched))).isTrue();
    }
    for (BundleTrust each : BundleTrust.values()) {
      assertThat(writer.append(lake.inputs(), each).isEmpty()).as(each.name()).isTrue();
    }
  }

  @Test
  void compact_keeps_the_contents_in_one_segment() throws IOException {
    Map<String, Integer> before = contents();
    changeLake();
    writer.sync(lake.inputs(), BundleTrust.STAT);
    lake.write("b/newer.parquet", 5, 1);
    writer.sync(lake.inputs(), BundleTrust.STAT);
    Map<String, Integer> expected = changed(before);
    expected.put("b/newer.parquet", 5);
    assertThat(contents()).isEqualTo(expected);

    assertThat(writer.compact()).isEqualTo(3);

    assertThat(contents()).isEqualTo(expected);
    try (FooterBundle bundle = FooterBundle.open(path);
        Stream<Path> files = Files.list(folder)) {
      assertThat(bundle.segmentCount()).isEqualTo(1);
      assertThat(bundle.schemas()).hasSize(2);
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("lake", "lake.bundle");
    }
  }

  @Test
  void second_of_two_writers_at_once_gets_a_clear_error() throws IOException {
    changeLake();
    BundleStore slow =
        StoreWithHook.before(
            BundleStore.of(path), () -> writer.sync(lake.inputs(), BundleTrust.STAT));

    assertThatThrownBy(() -> writer(slow).sync(lake.inputs(), BundleTrust.STAT))
        .isInstanceOf(BundleConflictException.class)
        .hasMessageContaining("another process published the bundle meanwhile");

    assertThat(contents()).containsKey("b/new.parquet").doesNotContainKey("a0/f4.parquet");
  }

  @Test
  void what_fails_half_way_leaves_the_bundle_as_it_was() throws IOException {
    byte[] before = Files.readAllBytes(path);
    Files.writeString(lake.folder.resolve("a0/broken.parquet"), "no Parquet file at all");

    assertThatThrownBy(() -> writer.sync(lake.inputs(), BundleTrust.STAT))
        .hasMessageContaining("broken.parquet");
    assertThatThrownBy(() -> writer.write(lake.inputs(), false))
        .isInstanceOf(BundleConflictException.class);
    assertThatThrownBy(() -> writer.write(lake.inputs(), true))
        .hasMessageContaining("broken.parquet");

    assertThat(Files.readAllBytes(path)).isEqualTo(before);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().endsWith("-tmp"))).isEmpty();
    }
  }

  /** A named pipe in the place of the lock would be waited for without end. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_lock_that_is_no_file_is_an_error() throws Exception {
    Path lock = folder.resolve(".lake.bundle.lock");
    for (String[] command :
        new String[][] {{"mkfifo", lock.toString()}, {"mkdir", lock.toString()}}) {
      assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
      assertThatThrownBy(() -> writer.write(lake.inputs(), true))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining(lock + ": is not a regular file");
      Files.delete(lock);
    }
    writer.write(lake.inputs(), true);
  }

  @Test
  void parts_that_are_larger_than_the_maximum_are_refused() throws IOException {
    BundleStore store = BundleStore.of(path);
    try (FooterBundle bundle =
        FooterBundle.open(store, BundleOptions.defaults().withMaximum(4_000))) {
      bundle.verify();
    }
    assertThatThrownBy(() -> FooterBundle.open(store, BundleOptions.defaults().withMaximum(50)))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("of at most 50");
    BundleWriter small = new BundleWriter(store, BundleOptions.defaults().withMaximum(50));
    assertThatThrownBy(() -> small.append(lake.inputs(), BundleTrust.STAT))
        .isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void an_old_entry_is_told_from_a_current_one() throws IOException {
    BundleInput now = BundleInput.of(lake.folder, lake.folder.resolve("a0/f0.parquet"));
    try (FooterBundle bundle = FooterBundle.open(path)) {
      BundleEntry entry = bundle.find("a0/f0.parquet");
      for (BundleTrust trust : BundleTrust.values()) {
        assertThat(trust.isCurrent(entry.file(), now)).as(trust.name()).isTrue();
      }
      lake.write("a0/f0.parquet", 3, 2);
      BundleInput later = BundleInput.of(lake.folder, lake.folder.resolve("a0/f0.parquet"));
      assertThat(BundleTrust.CATALOG.isCurrent(entry.file(), later)).isTrue();
      assertThat(BundleTrust.STAT.isCurrent(entry.file(), later)).isFalse();
      assertThat(BundleTrust.FOOTER.isCurrent(entry.file(), later)).isFalse();
    }
  }

  /** What writes the entries of named files. */
  enum Writing {
    CREATE,
    APPEND,
    SYNC;

    void by(BundleWriter writer, List<BundleInput> inputs) throws IOException {
      switch (this) {
        case CREATE -> writer.write(inputs, true);
        case APPEND -> writer.append(inputs, BundleTrust.STAT);
        case SYNC -> writer.sync(inputs, BundleTrust.STAT);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void one_path_twice_is_one_file(Writing writing) throws IOException {
    Map<String, Integer> expected = contents();
    lake.write("a1/f5.parquet", 5, 2).write("b/new.parquet", 3, 1);
    expected.put("a1/f5.parquet", 5);
    expected.put("b/new.parquet", 3);
    List<BundleInput> twice = new ArrayList<>(lake.inputs());
    for (BundleInput input : lake.inputs()) {
      Path again = lake.folder.resolve("a1/.././" + input.path());
      twice.add(BundleInput.of(lake.folder, again));
    }

    writing.by(writer, twice);

    assertThat(contents()).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void a_file_that_cannot_be_read_is_passed_over_where_the_caller_wants_it(Writing writing)
      throws IOException {
    Map<String, Integer> expected = contents();
    lake.write("a1/gone.parquet", 3, 1).write("b/new.parquet", 3, 1);
    expected.put("b/new.parquet", 3);
    Files.writeString(lake.folder.resolve("a0/broken.parquet"), "no Parquet file at all");
    Files.createFile(lake.folder.resolve("a0/empty.parquet"));
    byte[] cut = Files.readAllBytes(lake.folder.resolve("a1/f1.parquet"));
    Arrays.fill(cut, 4, cut.length - 8, (byte) 0x7f);
    Files.write(lake.folder.resolve("a1/f1.parquet"), cut);
    List<BundleInput> inputs = lake.inputs();
    Files.delete(lake.folder.resolve("a1/gone.parquet"));
    if (writing != Writing.APPEND) {
      // It is as if it were not named.
      expected.remove("a1/f1.parquet");
    }
    byte[] before = Files.readAllBytes(path);
    assertThatThrownBy(() -> writing.by(writer, inputs)).hasMessageContaining("a0/broken.parquet");
    assertThat(path).hasBinaryContent(before);

    List<String> unread = new ArrayList<>();
    BundleOptions options =
        BundleOptions.defaults()
            .withJobs(3)
            .withUnreadable(
                (input, failure) -> {
                  assertThat(failure)
                      .isInstanceOfAny(IOException.class, CorruptFooterException.class);
                  unread.add(input.path());
                });
    BundleWriter tolerant = new BundleWriter(BundleStore.of(path), options);
    writing.by(tolerant, inputs);

    assertThat(unread)
        .containsExactlyInAnyOrder(
            "a0/broken.parquet", "a0/empty.parquet", "a1/f1.parquet", "a1/gone.parquet");
    assertThat(contents()).isEqualTo(expected);
    byte[] after = Files.readAllBytes(path);
    assertThat(tolerant.append(inputs, BundleTrust.STAT).isEmpty()).isTrue();
    assertThat(path).hasBinaryContent(after);
  }

  @Test
  void files_are_removed_one_by_one_and_nothing_else_is_written_anew() throws IOException {
    changeLake();
    writer.sync(lake.inputs(), BundleTrust.STAT);
    Map<String, Integer> expected = contents();
    byte[] published = Files.readAllBytes(path);
    try (FooterBundle before = FooterBundle.open(path)) {
      for (String removed : List.of("b/new.parquet", "a0/f0.parquet", "a1/f5.parquet")) {
        assertThatThrownBy(() -> writer.remove(List.of(removed, "a0/none.parquet")))
            .isInstanceOf(NoSuchFileException.class)
            .hasMessageContaining("a0/none.parquet");
        assertThat(contents()).isEqualTo(expected);
        expected.remove(removed);
        assertThat(writer.remove(List.of(removed, removed)))
            .isEqualTo(new BundleWriter.Changes(0, 0, 1, expected.size()));
        assertThat(contents()).isEqualTo(expected);
        assertThatThrownBy(() -> writer.remove(List.of(removed)))
            .isInstanceOf(NoSuchFileException.class);
      }
      for (BundleEntry file : before.files()) {
        assertThat(before.footer(file).rowGroupCount()).isEqualTo(file.rowGroups());
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().endsWith(".segment")))
          .anySatisfy(segment -> assertThat(segment).hasBinaryContent(published));
    }
    assertThat(Files.size(path)).isLessThan(published.length);
    assertThat(writer.remove(List.of()).isEmpty()).isTrue();

    assertThat(writer.remove(expected.keySet()).removed()).isEqualTo(expected.size());
    assertThat(contents()).isEmpty();
    writer.compact();
    assertThat(contents()).isEmpty();
    assertThat(writer.sync(lake.inputs(), BundleTrust.STAT).added()).isEqualTo(20);
  }
}
