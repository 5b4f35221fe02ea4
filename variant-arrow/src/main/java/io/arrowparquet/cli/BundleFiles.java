// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.cli.shared.RemoteOptions;
import io.arrowparquet.storage.access.ByteSinks;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import picocli.CommandLine.Option;

/** A bundle and its files as commands name them; the option is for those that read the files. */
final class BundleFiles {
  @Option(
      names = "--files-below",
      paramLabel = "FOLDER",
      converter = FileArgument.Converter.class,
      description =
          "Read files of the bundle that are below FOLDER, a path or URI, too; without it only those"
              + " below the bundle's own directory. May be repeated.")
  private List<FileArgument> elsewhere = List.of();

  private BundleFiles() {}

  /** Where a bundle is. */
  public static BundleStore store(FileArgument bundle) throws IOException {
    return bundle.path() != null
        ? BundleStore.of(bundle.path())
        : BundleStore.of(bundle.uri(), RemoteOptions.sources(), ByteSinks.defaults());
  }

  /** Where a bundle's relative paths begin: the folder that the bundle is in. */
  static BundleFolder folder(FileArgument bundle) throws IOException {
    return bundle.path() != null
        ? BundleFolder.ofBundle(bundle.path())
        : BundleFolder.of(bundle.uri(), RemoteOptions.sources());
  }

  /** As {@link #folder}, with what the user allows. */
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

  /**
   * A file of a bundle by any spelling of its path or URI.
   *
   * @throws NoSuchFileException if the bundle has no such file
   */
  static BundleEntry find(FooterBundle open, FileArgument bundle, String named) throws IOException {
    for (String name : folder(bundle).names(named)) {
      BundleEntry entry = open.find(name);
      if (entry != null) {
        return entry;
      }
    }
    throw new NoSuchFileException(bundle.toString(), null, "has no file " + named);
  }
}
