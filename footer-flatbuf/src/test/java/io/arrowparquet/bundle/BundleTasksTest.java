// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleTasks.Publication;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks write segments apart from one another, and one process publishes them at once. */
class BundleTasksTest {
  private static final long JOB = 0x1234_5678_9abc_def0L;

  @TempDir Path folder;

  private Lake lake;
  private Path bundle;
  private BundleTasks tasks;

  @BeforeEach
  void createLake() throws IOException {
    lake = new Lake(folder.resolve("lake"));
    for (int i = 0; i < 40; i++) {
      lake.write("a" + i % 2 + "/f" + i + ".parquet", 3 + i % 2, 1 + i % 3);
    }
    bundle = folder.resolve("lake.bundle");
    tasks = tasks(BundleStore.of(bundle));
  }

  private static BundleTasks tasks(BundleStore store) {
    return new BundleTasks(store, BundleOptions.defaults().withMemory(2_000));
  }

  /** Every n-th file, so that the paths of tasks are mixed. */
  private static List<BundleInput> part(List<BundleInput> inputs, int part, int parts) {
    List<BundleInput> found = new ArrayList<>();
    for (int i = part; i < inputs.size(); i += parts) {
      found.add(inputs.get(i));
    }
    return found;
  }

  private interface Task {
    BundleSegment run(int part) throws IOException;
  }

