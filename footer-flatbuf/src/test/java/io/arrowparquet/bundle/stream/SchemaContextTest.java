// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundles in share mode, and the context that they share. */
class SchemaContextTest {
  @TempDir Path folder;
  private final SchemaContext writers = SchemaContext.random();
  private Path first;
  private Path second;
  private Path third;

  /** Bundles of files with these numbers of columns. */
  @BeforeEach
  void write() throws IOException {
    first = bundle("first", 3, 4);
    second = bundle("second", 4, 5);
    third = bundle("third", 3, 5);
  }

  private Path bundle(String name, int... columns) throws IOException {
    Path file = folder.resolve(name);
    try (StreamBundleWriter writer = StreamBundleWriter.open(file, writers)) {
      for (int count : columns) {
        byte[] thrift = WideFooter.thrift(count, 1);
        writer.add(
            new BundledFile(BundledFile.Version.of("f" + count, 1), thrift.length, 0), thrift);
      }
      writer.finish();
    }
    return file;
  }

  private static List<Integer> columnCounts(Path file, SchemaContext context) throws IOException {
    List<Integer> counts = new ArrayList<>();
    for (BundledFooter footer : StreamBundles.read(StreamBundleReader.open(file, context))) {
      counts.add(footer.footer().columnCount());
    }
    return counts;
  }

  @Test
  void schemas_are_written_once_for_all_bundles() throws IOException {
    SchemaContext readers = SchemaContext.of(writers.id());

    assertThat(columnCounts(first, readers)).containsExactly(3, 4);
    assertThat(readers.generation()).isEqualTo(2);
    assertThat(columnCounts(second, readers)).containsExactly(4, 5);
    assertThat(columnCounts(third, readers)).containsExactly(3, 5);
    assertThat(readers.schemas()).isEqualTo(writers.schemas()).hasSize(3);
    // A newer context reads old bundles.
    assertThat(columnCounts(first, readers)).containsExactly(3, 4);
    assertThat(readers.generation()).isEqualTo(3);
  }

  @Test
  void a_saved_context_goes_on() throws IOException {
    Path saved = folder.resolve("context");
    writers.save(saved);

    SchemaContext loaded = SchemaContext.load(saved);
    assertThat(loaded.id()).isEqualTo(writers.id());
    assertThat(loaded.schemas()).isEqualTo(writers.schemas());
    assertThat(columnCounts(third, loaded)).containsExactly(3, 5);
  }

  @Test
  void another_or_older_context_or_none_is_an_error_that_says_so() {
    assertThatThrownBy(() -> StreamBundleReader.open(first, null))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("found none, expected " + writers.id());
    SchemaContext other = SchemaContext.random();
    assertThatThrownBy(() -> StreamBundleReader.open(first, other))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("found " + other.id() + ", expected " + writers.id());
    SchemaContext old = SchemaContext.of(writers.id());
    assertThatThrownBy(() -> StreamBundleReader.open(second, old))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith(second.toString())
        .hasMessageContaining("found 0, expected at least 2");
    assertThat(old.generation()).isZero();
  }

  @Test
  void schemas_before_the_damage_stay_in_the_context() throws IOException {
    byte[] bytes = Files.readAllBytes(first);
    int last = bytes.length - 10;
    bytes[last] ^= (byte) 1;
    SchemaContext readers = SchemaContext.of(writers.id());

    assertThatThrownBy(() -> StreamBundleReader.open(StreamBundles.source(bytes), readers))
        .isInstanceOf(CorruptFooterException.class);
    assertThat(readers.schemas()).isEqualTo(writers.schemas().subList(0, 1));
    assertThat(columnCounts(first, readers)).containsExactly(3, 4);
    assertThat(columnCounts(second, readers)).containsExactly(4, 5);
  }

  @Test
  void a_bundle_that_is_not_finished_adds_nothing_to_the_context() throws IOException {
    byte[] thrift = WideFooter.thrift(9, 1);
    Path file = folder.resolve("given up");
    try (StreamBundleWriter writer = StreamBundleWriter.open(file, writers)) {
      writer.add(StreamBundles.file("f", thrift), thrift);
    }
    assertThat(writers.generation()).isEqualTo(3);
    assertThat(file).doesNotExist();
  }

  @Test
  void two_writers_at_once_do_not_share_a_context() throws IOException {
    byte[] thrift = WideFooter.thrift(9, 1);
    Path file = folder.resolve("late");
    try (StreamBundleWriter writer = StreamBundleWriter.open(file, writers)) {
      writer.add(StreamBundles.file("f", thrift), thrift);
      bundle("early", 8);
      assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void contexts_of_one_id_that_went_apart_are_found() throws IOException {
    SchemaContext copy = SchemaContext.of(writers.id());
    columnCounts(first, copy);
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    copy.writeTo(saved);
    SchemaContext apart = SchemaContext.read(new ByteArrayInputStream(saved.toByteArray()));
    Path file = folder.resolve("apart");
    byte[] thrift = WideFooter.thrift(9, 1);
    try (StreamBundleWriter writer = StreamBundleWriter.open(file, apart)) {
      writer.add(StreamBundles.file("f", thrift), thrift);
      writer.finish();
    }

    assertThatThrownBy(() -> StreamBundleReader.open(file, writers))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("another writer");
  }

  @Test
  void each_byte_of_a_saved_context_flipped_and_each_length_cut_is_found() throws IOException {
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    writers.writeTo(saved);
    byte[] bytes = saved.toByteArray();
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      assertThatThrownBy(() -> SchemaContext.read(new ByteArrayInputStream(damaged)))
          .as("byte %d", at)
          .isInstanceOf(CorruptFooterException.class);
      byte[] cut = Arrays.copyOf(bytes, at);
      assertThatThrownBy(() -> SchemaContext.read(new ByteArrayInputStream(cut)))
          .as("length %d", at)
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  @Test
  void each_byte_of_a_shared_bundle_flipped_is_found() throws IOException {
    byte[] bundle = Files.readAllBytes(second);
    for (int at = 0; at < bundle.length; at++) {
      byte[] damaged = bundle.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      assertThatThrownBy(
              () ->
                  StreamBundles.read(
                      StreamBundleReader.open(StreamBundles.source(damaged), writers)))
          .as("byte %d", at)
          .isInstanceOfAny(CorruptFooterException.class, InvalidRequestException.class);
    }
  }
}
