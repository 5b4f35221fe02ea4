// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.parquet.column.ParquetProperties.WriterVersion;

/**
 * Random rows, and random {@linkplain StatisticsLie lies} about them: what {@link
 * StatisticsLiesTest} demands. A chunk has one lie at most, since a lie that all facts of a chunk
 * agree on cannot be found out.
 *
 * @see io.arrowparquet.footer.internal.statistics.TrustedStatistics
 */
class StatisticsLiesPropertyTest {
  private static final List<StatisticsLie> LIES = List.of(StatisticsLie.values());
  private static final int ROW_GROUPS = 3;
  private static final int PAGES = 3;

  @Property(tries = 15, shrinking = ShrinkingMode.OFF)
  void lies_cost_no_row(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    Path folder = Files.createTempDirectory("lies");
    Path file = folder.resolve("lies.parquet");
    WriterVersion version =
        random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
    new FilterFile(seed).write(file, version, random.nextBoolean());
    List<String> told = tellLies(file, random);

    try {
      StatisticsLiesTest.sameEverywhere(folder, file, StatisticsLiesTest.predicates(seed, 25));
    } catch (AssertionError e) {
      throw new AssertionError("after " + told, e);
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path written : files.toList()) {
        Files.delete(written);
      }
    }
    Files.delete(folder);
  }

  private static List<String> tellLies(Path file, Random random) throws IOException {
    List<String> told = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < ROW_GROUPS; rowGroup++) {
      for (String column : StatisticsLiesTest.columns()) {
        StatisticsLie lie = LIES.get(random.nextInt(LIES.size()));
        int page = random.nextInt(PAGES);
        if (random.nextBoolean() && lie.tell(file, rowGroup, column, page)) {
          told.add(lie + " of page " + page + ", column " + column + ", row group " + rowGroup);
        }
      }
    }
    return told;
  }
}