  /** Runs all tasks on threads; what they give back passes through bytes. */
  private static List<BundleSegment> run(int parts, Task task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<byte[]>> results = new ArrayList<>();
      for (int i = 0; i < parts; i++) {
        int part = i;
        results.add(threads.submit(() -> task.run(part).toBytes()));
      }
      List<BundleSegment> segments = new ArrayList<>();
      for (Future<byte[]> result : results) {
        segments.add(BundleSegment.from(result.get()));
      }
      return segments;
    } finally {
      threads.shutdownNow();
    }
  }

  private List<BundleSegment> written(int parts) throws Exception {
    List<BundleInput> inputs = lake.inputs();
    return run(parts, part -> tasks.write(JOB, part(inputs, part, parts)));
  }

  private Map<String, Integer> contents() throws IOException {
    Map<String, Integer> contents = new TreeMap<>();
    try (FooterBundle open = FooterBundle.open(bundle)) {
      open.verify();
      for (BundleEntry file : open.files()) {
        assertThat(open.find(file.file().path())).isEqualTo(file);
        int columns = open.footer(file).columnCount();
        assertThat(open.footers(null).thrift(file))
            .isEqualTo(WideFooter.thrift(columns, file.rowGroups()));
        assertThat(contents.put(file.file().path(), columns)).isNull();
      }
      assertThat(open.fileCount()).isEqualTo(contents.size());
    }
    return contents;
  }

  private Map<String, Integer> ofOneWriter() throws IOException {
    Path other = folder.resolve("other.bundle");
    new BundleWriter(BundleStore.of(other), BundleOptions.defaults()).write(lake.inputs(), true);
    Map<String, Integer> contents = new TreeMap<>();
    try (FooterBundle open = FooterBundle.open(other)) {
      for (BundleEntry file : open.files()) {
        contents.put(file.file().path(), open.footer(file).columnCount());
      }
    }
    return contents;
  }

  private long objects() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().contains("lake.bundle")).count();
    }
  }

  @Test
  void tasks_make_the_bundle_that_one_writer_makes() throws Exception {
    BundleWriter.Changes changes = tasks.publish(Publication.CREATE, written(7));

    assertThat(changes).isEqualTo(new BundleWriter.Changes(40, 0, 0, 0));
    assertThat(contents()).isEqualTo(ofOneWriter());
    assertThat(objects()).as("a small bundle is one object").isEqualTo(1);
  }

  @Test
  void published_objects_of_an_object_store_are_read_too() throws Exception {
    tasks = tasks(BundleStore.of(bundle.toUri(), ByteSources.defaults(), ByteSinks.defaults()));
    tasks.publish(Publication.CREATE, written(3));
    lake.write("b/new.parquet", 3, 1);
    List<BundleInput> inputs = lake.inputs();
    tasks.publish(
        Publication.APPEND,
        run(2, part -> tasks.append(JOB, part(inputs, part, 2), BundleTrust.STAT)));

    assertThat(contents()).isEqualTo(ofOneWriter());
  }

  @Test
  void large_segments_stay_objects_of_their_own() throws Exception {
    lake = new Lake(folder.resolve("wide"));
    lake.write("f0.parquet", 60_000, 2);
    for (int i = 1; i < 3; i++) {
      Files.copy(lake.folder.resolve("f0.parquet"), lake.folder.resolve("f" + i + ".parquet"));
    }
    tasks = new BundleTasks(BundleStore.of(bundle), BundleOptions.defaults());
    List<BundleSegment> segments = new ArrayList<>();
    for (BundleInput input : lake.inputs()) {
      segments.add(tasks.write(JOB, List.of(input)));
    }
    tasks.publish(Publication.CREATE, segments);

    assertThat(objects()).isEqualTo(segments.size() + 1);
    List<String> bounds = tasks.bounds(2);
    List<BundleSegment> parts = run(bounds.size() + 1, part -> tasks.compact(JOB, bounds, part));
    tasks.publish(Publication.COMPACT, parts);
    assertThat(contents()).hasSize(3).containsValue(60_000);
    assertThat(objects()).as("the segments before are gone").isLessThanOrEqualTo(1 + parts.size());
  }

  @Test
  void repeated_attempts_count_once() throws Exception {
    List<BundleSegment> segments = written(5);
    segments.addAll(written(5));
    segments.add(segments.get(0));

    assertThat(tasks.publish(Publication.CREATE, segments).added()).isEqualTo(40);
    assertThat(contents()).isEqualTo(ofOneWriter());
    assertThat(objects()).isEqualTo(1);
  }

  @Test
  void what_a_lost_task_wrote_is_found_by_its_prefix() throws Exception {
    List<BundleSegment> segments = written(4);
    BundleSegment lost = tasks.write(JOB, part(lake.inputs(), 0, 4));
    assertThat(lost.name()).startsWith(tasks.prefix(JOB)).isNotEqualTo(segments.get(0).name());

    tasks.publish(Publication.CREATE, segments);

    assertThat(contents()).hasSize(40);
    assertThat(folder.resolve(lost.name())).exists();
    tasks.discard(List.of(lost));
    assertThat(objects()).isEqualTo(1);
  }

  @Test
  void a_failed_task_leaves_nothing_behind() throws IOException {
    Files.write(lake.folder.resolve("a0/f0.parquet"), new byte[50]);

    assertThatThrownBy(() -> tasks.write(JOB, lake.inputs()))
        .isInstanceOf(CorruptFooterException.class);
    assertThat(objects()).isZero();
  }

  @Test
  void unreadable_files_are_left_out_where_the_options_say_so() throws IOException {
    Path damaged = lake.folder.resolve("a0/f0.parquet");
    Files.write(damaged, new byte[50]);
    List<String> told = new ArrayList<>();
    BundleTasks lenient =
        new BundleTasks(
            BundleStore.of(bundle),
            BundleOptions.defaults().withUnreadable((file, e) -> told.add(file.path())));

    BundleSegment segment = lenient.write(JOB, lake.inputs());
    BundleSegment none = lenient.write(JOB, List.of(BundleInput.of(lake.folder, damaged)));

    assertThat(segment.counts().written()).isEqualTo(39);
    assertThat(segment.counts().unread()).isEqualTo(1);
    assertThat(none.name()).isEmpty();
    assertThat(told).containsExactly("a0/f0.parquet", "a0/f0.parquet");
    assertThat(lenient.publish(Publication.CREATE, List.of(none, segment)).added()).isEqualTo(39);
  }

  @Test
  void a_publication_that_fails_changes_nothing_and_can_be_repeated() throws Exception {
    List<BundleSegment> segments = written(3);
    BundleTasks failing =
        tasks(
            StoreWithHook.before(
                BundleStore.of(bundle),
                () -> {
                  throw new IOException("no space");
                }));

    assertThatThrownBy(() -> failing.publish(Publication.CREATE, segments))
        .hasMessageContaining("no space");
    assertThat(bundle).doesNotExist();
    assertThat(objects()).isEqualTo(3);

    tasks.publish(Publication.CREATE, segments);
    assertThat(contents()).hasSize(40);
  }

  @Test
  void a_bundle_is_replaced_on_request_only() throws Exception {
    tasks.publish(Publication.CREATE, written(2));
    Files.delete(lake.folder.resolve("a0/f0.parquet"));
    List<BundleSegment> again = written(2);

    assertThatThrownBy(() -> tasks.publish(Publication.CREATE, again))
        .isInstanceOf(BundleConflictException.class);
    tasks.publish(Publication.REPLACE, again);

    assertThat(contents()).hasSize(39);
    assertThat(objects()).isEqualTo(1);
  }

  @Test
  void appending_reads_what_is_new_or_changed() throws Exception {
    tasks.publish(Publication.CREATE, written(4));
    lake.write("a1/f5.parquet", 5, 2).write("b/new.parquet", 3, 1);
    List<BundleInput> inputs = lake.inputs();

    List<BundleSegment> segments =
        run(3, part -> tasks.append(JOB, part(inputs, part, 3), BundleTrust.STAT));
    BundleWriter.Changes changes = tasks.publish(Publication.APPEND, segments);

    assertThat(segments.stream().mapToInt(segment -> segment.counts().written()).sum())
        .isEqualTo(2);
    assertThat(changes).isEqualTo(new BundleWriter.Changes(1, 1, 0, 39));
    assertThat(contents()).isEqualTo(ofOneWriter());
    assertThat(objects()).as("published, and kept").isEqualTo(2);
    List<BundleSegment> nothing =
        run(3, part -> tasks.append(JOB, part(inputs, part, 3), BundleTrust.FOOTER));
    assertThat(tasks.publish(Publication.APPEND, nothing).isEmpty()).isTrue();
  }

  @Test
  void appending_to_a_bundle_that_changed_meanwhile_is_a_conflict() throws Exception {
    tasks.publish(Publication.CREATE, written(4));
    lake.write("b/new.parquet", 3, 1);
    BundleSegment segment = tasks.append(JOB, lake.inputs(), BundleTrust.STAT);
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults())
        .remove(List.of("a0/f0.parquet"));

    assertThatThrownBy(() -> tasks.publish(Publication.APPEND, List.of(segment)))
        .isInstanceOf(BundleConflictException.class);
    assertThat(contents()).hasSize(39);
  }

  @Test
  void parts_are_compacted_into_what_the_bundle_had() throws Exception {
    for (int i = 0; i < 1_100; i++) {
      lake.write("m/f" + i + ".parquet", 2, 1);
    }
    tasks.publish(Publication.CREATE, written(4));
    lake.write("a1/f5.parquet", 5, 2).write("b/new.parquet", 3, 1);
    tasks.publish(Publication.APPEND, List.of(tasks.append(JOB, lake.inputs(), BundleTrust.STAT)));
    Map<String, Integer> before = contents();

    List<String> bounds = tasks.bounds(3);
    List<BundleSegment> parts = run(bounds.size() + 1, part -> tasks.compact(JOB, bounds, part));

    assertThat(bounds).hasSize(2);
    assertThat(parts).allMatch(part -> part.counts().written() < 1_000);
    assertThatThrownBy(() -> tasks.publish(Publication.COMPACT, parts.subList(1, 3)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("1141");
    assertThat(tasks.publish(Publication.COMPACT, parts))
        .isEqualTo(new BundleWriter.Changes(0, 0, 0, 1_141));
    assertThat(contents()).isEqualTo(before).isEqualTo(ofOneWriter());
    assertThat(objects()).isEqualTo(1);
    assertThatThrownBy(() -> tasks.publish(Publication.COMPACT, parts))
        .isInstanceOf(BundleConflictException.class);
    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void without_a_bundle_there_is_nothing_to_append_to() {
    assertThatThrownBy(() -> tasks.append(JOB, lake.inputs(), BundleTrust.STAT))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> tasks.bounds(2)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> tasks.bounds(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> tasks.compact(JOB, List.of(), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void segments_never_take_the_place_of_a_file() throws IOException {
    String name = tasks.prefix(JOB) + "0000000000000000.segment";
    Files.write(folder.resolve(name), new byte[1]);

    assertThatThrownBy(() -> BundleStore.of(bundle).writeSegment(name, out -> {}))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void foreign_and_shorter_objects_are_refused() throws Exception {
    BundleSegment segment = tasks.write(JOB, lake.inputs());
    Files.write(folder.resolve("mine"), Files.readAllBytes(folder.resolve(segment.name())));
    BundleSegment foreign = new BundleSegment("mine", segment.length(), 0, segment.counts());
    BundleSegment shorter = new BundleSegment(segment.name(), 7, 0, segment.counts());

    assertThatThrownBy(() -> tasks.publish(Publication.CREATE, List.of(foreign)))
        .isInstanceOf(CorruptFooterException.class);
    assertThatThrownBy(() -> tasks.publish(Publication.CREATE, List.of(shorter)))
        .isInstanceOf(CorruptFooterException.class);
    assertThat(folder.resolve("mine")).exists();
    assertThat(bundle).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lake.bundle.0123.segment", "", "ключ"})
  void damaged_descriptions_are_found(String name) {
    BundleSegment segment =
        new BundleSegment(name, 1L << 40, -3, new BundleSegment.Counts(Integer.MAX_VALUE, 2, 1));
    byte[] bytes = segment.toBytes();

    assertThat(BundleSegment.from(bytes)).isEqualTo(segment);
    assertThat(bytes.length).isLessThan(80);
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 0x10;
      assertThatThrownBy(() -> BundleSegment.from(damaged))
          .isInstanceOf(CorruptFooterException.class);
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> BundleSegment.from(cut)).isInstanceOf(CorruptFooterException.class);
    }
    assertThatThrownBy(() -> BundleSegment.from(new byte[5_000]))
        .isInstanceOf(CorruptFooterException.class);
  }
}
