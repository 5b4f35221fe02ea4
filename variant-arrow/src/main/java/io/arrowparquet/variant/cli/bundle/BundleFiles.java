// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.bundle;

import io.arrowparquet.footer.bundle.BundleFolder;
import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.footer.bundle.BundleStore;
import io.arrowparquet.footer.bundle.LocalBundleStore;
import io.arrowparquet.footer.bundle.ObjectBundleStore;
import io.arrowparquet.footer.io.UriSinks;
import io.arrowparquet.footer.io.UriSources;
import io.arrowparquet.variant.cli.shared.FileArgument;
import io.arrowparquet.variant.cli.shared.ParquetFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A bundle and its files as commands name them. */
public final class BundleFiles {
  private BundleFiles() {}

  /** Where a bundle is. */
  public static BundleStore store(FileArgument bundle) {
    return bundle.path() != null
        ? new LocalBundleStore(bundle.path())
        : new ObjectBundleStore(bundle.uri(), UriSources.create(), UriSinks.create());
  }

  /** Where a bundle's relative paths begin: the folder that the bundle is in. */
  public static BundleFolder folder(FileArgument bundle) {
    if (bundle.path() == null) {
      return BundleFolder.of(bundle.uri(), UriSources.create());
    }
    Path absolute = bundle.path().toAbsolutePath();
    return BundleFolder.of(absolute.getParent() == null ? absolute : absolute.getParent());
  }

  /** The files, and those below directories and prefixes, as inputs of a bundle. */
  static List<BundleInput> inputs(BundleFolder folder, ParquetFiles named) throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    for (FileArgument file : named.arguments()) {
      file.requireFile();
      inputs.add(file.path() != null ? folder.input(file.path()) : folder.input(file.entry()));
    }
    return inputs;
  }
}
