// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.footer.convert.WideFooter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;

/** Footers of one schema whose chunks have different fields, as those of real lakes do. */
public final class UnevenFooters {
  private UnevenFooters() {}

  /** Footers by path. */
  public static Map<String, byte[]> of(int files, int columns, int rowGroups, long seed)
      throws IOException {
    Random random = new Random(seed);
    byte[] regular = WideFooter.thrift(columns, rowGroups);
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (int file = 0; file < files; file++) {
      FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(regular));
      for (RowGroup group : footer.getRow_groups()) {
        group.getColumns().forEach(chunk -> vary(chunk, random));
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Util.writeFileMetaData(footer, out);
      footers.put(String.format("part-%04d", file), out.toByteArray());
    }
    return footers;
  }

  private static void vary(ColumnChunk chunk, Random random) {
    ColumnMetaData metaData = chunk.getMeta_data();
    Statistics statistics = metaData.getStatistics();
    switch (random.nextInt(9)) {
      case 0 -> metaData.unsetStatistics();
      case 1 -> {
        statistics.unsetMin();
        statistics.unsetMax_value();
      }
      case 2 -> statistics.setIs_max_value_exact(random.nextBoolean()).setDistinct_count(7);
      case 3 -> statistics.setMin(new byte[] {1}).setIs_min_value_exact(random.nextBoolean());
      case 4 -> metaData.setDictionary_page_offset(metaData.getData_page_offset() - 100);
      case 5 -> metaData.setKey_value_metadata(List.of(new KeyValue("rare")));
      case 6 -> {
        chunk.unsetColumn_index_length();
        chunk.unsetColumn_index_offset();
        chunk.setFile_offset(0);
      }
      case 7 -> metaData.setBloom_filter_offset(random.nextInt(1 << 30)).unsetEncoding_stats();
      default -> chunk.setFile_offset(random.nextInt(1 << 20));
    }
  }
}
