// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.storage.internal.MappedByteSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A mapped file that becomes shorter while its footer is read.
 *
 * @see MappedByteSource
 * @see FooterReader
 */
class TruncatedMappingTest {
  /** Of text that cannot be compressed. */
  private static final int FOOTER_BYTES = 4 * MappedByteSource.LEAST_MAPPED;

  /** Ways to read, lengths that are left, and kinds of mappings. */
  private static final int OPENED_EACH = 5 * 3 * 2;

  @TempDir Path folder;

  @Test
  void file_truncated_while_it_opens_is_an_exception_and_does_not_end_the_process()
      throws Exception {
    byte[] random = new byte[FOOTER_BYTES];
    new Random(1).nextBytes(random);
    Path plain =
        ParquetJavaFile.write(
            folder.resolve("plain.parquet"),
            Map.of("key", Base64.getEncoder().encodeToString(random)));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + folder.resolve("error")));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(TruncatedMapping.class.getName(), plain.toString()));
    for (FooterLayout layout : List.of(FooterLayout.SPEC, FooterLayout.ARROW_CPP)) {
      Path file = folder.resolve(layout.label() + ".parquet");
      FooterAttacher.defaults().withLayout(layout).attach(plain, file);
      command.add(file.toString());
    }
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    int exitCode = process.waitFor();
    List<String> lines = Files.readAllLines(printed);

    assertThat(exitCode).as(String.join("\n", lines)).isZero();
    assertThat(lines.get(lines.size() - 1)).isEqualTo(TruncatedMapping.ENDED);
    assertThat(lines.subList(0, lines.size() - 1))
        .hasSize(3 * OPENED_EACH)
        .containsOnly(TruncatedMapping.NAMED);
  }
}
