// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.schema.BundledFile;
import io.arrowparquet.bundle.stream.SchemaContext;
import io.arrowparquet.bundle.stream.StreamBundleWriter;
import io.arrowparquet.bundle.stream.StreamMode;
import io.arrowparquet.cli.shared.OutputArgument;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.RawFooter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes a bundle in stream form. */
final class StreamCreation {
  private StreamCreation() {}

  /**
   * Writes a bundle.
   *
   * @param overwrite whether one that is there is replaced
   * @param mode name of a {@link StreamMode}
   * @param contextFile of share mode, made if it is not there; null in other modes
   */
  static void create(
      OutputArgument output,
      boolean overwrite,
      String mode,
      Path contextFile,
      List<BundleInput> inputs,
      InputReading reading)
      throws IOException {
    if (output.path() != null) {
      create(output.path(), mode, contextFile, inputs, reading);
      return;
    }
    // The header of normal mode is written last, which objects do not allow.
    Path file = Files.createTempFile("arrowparquet", ".bundle");
    try {
      create(file, mode, contextFile, inputs, reading);
      try (ByteSource source = ByteSources.path(file);
          ByteSink sink = output.open(overwrite)) {
        sink.writeFrom(source, source.length());
        sink.commit();
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void create(
      Path output, String mode, Path contextFile, List<BundleInput> inputs, InputReading reading)
      throws IOException {
    SchemaContext context = null;
    if (contextFile != null) {
      context =
          Files.exists(contextFile) ? SchemaContext.load(contextFile) : SchemaContext.create();
    }
    try (StreamBundleWriter writer =
        context != null
            ? StreamBundleWriter.create(output, context)
            : StreamBundleWriter.create(
                output, StreamMode.valueOf(mode.toUpperCase(Locale.ROOT)))) {
      long done = 0;
      for (BundleInput input : inputs) {
        add(writer, input, reading);
        reading.progress().done(++done);
      }
      if (context != null) {
        writer.finish(contextFile);
      } else {
        writer.finish();
      }
    }
  }

  private static void add(StreamBundleWriter writer, BundleInput input, InputReading reading)
      throws IOException {
    RawFooter raw;
    try (ByteSource source = input.opener().open()) {
      raw = RawFooter.read(source);
    } catch (IOException e) {
      reading.skipOrThrow(e);
      return;
    } catch (CorruptFooterException e) {
      reading.skipOrThrow(e);
      return;
    }
    BundledFile file =
        new BundledFile(
            input.path(),
            raw.fileLength(),
            input.modified(),
            input.etag(),
            raw.length(),
            raw.crc32());
    try {
      writer.add(file, raw.struct());
    } catch (CorruptFooterException e) {
      reading.skipOrThrow(e);
    }
  }
}
