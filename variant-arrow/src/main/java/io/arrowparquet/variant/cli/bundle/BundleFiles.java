// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.bundle;

import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.variant.cli.shared.ParquetFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of a bundle as its commands name them. */
final class BundleFiles {
  private BundleFiles() {}

  /** Where a bundle's relative paths begin: the folder that the bundle is in. */
  static Path folderOf(Path bundle) {
    Path parent = bundle.toAbsolutePath().getParent();
    return parent == null ? bundle.toAbsolutePath() : parent;
  }

  /** The files, and those below directories, as inputs of a bundle. */
  static List<BundleInput> inputs(Path bundle, List<Path> named) throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    for (Path file : ParquetFiles.expand(named)) {
      ParquetFiles.requireFile(file);
      inputs.add(BundleInput.of(folderOf(bundle), file));
    }
    return inputs;
  }
}
