// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.bundle;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.stream.SchemaContext;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.RemoteOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

public final class BundleFiles {
  @Option(
      names = "--files-below",
      paramLabel = "FOLDER",
      converter = FileArgument.Converter.class,
      description =
          "Read files of the bundle that are below FOLDER, a path or URI, too; without it only those"
              + " below the bundle's own directory. May be repeated.")
  private List<FileArgument> elsewhere = List.of();

  public static BundleStore store(FileArgument bundle) throws IOException {
    return bundle.path() != null
        ? BundleStore.of(bundle.path())
        : BundleStore.of(bundle.uri(), RemoteOptions.sources(), ByteSinks.defaults());
  }

  static BundleFolder folder(FileArgument bundle) throws IOException {
    return bundle.path() != null
        ? BundleFolder.ofBundle(bundle.path(), RemoteOptions.sources())
        : BundleFolder.of(bundle.uri(), RemoteOptions.sources());
  }

  public BundleFolder allowed(FileArgument bundle) throws IOException {
    BundleFolder folder = folder(bundle);
    for (FileArgument other : elsewhere) {
      folder =
          other.path() != null
              ? folder.withFilesBelow(other.path())
              : folder.withFilesBelow(other.uri());
    }
    return folder;
  }

  static BundleEntry find(FooterBundle open, FileArgument bundle, String named) throws IOException {
    for (String name : folder(bundle).names(named)) {
      BundleEntry entry = open.find(name);
      if (entry != null) {
        return entry;
      }
    }
    throw new NoSuchFileException(bundle.toString(), null, "has no file " + named);
  }

  static final class StreamInput {
    @Option(
        names = "--context",
        paramLabel = "FILE",
        description = "The schemas that a bundle of create --mode share was written with.")
    private Path context;

    @FunctionalInterface
    interface Work {
      void on(StreamBundleReader footers, long bytes) throws IOException;
    }

    /** False if the bundle may be in table form. */
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
}
