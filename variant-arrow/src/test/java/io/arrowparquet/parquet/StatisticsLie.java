// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.model.BinaryValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;

/**
 * Wrong facts about a column chunk or one of its pages, each of which another fact of the file
 * contradicts, or which says less than the truth. Each is told of a chunk whose other facts are
 * true, and only where it is wrong.
 */
enum StatisticsLie {
  ALL_NULL_BESIDE_BOUNDS {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      Statistics statistics = file.statistics(rowGroup, column);
      statistics.setNull_count(file.numValues(rowGroup, column));
      return statistics.isSetMin_value();
    }
  },
  ALL_NULL_BESIDE_A_DISTINCT_VALUE {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      boolean wrong = file.statistics(rowGroup, column).isSetMin_value();
      unsetBounds(file.statistics(rowGroup, column))
          .setNull_count(file.numValues(rowGroup, column))
          .setDistinct_count(1);
      return wrong;
    }
  },
  ALL_NULL_BESIDE_LEVELS {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      boolean wrong = setLevels(file, rowGroup, column);
      unsetBounds(file.statistics(rowGroup, column))
          .setNull_count(file.numValues(rowGroup, column));
      return wrong;
    }
  },
  ALL_NULL_BESIDE_BYTES {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      Statistics statistics = file.statistics(rowGroup, column);
      boolean isText = file.type(rowGroup, column) == Type.BYTE_ARRAY;
      boolean wrong = isText && statistics.isSetMax_value();
      file.chunk(rowGroup, column)
          .getMeta_data()
          .setSize_statistics(new SizeStatistics().setUnencoded_byte_array_data_bytes(1));
      unsetBounds(statistics).setNull_count(file.numValues(rowGroup, column));
      return wrong;
    }
  },
  NO_NULL_BESIDE_LEVELS {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      boolean wrong = setLevels(file, rowGroup, column);
      file.statistics(rowGroup, column).setNull_count(0);
      return wrong;
    }
  },
  FEWER_THAN_NO_NULLS {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      file.statistics(rowGroup, column).setNull_count(-1);
      return true;
    }
  },
  MORE_NULLS_THAN_VALUES {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      file.statistics(rowGroup, column).setNull_count(file.numValues(rowGroup, column) + 1);
      return true;
    }
  },
  MORE_DISTINCT_VALUES_THAN_VALUES {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      file.statistics(rowGroup, column).setDistinct_count(file.numValues(rowGroup, column) + 1);
      return true;
    }
  },
  NO_NULL_COUNT {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      file.statistics(rowGroup, column).unsetNull_count();
      return true;
    }
  },
  ONE_BOUND {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      file.statistics(rowGroup, column).unsetMax_value();
      return true;
    }
  },
  BOUNDS_EXCHANGED {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      Statistics statistics = file.statistics(rowGroup, column);
      byte[] min = statistics.getMin_value();
      byte[] max = statistics.getMax_value();
      statistics.setMin_value(max).setMax_value(min);
      return min != null && !Arrays.equals(min, max);
    }
  },
  BOUNDS_OF_ANOTHER_LENGTH {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      Statistics statistics = file.statistics(rowGroup, column);
      statistics.setMin_value(new byte[3]).setMax_value(new byte[3]);
      return hasWidth(file, rowGroup, column);
    }
  },
  BOUNDS_OF_NAN {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      byte[] nan = nan(file.type(rowGroup, column));
      file.statistics(rowGroup, column).setMin_value(nan).setMax_value(nan);
      return nan != null;
    }
  },
  A_PAGE_OF_NULLS_THAT_COUNTS_FEWER {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      boolean wrong = !pages.nullPages.set(page, true) && pages.nullCounts != null;
      pages.setBounds(page, new byte[0], new byte[0]);
      file.set(rowGroup, column, pages);
      return wrong;
    }
  },
  A_PAGE_OF_NULLS_THAT_NOBODY_COUNTED {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      boolean wrong = !pages.nullPages.set(page, true);
      pages.setBounds(page, new byte[0], new byte[0]);
      pages.nullCounts = null;
      file.set(rowGroup, column, pages);
      return wrong;
    }
  },
  A_PAGE_OF_NULLS_BESIDE_BOUNDS {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      boolean wrong = !pages.nullPages.set(page, true);
      pages.nullCounts.set(page, file.rows(rowGroup, column, page));
      file.set(rowGroup, column, pages);
      return wrong;
    }
  },
  A_PAGE_THAT_COUNTS_ITS_VALUES_AS_NULLS {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      pages.nullCounts.set(page, file.rows(rowGroup, column, page));
      file.set(rowGroup, column, pages);
      return !pages.nullPages.get(page);
    }
  },
  A_PAGE_OF_FEWER_THAN_NO_NULLS {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      return setNullCount(file, rowGroup, column, page, -1);
    }
  },
  A_PAGE_OF_MORE_NULLS_THAN_ROWS {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      long tooMany = file.rows(rowGroup, column, page) + 1;
      return setNullCount(file, rowGroup, column, page, tooMany);
    }
  },
  A_PAGE_WITHOUT_NULLS_IN_A_CHUNK_THAT_COUNTS_MORE {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      return file.statistics(rowGroup, column).isSetNull_count()
          && !file.pages(rowGroup, column).nullPages.get(page)
          && setNullCount(file, rowGroup, column, page, 0);
    }
  },
  BOUNDS_OF_A_PAGE_EXCHANGED {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      BinaryValue min = pages.mins.get(page);
      BinaryValue max = pages.maxes.get(page);
      pages.mins.set(page, max);
      pages.maxes.set(page, min);
      file.set(rowGroup, column, pages);
      return !min.equals(max);
    }
  },
  BOUNDS_OF_A_PAGE_OUTSIDE_THE_CHUNK_S {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      boolean wrong = OUTSIDE.contains(column) && !pages.nullPages.get(page);
      if (wrong) {
        byte[] most = new byte[file.type(rowGroup, column) == Type.INT64 ? 8 : 4];
        Arrays.fill(most, (byte) 0xFF);
        most[most.length - 1] = 0x7F;
        pages.setBounds(page, most, most);
        file.set(rowGroup, column, pages);
      }
      return wrong;
    }
  },
  NO_BOUNDS_OF_A_PAGE {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      pages.setBounds(page, new byte[0], new byte[0]);
      file.set(rowGroup, column, pages);
      return hasWidth(file, rowGroup, column);
    }
  },
  BOUNDS_OF_A_PAGE_OF_NAN {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      byte[] nan = nan(file.type(rowGroup, column));
      if (nan != null) {
        RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
        pages.setBounds(page, nan, nan);
        file.set(rowGroup, column, pages);
      }
      return nan != null;
    }
  },
  ONE_NULL_PAGE_TOO_FEW {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      pages.nullPages.remove(page);
      file.set(rowGroup, column, pages);
      return true;
    }
  },
  ONE_MINIMUM_TOO_FEW {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      pages.mins.remove(page);
      file.set(rowGroup, column, pages);
      return true;
    }
  },
  ONE_NULL_COUNT_TOO_MANY {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
        throws IOException {
      RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
      pages.nullCounts.add(0L);
      file.set(rowGroup, column, pages);
      return true;
    }
  },
  HALF_A_COLUMN_INDEX {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      byte[] bytes = file.columnIndexBytes(rowGroup, column);
      file.setColumnIndex(rowGroup, column, Arrays.copyOf(bytes, bytes.length / 2));
      return true;
    }
  },
  A_COLUMN_INDEX_WITHOUT_NULL_PAGES {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      byte[] boundaryOrderOnly = {0x45, 0, 0};
      file.setColumnIndex(rowGroup, column, boundaryOrderOnly);
      return true;
    }
  },
  HALF_AN_OFFSET_INDEX {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      file.setOffsetIndex(rowGroup, column, new byte[] {0x19});
      return true;
    }
  },
  A_COLUMN_INDEX_BEHIND_THE_FILE {
    @Override
    boolean tell(RewrittenStatistics file, int rowGroup, String column, int page) {
      file.chunk(rowGroup, column).setColumn_index_offset(1L << 40);
      return true;
    }
  };

  /** Signed integers of the file whose greatest value is greater than any of theirs. */
  private static final List<String> OUTSIDE = List.of("id", "ts", "day", "g.ts", "g.day");

  private static final Set<StatisticsLie> DAMAGE =
      EnumSet.range(ONE_NULL_PAGE_TOO_FEW, A_COLUMN_INDEX_BEHIND_THE_FILE);

  /** Damages the page index, so that a strict reader refuses it. */
  boolean isDamage() {
    return DAMAGE.contains(this);
  }

  /**
   * Tells the lie of a chunk.
   *
   * @param page a page of it
   * @return false where it would not be wrong, or nothing could tell that it is: then the change is
   *     to be thrown away
   */
  abstract boolean tell(RewrittenStatistics file, int rowGroup, String column, int page)
      throws IOException;

  /**
   * Tells the lie in a file, or leaves the file as it is: then false.
   *
   * @param page any number; that of a page modulo their number
   */
  boolean tell(Path file, int rowGroup, String column, int page) throws IOException {
    RewrittenStatistics rewritten = new RewrittenStatistics(file);
    int pages = rewritten.firstRows(rowGroup, column).size() - 1;
    boolean told = tell(rewritten, rowGroup, column, page % pages);
    if (told) {
      rewritten.write();
    }
    return told;
  }

  private static boolean setNullCount(
      RewrittenStatistics file, int rowGroup, String column, int page, long count)
      throws IOException {
    RewrittenStatistics.Pages pages = file.pages(rowGroup, column);
    boolean wrong = pages.nullCounts.set(page, count) != count;
    file.set(rowGroup, column, pages);
    return wrong;
  }

  private static boolean hasWidth(RewrittenStatistics file, int rowGroup, String column) {
    Type type = file.type(rowGroup, column);
    return type != Type.BYTE_ARRAY && type != Type.FIXED_LEN_BYTE_ARRAY;
  }

  private static Statistics unsetBounds(Statistics statistics) {
    statistics.unsetMin();
    statistics.unsetMax();
    statistics.unsetMin_value();
    statistics.unsetMax_value();
    return statistics;
  }

  /** Sets true histograms of a column that is optional itself; false where there is none. */
  private static boolean setLevels(RewrittenStatistics file, int rowGroup, String column) {
    Statistics statistics = file.statistics(rowGroup, column);
    long nulls = statistics.getNull_count();
    long present = file.numValues(rowGroup, column) - nulls;
    SizeStatistics sizes = file.chunk(rowGroup, column).getMeta_data().getSize_statistics();
    if (sizes != null && sizes.getDefinition_level_histogramSize() > 2) {
      return nulls > 0 && present > 0;
    }
    if (column.contains(".") || nulls == 0 || present == 0) {
      return false;
    }
    file.chunk(rowGroup, column)
        .getMeta_data()
        .setSize_statistics(
            new SizeStatistics().setDefinition_level_histogram(List.of(nulls, present)));
    return true;
  }

  private static byte[] nan(Type type) {
    ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return switch (type) {
      case FLOAT -> Arrays.copyOf(bytes.putFloat(Float.NaN).array(), Float.BYTES);
      case DOUBLE -> bytes.putDouble(Double.NaN).array();
      default -> null;
    };
  }
}
