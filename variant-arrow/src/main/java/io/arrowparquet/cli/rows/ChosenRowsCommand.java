// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.UsageErrors;
import io.arrowparquet.cli.rows.TableInput.Table;
import io.arrowparquet.dataset.ParquetFragment;
import io.arrowparquet.parquet.options.RowPositions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Some rows: the first, some of all, those with given numbers. */
public abstract class ChosenRowsCommand extends TableCommand {

  @Command(name = "head", description = "Print the first rows.")
  public static final class Head extends ChosenRowsCommand {
    @Option(
        names = {"-n", "--rows"},
        paramLabel = "N",
        defaultValue = "10",
        description = "How many (default: ${DEFAULT-VALUE}).")
    private long count;

    @Override
    public Integer call() throws Exception {
      UsageErrors.requireNotNegative(spec, "--rows", count);
      Table table = open(count);
      if (table == null) {
        return INPUT;
      }
      scan(table, count);
      return DONE;
    }
  }

  @Command(
      name = "sample",
      description = "Print rows chosen at random, each as likely as any other, in their order.")
  public static final class Sample extends ChosenRowsCommand {
    @Option(
        names = {"-n", "--rows"},
        paramLabel = "N",
        defaultValue = "10",
        description = "How many (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
        names = "--seed",
        paramLabel = "NUMBER",
        description = "Choose the rows that were chosen with this number before.")
    private Long seed;

    @Override
    public Integer call() throws Exception {
      UsageErrors.requireNotNegative(spec, "--rows", count);
      if (input.hasCondition()) {
        throw wrong("sample chooses among all rows; give it without --where");
      }
      Table table = open(Long.MAX_VALUE);
      if (table == null) {
        return INPUT;
      }
      scan(parts(table), Long.MAX_VALUE);
      return DONE;
    }

    /** The rows chosen of each file. */
    private List<Table> parts(Table table) throws Exception {
      long[] ends = new long[table.files().files().size()];
      for (ParquetFragment rowGroup : table.files().fragments()) {
        ends[rowGroup.file()] += rowGroup.rows();
      }
      for (int file = 1; file < ends.length; file++) {
        ends[file] += ends[file - 1];
      }
      long all = ends.length == 0 ? 0 : ends[ends.length - 1];
      NavigableSet<Long> chosen = chosen(all);
      List<Table> parts = new ArrayList<>();
      for (int file = 0; file < ends.length; file++) {
        long start = file == 0 ? 0 : ends[file - 1];
        long[] rows =
            chosen.subSet(start, ends[file]).stream().mapToLong(row -> row - start).toArray();
        if (rows.length > 0 || parts.isEmpty()) {
          Table part = ends.length == 1 ? table : input.part(table, file);
          parts.add(part.with(part.options().withRows(RowPositions.of(rows))));
        }
      }
      return parts;
    }

    /** Floyd's algorithm: for a number that was drawn before, the last one is taken. */
    private NavigableSet<Long> chosen(long all) {
      SplittableRandom random = seed == null ? new SplittableRandom() : new SplittableRandom(seed);
      NavigableSet<Long> chosen = new TreeSet<>();
      for (long last = Math.max(0, all - count); last < all; last++) {
        if (!chosen.add(random.nextLong(last + 1))) {
          chosen.add(last);
        }
      }
      return chosen;
    }
  }

  @Command(name = "rows", description = "Print the rows of a file with these numbers, from 0 on.")
  public static final class At extends ChosenRowsCommand {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,18})(?:\\.\\.(\\d{1,18}))?");

    @Option(
        names = "--at",
        paramLabel = "N,M..K",
        required = true,
        split = ",",
        description = "Numbers, and ranges with their last row, in any order.")
    private List<String> numbers;

    @Override
    public Integer call() throws Exception {
      RowPositions rows = positions();
      Table table = open(Long.MAX_VALUE);
      if (table == null) {
        return INPUT;
      }
      int files = table.files().files().size();
      if (files != 1) {
        throw wrong("rows are numbered in one file, not in " + files);
      }
      scan(table.with(table.options().withRows(rows)), Long.MAX_VALUE);
      return DONE;
    }

    private RowPositions positions() {
      List<long[]> ranges = new ArrayList<>();
      for (String text : numbers) {
        Matcher number = NUMBERS.matcher(text.strip());
        if (!number.matches()) {
          throw wrong("--at: expected a number or a range as 10..19, not '" + text + "'");
        }
        long first = Long.parseLong(number.group(1));
        long last = number.group(2) == null ? first : Long.parseLong(number.group(2));
        if (last < first) {
          throw wrong("--at: " + text + " has no row: the last one is before the first");
        }
        ranges.add(new long[] {first, last + 1});
      }
      ranges.sort(Comparator.comparingLong(range -> range[0]));
      List<long[]> joined = new ArrayList<>();
      for (long[] range : ranges) {
        long[] before = joined.isEmpty() ? null : joined.get(joined.size() - 1);
        if (before != null && range[0] <= before[1]) {
          before[1] = Math.max(before[1], range[1]);
        } else {
          joined.add(range);
        }
      }
      return RowPositions.ofRanges(joined.stream().flatMapToLong(LongStream::of).toArray());
    }
  }
}
