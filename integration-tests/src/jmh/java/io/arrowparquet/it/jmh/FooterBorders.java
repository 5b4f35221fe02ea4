// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What it takes to open a footer in each layout and read the statistics of some columns, by the
 * bytes of the Thrift footer: where {@link FooterLayout#AUTO} has its borders.
 *
 * <pre>
 *   mvn -Pbench -Dquick -DskipTests verify -Dbench= -Dbench.main=io.arrowparquet.it.jmh.FooterBorders
 * </pre>
 *
 * <p>The least time of this thread's processor of many rounds, the layouts in both orders.
 */
public final class FooterBorders {
  private static final List<FooterLayout> LAYOUTS =
      List.of(FooterLayout.THRIFT, FooterLayout.INDEX, FooterLayout.SPEC);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MIN_NANOS = 10_000_000;
  private static final int ROUNDS = 10;
  private static final int FIRST_PAGE = 4;

  private FooterBorders() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println(
        "columns\tgroups\twanted\tThrift bytes\tbytes and us of thrift, index, spec");
    for (int groups : new int[] {1, 10, 100}) {
      for (int columns : new int[] {5, 10, 20, 40, 80, 160, 320, 640, 1280, 5120}) {
        if ((long) columns * groups <= 1 << 16) {
          byte[] thrift = WideFooters.doubles(columns, groups);
          for (int wanted : new int[] {1, 5}) {
            measure(thrift, columns, groups, wanted);
          }
        }
      }
    }
  }

  private static void measure(byte[] thrift, int columns, int groups, int wanted)
      throws IOException {
    List<String> names =
        IntStream.range(0, wanted).mapToObj(i -> "column_" + i * (columns / wanted)).toList();
    Map<FooterLayout, byte[]> files = new EnumMap<>(FooterLayout.class);
    Map<FooterLayout, Double> least = new EnumMap<>(FooterLayout.class);
    for (FooterLayout layout : LAYOUTS) {
      ByteBuffer ending = new FooterEnding(layout, true, true).of("f", thrift, FIRST_PAGE);
      byte[] file = new byte[FIRST_PAGE + ending.remaining()];
      ending.get(file, FIRST_PAGE, ending.remaining());
      files.put(layout, file);
      least.put(layout, Double.MAX_VALUE);
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < LAYOUTS.size(); i++) {
        FooterLayout layout = LAYOUTS.get(round % 2 == 0 ? i : LAYOUTS.size() - 1 - i);
        least.merge(layout, nanos(files.get(layout), names), Math::min);
      }
    }
    StringBuilder line = new StringBuilder();
    line.append(columns).append('\t').append(groups).append('\t').append(wanted);
    line.append('\t').append(thrift.length);
    for (FooterLayout layout : LAYOUTS) {
      int more = files.get(layout).length - files.get(FooterLayout.THRIFT).length;
      line.append(String.format("\t%d %.1f", more, least.get(layout) / 1000));
    }
    System.out.println(line);
  }

  private static double nanos(byte[] file, List<String> names) throws IOException {
    int runs = 0;
    long sum = 0;
    long start = THREADS.getCurrentThreadCpuTime();
    long now = start;
    while (now - start < MIN_NANOS) {
      for (int i = 0; i < 4; i++) {
        sum += read(file, names);
        runs++;
      }
      now = THREADS.getCurrentThreadCpuTime();
    }
    if (sum == 0) {
      throw new IllegalStateException("nothing was read");
    }
    return (double) (now - start) / runs;
  }

  private static long read(byte[] file, List<String> names) throws IOException {
    FlatFooter footer =
        FooterReader.defaults()
            .withColumns(names)
            .read(new BufferByteSource("f", ByteBuffer.wrap(file)))
            .footer();
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    long sum = 0;
    for (String name : names) {
      int column = footer.findColumn(name);
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        sum += footer.chunk(group, column, chunk).totalCompressedSize();
        sum += chunk.statistics(statistics).minDouble() == 0 ? 1 : 2;
      }
    }
    return sum;
  }
}
