// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.BundledFooter;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.bundle.stream.StreamBundleWriter;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.SchemalessFooter;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a bundle in stream form, and as what a bundle has of one file. */
class StreamBundleFuzzTest {
  private static final int HEADER = 44;

  /** A bundle of one footer, up to the length of the footer. */
  private static byte[] beginning;

  static List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (byte[] thrift : FuzzSeeds.thriftFooters()) {
      seeds.add(bundle(thrift));
      byte[] flat = bytes(SchemalessFooter.convert(thrift, 0, thrift.length).flatbuffer());
      for (int flags = 0; flags < 3; flags++) {
        seeds.add(body(flags, (flags & 1) != 0 ? thrift : flat));
      }
    }
    return seeds;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static byte[] bundle(byte[] thrift) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (StreamBundleWriter writer = StreamBundleWriter.streaming(out)) {
      writer.add(
          new BundledFile(new BundledFile.Version("f", 100, Instant.EPOCH, "tag"), 50, 1), thrift);
      writer.finish();
    }
    return out.toByteArray();
  }

  /** Flags, path "f", length 100, footer length 50, CRC-32 1, and the footer as it is. */
  private static byte[] body(int flags, byte[] footer) {
    byte[] identity = {(byte) flags, 1, 'f', 100, 50, 1, 0, 0, 0};
    byte[] body = Arrays.copyOf(identity, identity.length + footer.length);
    System.arraycopy(footer, 0, body, identity.length, footer.length);
    return body;
  }

  /** A bundle with this body and a right checksum, without which all would end there. */
  private static byte[] around(byte[] body) throws IOException {
    synchronized (StreamBundleFuzzTest.class) {
      if (beginning == null) {
        byte[] bundle = bundle(FuzzSeeds.thriftFooters().get(0));
        int schema = HEADER + 2;
        int at = schema + Long.BYTES;
        int length = 0;
        for (int shift = 0; ; shift += 7) {
          length |= (bundle[at] & 0x7F) << shift;
          if (bundle[at++] >= 0) {
            break;
          }
        }
        beginning = Arrays.copyOf(bundle, at + length);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(beginning);
    for (int rest = body.length; ; rest >>>= 7) {
      out.write(rest > 0x7F ? rest | 0x80 : rest);
      if (rest <= 0x7F) {
        break;
      }
    }
    out.write(body);
    byte[] bytes = out.toByteArray();
    CRC32 crc = new CRC32();
    crc.update(bytes, HEADER, bytes.length - HEADER);
    out.write(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt((int) crc.getValue())
            .array());
    return out.toByteArray();
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_footers_or_corrupt(byte[] bytes) throws IOException {
    read(StreamBundleReader.open("fuzz", new ByteArrayInputStream(around(bytes))));
    try {
      BufferByteSource source = new BufferByteSource("fuzz", ByteBuffer.wrap(bytes));
      read(StreamBundleReader.open(source, null));
    } catch (CorruptFooterException expected) {
      assertThat(expected.getMessage()).contains("found ", ", expected ");
    }
  }

  private static void read(StreamBundleReader reader) throws IOException {
    try (reader) {
      for (BundledFooter next = reader.next(); next != null; next = reader.next()) {
        use(next);
      }
    } catch (CorruptFooterException expected) {
      assertThat(expected.getMessage()).contains("found ", ", expected ");
    }
  }

  private static void use(BundledFooter footer) {
    try {
      FooterWalk.over(footer.footer());
    } catch (CorruptFooterException expected) {
      assertThat(expected.getMessage()).startsWith(footer.file().path());
    }
    footer.metaData();
  }
}
