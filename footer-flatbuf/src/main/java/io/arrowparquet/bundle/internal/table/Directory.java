// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BatchWriter;
import io.arrowparquet.bundle.internal.BlockWriter;
import java.util.ArrayList;
import java.util.List;

/** The directory of a segment being written: pages of files in the order of paths. */
final class Directory {
  private final BlockWriter files = new BlockWriter(FileFields.SHAPE);
  private final List<BlockWriter.Block> pages = new ArrayList<>();
  private final List<String> firstPaths = new ArrayList<>();
  private final BatchWriter batches;
  private String lastPath;
  private long count;

  Directory(BatchWriter batches) {
    this.batches = batches;
  }

  long count() {
    return count;
  }

  /** Adds a file; its number is how many there were before. */
  void add(FileRow row) {
    String path = row.file().path();
    if (lastPath != null && BundleFormat.comparePaths(lastPath, path) >= 0) {
      throw new IllegalArgumentException(
          "files must come in the order of their paths, each once: " + path);
    }
    lastPath = path;
    if (files.rows() == 0) {
      firstPaths.add(path);
    }
    row.addTo(files);
    count++;
    if (files.rows() == BundleFormat.FILES_PER_PAGE) {
      pages.add(files.finish(batches));
    }
  }

  /** The pages; no file is added afterwards. */
  List<BlockWriter.Block> finish() {
    if (files.rows() > 0) {
      pages.add(files.finish(batches));
    }
    return pages;
  }

  /** The first path of each page. */
  List<String> firstPaths() {
    return firstPaths;
  }
}
