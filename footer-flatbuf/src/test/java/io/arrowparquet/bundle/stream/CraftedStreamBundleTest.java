// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.bundle.internal.table.Extremes;
import io.arrowparquet.bundle.stream.StreamBundleWriter.Mode;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every number of a bundle in stream form set to extremes, with the checksums made right again:
 * footers come out or exceptions of ours, in little memory.
 *
 * @see StreamBundleReader
 * @see SchemaDefReader
 */
class CraftedStreamBundleTest {
  private static final long MOST_BYTES = 32 << 20;

  @TempDir Path folder;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The first footer of {@link StreamBundles#some}. */
  private byte[] thrift;

  /** A streaming bundle of it: header, 255, definition, length, body, CRC-32, ending. */
  private byte[] bundle;

  private int bodyAt;
  private byte[] definition;
  private byte[] body;

  @BeforeEach
  void writeBundle() {
    thrift = StreamBundles.some().get("a.parquet");
    bundle = StreamBundles.streamed(Map.of("a.parquet", thrift));
    ByteCursor in = new ByteCursor(bundle, StreamHeader.LENGTH, bundle.length, 0);
    in.readVarint("schema");
    int start = in.position();
    in.readLong("header");
    in.skip(in.readVarint("length"), "definition");
    definition = Arrays.copyOfRange(bundle, start, in.position());
    int length = in.readVarint("length");
    bodyAt = in.position();
    body = Arrays.copyOfRange(bundle, bodyAt, bodyAt + length);
  }

  /** A bundle of one footer whose parts are these. */
  private byte[] bundle(byte[] ofSchema, byte[] ofFile) {
    BundleBytes out = new BundleBytes(bundle.length);
    out.writeVarint(StreamBundleWriter.NEW_SCHEMA);
    out.write(ofSchema);
    out.writeVarint(ofFile.length);
    out.write(ofFile);
    return sealed(out.toByteArray());
  }

  /** Header, these bytes, their CRC-32, and the ending. */
  private byte[] sealed(byte[] footer) {
    BundleBytes out = new BundleBytes(bundle.length);
    out.write(bundle, 0, StreamHeader.LENGTH);
    out.write(footer);
    out.writeInt(Extremes.crc(footer));
    BundleBytes ending = new BundleBytes(16);
    ending.write(footer);
    ending.writeVarint(StreamBundleWriter.END);
    ending.writeVarint(1);
    out.write(ending.array(), footer.length, ending.size() - footer.length);
    out.writeInt(Extremes.crc(ending.toByteArray()));
    return out.toByteArray();
  }

  private void assertBounded(String name, byte[] crafted, SchemaContext context) {
    long before = threads.getCurrentThreadAllocatedBytes();
    try (StreamBundleReader reader =
        StreamBundleReader.open(StreamBundles.source(crafted), context)) {
      for (BundledFooter next = reader.next(); next != null; next = reader.next()) {
        next.footer();
        next.thrift();
        next.metaData();
      }
    } catch (CorruptFooterException | InvalidRequestException expected) {
      assertThat(expected).as(name).hasMessageContaining(", expected ");
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      throw new AssertionError(name, e);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).as(name).isLessThan(MOST_BYTES);
  }

  @Test
  void a_bundle_put_together_again_is_read() throws IOException {
    assertThat(bundle(definition, body)).isEqualTo(bundle);
    assertThat(StreamBundles.readStream(bundle)).hasSize(1);
  }

  @Test
  void numbers_of_footers_and_definitions_are_checked() {
    byte[] footer = Arrays.copyOfRange(bundle, StreamHeader.LENGTH, bodyAt + body.length);
    byte[] framing = Arrays.copyOf(footer, bodyAt - StreamHeader.LENGTH);
    for (Extremes.Case varint : Extremes.varints("framing", framing)) {
      byte[] crafted = Arrays.copyOf(varint.bytes(), varint.bytes().length + body.length);
      System.arraycopy(body, 0, crafted, varint.bytes().length, body.length);
      assertBounded(varint.name(), sealed(crafted), null);
    }
    for (Extremes.Case varint : Extremes.definitions(definition)) {
      assertBounded(varint.name(), bundle(varint.bytes(), body), null);
    }
    for (Extremes.Case varint : Extremes.varints("body", body)) {
      assertBounded(varint.name(), bundle(definition, varint.bytes()), null);
    }
    for (int flags = 0; flags < 256; flags++) {
      byte[] crafted = body.clone();
      crafted[0] = (byte) flags;
      assertBounded("flags " + flags, bundle(definition, crafted), null);
    }
  }

  @ParameterizedTest
  @EnumSource
  void numbers_of_headers_are_checked(Mode mode) throws IOException {
    SchemaContext context = SchemaContext.random();
    Path file = folder.resolve("bundle");
    StreamBundles.write(
        mode == Mode.SHARE
            ? StreamBundleWriter.open(file, context)
            : StreamBundleWriter.open(file, mode),
        StreamBundles.some());
    byte[] whole = Files.readAllBytes(file);
    byte[] header = Arrays.copyOf(whole, StreamHeader.LENGTH);
    int checked = StreamHeader.LENGTH - Integer.BYTES;
    for (Extremes.Case word : Extremes.words(mode + " header", header, 0, checked, 4, 8)) {
      byte[] crafted = whole.clone();
      BundleBytes crc = new BundleBytes(4);
      crc.writeInt(Extremes.crc(Arrays.copyOf(word.bytes(), checked)));
      System.arraycopy(word.bytes(), 0, crafted, 0, checked);
      System.arraycopy(crc.array(), 0, crafted, checked, Integer.BYTES);
      assertBounded(word.name(), crafted, SchemaContext.of(context.id()));
    }
    if (mode != Mode.STREAMING) {
      walkTable(whole, context);
    }
  }

  /** The numbers of footers and schemas, and all that follows them. */
  private void walkTable(byte[] whole, SchemaContext context) {
    int start = new ByteCursor(whole, 8, 16, 0).readInt("schemas");
    byte[] table = Arrays.copyOfRange(whole, start, whole.length - Integer.BYTES);
    for (Extremes.Case varint : Extremes.varints("schemas", table)) {
      BundleBytes out = new BundleBytes(whole.length);
      out.write(whole, 0, start);
      out.write(varint.bytes());
      out.writeInt(Extremes.crc(varint.bytes()));
      assertBounded(varint.name(), out.toByteArray(), SchemaContext.of(context.id()));
    }
  }

  @Test
  void numbers_of_schema_contexts_are_checked() throws IOException {
    SchemaContext context = SchemaContext.random();
    StreamBundles.write(
        StreamBundleWriter.open(folder.resolve("bundle"), context), StreamBundles.some());
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    context.writeTo(saved);
    byte[] checked = Arrays.copyOf(saved.toByteArray(), saved.size() - Integer.BYTES);
    for (Extremes.Case varint : Extremes.varints("context", checked)) {
      BundleBytes out = new BundleBytes(checked.length);
      out.write(varint.bytes());
      out.writeInt(Extremes.crc(varint.bytes()));
      try {
        SchemaContext.read(new ByteArrayInputStream(out.toByteArray()));
      } catch (CorruptFooterException expected) {
        assertThat(expected).as(varint.name()).hasMessageContaining(", expected ");
      }
    }
  }

  @Test
  void a_maximum_bounds_footers_and_definitions() throws IOException {
    for (int maximum : new int[] {definition.length - 10, body.length - 1}) {
      assertThatThrownBy(
              () ->
                  StreamBundles.read(
                      StreamBundleReader.open("pipe", new ByteArrayInputStream(bundle), maximum)))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("at most " + maximum);
    }
    assertThat(
            StreamBundles.read(
                StreamBundleReader.open(StreamBundles.source(bundle), null, 1 << 16)))
        .hasSize(1);
  }
}
