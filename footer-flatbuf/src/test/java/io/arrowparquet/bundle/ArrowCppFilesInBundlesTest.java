// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.arrowparquet.footer.internal.thrift.RecordDifference;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Footers of Arrow C++ as bundles keep them.
 *
 * @see BundleWriter
 */
class ArrowCppFilesInBundlesTest {
  @TempDir Path folder;

  @Test
  void files_with_footers_of_arrow_cpp_are_in_a_bundle_as_they_are() throws IOException {
    List<Path> files = new ArrayList<>(OtherWritersFiles.arrowCpp("written"));
    files.addAll(OtherWritersFiles.arrowCpp("appended"));
    assumeThat(files).as("files in the folder cpp-footers beside the corpus").isNotEmpty();
    List<BundleInput> inputs = new ArrayList<>();
    for (Path file : files) {
      inputs.add(BundleInput.of(folder, file));
    }
    Path path = folder.resolve("bundle");
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults()).write(inputs, false);

    try (FooterBundle bundle = FooterBundle.open(path)) {
      FooterBundle.Footers footers = bundle.footers(null);
      for (BundleInput input : inputs) {
        BundleEntry entry = bundle.find(input.path());
        try (ByteSource source = PathByteSource.open(Path.of("/").resolve(input.path()))) {
          byte[] found = RawFooter.read(source).struct();
          assertThat(RecordDifference.first(footers.thrift(entry), found))
              .as(input.path())
              .isNull();
        }
        assertThat(Files.size(Path.of(input.path()))).isEqualTo(entry.file().length());
      }
      assertThat(bundle.fileCount()).isEqualTo(files.size());
    }
  }
}
