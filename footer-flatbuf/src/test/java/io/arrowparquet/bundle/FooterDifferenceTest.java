// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
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

/** Footers compared field by field. */
class FooterDifferenceTest {
  @TempDir Path folder;

  @Test
  void equal_footers_have_none() {
    byte[] footer = WideFooter.thrift(3, 2);

    assertThat(FooterDifference.first(footer, footer.clone())).isNull();
  }

  @Test
  void first_field_that_differs_is_named() {
    assertThat(FooterDifference.first(WideFooter.thrift(3, 2), WideFooter.thrift(4, 2)).field())
        .isEqualTo("schema[0].num_children");
    FooterDifference rows =
        FooterDifference.first(WideFooter.thrift(3, 2), WideFooter.thrift(3, 3));
    assertThat(rows.field()).isEqualTo("num_rows");
    assertThat(rows.toString()).contains("in the bundle", "in the file");
  }

  @Test
  void each_flipped_byte_makes_a_difference_or_no_struct() {
    byte[] footer = WideFooter.thrift(2, 1);
    for (int i = 0; i < footer.length; i++) {
      byte[] other = footer.clone();
      other[i] ^= 1;
      try {
        FooterDifference found = FooterDifference.first(footer, other);
        assertThat(found).as("byte %d", i).isNotNull();
        assertThat(found.field()).isNotEmpty();
      } catch (CorruptFooterException expected) {
        assertThat(expected).hasMessageContaining("expected");
      }
    }
  }

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
    new BundleWriter(new LocalBundleStore(path), BundleOptions.defaults()).create(inputs, false);

    try (FooterBundle bundle = FooterBundle.open(path)) {
      FooterBundle.Footers footers = bundle.footers(null);
      for (BundleInput input : inputs) {
        BundleEntry entry = bundle.find(input.path());
        try (ByteSource source = PathByteSource.open(Path.of("/").resolve(input.path()))) {
          byte[] found = RawFooter.read(source).struct();
          assertThat(FooterDifference.first(footers.thrift(entry), found))
              .as(input.path())
              .isNull();
        }
        assertThat(Files.size(Path.of(input.path()))).isEqualTo(entry.file().length());
      }
      assertThat(bundle.fileCount()).isEqualTo(files.size());
    }
  }
}
