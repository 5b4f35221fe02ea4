// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.stream.SchemaContext;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Bundles in stream form, for the commands that read all of a bundle. */
final class StreamInput {
  @Option(
      names = "--context",
      paramLabel = "FILE",
      description = "The schemas that a bundle of create --mode share was written with.")
  private Path context;

  private StreamInput() {}

  /** What is done with the footers of a bundle. */
  @FunctionalInterface
  interface Work {
    void on(StreamBundleReader footers, long bytes) throws IOException;
  }

  /** Works on a bundle if it is in stream form; false if it is not, and may be in table form. */
  boolean read(FileArgument bundle, Work work) throws IOException {
    if (bundle.path() != null && !Files.isRegularFile(bundle.path())) {
      return false;
    }
    try (ByteSource source = bundle.open()) {
      if (!StreamBundleReader.isStreamForm(source)) {
        return false;
      }
      SchemaContext schemas = context == null ? null : SchemaContext.load(context);
      try (StreamBundleReader footers = StreamBundleReader.open(source, schemas)) {
        work.on(footers, source.length());
      }
      return true;
    }
  }
}
