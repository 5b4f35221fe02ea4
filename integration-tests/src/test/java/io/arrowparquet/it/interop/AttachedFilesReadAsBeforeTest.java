// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Other engines ignore the extension: they read an attached file exactly as they read the original.
 */
@NeedsCorpus
class AttachedFilesReadAsBeforeTest {
  /** DuckDB takes ten seconds to decompress its strings, once as it was and once attached. */
  private static final String LARGE = "large_string_map.brotli.parquet";

  @TempDir Path folder;

  static List<Arguments> everyFileThroughEveryEngine() {
    List<Arguments> cases = new ArrayList<>();
    List<RowReader> engines =
        List.of(new ParquetJavaRows(), new DuckDbRows(), new ArrowDatasetRows());
    for (Path file : Corpus.files("data", ".parquet")) {
      for (RowReader engine : engines) {
        if (!(engine instanceof DuckDbRows && file.endsWith(LARGE))) {
          cases.add(Arguments.of(file.getFileName(), engine, file));
        }
      }
    }
    return cases;
  }

  @ParameterizedTest(name = "{0} through {1}")
  @MethodSource("everyFileThroughEveryEngine")
  void engine_reads_the_attached_file_as_the_original(Path name, RowReader engine, Path original)
      throws Exception {
    Path attached = folder.resolve(name);
    FooterAttacher.defaults().attach(original, attached);
    assertThat(FooterReader.defaults().read(attached).layout()).isEqualTo(FooterLayout.SPEC);

    assertThat(engine.read(attached)).isEqualTo(engine.read(original));
  }
}
