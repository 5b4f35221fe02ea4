// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.stream.StreamBundleWriter.Mode;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.RandomFooter;
import io.arrowparquet.footer.convert.ThriftTree;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bundles written to a stream and read from it.
 *
 * @see StreamBundleWriter
 * @see StreamBundleReader
 */
class StreamBundleTest {
  @TempDir Path folder;

  private static void assertComplete(List<BundledFooter> found, Map<String, byte[]> footers) {
    assertThat(found).hasSameSizeAs(footers.keySet());
    int i = 0;
    for (Map.Entry<String, byte[]> expected : footers.entrySet()) {
      BundledFooter footer = found.get(i++);
      byte[] thrift = expected.getValue();
      assertThat(footer.file()).isEqualTo(StreamBundles.file(expected.getKey(), thrift));
      assertThat(ThriftTree.of(footer.thrift()))
          .as(expected.getKey())
          .isEqualTo(ThriftTree.of(thrift));
      FlatFooter flat = footer.footer();
      FlatFooter.verify(flat.flatbuffer());
      assertThat(footer.metaData())
          .isEqualTo(FileMetaDataCodec.STRUCT.read(new CompactReader(thrift)));
      assertThat(flat.numRows()).isEqualTo(footer.metaData().numRows());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NORMAL", "STREAMING"})
  void footers_of_the_corpus_come_back_field_by_field(Mode mode) throws IOException {
    Map<String, byte[]> footers = CorpusFooters.all();
    byte[] bundle = StreamBundles.bytes(folder, mode, footers);

    assertComplete(
        StreamBundles.read(StreamBundleReader.open(StreamBundles.source(bundle), null)), footers);
  }

  @Property(tries = 20)
  void random_footers_come_back_field_by_field(@ForAll long seed) throws IOException {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (int i = 0; i < 3; i++) {
      footers.put("file" + i, RandomFooter.thrift(seed + i));
    }

    assertComplete(StreamBundles.readStream(StreamBundles.streamed(footers)), footers);
  }

  @Test
  void a_schema_is_stored_once() throws IOException {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      footers.put("f" + i, WideFooter.thrift(100 + i % 2, 1));
    }
    byte[] bundle = StreamBundles.bytes(folder, Mode.NORMAL, footers);

    try (StreamBundleReader reader = StreamBundleReader.open(StreamBundles.source(bundle), null)) {
      assertThat(reader.mode()).isEqualTo(Mode.NORMAL);
      assertThat(reader.schemas()).hasSize(2);
      assertThat(reader.next().schema()).isSameAs(reader.schemas().get(0));
    }
    assertThat(bundle.length)
        .isLessThan(footers.values().stream().mapToInt(thrift -> thrift.length).sum());
  }

  @Test
  void a_bundle_goes_through_a_pipe() throws Exception {
    PipedOutputStream out = new PipedOutputStream();
    try (PipedInputStream in = new PipedInputStream(out, 100)) {
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(
              () -> {
                try (OutputStream pipe = out) {
                  StreamBundles.write(StreamBundleWriter.streaming(pipe), StreamBundles.some());
                  pipe.write(77);
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      assertComplete(StreamBundles.read(StreamBundleReader.open("pipe", in)), StreamBundles.some());
      assertThat(in.read()).as("the byte behind the bundle").isEqualTo(77);
      writing.get();
    }
  }

  @Test
  void unknown_fields_and_signatures_come_back() throws IOException {
    byte[] plain = WideFooter.thrift(2, 1);
    byte[] unknown = Arrays.copyOf(plain, plain.length + 3);
    // An i32 field with id 42, then the stop byte.
    System.arraycopy(new byte[] {0x05, 84, 2, 0}, 0, unknown, plain.length - 1, 4);
    byte[] signed = Arrays.copyOf(plain, plain.length + 28);
    Arrays.fill(signed, plain.length, signed.length, (byte) 7);

    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StreamBundles.write(StreamBundleWriter.streaming(out), Map.of("unknown", unknown));
    assertThat(StreamBundles.readStream(out.toByteArray()).get(0).thrift()).isEqualTo(unknown);

    out.reset();
    StreamBundles.write(StreamBundleWriter.streaming(out), Map.of("signed", signed));
    BundledFooter footer = StreamBundles.readStream(out.toByteArray()).get(0);
    assertThat(footer.thrift()).isEqualTo(signed);
    assertThat(footer.footer().columnCount()).isEqualTo(2);
  }

  @Test
  void a_bundle_without_files_is_one() throws IOException {
    assertThat(StreamBundles.readStream(StreamBundles.streamed(Map.of()))).isEmpty();
    byte[] normal = StreamBundles.bytes(folder, Mode.NORMAL, Map.of());
    assertThat(StreamBundles.read(StreamBundleReader.open(StreamBundles.source(normal), null)))
        .isEmpty();
  }

  @Test
  void a_damaged_footer_is_refused_by_name_and_others_follow() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (StreamBundleWriter writer = StreamBundleWriter.streaming(out)) {
      byte[] thrift = WideFooter.thrift(2, 1);
      BundledFile file = StreamBundles.file("good", thrift);
      assertThatThrownBy(
              () ->
                  writer.add(
                      StreamBundles.file("bad", thrift), Arrays.copyOf(thrift, thrift.length / 2)))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageStartingWith("bad: ");
      writer.add(file, thrift);
      writer.finish();
      assertThatThrownBy(() -> writer.add(file, thrift)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    }
    assertThat(StreamBundles.readStream(out.toByteArray())).hasSize(1);
  }

  @Test
  void a_file_that_is_not_finished_is_what_it_was() throws IOException {
    Path file = folder.resolve("bundle");
    StreamBundles.write(StreamBundleWriter.open(file, Mode.NORMAL), StreamBundles.some());
    byte[] before = Files.readAllBytes(file);
    try (StreamBundleWriter writer = StreamBundleWriter.open(file, Mode.NORMAL)) {
      writer.add(StreamBundles.file("x", new byte[0]), WideFooter.thrift(1, 1));
    }

    assertThat(file).hasBinaryContent(before);
    assertThat(folder).isDirectoryContaining(path -> path.equals(file));
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void a_writer_whose_stream_failed_finishes_nothing() throws IOException {
    OutputStream full =
        new OutputStream() {
          private int left = 200;

          @Override
          public void write(int b) throws IOException {
            if (left-- == 0) {
              throw new IOException("no space left");
            }
          }
        };
    byte[] thrift = WideFooter.thrift(20, 1);
    try (StreamBundleWriter writer = StreamBundleWriter.streaming(full)) {
      assertThatThrownBy(() -> writer.add(StreamBundles.file("f", thrift), thrift))
          .hasMessage("no space left");
      assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void only_streaming_mode_is_read_from_a_stream() throws IOException {
    byte[] normal = StreamBundles.bytes(folder, Mode.NORMAL, StreamBundles.some());

    assertThatThrownBy(() -> StreamBundleReader.open("pipe", new ByteArrayInputStream(normal)))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("NORMAL");
  }
}
