// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.stream.StreamBundleWriter.Mode;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bundles for tests, and what is read of them. */
final class StreamBundles {
  private static final Instant TIME = Instant.parse("2026-03-04T05:06:07.089012345Z");

  private StreamBundles() {}

  /** Footers of three files, the last one with another schema. */
  static Map<String, byte[]> some() {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    footers.put("a.parquet", WideFooter.thrift(2, 1));
    footers.put("b/c.parquet", WideFooter.thrift(2, 2));
    footers.put("d.parquet", WideFooter.thrift(1, 1));
    return footers;
  }

  /** Times and tags that some files have and others do not. */
  static BundledFile file(String path, byte[] thrift) {
    int kind = path.length() % 4;
    return new BundledFile(
        new BundledFile.Version(
            path,
            1_000_000_000_000L + thrift.length,
            (kind & 1) == 0 ? TIME : null,
            (kind & 2) == 0 ? "\"tag of " + path + '"' : null),
        thrift.length,
        -thrift.length);
  }

  static void write(StreamBundleWriter writer, Map<String, byte[]> footers) throws IOException {
    try (writer) {
      for (Map.Entry<String, byte[]> footer : footers.entrySet()) {
        writer.add(file(footer.getKey(), footer.getValue()), footer.getValue());
      }
      writer.finish();
    }
  }

  /** The bytes of a bundle in normal or streaming mode. */
  static byte[] bytes(Path folder, Mode mode, Map<String, byte[]> footers) throws IOException {
    Path file = folder.resolve(mode + ".apfs");
    write(StreamBundleWriter.open(file, mode), footers);
    return Files.readAllBytes(file);
  }

  static byte[] streamed(Map<String, byte[]> footers) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      write(StreamBundleWriter.streaming(out), footers);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static BufferByteSource source(byte[] bytes) {
    return new BufferByteSource("bundle", ByteBuffer.wrap(bytes));
  }

  static List<BundledFooter> read(StreamBundleReader reader) throws IOException {
    List<BundledFooter> footers = new ArrayList<>();
    try (reader) {
      for (BundledFooter next = reader.next(); next != null; next = reader.next()) {
        footers.add(next);
      }
    }
    return footers;
  }

  static List<BundledFooter> readStream(byte[] bytes) throws IOException {
    return read(StreamBundleReader.open("pipe", new ByteArrayInputStream(bytes)));
  }
}
