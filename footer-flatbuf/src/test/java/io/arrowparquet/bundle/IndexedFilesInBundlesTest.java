// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Footers with an index as bundles keep them: without it, as the bundle finds columns itself.
 *
 * @see BundleWriter
 */
class IndexedFilesInBundlesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 40, 1_000})
  void footers_of_indexed_files_are_those_that_the_index_was_made_of(int columns)
      throws IOException {
    byte[] thrift = WideFooter.thrift(columns, 3);
    List<BundleInput> inputs = new ArrayList<>();
    for (FooterLayout layout : List.of(FooterLayout.INDEX, FooterLayout.THRIFT)) {
      ByteBuffer ending = new FooterEnding(layout, true, false).of("file", thrift, 4);
      byte[] bytes = new byte[4 + ending.remaining()];
      ByteBuffer.wrap(bytes).put("PAR1".getBytes(StandardCharsets.US_ASCII)).put(ending);
      Path file = Files.write(folder.resolve(layout + ".parquet"), bytes);
      assertThat(FooterReader.defaults().read(file).layout()).isEqualTo(layout);
      inputs.add(BundleInput.of(folder, file));
    }
    Path path = folder.resolve("bundle");
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults()).write(inputs, false);

    try (FooterBundle bundle = FooterBundle.open(path)) {
      FooterBundle.Footers footers = bundle.footers(null);
      for (BundleInput input : inputs) {
        BundleEntry entry = bundle.find(input.path());
        assertThat(footers.thrift(entry)).as(input.path()).isEqualTo(thrift);
        assertThat(entry.file().length()).isEqualTo(input.version().length());
      }
    }
  }
}
